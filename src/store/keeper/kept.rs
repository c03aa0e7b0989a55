//! What the keeper knows of a sitting on the table: what it is saved under, and whether anything
//! has changed since.

use crate::record::Sitting;
use crate::rules::{Move, Variant};
use crate::store::results::Outcome;
use crate::store::sittings::Id;

/// How a sitting on the table stands with the keeper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub(super) id: Option<Id>,
    /// Whether all that comes with a begun game is done.
    pub(super) begun: bool,
    /// What was last seen to be safe; at first, what the player sat down to.
    pub(super) safe: Stamp,
    /// What became of it, where that could not be written down.
    pub(super) owed: Option<Outcome>,
}

impl Kept {
    /// For a sitting that was never saved. One that is left without a move never will be.
    pub fn fresh(sitting: &Sitting<Variant>) -> Kept {
        Kept {
            id: None,
            begun: false,
            safe: Stamp::of(sitting, Outcome::of(sitting.game.status())),
            owed: None,
        }
    }

    /// What the sitting is saved under, if it is.
    pub fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }

    /// Whether a move was made in it, now or in an earlier session.
    pub(super) fn is_begun(&self, now: &Stamp) -> bool {
        self.id.is_some() || (now.moves, now.undone) != (self.safe.moves, self.safe.undone)
    }
}

/// What changes when there is something new to save. The time at the table is not among it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    moves: usize,
    undone: usize,
    last: Option<Move>,
    undos: u32,
    hints: u32,
    shown: u32,
    pub(super) outcome: Outcome,
}

impl Stamp {
    pub(super) fn of(sitting: &Sitting<Variant>, outcome: Outcome) -> Stamp {
        let game = &sitting.game;
        Stamp {
            moves: game.moves().len(),
            undone: game.undone().len(),
            last: game.last_move(),
            undos: game.undos(),
            hints: sitting.hints,
            shown: sitting.shown,
            outcome,
        }
    }
}
