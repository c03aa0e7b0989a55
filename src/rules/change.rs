//! Elementary changes of a table.

use super::pile::PileId;

/// An elementary change of a table. Every move consists of a few of them.
///
/// The table logs each change as it makes it, so that moves can be undone and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The top `count` cards of a pile, all face up, move to another pile as a unit. A face-down card
    /// below them is flipped.
    Transfer {
        /// Source pile.
        from: PileId,
        /// Destination pile.
        to: PileId,
        /// Number of cards, at least 1.
        count: u8,
        /// Whether a card was flipped.
        flipped: bool,
    },
    /// Like a transfer, but automatic: the face-up cards of a pile slide into the empty pile at its
    /// left.
    Slide {
        /// Source pile.
        from: PileId,
        /// Destination pile.
        to: PileId,
        /// Number of cards, at least 1.
        count: u8,
        /// Whether a card was flipped.
        flipped: bool,
    },
    /// The top `count` cards of a face-down pile are turned face up onto another pile one by one, the
    /// top card first.
    TurnUp {
        /// Source pile.
        from: PileId,
        /// Destination pile.
        to: PileId,
        /// Number of cards, at least 1.
        count: u8,
    },
    /// The top `count` cards of a face-up pile are turned face down onto another pile one by one, the
    /// top card first.
    TurnBack {
        /// Source pile.
        from: PileId,
        /// Destination pile.
        to: PileId,
        /// Number of cards, at least 1.
        count: u8,
    },
    /// Two cards of a pile are exchanged.
    Swap {
        /// The pile.
        pile: PileId,
        /// Position of one card, counted from 0 at the bottom.
        first: u8,
        /// Position of the other card.
        second: u8,
    },
    /// One redeal is used up.
    Redeal,
}

impl Change {
    /// Returns the pile whose top card was flipped, if any was.
    pub fn flipped_pile(self) -> Option<PileId> {
        match self {
            Change::Transfer { from, flipped, .. } | Change::Slide { from, flipped, .. } => {
                flipped.then_some(from)
            }
            Change::TurnUp { .. }
            | Change::TurnBack { .. }
            | Change::Swap { .. }
            | Change::Redeal => None,
        }
    }
}
