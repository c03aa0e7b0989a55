//! What the keeper knows of a sitting on the table: what it is saved under, and whether anything
//! has changed since.

use crate::record::PlayedGame;
use crate::rules::{Move, Variant};
use crate::storage::results::GameOutcome;
use crate::storage::save_dir::SaveId;

/// How a sitting on the table stands with the keeper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveState {
    pub(super) id: Option<SaveId>,
    /// Whether all that comes with a begun game is done.
    pub(super) started: bool,
    /// What was last seen to be safe; at first, what the player sat down to.
    pub(super) last_saved: SaveFingerprint,
    /// What became of it, where that could not be written down.
    pub(super) pending_outcome: Option<GameOutcome>,
}

impl SaveState {
    /// For a sitting that was never saved. One that is left without a move never will be.
    pub fn new(sitting: &PlayedGame<Variant>) -> SaveState {
        SaveState {
            id: None,
            started: false,
            last_saved: SaveFingerprint::new(
                sitting,
                GameOutcome::from_status(sitting.game.status()),
            ),
            pending_outcome: None,
        }
    }

    /// What the sitting is saved under, if it is.
    pub fn id(&self) -> Option<&SaveId> {
        self.id.as_ref()
    }

    /// Whether a move was made in it, now or in an earlier session.
    pub(super) fn has_been_played(&self, now: &SaveFingerprint) -> bool {
        self.id.is_some()
            || (now.moves, now.undone) != (self.last_saved.moves, self.last_saved.undone)
    }
}

/// What changes when there is something new to save. The time at the table is not among it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SaveFingerprint {
    moves: usize,
    undone: usize,
    last_move: Option<Move>,
    undos: u32,
    hints: u32,
    solver_moves_shown: u32,
    pub(super) outcome: GameOutcome,
}

impl SaveFingerprint {
    pub(super) fn new(sitting: &PlayedGame<Variant>, outcome: GameOutcome) -> SaveFingerprint {
        let game = &sitting.game;
        SaveFingerprint {
            moves: game.moves().len(),
            undone: game.undone().len(),
            last_move: game.last_move(),
            undos: game.undos(),
            hints: sitting.hints,
            solver_moves_shown: sitting.solver_moves_shown,
            outcome,
        }
    }
}
