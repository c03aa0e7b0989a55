//! Moving Left.

use larboard::rules::Status;

use super::ONE_DECK_HOME;
use crate::rules::setup::Setup;

fn moving_left(lines: &str) -> Setup {
    Setup::of("moving-left", &[("foundation-return", "yes")], lines)
}

#[test]
fn the_rightmost_king_pile_cannot_move_to_a_space() {
    moving_left("t1: 2C\n t2: KC QD").refuses("t2-t10x2", "Pile 2 would slide straight back");
    moving_left("t1: 2C\n t2: 3C\n t3: 4C\n t4: 5C\n t5: 6C\n t6: 7C\n t7: 8C\n t8: 9C\n t9: KS")
        .refuses("t9-t10", "Pile 9 would slide straight back");
}

#[test]
fn a_king_pile_moves_beside_its_twin_of_which_a_card_is_face_down() {
    moving_left("t1: KS QH\n t2: #KS QH")
        .play("t1-t10x2")
        .shows("t1: QH\n t2: KS\n t3: KS QH\n t10:");
}

#[test]
fn a_card_of_the_waste_goes_home_by_itself_only_if_nothing_needs_it() {
    let kings = "f1: AC..QC\n f2: AD..QD\n f3: AH..QH\n f4: AS..QS\n f5: AC..QC\n f6: AD..QD\n f7: AH..QH\n f8: AS..QS";
    let keeps = [("foundation-return", "no")];
    Setup::of("moving-left", &keeps, &format!("w: KC\n {kings}")).sends_home(&[]);
    moving_left(&format!("w: KC\n {kings}")).sends_home(&["w-f1"]);
    let (queens, twin_behind) = (kings.replace('Q', "J"), "f5: AC..9C");
    let waste = |lines: &str| format!("w: QC\n {lines}");
    Setup::of("moving-left", &keeps, &waste(&queens)).sends_home(&["w-f1"]);
    let behind = queens.replace("f5: AC..JC", twin_behind);
    Setup::of("moving-left", &keeps, &waste(&behind)).sends_home(&[]);
    moving_left(&waste(&behind)).sends_home(&[]);
    // The jack below could take a red ten, and comes back only as long as it is not covered.
    moving_left("t1: QD\n t2: TD\n w: QC\n f1: AC..JC\n f5: AC..JC").sends_home(&[]);
    // A red five on the six could need the four of spades, but not the three, which can go home.
    for (spades, safe) in [("3S", &["w-f1"][..]), ("2S", &[])] {
        let reds = "f2: AD..5D\n f3: AH..5H\n f6: AD..5D\n f7: AH..5H";
        let blacks = format!("f1: AC..5C\n f5: AC..5C\n f4: AS..{spades}\n f8: AS..{spades}");
        moving_left(&format!("w: 6C\n {reds}\n {blacks}")).sends_home(safe);
    }
}

#[test]
fn a_king_on_a_face_down_card_moves_to_a_space() {
    moving_left("t1: 2C\n t2: #9D KC QD")
        .play("t2-t10x2")
        .shows("t1: 2C\n t2: 9D\n t3: KC QD\n t4:\n t10:");
}

#[test]
fn a_king_pile_further_left_moves_and_the_piles_after_it_slide() {
    moving_left("t1: KC QD\n t2: 5H\n t3: #9D 4S 3D\n t4: 7C")
        .play("t1-t10x2")
        .shows("t1: 5H\n t2: 4S 3D\n t3: 9D\n t4: 7C\n t5: KC QD\n t6:\n t10:");
}

#[test]
fn a_king_pile_cannot_trade_places_with_an_identical_pile() {
    moving_left("t1: 5H\n t2: KC QD\n t3: KC QD")
        .refuses("t2-t10x2", "Pile 2 would slide straight back")
        .refuses("t3-t10x2", "Pile 3 would slide straight back");
    moving_left("t1: KC QD\n t2: KC").allows(&["t1-t10x2"]);
    moving_left("t1: KC\n t2: KS").allows(&["t1-t10"]);
    moving_left("t1: KC\n t2: 5H\n t3: KC").allows(&["t1-t10"]);
    moving_left("t1: KC\n t2: KC\n t3: 5H").allows(&["t1-t10", "t2-t10"]);
    moving_left("t1: KC\n t2: #5H KC").allows(&["t1-t10", "t2-t10"]);
}

#[test]
fn only_face_up_cards_slide_and_a_remaining_card_ends_the_slide() {
    moving_left("t1: 5H\n t2: #AC #2C 8S 7D\n t3: 9S\n t4: 6C")
        .play("t1-t4")
        .shows("t1: 8S 7D\n t2: #AC 2C\n t3: 9S\n t4: 6C 5H");
}

#[test]
fn piles_slide_after_the_move_is_complete() {
    // The five moves to the six; then the six slides with the five on it.
    moving_left("t1: 5H\n t2: 6C\n t3: 9D")
        .play("t1-t2")
        .shows("t1: 6C 5H\n t2: 9D\n t3:");
}

#[test]
fn several_spaces_are_filled_from_left_to_right() {
    moving_left("t1: 5H\n t2: 6C\n t3: 7D\n t4: #2S #3S 8S\n t5: TD")
        .play("t1-t2")
        .shows("t1: 6C 5H\n t2: 7D\n t3: 8S\n t4: #2S 3S\n t5: TD");
}

#[test]
fn a_king_in_the_last_space_slides_to_the_first() {
    moving_left("t1: 5H\n t2: 6C\n w: 2D KH")
        .play("w-t10")
        .shows("t3: KH\n t10:\n w: 2D");
}

