//! Saves open games whenever they change, and records how they ended.
//!
//! An error is reported once, as one line, and play continues.

mod load;
mod save_state;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;

use super::results::{GameOutcome, GameResult, Results, ResultsFile};
use super::save_dir::{SaveDir, SaveId};
use crate::escape::{escape_text, io_error_message};
use crate::record::{PlayedGame, Record};

pub use load::SavedGame;
use save_state::SaveFingerprint;
pub use save_state::{SaveError, SaveState};

const NO_DATA_DIR_MESSAGE: &str = "there is no data folder; set LARBOARD_HOME";
const LOCKED_BY_OTHER_MESSAGE: &str = "This game is open in another window";

/// Saves games and results in the program's data folder.
#[derive(Debug)]
pub struct SaveManager {
    /// `None` if there is no data folder. Then nothing is read or saved.
    data_dir: Option<PathBuf>,
    saves: SaveDir,
    results_file: ResultsFile,
}

impl SaveManager {
    /// Opens the data folder. The message says what could not be read.
    pub fn open(data_dir: Option<PathBuf>) -> (SaveManager, Option<String>) {
        let folder = data_dir.clone().unwrap_or_default();
        let mut manager = SaveManager {
            data_dir,
            saves: SaveDir::new(folder.join("saves")),
            results_file: ResultsFile::empty(folder.join("results.jsonl")),
        };
        let message = manager.reload_results();
        (manager, message)
    }

    /// Removes the temporary files of processes that were killed while saving.
    pub fn remove_stale_temps(&mut self) {
        if self.data_dir.is_some() {
            self.saves.remove_stale_temps();
        }
    }

    /// Returns the data folder, if there is one.
    pub fn data_dir(&self) -> Option<&Path> {
        self.data_dir.as_deref()
    }

    /// Returns the results so far.
    pub fn results(&self) -> &Arc<Results> {
        self.results_file.results()
    }

    /// Reads the results file again. The message says what could not be read.
    pub fn reload_results(&mut self) -> Option<String> {
        self.data_dir.as_ref()?;
        let path = self.results_file.path().to_owned();
        let reason = match ResultsFile::open(path.clone(), || self.saves.ids()) {
            Ok((file, unread)) => {
                self.results_file = file;
                unread?
            }
            Err(error) => io_error_message(&error),
        };
        let path = escape_text(&path.to_string_lossy());
        Some(format!("Results file {path}: {reason}"))
    }

    /// Saves a game if it has changed, and records its outcome. Returns a message on the first failure
    /// to save this game, and when it is saved again.
    pub fn save_if_changed(
        &mut self,
        state: &mut SaveState,
        played: &PlayedGame,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Option<String> {
        let fingerprint = SaveFingerprint::new(played, outcome);
        let is_result_missing = matches!(state.error, Some(SaveError::Result(_)));
        if (fingerprint == state.last_saved && !is_result_missing)
            || !state.has_been_played(&fingerprint)
        {
            state.error = None;
            state.unsaved_outcome = None;
            return None;
        }
        let id = state.id.get_or_insert_with(|| SaveId::new(now)).clone();
        let saved = self
            .save(&id, played, outcome, now)
            .and_then(|()| self.record_outcome(&id, played, outcome, now));
        let previous_error = match saved {
            Ok(()) => {
                state.last_saved = fingerprint;
                state.unsaved_outcome = None;
                state.error.take()
            }
            Err(error) => {
                state.unsaved_outcome = Some(outcome);
                state.error.replace(error)
            }
        };
        match (&previous_error, &state.error) {
            (None, Some(error)) => Some(error.to_string()),
            (Some(_), None) => Some("The game is saved again".into()),
            _ => None,
        }
    }

    /// Marks a game as the last one played when the player returns to it.
    pub fn reopen(&mut self, state: &SaveState, now: Timestamp) {
        if let Some(id) = &state.id {
            self.saves.touch(id, now);
        }
    }

    /// Saves a game that is being closed, with its playing time. Records an outcome only if
    /// [`save_if_changed`](SaveManager::save_if_changed) failed to do so.
    ///
    /// # Errors
    /// The game or its result could not be saved.
    pub fn close(
        &mut self,
        state: &SaveState,
        played: &PlayedGame,
        now: Timestamp,
    ) -> Result<(), SaveError> {
        let Some(id) = state.id.clone() else {
            return Ok(());
        };
        let outcome = state.unsaved_outcome.unwrap_or(state.last_saved.outcome);
        self.save(&id, played, outcome, now)?;
        self.saves.sync(&id);
        if let Some(outcome) = state.unsaved_outcome {
            self.record_outcome(&id, played, outcome, now)?;
        }
        self.results_file.sync();
        Ok(())
    }

    /// Records the outcome of a game if it has changed.
    fn record_outcome(
        &mut self,
        id: &SaveId,
        played: &PlayedGame,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Result<(), SaveError> {
        if self.results().latest_outcome(id) == outcome {
            return Ok(());
        }
        let result = GameResult::new(id, played, outcome, now);
        self.results_file.append(result).map_err(|error| {
            SaveError::Result(path_error_message(self.results_file.path(), &error))
        })
    }

    fn save(
        &mut self,
        id: &SaveId,
        played: &PlayedGame,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Result<(), SaveError> {
        if self.data_dir.is_none() {
            return Err(SaveError::Game(NO_DATA_DIR_MESSAGE.into()));
        }
        let folder = self.saves.path().to_owned();
        let game_error = |error| SaveError::Game(path_error_message(&folder, &error));
        if !self.saves.lock(id).map_err(game_error)? {
            return Err(SaveError::Game(LOCKED_BY_OTHER_MESSAGE.into()));
        }
        let record = Record {
            given_up: outcome == GameOutcome::GivenUp,
            ..Record::for_save(played)
        };
        self.saves.save(id, &record, now).map_err(game_error)
    }
}

fn path_error_message(path: &Path, error: &io::Error) -> String {
    format!(
        "{}: {}",
        escape_text(&path.to_string_lossy()),
        io_error_message(error)
    )
}
