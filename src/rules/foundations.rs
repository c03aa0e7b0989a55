//! Foundations that are built up in suit from the ace, as most games have them.

use super::pile::PileId;
use super::size::GameSize;
use super::table::Table;
use crate::cards::{Card, CardSet, Rank, Suit};

/// Returns the foundation that accepts a card. If both foundations of the suit do, returns the first.
#[inline]
pub(crate) fn foundation_for(table: &Table, card: Card, size: GameSize) -> Option<PileId> {
    suit_foundations(card.suit(), size)
        .find(|&pile| table.size(pile) + 1 == usize::from(card.rank().number()))
}

/// Returns the foundations of a suit, one for each deck.
#[inline(always)]
pub(crate) fn suit_foundations(suit: Suit, size: GameSize) -> impl Iterator<Item = PileId> {
    (0..size.decks).map(move |deck| PileId::suit_foundation(suit, deck))
}

/// Returns whether all cards that could be built on a card in alternating colors are on
/// foundations.
pub(crate) fn no_card_builds_on(table: &Table, card: Card, size: GameSize) -> bool {
    let lower_ranks = usize::from(card.rank().number()) - 1;
    size.foundations()
        .filter(|pile| pile.foundation_suit().is_red() != card.is_red())
        .all(|pile| table.size(pile) >= lower_ranks)
}

/// Returns the next card of each foundation.
#[inline(always)]
pub(crate) fn accepted_by_foundations(table: &Table, size: GameSize) -> CardSet {
    let mut accepted = CardSet::EMPTY;
    for pile in size.foundations() {
        let next = table.size(pile) as u8 + 1;
        accepted |= CardSet::from_suit_and_rank_number(pile.foundation_suit(), next);
    }
    accepted
}

/// Returns the next card of a foundation. `None` if it is complete.
pub(crate) fn next_foundation_card(table: &Table, foundation: PileId) -> Option<Card> {
    let rank = Rank::new(table.size(foundation) as u8 + 1)?;
    Some(Card::new(rank, foundation.foundation_suit()))
}
