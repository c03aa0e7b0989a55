//! Window sizes: no size panics, every card is hit by its own click, and all cards are visible.

use std::ops::RangeInclusive;

use larboard::cards::Card;
use larboard::game::Game;
use larboard::rules::{PileKind, sorted_deck};

use super::player::{Cell, Player, rows};
use super::sight::Sight;
use super::{at, layouts, numbers, random_game, variant, with_a_tall_pile};
use crate::home::Home;

/// Returns the windows of some widths and heights.
fn windows(columns: &[u16], rows: RangeInclusive<u16>) -> impl Iterator<Item = (u16, u16)> {
    rows.flat_map(|rows| columns.iter().map(move |&columns| (columns, rows)))
}

/// Returns the face-up cards of tableau and reserve, in order.
fn face_up(game: &Game) -> Vec<Card> {
    let table = game.table();
    let in_play = |kind| matches!(kind, PileKind::Tableau | PileKind::Reserve);
    let piles = table.pile_ids().iter().filter(|pile| in_play(pile.kind()));
    let mut cards: Vec<Card> = piles
        .flat_map(|pile| table.face_up(pile).to_vec())
        .collect();
    cards.sort_unstable();
    cards
}

/// Checks that every face-up card of tableau and reserve can be read, each copy of it.
pub(super) fn check_faces(player: &mut Player, name: &str) {
    let sight = Sight::of(&player.render());
    let seen = |card| {
        sight
            .corners()
            .iter()
            .filter(|(_, other)| *other == card)
            .count()
    };
    let up = face_up(player.game());
    for card in &up {
        let copies = up.iter().filter(|other| *other == card).count();
        assert!(seen(*card) >= copies, "{name}: {card}\n{}", player.screen());
    }
}

/// Checks that the columns of the tableau show no card of another pile, but for those at home, which lie below all
/// piles. Returns how many rows of a column show two cards.
fn check_columns(player: &mut Player, name: &str) -> usize {
    let sight = Sight::of(&player.render());
    let table = player.game().table();
    let piles = table.pile_ids().iter().filter(|pile| pile.is_tableau());
    let homes = table.pile_ids().iter().filter(|pile| pile.is_foundation());
    let home: Vec<Card> = homes.flat_map(|pile| table.pile(pile).to_vec()).collect();
    let mut beside = 0;
    for (number, pile) in (1..).zip(piles) {
        let column = sight.column(number);
        for (_, card) in &column {
            let is_here = table.face_up(pile).contains(card);
            assert!(
                is_here || home.contains(card),
                "{name}: {card} in column {number}\n{}",
                player.screen()
            );
        }
        let in_strips =
            |pair: &&[(Cell, Card)]| pair[0].0.1 == pair[1].0.1 && pair[0].1 != pair[1].1;
        beside += column.windows(2).filter(in_strips).count();
    }
    beside
}

/// Checks that a click on a card puts the cursor on this card, or says why this card does not move.
pub(super) fn check_hits(player: &mut Player, name: &str) {
    let sight = Sight::of(&player.render());
    let in_tableau = |((_, y), _): &&(Cell, Card)| *y > sight.tableau_starts_at();
    for &((x, y), card) in sight.corners().iter().filter(in_tableau) {
        let moves = player.moves().len();
        player.click_later((x, y));
        let screen = rows(&player.render());
        if player.moves().len() == moves
            && let Some((column, row)) = player.focus()
        {
            let row = screen[usize::from(row)].chars().skip(column.into());
            let under_cursor: String = row.take(4).collect();
            let (card, message) = (card.to_string(), &screen[screen.len() - 2]);
            assert!(
                under_cursor.contains(&card) || message.contains(&format!(" {card} ")),
                "{name}: {card} at {x},{y}\n{}",
                player.screen()
            );
        }
        player.press("esc");
    }
}

#[test]
fn every_screen_can_be_drawn_at_every_size() {
    let opened = "|?|S|,|m|G|p|:|P|? right|S right|S tab tab".split('|');
    let players = opened.map(|keys| {
        let mut player = Player::new("moving-left", 42);
        player.press("d").press(keys);
        player
    });
    let mut players = Vec::from_iter(players);
    let sizes = (1..=20)
        .step_by(2)
        .flat_map(|n| [(n, n), (n * 9, n), (n, n * 5), (n * 10, n * 3)]);
    let keys = ["tab", "down", "up", "right", "left", "home", "end"];
    for (size, key) in sizes.zip(keys.into_iter().cycle()) {
        for player in &mut players {
            player.resize(size);
            player.render();
            player.press(key);
        }
    }
}

#[test]
fn panels_keep_their_borders_in_every_window() {
    let home = Home::golden();
    for keys in ["S", "S tab", "S tab tab", ",", "?", "? tab", "? tab tab"] {
        let mut player = Player::at_home(&home, "2026-11-25T23:00:00Z", true);
        player.press(keys);
        for (columns, height) in windows(&[30, 40, 55, 60, 80, 100], 4..=30) {
            player.resize((columns, height));
            let (screen, width) = (rows(&player.render()), usize::from(columns.min(80)));
            let lower = format!("╰{}╯", "─".repeat(width - 2));
            let (mut above, mut left) = (screen.iter().rev(), None);
            while left.is_none() {
                let row = above.next().expect("a lower border");
                left = row.find(&lower).map(|at| row[..at].chars().count());
            }
            let left = left.unwrap_or_default();
            let sides = above.map(|row| {
                let mut cells = row.chars().skip(left);
                (cells.next(), cells.nth(width - 2))
            });
            let mut sides = sides.skip_while(|sides| matches!(sides, (Some('│'), Some('│' | '┃'))));
            let upper = (Some('╭'), Some('╮'));
            let screen = player.screen();
            assert_eq!(
                sides.next(),
                Some(upper),
                "{keys} {columns}x{height}\n{screen}"
            );
        }
    }
}

