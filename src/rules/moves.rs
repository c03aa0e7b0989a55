//! Moves and their notation.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

use super::pile::PileId;
use crate::cards::ParseError;

/// A player's move. What happens automatically after it (flips, slides, refills) is not part of it.
///
/// ```
/// use larboard::rules::{Move, PileId};
///
/// let run: Move = "t3-t5x4".parse().unwrap();
/// let (from, to) = (PileId::tableau(2), PileId::tableau(4));
/// assert_eq!(run, Move::Transfer { from, to, count: 4 });
/// assert_eq!(run.to_string(), "t3-t5x4");
/// assert!("t3-t5x1".parse::<Move>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Moves the top `count` cards of a pile to another pile as a unit: `t3-t5x4`.
    Transfer {
        /// Source pile.
        from: PileId,
        /// Destination pile: where the player puts the cards, even if they then slide elsewhere.
        to: PileId,
        /// Number of cards, at least 1.
        count: u8,
    },
    /// Draws the next card of the stock: `draw`.
    Draw,
    /// Deals a row of cards from the stock: `deal`.
    Deal,
    /// Discards the two middle cards of the window: `middle`.
    DiscardMiddle,
    /// Discards all cards of the window: `all`.
    DiscardAll,
    /// Turns the discards or the waste into a new stock: `redeal`.
    Redeal,
}

impl Move {
    /// Returns the pile that a transfer goes to.
    pub const fn target(self) -> Option<PileId> {
        match self {
            Move::Transfer { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Returns the number of cards that a transfer moves.
    pub const fn count(self) -> Option<u8> {
        match self {
            Move::Transfer { count, .. } => Some(count),
            _ => None,
        }
    }

    /// Whether the move takes cards to a foundation.
    pub const fn is_to_foundation(self) -> bool {
        matches!(self, Move::Transfer { to, .. } if to.is_foundation())
    }

    /// Whether the move takes a card from a foundation.
    pub const fn is_from_foundation(self) -> bool {
        matches!(self, Move::Transfer { from, .. } if from.is_foundation())
    }

    /// Creates the move of a single card.
    pub const fn single_card(from: PileId, to: PileId) -> Move {
        Move::Transfer { from, to, count: 1 }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::Transfer { from, to, count: 1 } => write!(f, "{from}-{to}"),
            Move::Transfer { from, to, count } => write!(f, "{from}-{to}x{count}"),
            Move::Draw => f.write_str("draw"),
            Move::Deal => f.write_str("deal"),
            Move::DiscardMiddle => f.write_str("middle"),
            Move::DiscardAll => f.write_str("all"),
            Move::Redeal => f.write_str("redeal"),
        }
    }
}

const NO_MOVE: ParseError =
    ParseError("a move such as t3-t5, t3-t5x4, w-f1, draw, deal, middle, all or redeal");

impl FromStr for Move {
    type Err = ParseError;

    /// Parses a move in exactly the form that [`Display`](fmt::Display) writes, without a count of 1
    /// and without leading zeros.
    fn from_str(text: &str) -> Result<Move, ParseError> {
        match text {
            "draw" => return Ok(Move::Draw),
            "deal" => return Ok(Move::Deal),
            "middle" => return Ok(Move::DiscardMiddle),
            "all" => return Ok(Move::DiscardAll),
            "redeal" => return Ok(Move::Redeal),
            _ => {}
        }
        let (from, rest) = text.split_once('-').ok_or(NO_MOVE)?;
        // `x` is also the name of the discards. A count follows the name of a pile.
        let (to, count) = match rest.rsplit_once('x') {
            Some((to, count)) if !to.is_empty() => (to, parse_count(count)?),
            _ => (rest, 1),
        };
        Ok(Move::Transfer {
            from: from.parse().map_err(|_| NO_MOVE)?,
            to: to.parse().map_err(|_| NO_MOVE)?,
            count,
        })
    }
}

/// Writes the move as text.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Parses the text of a move.
impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let text = String::deserialize(deserializer)?;
        let parsed = text.parse();
        parsed.map_err(|error: ParseError| D::Error::custom(format!("{text:?}: {error}")))
    }
}

fn parse_count(text: &str) -> Result<u8, ParseError> {
    match text.parse() {
        Ok(count @ 2..) if !text.starts_with(['0', '+']) => Ok(count),
        _ => Err(NO_MOVE),
    }
}

/// List of the moves of one position, in a fixed array, so that move generation allocates nothing.
///
/// The capacity exceeds what any game needs. Oscillation needs the most: at most 103 cards head a
/// run, each with four other piles in its group; ten top cards have five piles in the other group
/// and two foundations each; and there is one deal. That is 412 + 70 + 1.
pub type MoveList = ArrayVec<Move, 512>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_moves_parse_to_themselves() {
        let pairs = PileId::all().flat_map(|from| PileId::all().map(move |to| (from, to)));
        for (from, to) in pairs {
            for count in [1, 2, 9, 10, 13, 104] {
                let mv = Move::Transfer { from, to, count };
                assert_eq!(mv.to_string().parse(), Ok(mv));
            }
        }
        for mv in [
            Move::Draw,
            Move::Deal,
            Move::DiscardMiddle,
            Move::DiscardAll,
            Move::Redeal,
        ] {
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
    }

    #[test]
    fn count_must_be_at_least_two_without_leading_zero() {
        for text in [
            "t1-t2x1",
            "t1-t2x0",
            "t1-t2x04",
            "t1-t2x",
            "t1-t2x-3",
            "t1-t2x+3",
            "t1-t2x256",
        ] {
            assert_eq!(text.parse::<Move>(), Err(NO_MOVE), "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_moves() {
        for text in [
            "",
            "-",
            "t1",
            "t1-",
            "-t1",
            "t1-t2-t3",
            "t1-t2x3x4",
            "Draw",
            "draw ",
            " draw",
            "t1-t2 x3",
            "t١-t2",
            "t1-t2x٣",
            "t1–t2",
        ] {
            assert_eq!(text.parse::<Move>(), Err(NO_MOVE), "{text}");
        }
    }
}
