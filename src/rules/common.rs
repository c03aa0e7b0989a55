//! Piles and foundations as most games have them.

use super::pile::PileId;
use super::table::Table;
use crate::cards::{Card, CardSet, Rank};

/// Returns the foundation that accepts a card, where each is built up in suit from the ace. If both
/// foundations of the suit do, returns the first.
#[inline]
pub(crate) fn foundation_for(table: &Table, card: Card, decks: usize) -> Option<PileId> {
    (0..decks)
        .map(|deck| PileId::suit_foundation(card.suit(), deck))
        .find(|&pile| table.size(pile) + 1 == usize::from(card.rank().number()))
}

/// Returns whether all cards that could be built on a card in alternating colors are on
/// foundations.
pub(crate) fn no_card_builds_on(table: &Table, card: Card, decks: usize) -> bool {
    let lower_ranks = usize::from(card.rank().number()) - 1;
    foundations(decks)
        .filter(|pile| pile.foundation_suit().is_red() != card.is_red())
        .all(|pile| table.size(pile) >= lower_ranks)
}

/// Returns the foundations of a game with this number of decks.
#[inline(always)]
pub(crate) fn foundations(decks: usize) -> impl Iterator<Item = PileId> {
    PileId::foundation(0).consecutive(4 * decks)
}

/// Returns the first tableau piles.
#[inline(always)]
pub(crate) fn tableau(piles: usize) -> impl Iterator<Item = PileId> {
    PileId::tableau(0).consecutive(piles)
}

/// Returns the next cards of the foundations of a game in which each is built up in suit from the ace.
#[inline(always)]
pub(crate) fn accepted_by_foundations(table: &Table, decks: usize) -> CardSet {
    let mut accepted = CardSet::EMPTY;
    for pile in foundations(decks) {
        let next = table.size(pile) as u8 + 1;
        accepted |= CardSet::from_suit_and_rank_number(pile.foundation_suit(), next);
    }
    accepted
}

/// Returns the next card of a foundation that is built up from the ace. `None` if it is complete.
pub(crate) fn next_foundation_card(table: &Table, foundation: PileId) -> Option<Card> {
    let rank = Rank::new(table.size(foundation) as u8 + 1)?;
    Some(Card::new(rank, foundation.foundation_suit()))
}
