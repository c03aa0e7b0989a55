//! Yakutat Bay.

use larboard::rules::Status;

use super::ONE_DECK_HOME;
use crate::rules::setup::Setup;

fn yakutat_bay(lines: &str) -> Setup {
    Setup::of("yakutat-bay", &[("face-up", "yukon")], lines)
}

#[test]
fn any_face_up_card_moves_with_the_cards_on_it_in_any_order() {
    yakutat_bay("t1: 8C\n t2: #3C 7H 2S KD 9C\n t3: 3H")
        .allows(&["t2-t1x4", "t2-t3x3"])
        .refuses("t2-t1x5", "Only 4 cards of pile 2 are face up")
        .play("t2-t1x4")
        .shows("t1: 8C 7H 2S KD 9C\n t2: 3C\n t3: 3H");
}

#[test]
fn only_single_top_cards_go_home() {
    yakutat_bay("t1: AS KD\n t2: 5C AC")
        .allows(&["t2-f1"])
        .refuses("t1-f4x2", "Only one card at a time goes to a foundation")
        .refuses("t1-f4", "That is the spades foundation");
}

#[test]
fn cards_do_not_return_from_foundations() {
    yakutat_bay("t1: 3H\n f1: AC..2C")
        .refuses("f1-t1", "Cards don't come back from foundations")
        .refuses("f1-t1x2", "Cards don't come back from foundations");
}

#[test]
fn all_face_up_cards_of_a_pile_slide() {
    yakutat_bay("t1: 7H\n t2: #3C 5D JS 8C\n t3: 9S")
        .play("t1-t2")
        .shows("t1: 5D JS 8C 7H\n t2: 3C\n t3: 9S");
}

#[test]
fn a_king_moves_to_the_last_space_with_the_cards_on_it() {
    yakutat_bay("t1: #3C 5D KS 2H 9H\n t2: 9S")
        .allows(&["t1-t7x3"])
        .refuses("t1-t3x3", "Fill the rightmost empty pile: pile 7")
        .refuses("t1-t7x2", "Only a king can fill an empty pile")
        .play("t1-t7x3")
        .shows("t1: #3C 5D\n t2: 9S\n t3: KS 2H 9H\n t7:");
}

#[test]
fn a_whole_king_pile_moves_only_if_the_table_changes() {
    yakutat_bay("t1: 9S\n t2: KS 2H").refuses("t2-t7x2", "Pile 2 would slide straight back");
    yakutat_bay("t1: KS 2H\n t2: 9S")
        .play("t1-t7x2")
        .shows("t1: 9S\n t2: KS 2H\n t3:");
}

#[test]
fn a_card_goes_home_by_itself_if_nothing_can_be_built_on_it_but_no_king_does() {
    let reds = "f2: AD..QD\n f3: AH..QH";
    yakutat_bay(&format!("t1: KH KC\n f1: AC..QC\n {reds}")).sends_home(&[]);
    yakutat_bay(&format!("t1: KH QC\n f1: AC..JC\n {reds}")).sends_home(&["t1-f1"]);
    yakutat_bay(&format!("t1: #KH QC\n f1: AC..JC\n {reds}")).sends_home(&[]);
    yakutat_bay("t1: KH QC\n f1: AC..JC\n f2: AD..TD\n f3: AH..QH").sends_home(&[]);
}

#[test]
fn there_is_no_stock() {
    yakutat_bay("t1: 3H")
        .refuses("draw", "This game has no stock")
        .refuses("deal", "This game has no deal")
        .refuses("w-t1", "This game has no waste")
        .refuses("t1-t8", "This game has no pile 8")
        .is(Status::Lost);
}

#[test]
fn the_game_is_won_with_all_cards_home() {
    yakutat_bay(ONE_DECK_HOME).allows_only(&[]).is(Status::Won);
}
