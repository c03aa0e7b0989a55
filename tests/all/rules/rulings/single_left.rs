//! Single Left, played in the hand and as Warfield's.

use larboard::rules::Status;

use super::ONE_DECK_HOME;
use crate::rules::setup::Setup;

fn one_handed(discards: &str, redeals: &str, lines: &str) -> Setup {
    let options = [
        ("style", "one-handed"),
        ("discards", discards),
        ("redeals", redeals),
    ];
    Setup::of("single-left", &options, lines)
}

fn forced_without_redeals(lines: &str) -> Setup {
    one_handed("forced", "0", lines)
}

fn warfield(lines: &str) -> Setup {
    Setup::of("single-left", &[("style", "warfield")], lines)
}

#[test]
fn ends_of_one_rank_discard_all_four_cards() {
    forced_without_redeals("s: #2C #3C #4C #5C #6C\n h: 9C 8D 4H 3H 8S")
        .allows_only(&["all"])
        .refuses("middle", "8♦ and 8♠ have the same rank; discard all four")
        .refuses("draw", "8♦ and 8♠ match; discard first")
        .play("all")
        .shows("h: 9C 6C 5C 4C\n x: 8D 4H 3H 8S\n s: #2C #3C");
}

#[test]
fn ends_of_one_suit_discard_the_middle_cards() {
    forced_without_redeals("s: #2C #3C #4C\n h: 9C 8D 4H 3S 2D")
        .allows_only(&["middle"])
        .refuses("all", "8♦ and 2♦ differ in rank")
        .play("middle")
        .shows("h: 9C 8D 2D 4C\n x: 4H 3S\n s: #2C #3C");
}

#[test]
fn a_card_is_drawn_if_the_ends_do_not_match() {
    forced_without_redeals("s: #2C #3C #8H\n h: 9C 8D 4H 3S")
        .allows_only(&["draw"])
        .refuses("all", "9♣ and 3♠ differ in rank")
        .refuses("middle", "9♣ and 3♠ differ in suit")
        .play("draw")
        .shows("h: 9C 8D 4H 3S 8H\n s: #2C #3C")
        .allows_only(&["all"]);
}

#[test]
fn after_a_discard_earlier_cards_are_compared_before_a_draw() {
    forced_without_redeals("s: #2C\n h: 9C 7D 8D 4H 3S 2D")
        .play("middle")
        .shows("h: 9C 7D 8D 2D\n s: #2C\n x: 4H 3S");
    // The four cards before them match as well.
    forced_without_redeals("s: #2C\n h: 9C 7D 6S 9H 8D 4H 3S 8S")
        .play("all")
        .shows("h: 9C 7D 6S 9H\n s: #2C")
        .allows_only(&["all"]);
}

#[test]
fn two_cards_of_one_rank_at_the_end_are_discarded() {
    forced_without_redeals("s:\n h: 8D 8S\n x: 9C TC")
        .allows_only(&["all"])
        .play("all")
        .shows("h:\n x: 9C TC 8D 8S")
        .is(Status::Won);
}

#[test]
fn two_cards_of_a_suit_have_no_middle() {
    forced_without_redeals("h: 8D 9D")
        .allows_only(&[])
        .refuses("middle", "Two cards have no middle")
        .refuses("all", "8♦ and 9♦ differ in rank")
        .is(Status::Lost);
}

#[test]
fn a_short_hand_is_filled_until_the_deck_is_empty() {
    forced_without_redeals("s: #2C #3C\n h: 8D 4H 3S 8C")
        .play("all")
        .shows("h: 3C 2C\n s:");
}

#[test]
fn the_last_four_cards_follow_the_same_rules() {
    forced_without_redeals("h: 8D 4H 3S 2D")
        .play("middle")
        .shows("h: 8D 2D")
        .is(Status::Lost);
    forced_without_redeals("h: 8D 4H 3S 2C")
        .refuses("draw", "The deck is empty")
        .is(Status::Lost);
}

