//! A move, and how it is written.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use super::pile::PileId;

/// What a player does. What follows by itself (flips, slides, refills) is no part of it.
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
    /// Puts the top `count` cards of a pile on another as a unit: `t3-t5x4`.
    Transfer {
        /// Whence.
        from: PileId,
        /// Whither: where the player puts the card, not where it comes to rest.
        to: PileId,
        /// How many cards, from 1.
        count: u8,
    },
    /// Turns the next stock card: `draw`.
    Draw,
    /// Deals a row from the stock: `deal`.
    Deal,
    /// Discards the two middle cards of the window: `middle`.
    DiscardMiddle,
    /// Discards all cards of the window: `all`.
    DiscardAll,
    /// Makes the discards, or the waste, the stock again: `redeal`.
    Redeal,
}

impl Move {
    /// The move of a single card.
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

/// A text that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMoveError;

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move is written t3-t5, t3-t5x4, w-f1, draw, deal, middle, all or redeal")
    }
}

impl std::error::Error for ParseMoveError {}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads a move as [`Display`](fmt::Display) writes it: a count of 1 is never written, nor a
    /// leading zero.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        match text {
            "draw" => return Ok(Move::Draw),
            "deal" => return Ok(Move::Deal),
            "middle" => return Ok(Move::DiscardMiddle),
            "all" => return Ok(Move::DiscardAll),
            "redeal" => return Ok(Move::Redeal),
            _ => {}
        }
        let (from, rest) = text.split_once('-').ok_or(ParseMoveError)?;
        // `x` is also the name of the discards: only a count follows a place.
        let (to, count) = match rest.rsplit_once('x') {
            Some((to, count)) if !to.is_empty() => (to, parse_count(count)?),
            _ => (rest, 1),
        };
        Ok(Move::Transfer {
            from: from.parse().map_err(|_| ParseMoveError)?,
            to: to.parse().map_err(|_| ParseMoveError)?,
            count,
        })
    }
}

fn parse_count(text: &str) -> Result<u8, ParseMoveError> {
    if !text.bytes().all(|b| b.is_ascii_digit()) || text.starts_with('0') {
        return Err(ParseMoveError);
    }
    match text.parse() {
        Ok(count) if count >= 2 => Ok(count),
        _ => Err(ParseMoveError),
    }
}

/// The moves of one position; a fixed array, so that listing them allocates nothing.
///
/// Its room is above what any game here can need. The most is Oscillation's: at most 103 cards
/// head a run, each with four other piles in its group; ten tops have five piles across and two
/// foundations each; and one deal. That is 412 + 70 + 1.
pub type MoveList = ArrayVec<Move, 512>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_reads_back_as_it_is_written() {
        let places = PileId::all().flat_map(|from| PileId::all().map(move |to| (from, to)));
        for (from, to) in places {
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
    fn a_count_of_one_or_with_a_leading_zero_is_refused() {
        for text in [
            "t1-t2x1",
            "t1-t2x0",
            "t1-t2x04",
            "t1-t2x",
            "t1-t2x-3",
            "t1-t2x+3",
            "t1-t2x256",
        ] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError), "{text}");
        }
    }

    #[test]
    fn rubbish_is_refused() {
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
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError), "{text}");
        }
    }
}
