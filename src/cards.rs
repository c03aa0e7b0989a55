//! Cards, suits and ranks.

mod set;

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

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

    /// Returns the position in the order of a deck, from 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the suit at a position in the order of a deck. Only the two lowest bits count.
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

    /// Whether the suit is hearts or spades. Each color has one such suit.
    #[inline]
    pub const fn is_major(self) -> bool {
        matches!(self, Suit::Hearts | Suit::Spades)
    }

    /// Returns the letter used in records: `C`, `D`, `H` or `S`.
    #[inline]
    pub const fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self.index()]
    }

    /// Returns the symbol shown to players: `♣`, `♦`, `♥` or `♠`.
    #[inline]
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self.index()]
    }

    /// Returns the full name in the plural: `spades`.
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

    /// Returns the rank with a number from 1 to 13. `None` for other numbers.
    #[inline]
    pub const fn new(number: u8) -> Option<Rank> {
        if number >= 1 && number <= 13 {
            Some(Rank(number))
        } else {
            None
        }
    }

    /// Returns the number, from 1 for an ace to 13 for a king.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the rank `steps` (0 to 13) above this one, wrapping from king to ace.
    #[inline]
    pub const fn wrapping_add(self, steps: u8) -> Rank {
        Rank((self.0 - 1 + steps) % 13 + 1)
    }

    /// Returns the rank `steps` (0 to 13) below this one, wrapping from ace to king.
    #[inline]
    pub const fn wrapping_sub(self, steps: u8) -> Rank {
        Rank((self.0 - 1 + 13 - steps) % 13 + 1)
    }

    /// Returns the letter used in records: `A`, `2` to `9`, `T`, `J`, `Q` or `K`.
    #[inline]
    pub const fn letter(self) -> char {
        b"A23456789TJQK"[self.0 as usize - 1] as char
    }

    /// Returns the label shown to players: like [`letter`](Rank::letter), but `10` for a ten.
    #[inline]
    pub const fn label(self) -> &'static str {
        [
            "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
        ][self.0 as usize - 1]
    }

    /// Returns the full name: `ace`, `seven`, `queen`.
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

/// A card: a rank and a suit in one byte. Copies of a card from several decks are equal.
///
/// `Display` writes the form shown to players (`10♥`). [`code`](Card::code) and `FromStr` use the two
/// characters of records (`TH`).
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
    /// Creates a card.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card((suit as u8) << 4 | rank.0)
    }

    /// Returns the rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 & 15)
    }

    /// Returns the suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::from_index((self.0 >> 4) as usize)
    }

    /// Whether the card's suit is diamonds or hearts.
    #[inline]
    pub const fn is_red(self) -> bool {
        // Exactly one of the suit's two bits is set.
        (self.0 >> 4 ^ self.0 >> 5) & 1 != 0
    }

    /// Returns the [`index`](Card::index) as a byte.
    #[inline]
    pub(crate) const fn byte(self) -> u8 {
        self.0
    }

    /// Returns an index below 64 for arrays: 16 × the suit's index + the rank's number.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns the two characters used in records, rank then suit: `TH`.
    #[inline]
    pub const fn code(self) -> CardCode {
        CardCode(self)
    }

    /// Returns the full name: `ten of hearts`.
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

/// Displays a card in the form of records. Created by [`Card::code`].
#[derive(Clone, Copy)]
pub struct CardCode(Card);

impl fmt::Display for CardCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0.rank().letter(), self.0.suit().letter())
    }
}

/// Error for a text that is not what it should be, with what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {0}")]
pub struct ParseError(pub(crate) &'static str);

const NO_CARD: ParseError = ParseError("a rank (A 2 3 4 5 6 7 8 9 T J Q K) and a suit (C D H S)");

impl FromStr for Card {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Card, ParseError> {
        let &[rank, suit] = text.as_bytes() else {
            return Err(NO_CARD);
        };
        let rank = (1..=13)
            .filter_map(Rank::new)
            .find(|r| r.letter() == rank as char);
        let suit = Suit::ALL.into_iter().find(|s| s.letter() == suit as char);
        rank.zip(suit)
            .map(|(rank, suit)| Card::new(rank, suit))
            .ok_or(NO_CARD)
    }
}

/// Writes the code of the card.
impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.code())
    }
}

/// Parses the code of a card.
impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        let text = String::deserialize(deserializer)?;
        let parsed = text.parse();
        parsed.map_err(|error: ParseError| D::Error::custom(format!("{text:?}: {error}")))
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
    fn written_cards_parse_to_themselves() {
        for card in every_card() {
            assert_eq!(card.code().to_string().parse(), Ok(card));
        }
    }

    #[test]
    fn other_texts_are_not_cards() {
        for text in ["", "K", "10H", "1H", "kH", "Kh", "KX", "K♥", " KH", "KH "] {
            assert_eq!(text.parse::<Card>(), Err(NO_CARD), "{text}");
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
    fn ranks_wrap_around() {
        assert_eq!(Rank::KING.wrapping_add(1), Rank::ACE);
        assert_eq!(Rank::ACE.wrapping_sub(1), Rank::KING);
        for number in 1..=13 {
            let rank = Rank::new(number).expect("1 to 13");
            assert_eq!(rank.wrapping_add(13), rank);
            assert_eq!(rank.wrapping_add(5).wrapping_sub(5), rank);
        }
    }
}