#[test]
fn optional_discards_allow_a_draw_while_the_deck_has_cards() {
    one_handed("optional", "0", "s: #2C\n h: 8D 4H 3S 8C").allows_only(&["all", "draw"]);
    one_handed("optional", "0", "s: #2C\n h: 8D 4H 3S 2D").allows_only(&["middle", "draw"]);
    one_handed("optional", "0", "h: 8D 4H 3S 8C")
        .allows_only(&["all"])
        .refuses("draw", "The deck is empty");
}

#[test]
fn a_redeal_restores_the_discards_in_deck_order() {
    // The table has a sorted deck.
    one_handed("forced", "1", "h: 8D 4H 3S 2C\n x: KS 9C AH 2H 3C 7D")
        .allows_only(&["redeal"])
        .play("redeal")
        .shows("h: 8D 4H 3S 2C\n x:\n s: #KS #2H #AH #7D #9C #3C");
}

#[test]
fn after_a_redeal_a_short_hand_is_filled_to_four() {
    one_handed("forced", "2", "h: 8D 4H\n x: KS 9C AH 2H 3C 7D")
        .play("redeal")
        .shows("h: 8D 4H 3C 9C\n s: #KS #2H #AH #7D");
}

#[test]
fn a_redeal_is_legal_only_when_no_other_move_is_left() {
    one_handed("forced", "1", "s: #2C\n h: 8D 4H 3S 2H\n x: KS 9C")
        .refuses("redeal", "Redeal when the deck is empty");
    one_handed("forced", "1", "h: 8D 4H 3S 8H\n x: KS 9C")
        .refuses("redeal", "8♦ and 8♥ match; discard first");
    one_handed("optional", "1", "h: 8D 4H 3S 8H\n x: KS 9C")
        .refuses("redeal", "Redeal when no other move is left");
}

#[test]
fn a_redeal_needs_discards() {
    one_handed("forced", "3", "h: 8D 4H 3S 2C")
        .refuses("redeal", "There are no discards to redeal")
        .is(Status::Lost);
}

#[test]
fn redeals_are_counted() {
    forced_without_redeals("h: 8D 4H 3S 2C\n x: KS 9C")
        .refuses("redeal", "This game has no redeals");
    // No ends match until the four kings are in the window.
    one_handed("forced", "1", "h: 8D 4H 3S 2C\n x: KS KC KH KD")
        .play("redeal")
        .shows("s: #KS #KH #KD #KC")
        .play("draw")
        .play("draw")
        .play("draw")
        .play("draw")
        .allows_only(&["all"])
        .play("all")
        .shows("h: 8D 4H 3S 2C\n x: KC KD KH KS")
        .refuses("redeal", "No redeals left")
        .is(Status::Lost);
}

#[test]
fn no_redeal_follows_a_win() {
    one_handed("forced", "3", "h: 8D 3C 4C 8S\n x: 9C TC")
        .play("all")
        .allows_only(&[])
        .is(Status::Won);
}

#[test]
fn a_hand_game_has_no_moves_between_piles() {
    forced_without_redeals("s: #2C\n h: 8D 4H 3S 2C")
        .refuses("h-x", "This game has no moves between piles");
}

#[test]
fn warfield_is_moving_left_with_one_deck_and_seven_piles() {
    warfield("t1: #2H QC\n t2: 5C\n w: KH")
        .allows(&["w-t7"])
        .refuses("w-t3", "Fill the rightmost empty pile: pile 7")
        .refuses("w-t10", "This game has no pile 10")
        .refuses("w-f5", "This game has no foundation 5");
    warfield("t1: KC QD\n t2: 5H\n t3: #9D 4S 3D")
        .play("t1-t7x2")
        .shows("t1: 5H\n t2: 4S 3D\n t3: 9D\n t4: KC QD\n t7:");
}

#[test]
fn warfield_allows_foundation_return() {
    warfield("t1: 4D\n f1: AC..3C")
        .play("f1-t1")
        .shows("t1: 4D 3C\n f1: AC..2C");
}

#[test]
fn a_won_warfield_game_is_over() {
    warfield(ONE_DECK_HOME).allows_only(&[]).is(Status::Won);
}
