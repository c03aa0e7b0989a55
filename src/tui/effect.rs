//! What the state wants from outside: saved games fetched, records put down. The loop does it as
//! soon as it is asked.

use crate::storage::save_dir::SaveId;

/// One such wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// To look what games were begun and not ended.
    LoadSavedGames,
    /// To take up a saved sitting.
    Resume(SaveId),
    /// To take up the sitting that was played before the one on the table, of the same game.
    ResumePrevious,
    /// To look up the results.
    LoadResults,
    /// To look at a game that is over.
    ReplayFinished(SaveId),
    /// To export the game on the table.
    Export,
    /// To export a game that is over.
    ExportFinished(SaveId),
}
