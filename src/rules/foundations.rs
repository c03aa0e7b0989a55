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

/// Returns the next card of each foundation.
#[inline(always)]
pub(crate) fn accepted_by_foundations(table: &Table, size: GameSize) -> CardSet {
    let mut accepted = CardSet::EMPTY;
    for deck in 0..size.decks {
        for suit in Suit::ALL {
            let next = table.size(PileId::suit_foundation(suit, deck)) as u8 + 1;
            accepted |= CardSet::from_suit_and_rank_number(suit, next);
        }
    }
    accepted
}

/// Returns the next card of a foundation. `None` if it is complete.
pub(crate) fn next_foundation_card(table: &Table, foundation: PileId) -> Option<Card> {
    let rank = Rank::new(table.size(foundation) as u8 + 1)?;
    Some(Card::new(rank, foundation.foundation_suit()))
}
