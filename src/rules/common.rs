//! What several variants share: the tableau, home by suit, and what tells one position from another.

use super::knowledge::{KeyPart, PruningRule, PruningRules};
use super::pile::PileId;
use super::table::Table;
use crate::cards::{Card, Rank, Suit};

/// The foundation that takes a card where each is built up in suit from ace to king: the first of
/// its suit, where both would.
#[inline]
pub(super) fn foundation_for(table: &Table, card: Card, decks: usize) -> Option<PileId> {
    (0..decks)
        .map(|deck| PileId::foundation(card.suit().index() + 4 * deck))
        .find(|&place| table.size(place) + 1 == usize::from(card.rank().number()))
}

/// Whether all that goes on a card in alternating colours is home.
pub(super) fn no_card_builds_on(table: &Table, card: Card, decks: usize) -> bool {
    let below = usize::from(card.rank().number()) - 1;
    foundations(decks)
        .filter(|&place| foundation_suit(place).is_red() != card.is_red())
        .all(|place| table.size(place) >= below)
}

/// The suit a foundation belongs to.
pub(super) fn foundation_suit(foundation: PileId) -> Suit {
    Suit::from_index(foundation.number())
}

/// The foundations of so many decks.
#[inline(always)]
pub(super) fn foundations(decks: usize) -> impl Iterator<Item = PileId> {
    PileId::foundation(0).consecutive(4 * decks)
}

/// The first so many tableau piles.
#[inline(always)]
pub(super) fn tableau(piles: usize) -> impl Iterator<Item = PileId> {
    PileId::tableau(0).consecutive(piles)
}

/// The card a foundation built up from the ace takes next.
pub(super) fn next_foundation_card(table: &Table, foundation: PileId) -> Option<Card> {
    let rank = Rank::new(table.size(foundation) as u8 + 1)?;
    Some(Card::new(rank, foundation_suit(foundation)))
}

/// What of the tableau tells one position of a sliding game from another: while a card lies face
/// down, what slides is turned up in its turn and places matter; after that, spaces collect at
/// the right, whole piles shift, and nothing hangs on their order.
pub(super) fn visit_sliding_key_parts(
    table: &Table,
    piles: usize,
    known: PruningRules,
    tell: &mut impl FnMut(PileId, KeyPart),
) {
    let settled = known.contains(PruningRule::PileSymmetry)
        && tableau(piles).all(|pile| table.face_down(pile) == 0);
    for pile in tableau(piles) {
        tell(
            pile,
            if settled {
                KeyPart::Interchangeable(0)
            } else {
                KeyPart::Exact
            },
        );
    }
}

/// How many cards of a pile lie on a lower card of their own suit, which must go home first.
pub(super) fn count_blocking_cards(pile: &[Card]) -> usize {
    let mut lowest = [u8::MAX; 4];
    let covers = pile.iter().filter(|card| {
        let rank = card.rank().number();
        let lowest = &mut lowest[card.suit().index()];
        let covers = *lowest < rank;
        *lowest = rank.min(*lowest);
        covers
    });
    covers.count()
}

/// How near a sliding game looks to being won: cards home count for it; those that lie face down,
/// and those that cover what must go first, against it.
pub(super) fn evaluate_sliding(table: &Table, piles: usize) -> i32 {
    let against: usize = tableau(piles)
        .map(|pile| 3 * table.face_down(pile) + count_blocking_cards(table.pile(pile)))
        .sum();
    2 * table.cards_on_foundations() as i32 - against as i32
}

/// Tells of the foundations of a game in which they follow from what lies elsewhere.
pub(super) fn visit_foundation_key_parts(
    decks: usize,
    known: PruningRules,
    tell: &mut impl FnMut(PileId, KeyPart),
) {
    if !known.contains(PruningRule::DerivedPiles) {
        foundations(decks).for_each(|place| tell(place, KeyPart::Exact));
    }
}
