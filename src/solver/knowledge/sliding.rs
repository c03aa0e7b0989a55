//! Search knowledge that the sliding games share.

use super::{KeyPart, PruningRule, PruningRules};
use crate::cards::Card;
use crate::rules::GameSize;
use crate::rules::{PileId, Table};

/// Visits the tableau of a sliding game.
///
/// While a card lies face down, the order of the piles matters, since it decides which card a slide
/// flips. After that the empty piles are always the last ones and whole piles shift, so the order
/// no longer matters.
pub(super) fn visit_tableau(
    table: &Table,
    size: GameSize,
    pruning: PruningRules,
    visit: &mut impl FnMut(PileId, KeyPart),
) {
    let part = if size.tableau().all(|pile| table.face_down(pile) == 0) {
        pruning.key_part(PruningRule::PileSymmetry, KeyPart::Interchangeable(0))
    } else {
        KeyPart::Exact
    };
    size.tableau().for_each(|pile| visit(pile, part));
}

/// Visits the foundations, whose cards are those that lie nowhere else, and in a game that has them the waste
/// and the stock, whose cards follow from the deal and from their number.
pub(super) fn visit_other_piles(
    table: &Table,
    size: GameSize,
    pruning: PruningRules,
    visit: &mut impl FnMut(PileId, KeyPart),
) {
    if !pruning.contains(PruningRule::DerivedPiles) {
        size.foundations()
            .for_each(|pile| visit(pile, KeyPart::Exact));
    }
    if table.pile_ids().contains(PileId::WASTE) {
        visit(PileId::WASTE, KeyPart::Exact);
        let stock = pruning.key_part(PruningRule::DerivedPiles, KeyPart::SizeOnly);
        visit(PileId::STOCK, stock);
    }
}

/// Counts the cards of a pile that lie above a lower card of their own suit, which must reach the
/// foundation first.
pub(super) fn count_blocking_cards(pile: &[Card]) -> usize {
    let mut lowest = [u8::MAX; 4];
    let blocking = pile.iter().filter(|card| {
        let rank = card.rank().number();
        let lowest = &mut lowest[card.suit().index()];
        let is_blocking = *lowest < rank;
        *lowest = rank.min(*lowest);
        is_blocking
    });
    blocking.count()
}

/// Returns the score of a position of a sliding game: cards on foundations count for it, face-down cards and
/// blocking cards against it.
pub(super) fn score(table: &Table, size: GameSize) -> i32 {
    let penalty: usize = size
        .tableau()
        .map(|pile| 3 * table.face_down(pile) + count_blocking_cards(table.pile(pile)))
        .sum();
    2 * table.cards_on_foundations() as i32 - penalty as i32
}
