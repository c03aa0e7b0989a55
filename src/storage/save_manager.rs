//! Saves open games whenever they change, and records how they ended.
//!
//! An error is reported once, as one line, and play continues.

mod save_state;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use jiff::Timestamp;

use super::results::{GameOutcome, GameResult, Results, ResultsFile};
use super::save_dir::{LoadError, SaveDir, SaveId};
use super::stats::Stats;
use crate::escape::{escape_text, io_error_message};
use crate::record::{PlayedGame, Record};
use crate::rules::{GameInfo, GameOptions, Status};

use save_state::SaveFingerprint;
pub use save_state::{SaveError, SaveState};

const LOCKED_BY_OTHER_MESSAGE: &str = "This game is open in another window";
/// Message at a game that takes the place of one open elsewhere.
const SKIPPED_MESSAGE: &str = "Your last game is open in another window. This is another game";

/// A saved game that can be resumed.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// The id of the saved game.
    pub id: SaveId,
    /// The game.
    pub info: &'static GameInfo,
    /// Its options.
    pub options: GameOptions,
    /// The seed. `None` if the deck did not come from a seed.
    pub seed: Option<u64>,
    /// The number of moves made.
    pub moves: usize,
    /// When the game was last played.
    pub last_played: Timestamp,
    /// Whether another process has the game open.
    pub locked_by_other: bool,
}

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

    /// Lists the games that can be resumed, the latest played first. The message says which saved
    /// games cannot be used.
    pub fn unfinished_games(&mut self) -> (Vec<SavedGame>, Option<String>) {
        let mut errors = ErrorSummary::default();
        let mut games = Vec::new();
        for (id, modified) in self.unfinished_ids(&mut errors) {
            match self.read_saved_game(&id, modified) {
                Ok(game) => games.extend(game),
                Err(error) => errors.add(self.quarantine(&id, &error)),
            }
        }
        (games, errors.into_message())
    }

    /// Computes the statistics of every game and set of options with results or a game in progress, in
    /// the order of [`Results::all_stats`]. The message says which saved games cannot be used.
    pub fn all_stats(&mut self) -> (Vec<Stats>, Option<String>) {
        // Listing the saved games may add results.
        let (unfinished, errors) = self.unfinished_games();
        let in_progress = unfinished
            .into_iter()
            .map(|saved| (saved.info, saved.options));
        (self.results().all_stats(in_progress), errors)
    }

    /// Lists the saved games that have no final result, the latest played first.
    fn unfinished_ids(&mut self, errors: &mut ErrorSummary) -> Vec<(SaveId, SystemTime)> {
        if self.no_data_dir.is_some() {
            return Vec::new();
        }
        let results = self.results_file.results();
        let ids = self.saves.list(|id| !results.latest_outcome(id).is_final());
        ids.unwrap_or_else(|error| {
            errors.add(path_error_message(self.saves.path(), &error));
            Vec::new()
        })
    }

    /// Reads what a list shows of a saved game. `None` if the game is over or has no moves.
    fn read_saved_game(
        &mut self,
        id: &SaveId,
        modified: SystemTime,
    ) -> Result<Option<SavedGame>, LoadError> {
        let last_played = modified.try_into().unwrap_or_default();
        let record = self.saves.read(id)?;
        let outcome = match record.status {
            Some(Status::Playing) | None if record.given_up => GameOutcome::GivenUp,
            status => status.map_or(GameOutcome::Playing, GameOutcome::from_status),
        };
        if outcome.is_final() {
            // The process ended before it could record the result.
            let played = record.to_played_game().map_err(LoadError::InvalidRecord)?;
            let result = GameResult::new(id, &played, outcome, last_played);
            // If this fails, it is tried again the next time.
            _ = self.results_file.append(result);
            return Ok(None);
        }
        if record.moves.is_empty() && record.redo.is_empty() {
            return Ok(None);
        }
        let rules = record.variant().map_err(LoadError::InvalidRecord)?;
        Ok(Some(SavedGame {
            id: id.clone(),
            info: rules.info(),
            options: rules.options(),
            seed: record.seed,
            moves: record.moves.len(),
            last_played,
            locked_by_other: self.saves.is_locked_by_other(id),
        }))
    }

    /// Loads a saved game and locks it.
    ///
    /// # Errors
    /// The game is open in another window, cannot be read, or is invalid. An invalid file is
    /// renamed.
    pub fn load(&mut self, id: &SaveId, now: Timestamp) -> Result<(PlayedGame, SaveState), String> {
        // If the lock cannot be created, the game can still be played, but not saved.
        if let Ok(false) = self.saves.lock(id) {
            return Err(LOCKED_BY_OTHER_MESSAGE.into());
        }
        match self.read_game(id) {
            Ok(played) => {
                self.saves.touch(id, now);
                let outcome = self.results().latest_outcome(id);
                let state = SaveState {
                    id: Some(id.clone()),
                    last_saved: SaveFingerprint::new(&played, outcome),
                    pending_outcome: None,
                    error: None,
                };
                Ok((played, state))
            }
            Err(error) => {
                self.saves.unlock(id);
                Err(self.quarantine(id, &error))
            }
        }
    }

    /// Loads the latest unfinished game of a kind, if there is one. The message says which saved
    /// games cannot be used.
    pub fn load_latest(
        &mut self,
        info: &GameInfo,
        now: Timestamp,
    ) -> (Option<(PlayedGame, SaveState)>, Option<String>) {
        let mut errors = ErrorSummary::default();
        for (id, modified) in self.unfinished_ids(&mut errors) {
            match self.read_saved_game(&id, modified) {
                Ok(Some(saved)) if saved.info.id != info.id => {}
                Ok(Some(saved)) if saved.locked_by_other => errors.add(SKIPPED_MESSAGE.into()),
                Ok(Some(_)) => match self.load(&id, now) {
                    Ok(loaded) => return (Some(loaded), errors.into_message()),
                    Err(message) => errors.add(message),
                },
                Ok(None) => {}
                Err(error) => errors.add(self.quarantine(&id, &error)),
            }
        }
        (None, errors.into_message())
    }

    /// Loads a finished game to look at, without locking it.
    ///
    /// # Errors
    /// The game cannot be read or is invalid.
    pub fn load_read_only(&self, id: &SaveId) -> Result<PlayedGame, String> {
        self.read_game(id)
            .map_err(|error| format!("Cannot read the record of this game: {error}"))
    }

    fn read_game(&self, id: &SaveId) -> Result<PlayedGame, LoadError> {
        let record = self.saves.read(id)?;
        record.to_played_game().map_err(LoadError::InvalidRecord)
    }

    /// Renames a saved game that is invalid, and returns a message about it.
    fn quarantine(&self, id: &SaveId, error: &LoadError) -> String {
        match error {
            // The file may be readable the next time.
            LoadError::Io(_) => format!("Cannot read saved game {id}: {error}"),
            LoadError::InvalidRecord(_) => match self.saves.quarantine(id) {
                Ok(path) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    format!("Invalid saved game renamed to {name}: {error}")
                }
                Err(rename_error) => format!(
                    "Saved game {id} is invalid: {error}; it cannot be renamed: {}",
                    io_error_message(&rename_error)
                ),
            },
        }
    }
}

/// Any number of errors as one line.
#[derive(Default)]
struct ErrorSummary {
    first: Option<String>,
    omitted: usize,
}

impl ErrorSummary {
    fn add(&mut self, message: String) {
        match self.first {
            None => self.first = Some(message),
            Some(_) => self.omitted += 1,
        }
    }

    fn into_message(self) -> Option<String> {
        self.first.map(|first| match self.omitted {
            0 => first,
            n => format!("{first} (and {n} more)"),
        })
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
