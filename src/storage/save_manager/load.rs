//! Listing and loading saved games.

use std::time::SystemTime;

use jiff::Timestamp;

use super::save_state::SaveFingerprint;
use super::{LOCKED_BY_OTHER_MESSAGE, SaveManager, SaveState, path_error_message};
use crate::escape::io_error_message;
use crate::record::PlayedGame;
use crate::rules::{GameInfo, GameOptions, Status};
use crate::storage::results::{GameOutcome, GameResult};
use crate::storage::save_dir::{LoadError, SaveId};
use crate::storage::stats::Stats;

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

impl SaveManager {
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
    /// the order of [`Results::all_stats`](crate::storage::results::Results::all_stats). The message
    /// says which saved games cannot be used.
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
        if self.data_dir.is_none() {
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
                    unsaved_outcome: None,
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
