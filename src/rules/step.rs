//! One thing that happens to a table: what a move is made of, and how it is told.

use super::place::Place;

/// One thing that happens to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The top `count` cards of a pile, all face up, are put on another as a unit; a face-down
    /// card they lay on is turned up.
    Carry {
        /// Whence.
        from: Place,
        /// Whither.
        to: Place,
        /// How many cards, from 1.
        count: u8,
        /// Whether a card was turned up.
        turned: bool,
    },
    /// As a carry, but by itself: the face-up cards of a pile slide into the space at its left.
    Slide {
        /// Whence.
        from: Place,
        /// Whither.
        to: Place,
        /// How many cards, from 1.
        count: u8,
        /// Whether a card was turned up.
        turned: bool,
    },
    /// The top `count` cards of a face-down pile are turned face up on another, one after the
    /// other, the top card first.
    Deal {
        /// Whence.
        from: Place,
        /// Whither.
        to: Place,
        /// How many cards, from 1.
        count: u8,
    },
    /// The top `count` cards of a face-up pile are turned face down on another, one after the
    /// other, the top card first.
    Gather {
        /// Whence.
        from: Place,
        /// Whither.
        to: Place,
        /// How many cards, from 1.
        count: u8,
    },
    /// Two cards of a pile change places. Positions count from the bottom, from 0.
    Swap {
        /// Where.
        place: Place,
        /// The one position.
        first: u8,
        /// The other.
        second: u8,
    },
    /// One of the redeals a game grants is used.
    Redeal,
}

impl Step {
    /// The place where the step turned up the card it uncovered, if it did.
    pub fn turned_up(self) -> Option<Place> {
        match self {
            Step::Carry { from, turned, .. } | Step::Slide { from, turned, .. } => {
                turned.then_some(from)
            }
            Step::Deal { .. } | Step::Gather { .. } | Step::Swap { .. } | Step::Redeal => None,
        }
    }
}
