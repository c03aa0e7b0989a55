//! The mouse: drags, and that no click tells what lies face down. Clicks are in the transcript.

use crossterm::event::{MouseButton, MouseEventKind};
use larboard::rules::{PileId, sorted_deck};

use super::player::Player;
use super::sight::Sight;
use super::{layouts, numbers, variant};

#[test]
fn dragged_cards_follow_the_pointer_and_drop_on_a_marked_pile() {
    let mut player = Player::new("yakutat-bay", 7);
    let sight = Sight::of(&player.render());
    let cards = ["2♣", "J♠", "5♦", "9♣"].map(|card| player.cell_of(card));
    let target = sight.top_of_pile(3).expect("a pile");
    player.press_button(cards[0]);
    let before = player.screen();
    player.drag_to((cards[0].0 + 30, cards[0].1 + 5));
    let moved = ["2♣", "J♠", "5♦", "9♣"].map(|card| player.cell_of(card));
    let offset = moved[0].0 - cards[0].0;
    assert!((25..35).contains(&offset), "{offset}");
    for ((column, row), moved) in cards.into_iter().zip(moved) {
        assert_eq!(moved, (column + offset, row + 5));
    }
    assert_ne!(player.screen(), before);
    player.drag_to(target);
    assert_contains!(player.screen(), "◈");
    player.release(target);
    assert_eq!(player.moves(), ["t2-t3x4"]);
}

#[test]
fn a_terminal_need_not_report_what_is_between_the_ends_of_a_drag() {
    let mut player = Player::new("yakutat-bay", 7);
    let target = Sight::of(&player.render()).top_of_pile(3).expect("a pile");
    player.press_button(player.cell_of("2♣")).release(target);
    assert_eq!(player.moves(), ["t2-t3x4"]);
}

#[test]
fn the_right_button_and_keys_cancel_a_drag() {
    for key in [false, true] {
        let mut player = Player::new("yakutat-bay", 7);
        let before = player.press("home").screen();
        let head = player.cell_of("2♣");
        let target = Sight::of(&player.render()).top_of_pile(3).expect("a pile");
        player.press_button(head).drag_to((0, 0));
        if key {
            player.press("esc");
        } else {
            player.send_mouse(MouseEventKind::Down(MouseButton::Right), (0, 0));
        }
        assert_eq!(player.press("home").screen(), before);
        player.drag_to(target).release(target);
        assert!(player.moves().is_empty());
    }
}

#[test]
fn in_sliding_games_a_drop_on_any_empty_pile_goes_to_the_rightmost() {
    // Piles 6 and 7 are empty, and a king with two cards on it can move there.
    let mut player = super::pictures::at("yakutat-bay", 10, "", (80, 24));
    let table = player.game().table().clone();
    let pile = table.face_up(larboard::rules::PileId::tableau(0));
    let king = pile[pile.len() - 3];
    let sight = Sight::of(&player.render());
    let king = sight.card_of_pile(1, king).expect("a king");
    let space = sight.top_of_pile(6).expect("a space");
    player.press_button(king).drag_to((0, 0)).release(space);
    assert_eq!(player.moves().last(), Some(&"t1-t7x3".to_owned()));
}

#[test]
fn clicks_are_no_double_click_if_the_clock_is_set_back_between_them() {
    for (seconds, moves) in [(0, 1), (-60, 0)] {
        // Its first card can go to two piles.
        let mut player = Player::new("oscillation", 56);
        let card = Sight::of(&player.render()).top_of_pile(1).expect("a card");
        player.click(card);
        player.now += jiff::SignedDuration::from_secs(seconds);
        player.click(card);
        assert_eq!(player.moves().len(), moves, "{}", player.screen());
    }
}

#[test]
fn a_click_that_moves_cards_is_not_the_first_half_of_a_double_click() {
    let rules = variant("single-left", &[("style", "warfield")]);
    let mut player = Player::at(rules, 2, (120, 40));
    for mv in ["t2-t4", "t7-t1", "t5-t1", "t1-t5x3", "t1-t3"] {
        player.make(mv);
    }
    // Then another card slides to the place of the target.
    let source = player.cell_of("3♥");
    let target = Sight::of(&player.render()).top_of_pile(3).expect("a pile");
    player.click(source).click(target).click(target);
    let moves = player.moves().len();
    assert_eq!(moves, 6, "3♥, pile 3 twice:\n{}", player.screen());
    assert_contains!(player.key_row(), "esc cancel");
}

