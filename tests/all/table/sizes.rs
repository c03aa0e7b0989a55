//! Windows of every size: nothing panics, every card is hit by its own click, and what must be
//! seen is seen.

use larboard::rules::{PileId, PileKind};
use larboard::tui::action::Action;
use larboard::tui::fan::{Fan, FanBounds, Slot, SlotContent};
use larboard::tui::frame::Hit;
use larboard::tui::grid::TableGrid;
use larboard::tui::mode::Mode;
use larboard::tui::table::layout::ItemKind;
use larboard::tui::target::Target;
use proptest::prelude::*;
use ratatui::layout::Position;

use super::{GAMES, Player, numbers, variant, with_a_tall_pile};

/// Every thing is hit at each of its cells that nothing lies on, and a face is read there.
fn hits_and_faces(player: &Player) {
    let (frame, layout) = (player.frame(), player.layout());
    // A long message lies over the lowest cards until the next key.
    let mut quiet = player.copy();
    quiet.app.services.message = None;
    let buffer = quiet.drawn();
    for (n, item) in frame.hit_areas().iter().enumerate() {
        assert_eq!(frame.area.intersection(item.area), item.area, "{item:?}");
        let above = &frame.hit_areas()[n + 1..];
        for Position { x, y } in item.area.positions() {
            if !above
                .iter()
                .any(|other| other.area.contains(Position { x, y }))
            {
                assert_eq!(frame.hit_test(x, y), item.hit, "{item:?}");
            }
        }
    }
    for item in &layout.items {
        assert_eq!(frame.area.intersection(item.area), item.area, "{item:?}");
        let covered = matches!(player.app.mode(), Mode::Overlay | Mode::GameOver)
            || !layout.floating_cards.is_empty();
        if let ItemKind::FaceUp {
            card, position: at, ..
        } = item.kind
            && !covered
        {
            assert_eq!(item.target, Target::Card(at));
            let row: String = (item.area.left()..item.area.right())
                .map(|x| buffer[(x, item.area.y)].symbol())
                .collect();
            assert!(
                row.contains(&card.to_string()),
                "{card} in {row}\n{}",
                player.screen()
            );
        }
    }
}

/// Each face-up card of tableau and reserve is shown, if no card is hidden.
fn all_faces_are_shown(player: &Player) -> bool {
    let layout = player.layout();
    let table = player.table().game().table();
    let places = table.pile_ids().iter();
    let spread =
        places.filter(|place| matches!(place.kind(), PileKind::Tableau | PileKind::Reserve));
    let faces = |place: PileId| {
        let shown = |shape: &ItemKind| matches!(shape, ItemKind::FaceUp { position: at, .. } if at.pile == place);
        layout.items.iter().filter(|item| shown(&item.kind)).count()
    };
    let mut spread = spread;
    spread.all(|place| faces(place) == table.face_up(place).len())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_window_panics_and_every_card_is_hit_by_its_own_click(
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
        player.app.services.reduce_motion = keys % 2 == 0;
        let all = ["up", "down", "left", "right", "space", "tab", "home", "end", "1", "5", "0",
            "f", "d", "u", "U", "a", "A", "w", "g", "s", "r", "p", "H", "t", "c", "esc"];
        for _ in 0..12 {
            player.press(all[random() % all.len()]);
            hits_and_faces(&player);
            // Whatever the pointer is dragged from and to, and however far that has come.
            let cell = |n: usize| ((n % 211) as u16 % columns, (n / 211) as u16 % rows);
            let (from, over) = (cell(random()), cell(random()));
            if let Hit::Target(target) = player.frame().hit_test(from.0, from.1) {
                player.update( Action::StartDrag(target, over.into()), player.now);
                hits_and_faces(&player);
            }
            if let Hit::Target(target) = player.frame().hit_test(over.0, over.1) {
                player.update( Action::Drop(target), player.now);
            }
            while let Some(due) = player.app.deadline() {
                hits_and_faces(&player);
                player.now = due;
                player.update( Action::Tick, due);
            }
        }
    }
}

#[test]
fn eighty_by_twenty_four_shows_every_card_of_tableau_and_reserve() {
    for (game, options) in GAMES {
        for seed in 0..4 {
            for size in [(80, 24), (100, 30), (120, 40)] {
                let mut player = Player::at(variant(game, options), seed, size);
                let mut random = numbers(seed);
                for _ in 0..10 {
                    player.play_by(|_| random(), 20);
                    assert!(all_faces_are_shown(&player), "{game}\n{}", player.screen());
                }
            }
        }
    }
}

#[test]
fn tall_piles_are_shown_whole() {
    for (game, options, seed) in [
        ("moving-left", &[][..], 11),
        ("yakutat-bay", &[][..], 2372),
        ("oscillation", &[][..], 235),
        ("moosehide", &[("layout", "classic")][..], 40),
    ] {
        let player = with_a_tall_pile(&variant(game, options), seed, (80, 24));
        assert!(all_faces_are_shown(&player), "{}", player.screen());
        hits_and_faces(&player);
    }
}

#[test]
fn the_tallest_piles_there_can_be_have_room() {
    for (game, options, down, most) in [
        ("moving-left", &[][..], 9, 9 + 13),
        ("yakutat-bay", &[][..], 6, 52),
        ("moosehide", &[][..], 6, 6 + 13),
        ("moosehide", &[("layout", "classic")][..], 6, 52),
        ("oscillation", &[][..], 5, 38),
        ("single-left", &[("style", "warfield")][..], 6, 6 + 13),
    ] {
        let plan = variant(game, options).layout();
        let layout = TableGrid::compute(&plan, (80, 24)).expect("room");
        let room = FanBounds {
            rows: layout.fan_rows.1,
            card_height: layout.card_height,
            card_offset: layout.card_offset,
            max_strips: layout.max_strips(0),
        };
        for down in 0..=down {
            let fan = Fan::arrange(most, down, room, None);
            let hidden = |slot: &&Slot| matches!(slot.content, SlotContent::Hidden(_));
            assert_eq!(fan.slots.iter().find(hidden), None, "{game} {down}");
        }
    }
}

#[test]
fn growing_back_restores_the_game() {
    for (game, options) in GAMES {
        let mut player = Player::at(variant(game, options), 42, (80, 24));
        let before = player.screen();
        player.app.services.size = (1, 1);
        assert!(player.frame().too_small.is_some());
        player.screen();
        player.app.services.size = (80, 24);
        assert_eq!(player.screen(), before);
    }
}
