//! The mouse: drags, and that no click tells what lies face down. Clicks are in the transcript.

use crossterm::event::{MouseButton, MouseEventKind};
use larboard::rules::sorted_deck;

use super::player::Player;
use super::sight::Sight;
use super::{GAMES, variant};

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
    assert_eq!(player.moves().len(), 6);
    assert_contains!(player.key_row(), "esc cancel");
}

#[test]
fn no_click_names_a_card_that_is_not_face_up() {
    for (game, options) in GAMES {
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
