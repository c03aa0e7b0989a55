//! The places of a table and their names: `t1`, `f4`, `s`, `w`, `r12`, `h`, `x`.

use std::fmt;
use std::str::FromStr;

use crate::cards::Suit;

/// What a place is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PileKind {
    /// Where piles are built during play, written `t`.
    Tableau,
    /// Where the suits come home, written `f`.
    Foundation,
    /// The undealt cards, face down, written `s`.
    Stock,
    /// The cards turned from the stock, written `w`.
    Waste,
    /// The hand of a game played in the hand, written `h`.
    Hand,
    /// The cards thrown out of such a hand, written `x`.
    Discards,
    /// Single cards beside the tableau, written `r`.
    Reserve,
}

/// A place where a pile lies. An emptied pile keeps its place.
///
/// All games share these names, so a move can be read without knowing its game:
/// sixteen tableau places, eight foundations, twenty-four of a reserve, and one each of the others.
///
/// ```
/// use larboard::rules::{PileId, PileKind};
///
/// let place: PileId = "r12".parse().unwrap();
/// assert_eq!(place, PileId::reserve(11));
/// assert_eq!((place.kind(), place.name()), (PileKind::Reserve, "reserve 12".into()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PileId(u8);

const FIRST_FOUNDATION: u8 = 16;
const FIRST_RESERVE: u8 = 28;

impl PileId {
    /// How many places there are in all.
    pub const COUNT: usize = 52;
    /// The stock, `s`.
    pub const STOCK: PileId = PileId(24);
    /// The waste, `w`.
    pub const WASTE: PileId = PileId(25);
    /// The hand, `h`.
    pub const HAND: PileId = PileId(26);
    /// The discards, `x`.
    pub const DISCARDS: PileId = PileId(27);

    /// The tableau place of a number counted from 0: `tableau(0)` is `t1`. At most 15.
    pub const fn tableau(number: usize) -> PileId {
        assert!(number < 16);
        PileId(number as u8)
    }

    /// The foundation of a number counted from 0: `foundation(0)` is `f1`. At most 7.
    pub const fn foundation(number: usize) -> PileId {
        assert!(number < 8);
        PileId(FIRST_FOUNDATION + number as u8)
    }

    /// The reserve place of a number counted from 0: `reserve(0)` is `r1`. At most 23.
    pub const fn reserve(number: usize) -> PileId {
        assert!(number < 24);
        PileId(FIRST_RESERVE + number as u8)
    }

    /// Returns the foundation of a suit where foundations are numbered by suit, those of the first
    /// deck before those of the second: `suit_foundation(Suit::Spades, 0)` is `f4`.
    #[inline]
    pub const fn suit_foundation(suit: Suit, deck: usize) -> PileId {
        PileId::foundation(Suit::ALL.len() * deck + suit.index())
    }

    /// Returns the suit of a foundation where foundations are numbered by suit: the inverse of
    /// [`suit_foundation`](PileId::suit_foundation).
    #[inline]
    pub const fn foundation_suit(self) -> Suit {
        Suit::from_index(self.number() % Suit::ALL.len())
    }

    /// All the places in the order of their indices.
    pub fn all() -> impl DoubleEndedIterator<Item = PileId> {
        (0..PileId::COUNT as u8).map(PileId)
    }

    /// This place and those that follow it, so many in all.
    #[inline(always)]
    pub(crate) fn consecutive(self, count: usize) -> impl DoubleEndedIterator<Item = PileId> {
        (self.0..self.0 + count as u8).map(PileId)
    }

    /// A small number for tables indexed by place: below [`COUNT`](PileId::COUNT), and plainly
    /// below 64, so that indexing a table of 64 needs no check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The place of the next index: of a tableau pile, the one at its right.
    #[inline(always)]
    pub(crate) const fn right_neighbor(self) -> PileId {
        PileId::from_index(self.0 + 1)
    }

