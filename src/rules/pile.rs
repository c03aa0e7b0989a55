//! Piles and their notation: `t1`, `f4`, `s`, `w`, `r12`, `h`, `x`.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};
use std::str::FromStr;

use strum::Display;

use crate::cards::{ParseError, Suit};

/// Kind of pile.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Hash)]
#[strum(serialize_all = "lowercase")]
pub enum PileKind {
    /// A pile of the tableau, where cards are built on each other. Written `t`.
    Tableau,
    /// A foundation, where the cards of a suit are collected. Written `f`.
    Foundation,
    /// The undealt cards, face down. Written `s`.
    Stock,
    /// The cards drawn from the stock. Written `w`.
    Waste,
    /// The hand, in a game played in the hand. Written `h`.
    Hand,
    /// The cards discarded from the hand. Written `x`.
    Discards,
    /// A single card beside the tableau. Written `r`.
    Reserve,
}

/// Identifier of a pile. A pile that is emptied keeps its identifier.
///
/// All games share these names, so that a move can be read without knowing its game. There are 16
/// tableau piles, 8 foundations, 24 reserve piles and one pile of each other kind.
///
/// ```
/// use larboard::rules::{PileId, PileKind};
///
/// let pile: PileId = "r12".parse().unwrap();
/// assert_eq!(pile, PileId::reserve(11));
/// assert_eq!((pile.kind(), pile.name()), (PileKind::Reserve, "reserve 12".into()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PileId(u8);

/// The kinds of piles: the letter in the notation, the index of the first pile, and their number. A kind with one
/// pile is written without a number.
const KINDS: [(PileKind, &str, u8, u8); 7] = [
    (PileKind::Tableau, "t", 0, 16),
    (PileKind::Foundation, "f", FIRST_FOUNDATION, 8),
    (PileKind::Stock, "s", 24, 1),
    (PileKind::Waste, "w", 25, 1),
    (PileKind::Hand, "h", 26, 1),
    (PileKind::Discards, "x", 27, 1),
    (PileKind::Reserve, "r", FIRST_RESERVE, 24),
];
const FIRST_FOUNDATION: u8 = 16;
const FIRST_RESERVE: u8 = 28;

impl PileId {
    /// Number of piles.
    pub const COUNT: usize = 52;
    /// The stock, `s`.
    pub const STOCK: PileId = PileId(24);
    /// The waste, `w`.
    pub const WASTE: PileId = PileId(25);
    /// The hand, `h`.
    pub const HAND: PileId = PileId(26);
    /// The discards, `x`.
    pub const DISCARDS: PileId = PileId(27);

    /// Returns a tableau pile by its number, counted from 0: `tableau(0)` is `t1`.
    ///
    /// # Panics
    /// If the number is above 15.
    pub const fn tableau(number: usize) -> PileId {
        assert!(number < 16);
        PileId(number as u8)
    }

    /// Returns a foundation by its number, counted from 0: `foundation(0)` is `f1`.
    ///
    /// # Panics
    /// If the number is above 7.
    pub const fn foundation(number: usize) -> PileId {
        assert!(number < 8);
        PileId(FIRST_FOUNDATION + number as u8)
    }

    /// Returns a reserve pile by its number, counted from 0: `reserve(0)` is `r1`.
    ///
    /// # Panics
    /// If the number is above 23.
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

    /// Returns all piles in the order of their indices.
    pub fn all() -> impl DoubleEndedIterator<Item = PileId> {
        (0..PileId::COUNT as u8).map(PileId)
    }

    /// Returns `count` piles in the order of their indices, beginning with this one.
    #[inline(always)]
    pub(crate) fn consecutive(self, count: usize) -> impl DoubleEndedIterator<Item = PileId> {
        (self.0..self.0 + count as u8).map(PileId)
    }

    /// Returns an index below [`COUNT`](PileId::COUNT). The compiler sees that it is below 64, so that
    /// indexing an array of 64 needs no bounds check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns the pile with the next index: for a tableau pile, its right neighbor.
    #[inline(always)]
    pub(crate) const fn right_neighbor(self) -> PileId {
        PileId::from_index(self.0 + 1)
    }

    /// Returns the pile with an index, of which only the six lowest bits count.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> PileId {
        PileId(index & 63)
    }

    /// Returns the kind of the pile.
    pub const fn kind(self) -> PileKind {
        self.kind_entry().0
    }

    /// Returns the number of the pile within its kind, counted from 0: 2 for `t3`, 0 for `w`.
    pub const fn number(self) -> usize {
        (self.0 - self.kind_entry().2) as usize
    }

    const fn kind_entry(self) -> &'static (PileKind, &'static str, u8, u8) {
        // The tableau, which is asked most often, comes first.
        let mut kind = 0;
        while self.0 >= KINDS[kind].2 + KINDS[kind].3 {
            kind += 1;
        }
        &KINDS[kind]
    }

    /// Whether the pile belongs to the tableau.
    pub const fn is_tableau(self) -> bool {
        self.0 < FIRST_FOUNDATION
    }

    /// Whether the pile is a foundation.
    pub const fn is_foundation(self) -> bool {
        matches!(self.0, FIRST_FOUNDATION..24)
    }

    /// Returns the name shown to players: `pile 3`, `the waste`, `reserve 7`.
    pub fn name(self) -> String {
        let number = self.number() + 1;
        match self.kind() {
            PileKind::Tableau => format!("pile {number}"),
            kind @ (PileKind::Foundation | PileKind::Reserve) => format!("{kind} {number}"),
            kind => format!("the {kind}"),
        }
    }
}

