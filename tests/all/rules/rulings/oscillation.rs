//! Oscillation.

use crate::rules::setup::Setup;

fn oscillation(lines: &str) -> Setup {
    Setup::of("oscillation", &[("wrap", "no")], lines)
}

fn wrapping(lines: &str) -> Setup {
    Setup::of("oscillation", &[("wrap", "yes")], lines)
}

#[test]
fn the_left_group_builds_down_and_the_right_group_up_regardless_of_suit() {
    oscillation("t1: 8C\n t2: 7H\n t6: 8D\n t7: 9D\n f1: 2C\n f5: 2C")
        .allows(&["t2-t1", "t7-t6"])
        .refuses("t1-t2", "The left builds down: 8♣ needs a 9")
        .refuses("t6-t7", "The right builds up: 8♦ needs a 7");
}

#[test]
fn a_run_of_one_suit_moves_as_a_unit_within_its_group() {
    oscillation("t1: 9H 8C 7C\n t2: 9S\n t3: JH TC 9H\n t4: JD\n f1: 2C\n f5: 2C")
        .allows(&["t1-t2x2"])
        .refuses("t1-t4x3", "Only a run of one suit can move together")
        .refuses("t3-t4x2", "Only a run of one suit can move together");
    oscillation("t6: 3D 4S 5S\n t7: 3H\n f1: 2C\n f5: 2C").allows(&["t6-t7x2"]);
}

#[test]
fn a_run_follows_the_direction_of_its_group() {
    oscillation("t1: 7C 8C\n t2: 8S\n t6: 8C 7C\n t7: 7S\n f1: 2C\n f5: 2C")
        .refuses("t1-t2x2", "Only a run of one suit can move together")
        .refuses("t6-t7x2", "Only a run of one suit can move together");
}

#[test]
fn one_card_crosses_the_groups_onto_its_own_suit_in_the_direction_of_the_target() {
    oscillation("t1: 8C 7C\n t2: 9H\n t6: 6C\n t7: 6S\n t8: 8H\n t9: 7C 8C\n f1: 2C\n f5: 2C")
        .allows(&["t1-t6", "t8-t2"])
        .refuses("t1-t7", "7♣ can only cross onto clubs")
        .refuses("t9-t2", "8♣ can only cross onto clubs")
        .refuses("t2-t6", "The right builds up: 9♥ needs 8♥")
        .refuses("t6-t2", "The left builds down: 6♣ needs 7♣")
        .refuses("t2-t8x2", "Only 1 card of pile 2 is face up")
        .refuses("t6-t1x2", "Only 1 card of pile 6 is face up");
    oscillation("t1: 7C 6C\n t6: 6C\n f1: 2C\n f5: 2C").refuses(
        "t1-t6x2",
        "Only one card at a time can cross to the other group",
    );
}

#[test]
fn a_space_accepts_any_single_card_and_runs_of_its_own_group() {
    oscillation("t1: #2D 8C 7C\n t6: #2D 4S 5S\n f1: 2C\n f5: 2C")
        .allows(&["t1-t2", "t1-t7", "t6-t2", "t6-t7", "t1-t2x2", "t6-t7x2"])
        .refuses(
            "t1-t7x2",
            "Only one card at a time can cross to the other group",
        )
        .refuses(
            "t6-t2x2",
            "Only one card at a time can cross to the other group",
        );
}

#[test]
fn a_whole_pile_moves_to_a_space() {
    oscillation("t1: 8C 7C\n f1: 2C\n f5: 2C")
        .play("t1-t3x2")
        .shows("t1:\n t3: 8C 7C");
    oscillation("t1: 8C\n f1: 2C\n f5: 2C")
        .play("t1-t10")
        .shows("t1:\n t10: 8C");
}

#[test]
fn without_wrap_kings_and_aces_do_not_connect_in_the_tableau() {
    oscillation("t1: AC\n t2: KC\n t6: KD\n t7: AD\n t8: AC\n f1: 2C\n f5: 2C")
        .refuses("t2-t1", "The left builds down: K♣ needs an empty pile")
        .refuses("t7-t6", "The right builds up: A♦ needs an empty pile")
        .refuses("t6-t1", "The left builds down: K♦ needs an empty pile");
    oscillation("t1: 2C AC KC\n t2: 3D\n f1: 2C\n f5: 2C")
        .refuses("t1-t2x3", "Only a run of one suit can move together");
}

