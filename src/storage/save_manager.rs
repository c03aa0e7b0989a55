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

const LOCKED_BY_OTHER_MESSAGE: &str = "This game is open in another window";

/// Saves games and results in the program's data folder.
#[derive(Debug)]
pub struct SaveManager {
    saves: SaveDir,
    results_file: ResultsFile,
    /// Why nothing can be saved at all, if there is no data folder.
    no_data_dir: Option<String>,
    /// Whether the present error was reported.
    error_reported: bool,
}

impl SaveManager {
    /// Opens the data folder. The message says what could not be read.
    pub fn open(data_dir: Option<PathBuf>) -> (SaveManager, Option<String>) {
        let no_data_dir = data_dir
            .is_none()
            .then(|| "there is no data folder; set LARBOARD_HOME".to_owned());
        let data_dir = data_dir.unwrap_or_default();
        let path = data_dir.join("results.jsonl");
        let saves = SaveDir::new(data_dir.join("saves"));
        let (results_file, message) = match ResultsFile::open(path.clone(), || saves.ids()) {
            // A results file in the current folder is not the program's own.
            _ if no_data_dir.is_some() => (ResultsFile::empty(path), None),
            Ok((file, unread)) => (
                file,
                unread.map(|reason| results_error_message(&path, &reason)),
            ),
            Err(error) => {
                let message = results_error_message(&path, &io_error_message(&error));
                (ResultsFile::empty(path), Some(message))
            }
        };
        let manager = SaveManager {
            saves,
            results_file,
            no_data_dir,
            error_reported: false,
        };
        (manager, message)
    }

    /// Removes the temporary files of processes that were killed while saving.
    pub fn remove_stale_temps(&mut self) {
        if self.no_data_dir.is_none() {
            self.saves.remove_stale_temps();
        }
    }

    /// Returns the data folder, if there is one.
    pub fn data_dir(&self) -> Option<&Path> {
        let folder = self.results_file.path().parent();
        folder.filter(|_| self.no_data_dir.is_none())
    }

    /// Returns the results so far.
    pub fn results(&self) -> &Arc<Results> {
        self.results_file.results()
    }

    /// Reads the results file again. The message says what could not be read.
    pub fn reload_results(&mut self) -> Option<String> {
        if self.no_data_dir.is_some() {
            return None;
        }
        let path = self.results_file.path().to_owned();
        match ResultsFile::open(path.clone(), || self.saves.ids()) {
            Ok((file, unread)) => {
                self.results_file = file;
                unread.map(|reason| results_error_message(&path, &reason))
            }
            Err(error) => Some(results_error_message(&path, &io_error_message(&error))),
        }
    }

    /// Saves a game if it has changed, and records its outcome. Returns a message on the first
    /// failure, and when saving works again.
    pub fn save_if_changed(
        &mut self,
        state: &mut SaveState,
        played: &PlayedGame,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Option<String> {
        let fingerprint = SaveFingerprint::new(played, outcome);
        if (fingerprint == state.last_saved && state.pending_outcome.is_none())
            || !state.has_been_played(&fingerprint)
        {
            state.error = None;
            return None;
        }
        match self.save_with_outcome(state, played, outcome, now) {
            Ok(()) => {
                state.last_saved = fingerprint;
                state.pending_outcome = None;
                state.error = None;
                std::mem::take(&mut self.error_reported).then(|| "The game is saved again".into())
            }
            Err(error) => {
                state.pending_outcome = matches!(error, SaveError::Result(_)).then_some(outcome);
                let is_first = !std::mem::replace(&mut self.error_reported, true);
                let message = is_first.then(|| error.to_string());
                state.error = Some(error);
                message
            }
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
        let outcome = state.pending_outcome.unwrap_or(state.last_saved.outcome);
        self.save(&id, played, outcome, now)
            .map_err(SaveError::Game)?;
        self.saves.sync(&id);
        if let Some(outcome) = state.pending_outcome {
            self.record_outcome(&id, played, outcome, now)
                .map_err(SaveError::Result)?;
        }
        self.results_file.sync();
        Ok(())
    }

    fn save_with_outcome(
        &mut self,
        state: &mut SaveState,
        played: &PlayedGame,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Result<(), SaveError> {
        let id = state.id.get_or_insert_with(|| SaveId::new(now)).clone();
        self.save(&id, played, outcome, now)
            .map_err(SaveError::Game)?;
        self.record_outcome(&id, played, outcome, now)
            .map_err(SaveError::Result)
    }

    /// Records the outcome of a game if it has changed.
    fn record_outcome(
        &mut self,
        id: &SaveId,
        played: &PlayedGame,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Result<(), String> {
        if self.results().latest_outcome(id) != outcome {
            self.append_result(GameResult::new(id, played, outcome, now))?;
        }
        Ok(())
    }

    fn save(
        &mut self,
        id: &SaveId,
        played: &PlayedGame,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Result<(), String> {
        if let Some(reason) = &self.no_data_dir {
            return Err(reason.clone());
        }
        let folder = self.saves.path().to_owned();
        let message = |error: io::Error| path_error_message(&folder, &error);
        if !self.saves.lock(id).map_err(message)? {
            return Err(LOCKED_BY_OTHER_MESSAGE.into());
        }
        let record = Record {
            given_up: outcome == GameOutcome::GivenUp,
            ..Record::for_save(played)
        };
        self.saves.save(id, &record, now).map_err(message)
    }

    fn append_result(&mut self, result: GameResult) -> Result<(), String> {
        let appended = self.results_file.append(result);
        appended.map_err(|error| path_error_message(self.results_file.path(), &error))
    }
}

fn path_error_message(path: &Path, error: &io::Error) -> String {
    format!(
        "{}: {}",
        escape_text(&path.to_string_lossy()),
        io_error_message(error)
    )
}

fn results_error_message(path: &Path, reason: &str) -> String {
    format!(
        "Results file {}: {reason}",
        escape_text(&path.to_string_lossy())
    )
}
