//! Sets of cards, one bit per card.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

use super::{Card, Suit};

/// Set of cards.
///
/// The set operations are operators: `|` for the union, `&` for the intersection, `-` for the
/// difference and `!` for the complement. Many questions about a position ("which cards can move
/// now?") are answered by a few of them for all cards at once.
///
/// ```
/// use larboard::cards::{Card, CardSet, Suit};
///
/// let hearts = CardSet::from_suit(Suit::Hearts);
/// let queens = CardSet::from_rank_number(12);
/// let queen: Card = "QH".parse().unwrap();
/// assert!((hearts & queens).contains(queen));
/// assert_eq!((hearts | queens).len(), 16);
/// assert_eq!((hearts - queens).len(), 12);
/// assert_eq!((!hearts).len(), 39);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// The diamonds and the hearts.
    pub const RED: CardSet = CardSet(0x0000_3ffe_3ffe_0000);
    /// The clubs and the spades.
    pub const BLACK: CardSet = CardSet(0x3ffe_0000_0000_3ffe);
    /// Every card.
    pub const ALL: CardSet = CardSet(0x3ffe_3ffe_3ffe_3ffe);

    /// Returns the four cards of a rank given by its number. Empty if the number is 0 or 14.
    #[inline]
    pub const fn from_rank_number(number: u8) -> CardSet {
        CardSet((0x0001_0001_0001_0001 << number) & CardSet::ALL.0)
    }

    /// Returns the card of a suit and of a rank given by its number. Empty if the number is 0 or 14.
    #[inline]
    pub fn from_suit_and_rank_number(suit: Suit, number: u8) -> CardSet {
        CardSet((1 << (suit as u32 * 16 + u32::from(number))) & CardSet::ALL.0)
    }

    /// Returns the thirteen cards of a suit.
    #[inline]
    pub const fn from_suit(suit: Suit) -> CardSet {
        CardSet(0x3ffe << (suit as u32 * 16))
    }

    /// Returns the set with one card.
    #[inline]
    pub fn from_card(card: Card) -> CardSet {
        CardSet(1 << card.index())
    }

    /// Returns the set with one card if the condition holds, and the empty set otherwise, without a
    /// branch.
    #[inline]
    pub(crate) fn from_card_if(card: Card, condition: bool) -> CardSet {
        CardSet(u64::from(condition) << card.index())
    }

    /// Returns the set with the card of an index. Only the six lowest bits of the index count.
    #[inline]
    pub(crate) fn from_card_index(index: usize) -> CardSet {
        CardSet(1 << (index & 63))
    }

    /// Returns the cards of a suit from the ace to a rank given by its number, at most 13. Empty if
    /// the number is 0.
    #[inline]
    pub fn suit_up_to(suit: Suit, number: u8) -> CardSet {
        CardSet(((2 << number) - 1) << (suit as u32 * 16)) & CardSet::from_suit(suit)
    }

    /// Returns the cards whose lower cards of the same suit are all in the set too.
    #[inline]
    pub fn sequences_from_ace(self) -> CardSet {
        // Adding the ace in each lane carries through the cards that follow one another.
        let aces = CardSet::from_rank_number(1).0;
        CardSet(self.0 & !(self.0 + aces))
    }

    /// Returns the cards of all suits that are one rank lower than a card of one suit in the set.
    #[inline]
    pub fn one_rank_lower(self, suit: Suit) -> CardSet {
        let ranks = self.0 >> (suit as u32 * 16) & 0xffff;
        CardSet(((ranks >> 1) * 0x0001_0001_0001_0001) & CardSet::ALL.0)
    }

    /// Returns the intersection, as `&` does, in a constant.
    #[inline]
    pub(crate) const fn intersection(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// Returns the complement, as `!` does, in a constant.
    #[inline]
    pub(crate) const fn complement(self) -> CardSet {
        CardSet(!self.0 & CardSet::ALL.0)
    }

    /// Whether the card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 != 0
    }

    /// Iterates over the cards in the order of a deck.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let card = Card(left.trailing_zeros() as u8);
                left &= left - 1;
                card
            })
        })
    }

    /// Returns the set as a number: bit [`Card::index`] for each card.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// Returns the number of cards.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no card.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl BitOr for CardSet {
    type Output = CardSet;

    #[inline]
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    #[inline]
    fn bitor_assign(&mut self, other: CardSet) {
        *self = *self | other;
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;

    #[inline]
    fn bitand(self, other: CardSet) -> CardSet {
        self.intersection(other)
    }
}

