//! Window sizes: no size panics, every card is hit by its own click, and all cards are visible.

use std::collections::HashMap;

use larboard::rules::{PileId, PileKind};
use larboard::storage::settings::AnimationMode;
use larboard::tui::action::{Action, Mode, Target};
use larboard::tui::board::layout::{FaceUpCard, Item, ItemKind};
use larboard::tui::fan::{Fan, FanBounds, Slot, SlotContent};
use larboard::tui::frame::Hit;
use larboard::tui::grid::PileGrid;
use larboard::tui::keymap::Button;
use proptest::prelude::*;
use ratatui::layout::{Position, Size};

use super::{GAMES, Player, numbers, variant, visible_board, with_a_tall_pile};

/// Checks that each hit area is found at its uncovered cells, and that face-up cards can be read.
pub(super) fn check_hits_and_faces(player: &mut Player) {
    let (frame, layout) = (player.frame(), player.layout());
    // A long message covers the lowest cards until the next key.
    let message = player.app.context.message.take();
    let buffer = player.render();
    player.app.context.message = message;
    let mut hits = HashMap::new();
    for item in &frame.hit_areas {
        assert_eq!(frame.area.intersection(item.area), item.area, "{item:?}");
        // What comes later is on top.
        hits.extend(item.area.positions().map(|at| (at, item.hit)));
    }
    for (Position { x, y }, hit) in hits {
        assert_eq!(frame.hit_test(x, y), hit);
    }
    for item in &layout.items {
        assert_eq!(frame.area.intersection(item.area), item.area, "{item:?}");
        let covered = matches!(player.app.mode(), Mode::Overlay | Mode::GameOver)
            || !layout.floating_cards.is_empty();
        if let ItemKind::FaceUp(FaceUpCard { card, .. }) = item.kind
            && !covered
        {
            assert!(matches!(item.target, Target::Card(_)));
            let row: String = (item.area.left()..item.area.right())
                .map(|x| buffer[(x, item.area.y)].symbol())
                .collect();
            // In one color red suits are hollow.
            let row = row.replace('♡', "♥").replace('♢', "♦");
            assert!(
                row.contains(&card.to_string()),
                "{card} in {row}\n{}",
                player.screen()
            );
        }
    }
}

/// Checks whether every face-up card of tableau and reserve is visible.
pub(super) fn all_faces_are_visible(player: &mut Player) -> bool {
    let layout = player.layout();
    let table = player.table().game().table();
    let mut piles = table
        .pile_ids()
        .iter()
        .filter(|pile| matches!(pile.kind(), PileKind::Tableau | PileKind::Reserve));
    let visible = |pile: PileId| {
        let is_face = |item: &&Item| {
            matches!(item.kind, ItemKind::FaceUp(_)) && item.target.pile() == Some(pile)
        };
        layout.items.iter().filter(is_face).count()
    };
    piles.all(|pile| visible(pile) == table.face_up(pile).len())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_size_panics_and_every_card_is_hit_by_its_own_click(
        columns in 1u16..=200,
        rows in 1u16..=60,
        game in 0..GAMES.len(),
        seed in 0u64..1000,
        moves in 0usize..150,
        keys in 0u64..1000,
    ) {
        let (name, options) = GAMES[game];
        let mut player = Player::at(variant(name, options), seed, (columns, rows));
        let mut random = numbers(seed);
        player.play_by(|_| random(), moves);
        let mut random = numbers(keys);
        let mode = if keys % 2 == 0 { AnimationMode::Off } else { AnimationMode::On };
        player.app.context.change_settings(|settings| settings.choose(mode));
        let all = ["up", "down", "left", "right", "space", "tab", "home", "end", "1", "5", "0",
            "f", "d", "u", "U", "a", "A", "w", "g", "s", "r", "p", "H", "t", "c", "esc"];
        for _ in 0..12 {
            player.press(all[random() % all.len()]);
            check_hits_and_faces(&mut player);
            // Drag between random cells.
            let cell = |n: usize| ((n % 211) as u16 % columns, (n / 211) as u16 % rows);
            let (from, over) = (cell(random()), cell(random()));
            if let Hit::Target(target) = player.frame().hit_test(from.0, from.1) {
                player.update( Action::StartDrag(target, over.into()), player.now);
                check_hits_and_faces(&mut player);
            }
            if let Hit::Target(target) = player.frame().hit_test(over.0, over.1) {
                player.update( Action::Drop(target), player.now);
            }
            while let Some(due) = player.app.deadline() {
                check_hits_and_faces(&mut player);
                player.now = due;
                player.update( Action::Tick, due);
            }
        }
    }
}

#[test]
fn the_next_step_of_a_hand_is_written_over_no_card() {
    let rules = variant("single-left", &[("discards", "optional")]);
    let mut player = Player::at(rules, 12, (35, 12));
    let mut captions = 0;
    while player.table().game().table().size(PileId::STOCK) > 0 {
        player.press("d");
        check_hits_and_faces(&mut player);
        captions += usize::from(player.screen().contains("same rank: discard all"));
    }
    assert!(captions > 0);
}

