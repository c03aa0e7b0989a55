//! Side effects requested by the application state and run by the controller.

use crate::storage::save_dir::SaveId;

/// A side effect. The controller runs it and passes the result back to the application state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Lists the saved games that can be resumed.
    LoadSavedGames,
    /// Resumes a saved game.
    Resume(SaveId),
    /// Resumes the game of the same kind that was played before the present one.
    ResumePrevious,
    /// Reads the results.
    LoadResults,
    /// Opens a finished game as a replay.
    ReplayFinished(SaveId),
    /// Exports the present game.
    Export,
    /// Exports a finished game.
    ExportFinished(SaveId),
    /// Stops the program until it is continued.
    Suspend,
    /// Ends the program.
    Quit,
}