impl fmt::Display for PileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.kind_entry() {
            (_, letter, _, 1) => f.write_str(letter),
            (_, letter, ..) => write!(f, "{letter}{}", self.number() + 1),
        }
    }
}

impl fmt::Debug for PileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

const NO_PILE: ParseError = ParseError("a pile: t1 to t16, f1 to f8, r1 to r24, s, w, h or x");

impl FromStr for PileId {
    type Err = ParseError;

    /// Parses a pile in exactly the form that [`Display`](fmt::Display) writes: `t1`, not `t01`.
    fn from_str(text: &str) -> Result<PileId, ParseError> {
        let (letter, number) = text.split_at_checked(1).ok_or(NO_PILE)?;
        let kind = KINDS.iter().find(|kind| kind.1 == letter);
        let &(_, _, first, count) = kind.ok_or(NO_PILE)?;
        match number.parse() {
            Err(_) if number.is_empty() && count == 1 => Ok(PileId(first)),
            Ok(n @ 1..) if n <= count && count > 1 && !number.starts_with(['0', '+']) => {
                Ok(PileId(first + n - 1))
            }
            _ => Err(NO_PILE),
        }
    }
}

/// Set of piles, one bit per pile. `|` is the union, `&` the intersection, `-` the difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PileSet(u64);

impl PileSet {
    /// No pile.
    pub const EMPTY: PileSet = PileSet(0);

    /// The tableau piles.
    pub(super) const TABLEAU: PileSet = PileSet(u16::MAX as u64);

    /// Returns the tableau piles whose bits are set, `t1` the lowest.
    #[inline]
    pub(super) const fn from_tableau_bits(bits: u16) -> PileSet {
        PileSet(bits as u64)
    }

    /// Returns the tableau piles as bits, `t1` the lowest.
    #[inline]
    pub(super) const fn tableau_bits(self) -> u16 {
        self.0 as u16
    }

    /// Returns the set with one more pile.
    #[inline]
    #[must_use]
    pub const fn with(self, pile: PileId) -> PileSet {
        PileSet(self.0 | 1 << pile.0)
    }

    /// Adds a pile.
    #[inline]
    pub fn insert(&mut self, pile: PileId) {
        *self = self.with(pile);
    }

    /// Whether the pile is in the set.
    pub const fn contains(self, pile: PileId) -> bool {
        self.0 >> pile.0 & 1 != 0
    }

    /// Whether no pile is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a pile of this kind is in the set.
    pub fn has_kind(self, kind: PileKind) -> bool {
        self.iter().any(|pile| pile.kind() == kind)
    }

    /// Iterates over the piles in the order of their indices.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = PileId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let pile = PileId(left.trailing_zeros() as u8);
                left &= left - 1;
                pile
            })
        })
    }
}

impl BitOr for PileSet {
    type Output = PileSet;

    #[inline]
    fn bitor(self, other: PileSet) -> PileSet {
        PileSet(self.0 | other.0)
    }
}

impl BitAnd for PileSet {
    type Output = PileSet;

    #[inline]
    fn bitand(self, other: PileSet) -> PileSet {
        PileSet(self.0 & other.0)
    }
}

impl Sub for PileSet {
    type Output = PileSet;

    #[inline]
    fn sub(self, other: PileSet) -> PileSet {
        PileSet(self.0 & !other.0)
    }
}

impl FromIterator<PileId> for PileSet {
    fn from_iter<I: IntoIterator<Item = PileId>>(piles: I) -> PileSet {
        piles.into_iter().fold(PileSet::default(), PileSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_piles_parse_to_themselves() {
        for pile in PileId::all() {
            assert_eq!(pile.to_string().parse(), Ok(pile));
        }
        assert_eq!(PileId::tableau(9).to_string(), "t10");
        assert_eq!(PileId::foundation(0).to_string(), "f1");
        assert_eq!(PileId::reserve(23).to_string(), "r24");
        assert_eq!(PileId::DISCARDS.to_string(), "x");
    }

    #[test]
    fn other_texts_are_not_piles() {
        for text in [
            "", "t", "t0", "t17", "t01", "f9", "r25", "r007", "s1", "T1", "t1 ", "ü",
        ] {
            assert_eq!(text.parse::<PileId>(), Err(NO_PILE), "{text}");
        }
    }

    #[test]
    fn foundations_are_numbered_by_suit() {
        for deck in 0..2 {
            for suit in Suit::ALL {
                assert_eq!(PileId::suit_foundation(suit, deck).foundation_suit(), suit);
            }
        }
        assert_eq!(PileId::suit_foundation(Suit::Spades, 0).to_string(), "f4");
        assert_eq!(PileId::suit_foundation(Suit::Clubs, 1).to_string(), "f5");
    }

    #[test]
    fn sets_iterate_in_the_order_of_indices() {
        let piles = [PileId::tableau(2), PileId::foundation(1), PileId::WASTE];
        let set: PileSet = piles.into_iter().rev().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), piles);
        assert!(set.contains(PileId::WASTE) && !set.contains(PileId::STOCK));
    }
}