#[test]
fn at_every_size_margins_are_equal_errors_are_complete_and_the_keys_are_shown() {
    let error = ["Please enter a whole number."; 9].join(" ");
    for (game_number, (game, options)) in GAMES.into_iter().enumerate() {
        let mut player = Player::at(variant(game, options), 7, (80, 24));
        let sizes = (60..=220).flat_map(|columns| (20..=70).map(move |rows| (columns, rows)));
        // Each size with three of the nine games.
        let own = sizes.enumerate().filter(|(n, _)| n % 3 == game_number % 3);
        for (n, size) in own.map(|(n, size)| (n / 3, size)) {
            let cx = &mut player.app.context;
            cx.resize(size);
            cx.message = None;
            match n % 3 {
                0 => cx.notify("7♠ to pile 3 · pile 2 empty: piles 3 to 8 moved left"),
                1 => cx.notify_error(&error),
                _ => {}
            }
            player.refresh();
            let (frame, layout) = (player.app.frame(), visible_board(&player.app).layout());
            let cards = || {
                let items = layout.items.iter();
                items.filter(|item| item.kind != ItemKind::FanArea)
            };
            let left = cards().map(|item| item.area.left()).min();
            let right = cards().map(|item| item.area.right()).max();
            let margins = left.zip(right).map(|(left, right)| (left, size.0 - right));
            let (left, right) = margins.expect("piles");
            assert!(
                left.abs_diff(right) <= 1,
                "{game} {size:?}: {left}, {right}"
            );
            // Header and footer are not narrower than the table.
            let content = layout.content;
            for card in cards() {
                assert_eq!(
                    card.area.left().max(content.left()),
                    card.area.left(),
                    "{game} {size:?}"
                );
                assert_eq!(
                    card.area.right().min(content.right()),
                    card.area.right(),
                    "{game} {size:?}"
                );
            }
            // Only a message that is too long for its row covers cards.
            let bottom = cards().map(|item| item.area.bottom()).max();
            assert!(bottom <= Some(size.1 - 2), "{game} {size:?}: {bottom:?}");
            let is_help = |button: &&Button| button.label == "help";
            let help = frame.buttons.iter().find(is_help);
            let help = help.expect("the key of the help");
            assert_eq!(help.area.y, size.1 - 1, "{game} {size:?}");
            if n % 3 == 1 {
                let screen = player.screen();
                let lines = screen.lines().take(usize::from(size.1) - 1);
                let text = lines.map(str::trim).collect::<Vec<_>>().join(" ");
                assert!(text.ends_with(&error), "{game} {size:?}\n{screen}");
            }
        }
    }
}

#[test]
fn at_80x24_every_card_of_tableau_and_reserve_is_shown() {
    for (game, options) in GAMES {
        for seed in 0..4 {
            for size in [(80, 24), (100, 30), (120, 40)] {
                let mut player = Player::at(variant(game, options), seed, size);
                let mut random = numbers(seed);
                for _ in 0..10 {
                    player.play_by(|_| random(), 20);
                    assert!(
                        all_faces_are_visible(&mut player),
                        "{game}\n{}",
                        player.screen()
                    );
                }
            }
        }
    }
}

#[test]
fn tall_piles_are_shown_in_full() {
    for (game, options, seed) in [
        ("moving-left", &[][..], 11),
        ("yakutat-bay", &[][..], 2372),
        ("oscillation", &[][..], 235),
        ("moosehide", &[("layout", "classic")][..], 40),
    ] {
        let mut player = with_a_tall_pile(&variant(game, options), seed, (80, 24));
        assert!(all_faces_are_visible(&mut player), "{}", player.screen());
        check_hits_and_faces(&mut player);
    }
}

#[test]
fn the_tallest_possible_piles_have_room() {
    for (game, options, max_down, max_cards) in [
        ("moving-left", &[][..], 9, 9 + 13),
        ("yakutat-bay", &[][..], 6, 52),
        ("moosehide", &[][..], 6, 6 + 13),
        ("moosehide", &[("layout", "classic")][..], 6, 52),
        // A pile can get 38 cards; then some are hidden and counted.
        ("oscillation", &[][..], 5, 36),
        ("single-left", &[("style", "warfield")][..], 6, 6 + 13),
    ] {
        let board = variant(game, options).layout();
        // The message row and the key row are below the table.
        let layout = PileGrid::compute(&board, Size::new(80, 24 - 2), max_cards).expect("room");
        let bounds = FanBounds {
            rows: layout.fan_height,
            card_height: layout.card_height,
            card_offset: layout.card_offset,
            down_offset: layout.down_offset,
            max_strips: layout.max_strips(0),
        };
        for down in 0..=max_down {
            let fan = Fan::arrange(max_cards, down, bounds, None);
            let hidden = |slot: &&Slot| matches!(slot.content, SlotContent::Hidden(_));
            assert_eq!(fan.slots.iter().find(hidden), None, "{game} {down}");
        }
    }
}

#[test]
fn growing_the_window_back_restores_the_screen() {
    for (game, options) in GAMES {
        let mut player = Player::at(variant(game, options), 42, (80, 24));
        let before = player.screen();
        player.app.context.resize((1, 1));
        assert!(player.frame().too_small.is_some());
        player.screen();
        player.app.context.resize((80, 24));
        assert_eq!(player.screen(), before);
    }
}

#[test]
fn court_cards_have_a_picture_where_there_is_room_for_it() {
    for (size, has_picture) in [((80, 60), false), ((100, 44), true), ((120, 40), true)] {
        let mut player = Player::at(variant("moving-left", &[]), 11, size);
        let screen = player.screen();
        assert_eq!(screen.contains('▀'), has_picture, "{size:?}\n{screen}");
    }
}

#[test]
fn a_pile_that_needs_their_rows_lowers_the_piles_above() {
    let board = variant("yakutat-bay", &[]).layout();
    for (tallest, height) in [(19, 3), (48, 3), (49, 2)] {
        let grid = PileGrid::compute(&board, Size::new(80, 22), tallest).expect("room");
        assert_eq!(grid.top_height, height, "{tallest}");
    }
}