/// Plays random moves of Warfield, and returns to each position after something was done there.
fn at_random_positions(mut act: impl FnMut(&mut Player)) {
    for seed in 0..8 {
        let rules = variant("single-left", &[("style", "warfield")]);
        let mut player = Player::at(rules, seed, (80, 24));
        let mut random = numbers(seed);
        for _ in 0..25 {
            let legal = player.legal();
            let home = legal.iter().find(|mv| mv.contains("-f"));
            let Some(mv) = home.or_else(|| legal.get(random() % legal.len().max(1))) else {
                break;
            };
            player.make(mv);
            let moves = player.moves();
            act(&mut player);
            player.press("esc");
            while player.moves().len() > moves.len() {
                player.press("u");
            }
        }
    }
}

#[test]
fn a_third_click_is_the_first_of_another_pair() {
    let mut moved = 0;
    at_random_positions(|player| {
        let before = player.moves().len();
        let is_alone = |pile: &usize| player.game().table().size(PileId::tableau(pile - 1)) == 1;
        for pile in Vec::from_iter((1..=7).filter(is_alone)) {
            // Where a pile of one card goes away, another card slides under the pointer.
            let card = Sight::of(&player.render())
                .top_of_pile(pile)
                .expect("a pile");
            player.click_later(card).click(card).click(card);
            let made = player.moves().len() - before;
            assert!(made <= 1, "pile {pile}: {made} moves\n{}", player.screen());
            moved += made;
            player.press("esc");
            if made > 0 {
                player.press("u");
            }
        }
    });
    assert!(moved > 2, "{moved}");
}

#[test]
fn a_click_on_a_foundation_never_selects_its_card_in_place_of_the_selected_ones() {
    let mut refused = 0;
    at_random_positions(|player| {
        if !player.legal().iter().any(|mv| mv.starts_with('f')) {
            return;
        }
        let table = player.game().table();
        let home = table.pile_ids().iter().filter(|pile| pile.is_foundation());
        let home: Vec<_> = home.filter_map(|pile| table.top(pile)).collect();
        let before = player.moves().len();
        for pile in 1..=7 {
            for card in &home {
                let sight = Sight::of(&player.render());
                let (top, card) = (sight.top_of_pile(pile).expect("a pile"), card.to_string());
                let foundation = player.cells_of(&card)[0];
                player.click_later(top);
                if !player.key_row().contains("esc cancel") {
                    continue;
                }
                player.click_later(foundation);
                let made = player.moves().len() > before;
                let selected = format!("Selected {card} ");
                assert!(!player.screen().contains(&selected), "{}", player.screen());
                refused += usize::from(!made);
                player.press("esc");
                if made {
                    player.press("u");
                }
            }
        }
    });
    assert!(refused > 2, "{refused}");
}

#[test]
fn no_click_names_a_card_that_is_not_face_up() {
    for (game, options) in layouts() {
        let mut player = Player::at(variant(game, options), 42, (80, 24));
        let up: Vec<_> = {
            let table = player.game().table();
            let piles = table.pile_ids().iter();
            piles
                .flat_map(|pile| table.face_up(pile).to_vec())
                .collect()
        };
        let hidden: Vec<_> = sorted_deck(1)
            .into_iter()
            .filter(|card| !up.contains(card))
            .collect();
        for cell in (2..22)
            .step_by(2)
            .flat_map(|row| (2..80).step_by(7).map(move |column| (column, row)))
        {
            player.click_later(cell);
            for clicks in 1..=2 {
                let screen = player.screen();
                let message: String = screen.lines().skip(21).take(2).collect();
                // What a card needs follows from the rules, wherever it lies.
                let message = message.split(" needs ").next().unwrap_or_default();
                if player.moves().is_empty() {
                    let named = hidden
                        .iter()
                        .find(|card| message.contains(&card.to_string()));
                    assert_eq!(named, None, "{game}, click {clicks} at {cell:?}: {message}");
                }
                player.click(cell);
            }
            while !player.moves().is_empty() {
                player.press("u");
            }
            player.press("esc");
        }
    }
}
