//! Moosehide.

use larboard::rules::Status;

use super::ONE_DECK_HOME;
use crate::rules::setup::Setup;

fn layout(layout: &str, lines: &str) -> Setup {
    Setup::of("moosehide", &[("layout", layout)], lines)
}

const WITH_RESERVE: [&str; 2] = ["open-reserve", "four-reserve"];
const LAYOUTS: [&str; 3] = ["open-reserve", "four-reserve", "classic"];

#[test]
fn a_reserve_card_goes_home_or_to_the_tableau_and_is_not_replaced() {
    for name in WITH_RESERVE {
        layout(name, "t1: 8C\n r1: AD\n r2: 7H\n r3: 6S")
            .allows(&["r1-f2", "r2-t1"])
            .refuses("r3-t1", "6♠ needs a red 7")
            .refuses("t1-r4", "The reserve is never refilled")
            .refuses("r1-r4", "The reserve is never refilled")
            .play("r2-t1")
            .shows("t1: 8C 7H\n r2:")
            .allows(&["r3-t1"])
            .refuses("t1-r2", "The reserve is never refilled");
    }
}

#[test]
fn with_a_reserve_single_cards_build_down_in_alternating_colors() {
    for name in WITH_RESERVE {
        layout(name, "t1: #2C 9D 8C\n t2: TC\n t3: 9H\n t4: 9S")
            .allows(&["t1-t3"])
            .refuses("t1-t2x2", "Only one card at a time can move")
            .refuses("t1-t4", "8♣ needs a red 9");
    }
}

#[test]
fn with_a_reserve_a_king_fills_any_space() {
    for name in WITH_RESERVE {
        layout(name, "t1: 9C KC\n t2: 9D QC\n t3: 2S\n r1: KD\n r2: QD")
            .allows(&[
                "t1-t4", "t1-t5", "t1-t6", "t1-t7", "r1-t4", "r1-t5", "r1-t6", "r1-t7",
            ])
            .refuses("t2-t4", "Only a king can fill an empty pile")
            .refuses("r2-t4", "Only a king can fill an empty pile");
    }
}

#[test]
fn a_whole_pile_cannot_move_to_a_space() {
    for name in LAYOUTS {
        layout(name, "t1: KC\n t2: 9D KD")
            .allows(&["t2-t3"])
            .refuses(
                "t1-t3",
                "Moving a whole pile to an empty one changes nothing",
            );
    }
    layout("classic", "t1: KC 5D\n t2: 9D KD 3S")
        .allows(&["t2-t3x2"])
        .refuses(
            "t1-t3x2",
            "Moving a whole pile to an empty one changes nothing",
        );
}

#[test]
fn a_king_on_a_face_down_card_moves_to_a_space() {
    for name in LAYOUTS {
        layout(name, "t1: #5D KC")
            .play("t1-t2")
            .shows("t1: 5D\n t2: KC");
    }
}

#[test]
fn piles_do_not_slide_into_spaces() {
    for name in LAYOUTS {
        layout(name, "t1: 5H\n t2: 6S\n t3: 9C")
            .play("t1-t2")
            .shows("t1:\n t2: 6S 5H\n t3: 9C");
    }
}

#[test]
fn the_classic_layout_builds_on_any_other_suit() {
    layout(
        "classic",
        "t1: 8C\n t2: 9C\n t3: 9D\n t4: 9H\n t5: 9S\n t6: 7D",
    )
    .allows(&["t1-t3", "t1-t4", "t1-t5"])
    .refuses("t1-t2", "8♣ needs a 9 of another suit")
    .refuses("t1-t6", "8♣ needs a 9 of another suit");
}

#[test]
fn the_classic_layout_moves_any_face_up_card_with_the_cards_on_it() {
    layout("classic", "t1: #AC 8C 2H KS\n t2: 9S\n t3: 3H")
        .allows(&["t1-t2x3", "t1-t4"])
        .refuses("t1-t3x2", "2♥ needs a 3 of another suit")
        .refuses("t1-t4x2", "Only a king can fill an empty pile")
        .refuses("r1-t1", "This game has no reserve 1");
}

#[test]
fn only_top_cards_go_home_and_none_returns() {
    for name in LAYOUTS {
        layout(name, "t1: AC AD\n t2: 3H\n f4: AS..2S")
            .allows(&["t1-f2"])
            .refuses("t1-f1", "That is the clubs foundation")
            .refuses("f4-t2", "Cards don't come back from foundations")
            .refuses("draw", "This game has no stock");
    }
    layout("classic", "t1: AC AD")
        .refuses("t1-f1x2", "Only one card at a time goes to a foundation");
}

#[test]
fn a_card_goes_home_by_itself_if_no_card_can_need_it() {
    for (name, spades, reds, is_safe) in [
        ("classic", 5, 5, true),
        ("classic", 4, 5, false),
        ("classic", 5, 4, false),
        ("open-reserve", 3, 4, true),
        ("open-reserve", 2, 4, false),
        ("open-reserve", 3, 3, false),
    ] {
        let home = format!("f1: AC..5C\n f2: AD..{reds}D\n f3: AH..{reds}H\n f4: AS..{spades}S");
        let safe: &[&str] = if is_safe { &["t1-f1"] } else { &[] };
        layout(name, &format!("t1: 6C\n {home}")).sends_home(safe);
    }
}

#[test]
fn the_game_is_won_with_all_cards_home() {
    for name in LAYOUTS {
        layout(name, ONE_DECK_HOME).allows_only(&[]).is(Status::Won);
    }
}
