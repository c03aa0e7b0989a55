//! What is known about the saved copy of an open game.

use thiserror::Error;

use crate::record::PlayedGame;
use crate::rules::Move;
use crate::storage::results::GameOutcome;
use crate::storage::save_dir::SaveId;

/// What could not be saved, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SaveError {
    /// The game itself.
    #[error("Game not saved: {0}")]
    Game(String),
    /// The result of the game; the game itself is saved.
    #[error("Result not recorded: {0}")]
    Result(String),
}

impl SaveError {
    /// Returns a short name of the error.
    pub fn label(&self) -> &'static str {
        match self {
            SaveError::Game(_) => "not saved",
            SaveError::Result(_) => "result not recorded",
        }
    }
}

/// The save state of an open game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveState {
    pub(super) id: Option<SaveId>,
    /// The state saved last; before the first save, the state in which the game was opened.
    pub(super) last_saved: SaveFingerprint,
    /// The outcome of the game as it could not be saved, or whose result could not be recorded.
    pub(super) unsaved_outcome: Option<GameOutcome>,
    /// Why the game is not saved as it is now.
    pub(super) error: Option<SaveError>,
}

impl SaveState {
    /// Creates the state of a game that was never saved. It gets an id with its first move.
    pub fn new(played: &PlayedGame) -> SaveState {
        SaveState {
            id: None,
            last_saved: SaveFingerprint::new(
                played,
                GameOutcome::from_status(played.game.status()),
            ),
            unsaved_outcome: None,
            error: None,
        }
    }

    /// Returns why the game is not saved as it is now. `None` if it is saved, or has no moves.
    pub fn error(&self) -> Option<&SaveError> {
        self.error.as_ref()
    }

    /// Returns the id of the saved game. `None` if the game was never saved.
    pub fn id(&self) -> Option<&SaveId> {
        self.id.as_ref()
    }

    /// Whether a move was ever made in the game.
    pub(super) fn has_been_played(&self, current: &SaveFingerprint) -> bool {
        self.id.is_some()
            || (current.moves, current.undone) != (self.last_saved.moves, self.last_saved.undone)
    }
}

/// Summary of a game that differs whenever there is something new to save. The playing time is not
/// part of it.
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
    pub(super) fn new(played: &PlayedGame, outcome: GameOutcome) -> SaveFingerprint {
        let game = &played.game;
        SaveFingerprint {
            moves: game.moves().len(),
            undone: game.undone().len(),
            last_move: game.last_move(),
            undos: game.undos(),
            hints: played.hints,
            solver_moves_shown: played.solver_moves_shown,
            outcome,
        }
    }
}