    /// The place of an index; only its six lowest bits count.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> PileId {
        PileId(index & 63)
    }

    /// What the place is for.
    pub const fn kind(self) -> PileKind {
        match self.0 {
            0..FIRST_FOUNDATION => PileKind::Tableau,
            FIRST_FOUNDATION..24 => PileKind::Foundation,
            24 => PileKind::Stock,
            25 => PileKind::Waste,
            26 => PileKind::Hand,
            27 => PileKind::Discards,
            _ => PileKind::Reserve,
        }
    }

    /// The place's number within its role, counted from 0: 2 for `t3`, 0 for `w`.
    pub const fn number(self) -> usize {
        let first = match self.kind() {
            PileKind::Tableau => 0,
            PileKind::Foundation => FIRST_FOUNDATION,
            PileKind::Reserve => FIRST_RESERVE,
            PileKind::Stock | PileKind::Waste | PileKind::Hand | PileKind::Discards => self.0,
        };
        (self.0 - first) as usize
    }

    /// Whether the place belongs to the tableau.
    pub const fn is_tableau(self) -> bool {
        self.0 < FIRST_FOUNDATION
    }

    /// Whether the place is a foundation.
    pub const fn is_foundation(self) -> bool {
        matches!(self.kind(), PileKind::Foundation)
    }

    /// What a player calls the place: `pile 3`, `the waste`, `reserve 7`.
    pub fn name(self) -> String {
        let number = self.number() + 1;
        match self.kind() {
            PileKind::Tableau => format!("pile {number}"),
            PileKind::Foundation => format!("foundation {number}"),
            PileKind::Reserve => format!("reserve {number}"),
            PileKind::Stock => "the stock".into(),
            PileKind::Waste => "the waste".into(),
            PileKind::Hand => "the hand".into(),
            PileKind::Discards => "the discards".into(),
        }
    }
}

impl fmt::Display for PileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number() + 1;
        match self.kind() {
            PileKind::Tableau => write!(f, "t{number}"),
            PileKind::Foundation => write!(f, "f{number}"),
            PileKind::Reserve => write!(f, "r{number}"),
            PileKind::Stock => f.write_str("s"),
            PileKind::Waste => f.write_str("w"),
            PileKind::Hand => f.write_str("h"),
            PileKind::Discards => f.write_str("x"),
        }
    }
}

impl fmt::Debug for PileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that names no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePileIdError;

impl fmt::Display for ParsePileIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a place is t1 to t16, f1 to f8, r1 to r24, s, w, h or x")
    }
}

impl std::error::Error for ParsePileIdError {}

impl FromStr for PileId {
    type Err = ParsePileIdError;

    fn from_str(text: &str) -> Result<PileId, ParsePileIdError> {
        // Each name is compared with what would be written: one spelling a place, no `t01`.
        PileId::all()
            .find(|place| place.is_named(text))
            .ok_or(ParsePileIdError)
    }
}

impl PileId {
    fn is_named(self, text: &str) -> bool {
        let (first, rest) = match text.as_bytes() {
            [] => return false,
            [first, rest @ ..] => (*first, rest),
        };
        let (letter, numbered) = match self.kind() {
            PileKind::Tableau => (b't', true),
            PileKind::Foundation => (b'f', true),
            PileKind::Reserve => (b'r', true),
            PileKind::Stock => (b's', false),
            PileKind::Waste => (b'w', false),
            PileKind::Hand => (b'h', false),
            PileKind::Discards => (b'x', false),
        };
        let number = self.number() as u8 + 1;
        first == letter
            && match rest {
                [] => !numbered,
                [ones] => numbered && number < 10 && *ones == b'0' + number,
                [tens, ones] => {
                    numbered
                        && number >= 10
                        && (*tens, *ones) == (b'0' + number / 10, b'0' + number % 10)
                }
                _ => false,
            }
    }
}

/// A set of places, one bit each; walked in the order of their indices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PileSet(u64);

impl PileSet {
    /// The set with one more place.
    pub const fn with(self, place: PileId) -> PileSet {
        PileSet(self.0 | 1 << place.0)
    }

    /// Whether the place is in the set.
    pub const fn contains(self, place: PileId) -> bool {
        self.0 >> place.0 & 1 != 0
    }

    /// The places in the order of their indices.
    pub fn iter(self) -> impl Iterator<Item = PileId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let place = PileId(left.trailing_zeros() as u8);
                left &= left - 1;
                place
            })
        })
    }
}

impl FromIterator<PileId> for PileSet {
    fn from_iter<I: IntoIterator<Item = PileId>>(places: I) -> PileSet {
        places.into_iter().fold(PileSet::default(), PileSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_back_as_it_is_written() {
        for place in PileId::all() {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        assert_eq!(PileId::tableau(9).to_string(), "t10");
        assert_eq!(PileId::foundation(0).to_string(), "f1");
        assert_eq!(PileId::reserve(23).to_string(), "r24");
        assert_eq!(PileId::DISCARDS.to_string(), "x");
    }

    #[test]
    fn what_is_not_a_place_is_refused() {
        for text in [
            "", "t", "t0", "t17", "t01", "f9", "r25", "r007", "s1", "T1", "t1 ", "ü",
        ] {
            assert_eq!(text.parse::<PileId>(), Err(ParsePileIdError), "{text}");
        }
    }

    #[test]
    fn a_set_walks_its_places_in_order() {
        let places = [PileId::tableau(2), PileId::foundation(1), PileId::WASTE];
        let set: PileSet = places.into_iter().rev().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), places);
        assert!(set.contains(PileId::WASTE) && !set.contains(PileId::STOCK));
    }
}
