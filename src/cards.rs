//! Suits, ranks, cards, and their text.

mod set;

use std::fmt;
use std::str::FromStr;

pub use set::CardSet;

/// One of the four suits, in the order of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// ♣, black.
    Clubs,
    /// ♦, red.
    Diamonds,
    /// ♥, red.
    Hearts,
    /// ♠, black.
    Spades,
}

impl Suit {
    /// The four suits in the order of a deck.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Place in the order of a deck, 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The suit at a place in the order of a deck; only the two lowest bits count.
    #[inline]
    pub const fn from_index(index: usize) -> Suit {
        match index & 3 {
            0 => Suit::Clubs,
            1 => Suit::Diamonds,
            2 => Suit::Hearts,
            _ => Suit::Spades,
        }
    }

    /// Whether the suit is diamonds or hearts.
    #[inline]
    pub const fn is_red(self) -> bool {
        matches!(self, Suit::Diamonds | Suit::Hearts)
    }

    /// Whether the suit is hearts or spades; of each colour one is.
    #[inline]
    pub const fn is_major(self) -> bool {
        matches!(self, Suit::Hearts | Suit::Spades)
    }

    /// The letter a record writes: `C`, `D`, `H` or `S`.
    #[inline]
    pub const fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self.index()]
    }

    /// The pip a player reads.
    #[inline]
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self.index()]
    }

    /// The name in full, in the plural: `spades`.
    #[inline]
    pub const fn name(self) -> &'static str {
        ["clubs", "diamonds", "hearts", "spades"][self.index()]
    }
}

/// A rank, 1 (ace) to 13 (king).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The lowest rank.
    pub const ACE: Rank = Rank(1);
    /// The highest rank.
    pub const KING: Rank = Rank(13);

    /// The rank of a number from 1 to 13.
    #[inline]
    pub const fn new(number: u8) -> Option<Rank> {
        if number >= 1 && number <= 13 {
            Some(Rank(number))
        } else {
            None
        }
    }

    /// 1 for an ace to 13 for a king.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The rank `steps` (0 to 13) above this one, turning the corner from king to ace.
    #[inline]
    pub const fn wrapping_add(self, steps: u8) -> Rank {
        Rank((self.0 - 1 + steps) % 13 + 1)
    }

    /// The rank `steps` (0 to 13) below this one, turning the corner from ace to king.
    #[inline]
    pub const fn wrapping_sub(self, steps: u8) -> Rank {
        Rank((self.0 - 1 + 13 - steps) % 13 + 1)
    }

    /// The letter a record writes: `A`, `2` to `9`, `T`, `J`, `Q` or `K`.
    #[inline]
    pub const fn letter(self) -> char {
        b"A23456789TJQK"[self.0 as usize - 1] as char
    }

    /// What a card shows a player: as [`letter`](Rank::letter), but `10` in full.
    #[inline]
    pub const fn label(self) -> &'static str {
        [
            "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
        ][self.0 as usize - 1]
    }

    /// The name in full: `ace`, `seven`, `queen`.
    #[inline]
    pub const fn name(self) -> &'static str {
        [
            "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack",
            "queen", "king",
        ][self.0 as usize - 1]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

/// A card: a rank and a suit, in one byte. Two cards alike are the same.
///
/// `Display` shows a card as a player reads it (`10♥`); [`code`](Card::code) and `FromStr` use
/// the two characters a record writes (`TH`).
///
/// ```
/// use larboard::cards::{Card, Rank, Suit};
///
/// let card: Card = "TH".parse().unwrap();
/// assert_eq!(card, Card::new(Rank::new(10).unwrap(), Suit::Hearts));
/// assert_eq!(card.to_string(), "10♥");
/// assert_eq!(card.code().to_string(), "TH");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of a rank and a suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card((suit as u8) << 4 | rank.0)
    }

    /// The card's rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 & 15)
    }

    /// The card's suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::from_index((self.0 >> 4) as usize)
    }

    /// Whether the card's suit is diamonds or hearts.
    #[inline]
    pub const fn is_red(self) -> bool {
        // Of the suit's two bits just one is set.
        (self.0 >> 4 ^ self.0 >> 5) & 1 != 0
    }

    /// The [`index`](Card::index) as it is stored.
    #[inline]
    pub(crate) const fn byte(self) -> u8 {
        self.0
    }

    /// A small number for tables indexed by card: 0 to 63, the suit's index × 16 + the rank's
    /// number.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The two characters a record writes, rank then suit: `TH`.
    #[inline]
    pub const fn code(self) -> CardCode {
        CardCode(self)
    }

    /// The name in full: `ten of hearts`.
    pub fn name(self) -> String {
        format!("{} of {}", self.rank().name(), self.suit().name())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().label(), self.suit().symbol())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.code(), f)
    }
}

/// Shows a card as a record writes it. Made by [`Card::code`].
#[derive(Clone, Copy)]
pub struct CardCode(Card);

impl fmt::Display for CardCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0.rank().letter(), self.0.suit().letter())
    }
}

/// A text that is not a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseCardError;

impl fmt::Display for ParseCardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card is a rank (A 2 3 4 5 6 7 8 9 T J Q K), then a suit (C D H S)")
    }
}

impl std::error::Error for ParseCardError {}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let &[rank, suit] = text.as_bytes() else {
            return Err(ParseCardError);
        };
        let rank = (1..=13)
            .filter_map(Rank::new)
            .find(|r| r.letter() == rank as char);
        let suit = Suit::ALL.into_iter().find(|s| s.letter() == suit as char);
        rank.zip(suit)
            .map(|(rank, suit)| Card::new(rank, suit))
            .ok_or(ParseCardError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn every_card() -> impl Iterator<Item = Card> {
        Suit::ALL.into_iter().flat_map(|suit| {
            (1..=13).map(move |number| Card::new(Rank::new(number).expect("1 to 13"), suit))
        })
    }

    #[test]
    fn a_card_reads_back_as_it_is_written() {
        for card in every_card() {
            assert_eq!(card.code().to_string().parse(), Ok(card));
        }
    }

    #[test]
    fn what_is_not_a_card_is_refused() {
        for text in ["", "K", "10H", "1H", "kH", "Kh", "KX", "K♥", " KH", "KH "] {
            assert_eq!(text.parse::<Card>(), Err(ParseCardError), "{text}");
        }
    }

    #[test]
    fn diamonds_and_hearts_are_red() {
        for card in every_card() {
            let red = matches!(card.suit(), Suit::Diamonds | Suit::Hearts);
            assert_eq!(card.is_red(), red);
        }
    }

    #[test]
    fn ranks_turn_the_corner() {
        assert_eq!(Rank::KING.wrapping_add(1), Rank::ACE);
        assert_eq!(Rank::ACE.wrapping_sub(1), Rank::KING);
        for number in 1..=13 {
            let rank = Rank::new(number).expect("1 to 13");
            assert_eq!(rank.wrapping_add(13), rank);
            assert_eq!(rank.wrapping_add(5).wrapping_sub(5), rank);
        }
    }
}