#[test]
fn with_wrap_kings_and_aces_connect_in_the_tableau() {
    wrapping("t1: AC\n t2: KH\n t6: KD\n t7: AS\n f1: 2C\n f5: 2C").allows(&["t2-t1", "t7-t6"]);
    // Within a run, and across the groups.
    wrapping("t1: 2C AC KC\n t2: 3D\n f1: 2C\n f5: 2C").allows(&["t1-t2x3"]);
    wrapping("t6: QS KS AS\n t7: JD\n f1: 2C\n f5: 2C").allows(&["t6-t7x3"]);
    wrapping("t1: AC\n t6: KC\n t7: KD\n t2: AD\n f1: 2C\n f5: 2C")
        .allows(&["t6-t1", "t2-t7", "t1-t6"]);
    wrapping("t1: AC\n t6: KD\n f1: 2C\n f5: 2C")
        .refuses("t6-t1", "K♦ can only cross onto diamonds");
}

#[test]
fn foundations_continue_between_king_and_ace() {
    oscillation("t1: KC\n t2: AC\n t3: AH\n t4: KH\n f1: QC\n f7: 2H")
        .play("t1-f1")
        .play("t2-f1")
        .play("t3-f7")
        .play("t4-f7")
        .shows("f1: QC KC AC\n f7: 2H AH KH");
}

#[test]
fn foundations_start_with_the_base_rank_of_their_group() {
    oscillation("t1: QD\n t2: 2S\n t3: AD\n f1: QC\n f7: 2H")
        .allows(&["t1-f2", "t2-f8"])
        .refuses("t3-f2", "That foundation needs Q♦ next")
        .refuses("t1-f6", "That foundation needs 2♦ next")
        .refuses("t2-f3", "That is the hearts foundation");
}

#[test]
fn a_foundation_is_complete_with_thirteen_cards() {
    oscillation("t1: 7C\n f1: 7C..KC AC..6C\n f5: 7C")
        .refuses("t1-f1", "That foundation is complete")
        .refuses("t1-f5", "That foundation needs 6♣ next");
}

#[test]
fn a_top_card_goes_to_a_foundation_of_either_group() {
    oscillation("t1: 8C\n t10: 8C\n f1: 7C\n f5: 9C")
        .allows(&["t1-f1", "t1-f5", "t10-f1", "t10-f5"]);
}

#[test]
fn cards_do_not_return_from_foundations() {
    oscillation("t1: 8C\n f1: 7C\n f5: 9C")
        .refuses("f1-t1", "Cards don't come back from foundations")
        .refuses("f1-f5", "Cards don't come back from foundations");
}

const TEN_PILES: &str = "
    t1: 8C\n t2: KC\n t3: 3C\n t4: TC\n t5: 6C\n t6: 5D\n t7: 8D\n t8: AD\n t9: QD\n t10: 3S
    f1: QC\n f5: 2C
";

#[test]
fn a_deal_puts_a_card_on_each_pile_even_if_it_does_not_fit() {
    oscillation(&format!(
        "{TEN_PILES} s: #TH #9H #8H #7H #6H #5H #4H #3H #2H #AH"
    ))
    .play("deal")
    .shows("t1: 8C AH\n t2: KC 2H\n t9: QD 9H\n t10: 3S TH\n s:");
}

#[test]
fn a_deal_is_legal_while_other_moves_are_left() {
    let stock = "s: #TH #9H #8H #7H #6H #5H #4H #3H #2H #AH";
    oscillation(&format!("{TEN_PILES} {stock}")).allows(&["t2-f1", "deal"]);
}

#[test]
fn spaces_must_be_filled_before_a_deal() {
    let stock = "s: #TH #9H #8H #7H #6H #5H #4H #3H #2H #AH";
    let piles = TEN_PILES
        .replace("t1: 8C", "t1:")
        .replace("t2: KC", "t2: KC 5S");
    oscillation(&format!("{piles} {stock}"))
        .refuses("deal", "Fill every empty pile before you deal")
        .play("t2-t1")
        .allows(&["deal"]);
}

#[test]
fn with_fewer_than_ten_tableau_cards_a_deal_is_legal_despite_spaces() {
    let stock = "s: #TH #9H #8H #7H #6H #5H #4H #3H #2H #AH";
    let nine = TEN_PILES.replace("t1: 8C", "t1:");
    oscillation(&format!("{nine} {stock}"))
        .play("deal")
        .shows("t1: AH\n t2: KC 2H\n s:")
        .refuses("deal", "The stock is empty");
    oscillation(&format!("f1: QC\n f5: 2C\n {stock}")).allows_only(&["deal"]);
}

#[test]
fn an_uncovered_card_is_turned_up() {
    oscillation("t1: #9D 8C\n t2: 9S\n f1: QC\n f5: 2C")
        .play("t1-t2")
        .shows("t1: 9D\n t2: 9S 8C");
}
