//! One thing that happens to a table: what a move is made of, and how it is told.

use super::pile::PileId;

/// One thing that happens to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The top `count` cards of a pile, all face up, are put on another as a unit; a face-down
    /// card they lay on is turned up.
    Transfer {
        /// Whence.
        from: PileId,
        /// Whither.
        to: PileId,
        /// How many cards, from 1.
        count: u8,
        /// Whether a card was turned up.
        flipped: bool,
    },
    /// As a carry, but by itself: the face-up cards of a pile slide into the space at its left.
    Slide {
        /// Whence.
        from: PileId,
        /// Whither.
        to: PileId,
        /// How many cards, from 1.
        count: u8,
        /// Whether a card was turned up.
        flipped: bool,
    },
    /// The top `count` cards of a face-down pile are turned face up on another, one after the
    /// other, the top card first.
    Deal {
        /// Whence.
        from: PileId,
        /// Whither.
        to: PileId,
        /// How many cards, from 1.
        count: u8,
    },
    /// The top `count` cards of a face-up pile are turned face down on another, one after the
    /// other, the top card first.
    TurnBack {
        /// Whence.
        from: PileId,
        /// Whither.
        to: PileId,
        /// How many cards, from 1.
        count: u8,
    },
    /// Two cards of a pile change places. Positions count from the bottom, from 0.
    Swap {
        /// Where.
        pile: PileId,
        /// The one position.
        first: u8,
        /// The other.
        second: u8,
    },
    /// One of the redeals a game grants is used.
    Redeal,
}

impl Change {
    /// The place where the step turned up the card it uncovered, if it did.
    pub fn flipped_pile(self) -> Option<PileId> {
        match self {
            Change::Transfer {
                from,
                flipped: turned,
                ..
            }
            | Change::Slide {
                from,
                flipped: turned,
                ..
            } => turned.then_some(from),
            Change::Deal { .. }
            | Change::TurnBack { .. }
            | Change::Swap { .. }
            | Change::Redeal => None,
        }
    }
}
