//! The places of a table and their names: `t1`, `f4`, `s`, `w`, `r12`, `h`, `x`.

use std::fmt;
use std::str::FromStr;

/// What a place is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
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
/// use larboard::rules::{Place, Role};
///
/// let place: Place = "r12".parse().unwrap();
/// assert_eq!(place, Place::reserve(11));
/// assert_eq!((place.role(), place.name()), (Role::Reserve, "reserve 12".into()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u8);

const FOUNDATIONS: u8 = 16;
const RESERVE: u8 = 28;

impl Place {
    /// How many places there are in all.
    pub const COUNT: usize = 52;
    /// The stock, `s`.
    pub const STOCK: Place = Place(24);
    /// The waste, `w`.
    pub const WASTE: Place = Place(25);
    /// The hand, `h`.
    pub const HAND: Place = Place(26);
    /// The discards, `x`.
    pub const DISCARDS: Place = Place(27);

    /// The tableau place of a number counted from 0: `tableau(0)` is `t1`. At most 15.
    pub const fn tableau(number: usize) -> Place {
        assert!(number < 16);
        Place(number as u8)
    }

    /// The foundation of a number counted from 0: `foundation(0)` is `f1`. At most 7.
    pub const fn foundation(number: usize) -> Place {
        assert!(number < 8);
        Place(FOUNDATIONS + number as u8)
    }

    /// The reserve place of a number counted from 0: `reserve(0)` is `r1`. At most 23.
    pub const fn reserve(number: usize) -> Place {
        assert!(number < 24);
        Place(RESERVE + number as u8)
    }

    /// All the places in the order of their indices.
    pub fn all() -> impl DoubleEndedIterator<Item = Place> {
        (0..Place::COUNT as u8).map(Place)
    }

    /// This place and those that follow it, so many in all.
    #[inline(always)]
    pub(super) fn first(self, count: usize) -> impl DoubleEndedIterator<Item = Place> {
        (self.0..self.0 + count as u8).map(Place)
    }

    /// A small number for tables indexed by place: below [`COUNT`](Place::COUNT), and plainly
    /// below 64, so that indexing a table of 64 needs no check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The place of the next index: of a tableau pile, the one at its right.
    #[inline(always)]
    pub(super) const fn right(self) -> Place {
        Place::from_index(self.0 + 1)
    }

    /// The place of an index; only its six lowest bits count.
    #[inline]
    pub(super) const fn from_index(index: u8) -> Place {
        Place(index & 63)
    }

    /// What the place is for.
    pub const fn role(self) -> Role {
        match self.0 {
            0..FOUNDATIONS => Role::Tableau,
            FOUNDATIONS..24 => Role::Foundation,
            24 => Role::Stock,
            25 => Role::Waste,
            26 => Role::Hand,
            27 => Role::Discards,
            _ => Role::Reserve,
        }
    }

    /// The place's number within its role, counted from 0: 2 for `t3`, 0 for `w`.
    pub const fn number(self) -> usize {
        let first = match self.role() {
            Role::Tableau => 0,
            Role::Foundation => FOUNDATIONS,
            Role::Reserve => RESERVE,
            Role::Stock | Role::Waste | Role::Hand | Role::Discards => self.0,
        };
        (self.0 - first) as usize
    }

    /// Whether the place belongs to the tableau.
    pub const fn is_tableau(self) -> bool {
        self.0 < FOUNDATIONS
    }

    /// Whether the place is a foundation.
    pub const fn is_foundation(self) -> bool {
        matches!(self.role(), Role::Foundation)
    }

    /// What a player calls the place: `pile 3`, `the waste`, `reserve 7`.
    pub fn name(self) -> String {
        let number = self.number() + 1;
        match self.role() {
            Role::Tableau => format!("pile {number}"),
            Role::Foundation => format!("foundation {number}"),
            Role::Reserve => format!("reserve {number}"),
            Role::Stock => "the stock".into(),
            Role::Waste => "the waste".into(),
            Role::Hand => "the hand".into(),
            Role::Discards => "the discards".into(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number() + 1;
        match self.role() {
            Role::Tableau => write!(f, "t{number}"),
            Role::Foundation => write!(f, "f{number}"),
            Role::Reserve => write!(f, "r{number}"),
            Role::Stock => f.write_str("s"),
            Role::Waste => f.write_str("w"),
            Role::Hand => f.write_str("h"),
            Role::Discards => f.write_str("x"),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that names no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPlace;

impl fmt::Display for NotAPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a place is t1 to t16, f1 to f8, r1 to r24, s, w, h or x")
    }
}

impl std::error::Error for NotAPlace {}

impl FromStr for Place {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Place, NotAPlace> {
        // Each name is compared with what would be written: one spelling a place, no `t01`.
        Place::all()
            .find(|place| place.is_named(text))
            .ok_or(NotAPlace)
    }
}

impl Place {
    fn is_named(self, text: &str) -> bool {
        let (first, rest) = match text.as_bytes() {
            [] => return false,
            [first, rest @ ..] => (*first, rest),
        };
        let (letter, numbered) = match self.role() {
            Role::Tableau => (b't', true),
            Role::Foundation => (b'f', true),
            Role::Reserve => (b'r', true),
            Role::Stock => (b's', false),
            Role::Waste => (b'w', false),
            Role::Hand => (b'h', false),
            Role::Discards => (b'x', false),
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
pub struct PlaceSet(u64);

impl PlaceSet {
    /// The set with one more place.
    pub const fn with(self, place: Place) -> PlaceSet {
        PlaceSet(self.0 | 1 << place.0)
    }

    /// Whether the place is in the set.
    pub const fn has(self, place: Place) -> bool {
        self.0 >> place.0 & 1 != 0
    }

    /// The places in the order of their indices.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let place = Place(left.trailing_zeros() as u8);
                left &= left - 1;
                place
            })
        })
    }
}

impl FromIterator<Place> for PlaceSet {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> PlaceSet {
        places.into_iter().fold(PlaceSet::default(), PlaceSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_back_as_it_is_written() {
        for place in Place::all() {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        assert_eq!(Place::tableau(9).to_string(), "t10");
        assert_eq!(Place::foundation(0).to_string(), "f1");
        assert_eq!(Place::reserve(23).to_string(), "r24");
        assert_eq!(Place::DISCARDS.to_string(), "x");
    }

    #[test]
    fn what_is_not_a_place_is_refused() {
        for text in [
            "", "t", "t0", "t17", "t01", "f9", "r25", "r007", "s1", "T1", "t1 ", "ü",
        ] {
            assert_eq!(text.parse::<Place>(), Err(NotAPlace), "{text}");
        }
    }

    #[test]
    fn a_set_walks_its_places_in_order() {
        let places = [Place::tableau(2), Place::foundation(1), Place::WASTE];
        let set: PlaceSet = places.into_iter().rev().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), places);
        assert!(set.has(Place::WASTE) && !set.has(Place::STOCK));
    }
}