impl Sub for CardSet {
    type Output = CardSet;

    #[inline]
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl Not for CardSet {
    type Output = CardSet;

    #[inline]
    fn not(self) -> CardSet {
        self.complement()
    }
}

impl FromIterator<Card> for CardSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards
            .into_iter()
            .fold(CardSet::EMPTY, |set, card| set | CardSet::from_card(card))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::tests::every_card;

    #[test]
    fn sets_contain_exactly_the_cards_of_their_definition() {
        for card in every_card() {
            assert_eq!(CardSet::RED.contains(card), card.is_red());
            assert_eq!(CardSet::BLACK.contains(card), !card.is_red());
            for other in every_card() {
                assert_eq!(CardSet::from_card(card).contains(other), card == other);
                assert_eq!(
                    CardSet::from_suit(card.suit()).contains(other),
                    card.suit() == other.suit()
                );
                assert_eq!(
                    CardSet::from_rank_number(card.rank().number()).contains(other),
                    card.rank() == other.rank()
                );
            }
            assert_eq!(
                CardSet::from_card_index(card.index()),
                CardSet::from_card(card)
            );
            let one = CardSet::from_suit_and_rank_number(card.suit(), card.rank().number());
            assert_eq!(one, CardSet::from_card(card));
            assert!(one.iter().eq([card]));
        }
        assert!(CardSet::from_rank_number(0).is_empty());
        assert!(CardSet::from_rank_number(14).is_empty());
        assert!(CardSet::from_suit_and_rank_number(Suit::Spades, 0).is_empty());
        assert!(CardSet::from_suit_and_rank_number(Suit::Spades, 14).is_empty());
        assert_eq!(CardSet::EMPTY.iter().count(), 0);
    }

    #[test]
    fn operators_match_membership() {
        let hearts = CardSet::from_suit(Suit::Hearts);
        let black_or_king = CardSet::BLACK | CardSet::from_rank_number(13);
        for card in every_card() {
            let (left, right) = (hearts.contains(card), black_or_king.contains(card));
            assert_eq!((hearts | black_or_king).contains(card), left || right);
            assert_eq!((hearts & black_or_king).contains(card), left && right);
            assert_eq!((hearts - black_or_king).contains(card), left && !right);
            assert_eq!((!hearts).contains(card), !left);
        }
        assert_eq!(!CardSet::EMPTY, CardSet::ALL);
        assert!((!CardSet::ALL).is_empty());
    }

    #[test]
    fn derived_sets_match_their_definitions() {
        let mut random = 1_u64;
        for _ in 0..500 {
            random = random.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ 0x5555;
            let cards: Vec<Card> = CardSet((random | random.rotate_left(7)) & CardSet::ALL.0)
                .iter()
                .collect();
            let set = cards.iter().copied().collect::<CardSet>();
            let sequences = set.sequences_from_ace();
            for card in every_card() {
                let lower = CardSet::suit_up_to(card.suit(), card.rank().number());
                assert_eq!(lower.len(), usize::from(card.rank().number()));
                assert!(lower.contains(card));
                assert_eq!(sequences.contains(card), lower & set == lower);
                for suit in Suit::ALL {
                    let is_next = |on: &Card| {
                        on.suit() == suit && on.rank().number() == card.rank().number() + 1
                    };
                    let lower = set.one_rank_lower(suit);
                    assert_eq!(lower.contains(card), cards.iter().any(is_next));
                }
            }
        }
        assert!(CardSet::suit_up_to(Suit::Hearts, 0).is_empty());
    }
}