#[test]
fn an_error_in_the_settings_file_is_shown_whole_and_once() {
    let error = "use \"terminal\", \"felt\", \"light\", \"high-contrast\", \"mono\", \"custom\"";
    for size in [(60, 20), (80, 20), (80, 24)] {
        let mut player = Player::with_settings("theme = \"pink\"", size, true);
        for is_at_table in [false, true] {
            if is_at_table {
                player.deal(variant("moving-left", &[]), 42);
            }
            let screen = player.press(", end").screen();
            let words = screen.replace(['│', '┃', '\n'], " ");
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_contains!(words, error);
            assert_eq!(words.matches("theme cannot be").count(), 1, "{screen}");
            player.press("esc");
        }
    }
}

#[test]
fn a_click_on_a_card_is_a_click_on_this_card_at_every_size() {
    for (game, options) in layouts() {
        for size in [(60, 20), (80, 24), (100, 30), (120, 40), (200, 60)] {
            let mut player = Player::at(variant(game, options), 7, size);
            check_hits(&mut player, &format!("{game} {size:?}"));
        }
    }
}

#[test]
fn at_every_size_the_table_is_in_the_middle_errors_are_complete_and_the_keys_are_shown() {
    for (game, options) in layouts() {
        let mut player = Player::at(variant(game, options), 7, (80, 24));
        for size in (60..=220).step_by(13).zip((20..=70).cycle().step_by(7)) {
            player.resize(size);
            player.press("left esc");
            let screen = rows(&player.render());
            // Without header, message and keys, and without the mark beside the card under the cursor.
            let table = &screen[1..screen.len() - 2];
            let table = table.iter().map(|row| row.replace('❯', " "));
            let table: Vec<String> = table.collect();
            let is_used = |x: usize| table.iter().any(|row| row.chars().nth(x) != Some(' '));
            let width = usize::from(size.0);
            let left = (0..width).find(|x| is_used(*x)).expect("a card");
            let right = (0..width).rev().find(|x| is_used(*x)).expect("a card");
            // A face is drawn to its corner only.
            let margins = (left, width - 1 - right);
            assert!(
                margins.0.abs_diff(margins.1) <= 9,
                "{game} {size:?}: {margins:?}"
            );
            assert_contains!(screen[screen.len() - 1], "? help");
            player.press("# n o enter");
            assert_contains!(player.screen(), "Type a number of up");
            player.press("esc");
        }
    }
}

#[test]
fn every_card_of_tableau_and_reserve_is_shown_however_tall_a_pile_is() {
    for (game, options) in layouts() {
        for seed in 0..4 {
            for size in [(80, 24), (120, 40)] {
                let mut random = numbers(seed);
                for moves in [20, 60, 200] {
                    let name = format!("{game} {size:?}");
                    let game = random_game(&variant(game, options), seed, moves, &mut random);
                    let mut player = at(game, size);
                    check_faces(&mut player, &name);
                    check_columns(&mut player, &name);
                }
            }
        }
    }
    let mut beside = 0;
    for (game, options, seed) in [
        ("moving-left", &[][..], 11),
        ("yakutat-bay", &[][..], 2372),
        ("oscillation", &[][..], 235),
        ("moosehide", &[("layout", "classic")][..], 40),
    ] {
        let mut player = at(with_a_tall_pile(&variant(game, options), seed), (80, 24));
        check_faces(&mut player, game);
        check_hits(&mut player, game);
        for size in windows(&[60, 80, 100], 14..=24) {
            player.resize(size);
            beside += check_columns(&mut player, &format!("{game} {size:?}"));
        }
    }
    assert!(beside > 100, "{beside} rows of strips");
}

#[test]
fn the_next_step_of_a_hand_is_written_over_no_card() {
    let rules = variant("single-left", &[("discards", "optional")]);
    let mut player = Player::at(rules, 12, (35, 12));
    let mut captions = 0;
    while player.legal().contains(&"draw".to_owned()) {
        player.press("d");
        let screen = player.screen();
        if screen.contains("You lost.") {
            break;
        }
        let hand = player.game().table();
        let top = hand
            .pile_ids()
            .iter()
            .find(|pile| pile.kind() == PileKind::Hand);
        let card = hand.top(top.expect("a hand")).expect("a card");
        assert_contains!(screen, &card.to_string());
        captions += usize::from(screen.contains("same rank: discard all"));
    }
    assert!(captions > 0);
}

#[test]
fn growing_the_window_back_restores_the_screen() {
    for (game, options) in layouts() {
        let mut player = Player::at(variant(game, options), 42, (80, 24));
        let before = player.screen();
        player.resize((1, 1));
        let tiny = player.screen();
        assert!(
            sorted_deck(1)
                .iter()
                .all(|card| !tiny.contains(&card.to_string()))
        );
        player.resize((80, 24));
        assert_eq!(player.screen(), before);
    }
}

#[test]
fn court_cards_have_a_picture_where_there_is_room_for_it() {
    for (size, has_picture) in [((80, 60), false), ((100, 44), true), ((120, 40), true)] {
        let screen = Player::at(variant("moving-left", &[]), 11, size).screen();
        assert_eq!(screen.contains('▀'), has_picture, "{size:?}\n{screen}");
    }
}