#[test]
fn king_fills_only_the_rightmost_space() {
    moving_left("t1: #2H QC\n t2: KC\n w: KH")
        .refuses("t1-t10", "Only a king can fill an empty pile")
        .refuses("w-t3", "Fill the rightmost empty pile: pile 10")
        .refuses("w-t9", "Fill the rightmost empty pile: pile 10")
        .allows(&["w-t10"]);
}

#[test]
fn any_part_of_a_face_up_run_moves_as_a_unit() {
    moving_left("t1: #2C 9C 8D 7S 6H\n t2: 7C\n t3: 8H\n t4: 9S\n t5: TD")
        .allows(&["t1-t2", "t1-t3x2", "t1-t4x3", "t1-t5x4"])
        .refuses("t1-t5x5", "Only 4 cards of pile 1 are face up")
        .refuses("t1-t3", "6♥ needs a black 7")
        .refuses("t2-t3x2", "Only 1 card of pile 2 is face up");
}

#[test]
fn the_tableau_builds_down_in_alternating_colors() {
    moving_left("t1: 7D\n t2: 8D\n t3: 8H\n t4: 8C\n t5: 8S\n t6: 6S\n t7: 9S")
        .allows(&["t1-t4", "t1-t5"])
        .refuses("t1-t2", "7♦ needs a black 8")
        .refuses("t1-t3", "7♦ needs a black 8")
        .refuses("t1-t6", "7♦ needs a black 8")
        .refuses("t1-t7", "7♦ needs a black 8");
}

#[test]
fn nothing_builds_on_an_ace_and_a_king_on_nothing() {
    moving_left("t1: KD\n t2: AS\n t3: 2H")
        .refuses("t1-t2", "K♦ needs an empty pile")
        .allows(&["t2-t3"]);
}

#[test]
fn a_card_that_fits_both_foundations_goes_to_the_first() {
    moving_left("w: AC")
        .allows(&["w-f1"])
        .refuses("w-f5", "A♣ goes to foundation 1");
    moving_left("w: AC AC")
        .play("w-f1")
        .play("w-f5")
        .shows("f1: AC\n f5: AC");
    moving_left("w: 3C\n f1: AC\n f5: AC..2C")
        .allows(&["w-f5"])
        .refuses("w-f1", "3♣ goes to foundation 5");
    moving_left("w: 3C\n f1: AC..2C\n f5: AC..2C").refuses("w-f5", "3♣ goes to foundation 1");
}

#[test]
fn a_foundation_accepts_only_its_own_suit_from_the_ace_up() {
    moving_left("t1: 2C\n w: 3D\n f2: AD")
        .refuses("t1-f1", "That foundation needs A♣ next")
        .refuses("w-f2", "That foundation needs 2♦ next")
        .refuses("w-f1", "That is the clubs foundation");
}

#[test]
fn the_top_card_of_a_foundation_returns_to_the_tableau() {
    moving_left("t1: 4D\n t2: 4C\n f1: AC..3C")
        .allows(&["f1-t1"])
        .refuses("f1-t2", "3♣ needs a red 4")
        .refuses("f1-t1x2", "Only the top card of foundation 1 can move")
        .refuses("f1-f5", "Cards from foundations go to the tableau only");
    moving_left("t1: 2D\n f4: AS")
        .play("f4-t1")
        .shows("t1: 2D AS\n f4:");
    moving_left("t1: 5D\n f1: AC..KC")
        .play("f1-t10")
        .shows("t2: KC");
}

#[test]
fn a_card_returns_only_from_the_second_of_two_equally_high_foundations() {
    moving_left("t1: 4D\n f1: AC..3C\n f5: AC..3C")
        .allows(&["f5-t1"])
        .refuses(
            "f1-t1",
            "Both clubs foundations are equally high; take the card from foundation 5",
        );
    moving_left("t1: 4D\n t2: 5D\n f1: AC..4C\n f5: AC..3C").allows(&["f1-t2", "f5-t1"]);
}

#[test]
fn without_foundation_return_cards_stay_home() {
    Setup::of(
        "moving-left",
        &[("foundation-return", "no")],
        "t1: 4D\n f1: AC..3C\n w: 5C",
    )
    .refuses("f1-t1", "Cards don't come back from foundations");
}

#[test]
fn the_stock_is_turned_one_card_at_a_time_without_redeal() {
    moving_left("t1: 4D\n s: #2C #8H\n w: 9H")
        .play("draw")
        .shows("s: #2C\n w: 9H 8H")
        .play("draw")
        .shows("s:\n w: 9H 8H 2C")
        .refuses("draw", "The stock is empty")
        .refuses("redeal", "This game has no redeal")
        .refuses("w-t1x2", "Only the top card of the waste can move")
        .is(Status::Lost);
}

#[test]
fn no_card_moves_to_the_stock_or_the_waste() {
    moving_left("t1: 4D\n s: #2C\n w: 5H")
        .refuses("t1-w", "Cards can't be put on the waste")
        .refuses("t1-s", "Cards can't be put on the stock")
        .refuses("s-t1", "The stock is face down");
}

#[test]
fn a_won_game_is_over_even_if_a_king_could_return() {
    let second = "f5: AC..KC\n f6: AD..KD\n f7: AH..KH\n";
    moving_left(&format!("{ONE_DECK_HOME}{second} f8: AS..QS\n t1: KS"))
        .is(Status::Playing)
        .allows(&["t1-f8", "f5-t10", "f7-t10"])
        .play("t1-f8")
        .allows_only(&[])
        .is(Status::Won);
}
