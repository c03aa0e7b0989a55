//! Sets of cards, a bit each: to ask of many at once.

use super::{Card, Suit};

/// A set of card values, one bit each. Used to ask "which cards fit here" at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

    /// The four cards of a rank given as a number; none where the number is 0 or 14.
    #[inline]
    pub const fn from_rank_number(number: u8) -> CardSet {
        CardSet((0x0001_0001_0001_0001 << number) & CardSet::ALL.0)
    }

    /// The card of a suit and a rank given as a number; none where the number is 0 or 14.
    #[inline]
    pub const fn from_suit_and_rank_number(suit: Suit, number: u8) -> CardSet {
        CardSet((1 << (suit as u32 * 16 + number as u32)) & CardSet::ALL.0)
    }

    /// The thirteen cards of a suit.
    #[inline]
    pub const fn from_suit(suit: Suit) -> CardSet {
        CardSet(0x3ffe << (suit as u32 * 16))
    }

    /// The one card.
    #[inline]
    pub const fn from_card(card: Card) -> CardSet {
        CardSet(1 << card.index())
    }

    /// The one card where a condition holds, and none where it does not. Without a branch.
    #[inline]
    pub(crate) const fn from_card_if(card: Card, holds: bool) -> CardSet {
        CardSet((holds as u64) << card.index())
    }

    /// The one card of an index; only its six lowest bits count.
    #[inline]
    pub(crate) const fn from_card_index(index: usize) -> CardSet {
        CardSet(1 << (index & 63))
    }

    /// The cards of a list.
    #[inline]
    pub fn from_cards(cards: &[Card]) -> CardSet {
        cards.iter().fold(CardSet::EMPTY, |set, &card| {
            set.union(CardSet::from_card(card))
        })
    }

    /// The cards of a suit from the ace to a rank given as a number, up to 13; none where it is 0.
    #[inline]
    pub const fn suit_up_to(suit: Suit, number: u8) -> CardSet {
        CardSet((((2 << number) - 1) << (suit as u32 * 16)) & CardSet::from_suit(suit).0)
    }

    /// Those cards of the set that have every lower card of their suit in it too.
    #[inline]
    pub const fn sequences_from_ace(self) -> CardSet {
        // In each lane the ace is added: the carry runs through the cards that follow each other.
        let aces = CardSet::from_rank_number(1).0;
        CardSet(self.0 & !(self.0 + aces))
    }

    /// The cards that go on some card of the set where building is down in alternating colours.
    #[inline]
    pub const fn cards_building_alternating(self) -> CardSet {
        let black = (self.0 | self.0 >> 48) & 0xffff;
        let red = (self.0 >> 16 | self.0 >> 32) & 0xffff;
        let red_cards = (black >> 1) * 0x0000_0001_0001_0000;
        let black_cards = (red >> 1) * 0x0001_0000_0000_0001;
        CardSet((red_cards | black_cards) & CardSet::ALL.0)
    }

    /// The cards in both sets.
    #[inline]
    pub const fn intersection(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards in either set.
    #[inline]
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards of this set that are not in the other.
    #[inline]
    pub const fn difference(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// Whether the card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 != 0
    }

    /// A run of alternating colours built down to a card, given how many cards it has: a card of
    /// each rank, whose suit stands for its colour.
    pub const fn alternating_run(top: Card, length: usize) -> CardSet {
        let (same, other) = if top.is_red() {
            (Suit::Diamonds, Suit::Clubs)
        } else {
            (Suit::Clubs, Suit::Diamonds)
        };
        let lowest = top.rank().0 as u32;
        let ranks = ((1 << length) - 1) << lowest;
        let every_other = ranks & (0x5555 << lowest);
        let same = every_other << (16 * same as u32);
        let other = (ranks & !every_other) << (16 * other as u32);
        CardSet((same | other) & CardSet::ALL.0)
    }

    /// The cards of the set, in the order of a deck.
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

    /// The set as a number, a bit each.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no card is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::tests::every_card;

    #[test]
    fn sets_hold_the_cards_they_name() {
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
    fn what_follows_from_a_set_is_as_told() {
        let mut random = 1_u64;
        for _ in 0..500 {
            random = random.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ 0x5555;
            let cards: Vec<Card> = CardSet((random | random.rotate_left(7)) & CardSet::ALL.0)
                .iter()
                .collect();
            let set = CardSet::from_cards(&cards);
            let (aces, taking) = (set.sequences_from_ace(), set.cards_building_alternating());
            for card in every_card() {
                let lower = CardSet::suit_up_to(card.suit(), card.rank().number());
                assert_eq!(lower.len(), usize::from(card.rank().number()));
                assert!(lower.contains(card));
                assert_eq!(aces.contains(card), lower.intersection(set) == lower);
                let goes = |on: &Card| {
                    on.is_red() != card.is_red() && on.rank().number() == card.rank().number() + 1
                };
                assert_eq!(taking.contains(card), cards.iter().any(goes));
            }
        }
        assert!(CardSet::suit_up_to(Suit::Hearts, 0).is_empty());
    }

    #[test]
    fn a_run_of_alternating_colours_has_a_card_of_each_rank() {
        let ten: Card = "TH".parse().expect("a card");
        let run: Vec<_> = CardSet::alternating_run(ten, 4).iter().collect();
        let ranks = run.iter().map(|card| (card.rank().number(), card.is_red()));
        let mut ranks: Vec<_> = ranks.collect();
        ranks.sort_unstable();
        assert_eq!(ranks, [(10, true), (11, false), (12, true), (13, false)]);
    }
}
