//! Saves open games whenever they change, records how they ended, and loads saved ones.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use jiff::Timestamp;
use jiff::civil::Date;
use thiserror::Error;

use super::error::{Loaded, StorageError};
use super::results::{GameOutcome, GameResult, Results, ResultsFile};
use super::save_dir::{SaveDir, SaveId};
pub use super::saved_deals::{SavedDeal, SavedGame};
use super::stats::Stats;
use crate::game::{DealName, GameKind};
use crate::record::{Header, PlayedGame, Record};
use crate::rules::{GameInfo, Move, Status};

/// What could not be saved, and why.
#[derive(Debug, Error)]
pub enum SaveError {
    #[error("Game not saved: {0}")]
    Game(StorageError),
    /// The result of the game; the game itself is saved.
    #[error("Result not recorded: {0}")]
    Result(StorageError),
}

impl SaveError {
    pub fn label(&self) -> &'static str {
        match self {
            SaveError::Game(_) => "not saved",
            SaveError::Result(_) => "result not recorded",
        }
    }
}

/// What the player has to know about saving a game.
#[derive(Clone, Debug)]
pub enum SaveNotice {
    Failed(Arc<SaveError>),
    /// Saving had failed and works again.
    SavedAgain,
}

/// What is known about the saved copy of an open game.
#[derive(Clone, Debug)]
pub struct SaveState {
    id: Option<SaveId>,
    /// The state saved last; before the first save, the state in which the game was opened.
    last_saved: SaveFingerprint,
    /// The outcome of the game as it could not be saved, or whose result could not be recorded.
    unsaved_outcome: Option<GameOutcome>,
    error: Option<Arc<SaveError>>,
}

impl SaveState {
    /// Creates the state of a game that was never saved. It gets an id with its first move.
    pub fn new(played: &PlayedGame) -> SaveState {
        let outcome = GameOutcome::from_status(played.game.status());
        SaveState {
            id: None,
            last_saved: SaveFingerprint::new(played, outcome),
            unsaved_outcome: None,
            error: None,
        }
    }

    /// Returns why the game is not saved as it is now. `None` if it is saved, or has no moves.
    pub fn error(&self) -> Option<&SaveError> {
        self.error.as_deref()
    }

    /// Returns the id of the saved game. `None` if the game was never saved.
    pub fn id(&self) -> Option<&SaveId> {
        self.id.as_ref()
    }

    /// Whether the game is saved and can be continued when it is left.
    pub fn can_be_continued(&self) -> bool {
        self.id.is_some() && !self.last_saved.outcome.is_final()
    }

    /// Whether a move was ever made in the game.
    fn has_been_played(&self, current: &SaveFingerprint) -> bool {
        self.id.is_some()
            || (current.moves, current.undone) != (self.last_saved.moves, self.last_saved.undone)
    }
}

/// Summary of a game that differs whenever there is something new to save. The playing time is not
/// part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SaveFingerprint {
    moves: usize,
    undone: usize,
    last_move: Option<Move>,
    undos: u32,
    header: Header,
    outcome: GameOutcome,
}

impl SaveFingerprint {
    fn new(played: &PlayedGame, outcome: GameOutcome) -> SaveFingerprint {
        let game = &played.game;
        SaveFingerprint {
            moves: game.moves().len(),
            undone: game.undone().len(),
            last_move: game.last_move(),
            undos: game.undos(),
            header: Header {
                seconds: 0,
                ..played.header.clone()
            },
            outcome,
        }
    }
}

/// The saved games and results in the program's data folder.
#[derive(Debug)]
pub struct SaveManager {
    /// `None` if there is no data folder. Then nothing is read or saved.
    data_dir: Option<PathBuf>,
    /// Whether games are to be saved.
    saves_games: bool,
    saves: SaveDir,
    results_file: ResultsFile,
}

impl SaveManager {
    pub fn open(data_dir: Option<PathBuf>) -> Loaded<SaveManager> {
        let folder = data_dir.clone().unwrap_or_default();
        let mut manager = SaveManager {
            data_dir,
            saves_games: true,
            saves: SaveDir::new(folder.join("saves")),
            results_file: ResultsFile::new(folder.join("results.jsonl")),
        };
        let warnings = Vec::from_iter(manager.reload_results().err());
        Loaded {
            value: manager,
            warnings,
        }
    }

    /// Creates a manager that loads and saves nothing.
    pub fn without_files() -> SaveManager {
        SaveManager {
            saves_games: false,
            ..SaveManager::open(None).value
        }
    }

    /// Whether games are to be saved.
    pub fn has_files(&self) -> bool {
        self.saves_games
    }

    pub fn data_dir(&self) -> Option<&Path> {
        self.data_dir.as_deref()
    }

    pub fn results(&self) -> &Arc<Results> {
        self.results_file.results()
    }

    /// Reads the results file again.
    ///
    /// # Errors
    /// The file cannot be read, or only in part; then the results have that part.
    pub fn reload_results(&mut self) -> Result<(), StorageError> {
        match self.data_dir {
            Some(_) => self.results_file.read(),
            None => Ok(()),
        }
    }

    /// Saves a game if it has changed, and records its outcome. Returns a notice on the first failure
    /// to save this game, and when it is saved again.
    pub fn save_if_changed(
        &mut self,
        state: &mut SaveState,
        played: &PlayedGame,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Option<SaveNotice> {
        let fingerprint = SaveFingerprint::new(played, outcome);
        let is_result_missing = matches!(state.error.as_deref(), Some(SaveError::Result(_)));
        let is_played = state.has_been_played(&fingerprint);
        let has_news = is_played && (fingerprint != state.last_saved || is_result_missing);
        if !self.saves_games || !(has_news || self.is_shown_first(played)) {
            state.error = None;
            state.unsaved_outcome = None;
            return None;
        }
        let saved = if is_played {
            let id = state.id.get_or_insert_with(|| SaveId::new(now)).clone();
            self.save(&id, played, outcome, now)
        } else {
            // A deal without a move is not saved, but what the solver showed of it is not forgotten.
            self.append_result(&SaveId::new(now), played, outcome, now)
        };
        match saved {
            Ok(()) => {
                state.last_saved = fingerprint;
                state.unsaved_outcome = None;
                let previous_error = state.error.take();
                previous_error.map(|_| SaveNotice::SavedAgain)
            }
            Err(error) => {
                state.unsaved_outcome = Some(outcome);
                let error = Arc::new(error);
                let previous_error = state.error.replace(error.clone());
                previous_error
                    .is_none()
                    .then_some(SaveNotice::Failed(error))
            }
        }
    }

    /// Saves a game that is being closed, with its playing time, and unlocks it. Records its outcome if
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
        let saved = self.save(&id, played, outcome, now);
        self.saves.sync(&id);
        saved?;
        self.results_file.sync();
        self.saves.unlock(&id);
        Ok(())
    }

    /// Saves a game, and records its outcome if that has changed.
    fn save(
        &mut self,
        id: &SaveId,
        played: &PlayedGame,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Result<(), SaveError> {
        let record = Record {
            given_up: outcome == GameOutcome::GivenUp,
            ..Record::for_save(played)
        };
        self.save_record(id, &record, now)
            .map_err(SaveError::Game)?;
        if self.results().latest_outcome(id) == outcome && !self.is_shown_first(played) {
            return Ok(());
        }
        self.append_result(id, played, outcome, now)
    }

    /// Whether the solver has shown moves of a deal that no result says yet.
    fn is_shown_first(&self, played: &PlayedGame) -> bool {
        let deal = DealName::new(&played.game);
        let is_new = || self.results().shown_moves(&deal) == 0;
        played.header.shown > 0 && deal.seed.is_some() && is_new()
    }

    fn append_result(
        &mut self,
        id: &SaveId,
        played: &PlayedGame,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Result<(), SaveError> {
        if self.data_dir.is_none() {
            return Err(SaveError::Result(StorageError::NoDataDir));
        }
        let result = GameResult::new(id, played, outcome, now);
        self.results_file.append(result).map_err(SaveError::Result)
    }

    fn save_record(
        &mut self,
        id: &SaveId,
        record: &Record,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        if self.data_dir.is_none() {
            return Err(StorageError::NoDataDir);
        }
        if !self.saves.lock(id)? {
            return Err(StorageError::GameOpenElsewhere);
        }
        let saved = self.saves.save(id, record, now);
        if saved.is_err() {
            self.saves.unlock_if_never_saved(id);
        }
        saved
    }

    /// Lists the games that can be resumed, the latest played first.
    pub fn unfinished_games(&mut self) -> Loaded<Vec<SavedGame>> {
        let mut loaded = Loaded::complete(Vec::new());
        for (id, modified) in self.unfinished_ids(&mut loaded.warnings) {
            match self.read_saved_game(&id, modified) {
                Ok(game) => loaded.value.extend(game),
                Err(error) => loaded.warnings.push(self.quarantine(&id, error)),
            }
        }
        loaded
    }

    /// Lists the games that can be resumed by deal, the latest played first.
    pub fn saved_deals(&mut self) -> Loaded<Vec<SavedDeal>> {
        self.unfinished_games().map(SavedDeal::group)
    }

    /// Removes a saved game for good.
    ///
    /// # Errors
    /// The game is open in another window, or cannot be removed.
    pub fn forget(&mut self, id: &SaveId) -> Result<(), StorageError> {
        if !self.saves.lock(id)? {
            return Err(StorageError::GameOpenElsewhere);
        }
        let removed = self.saves.remove(id);
        self.saves.unlock(id);
        removed
    }

    /// Moves the results of all games, or of one, to a new folder beside them, with the finished games, which would
    /// count again otherwise. Returns the folder and the number of games; `None` without any result.
    ///
    /// # Errors
    /// Not everything could be moved.
    pub fn reset_results(
        &mut self,
        info: Option<&GameInfo>,
        today: Date,
    ) -> Result<Option<(PathBuf, usize)>, StorageError> {
        let is_wanted = |game: &GameInfo| info.is_none_or(|info| info.id == game.id);
        let finished = self.results().finished();
        let wanted = finished.filter(|result| is_wanted(result.deal.kind.info));
        let ids: Vec<SaveId> = wanted.map(|result| result.id.clone()).collect();
        if self.data_dir.is_none() || ids.is_empty() {
            return Ok(None);
        }
        let folder = self.results_file.reset(info, today)?;
        let moved = self.saves.move_games(&ids, &folder.join("saves"));
        moved.map_err(|source| {
            let path = folder.clone();
            StorageError::ResultsMoved { path, source }
        })?;
        Ok(Some((folder, ids.len())))
    }

    /// Computes the statistics of every game and set of options with results or a game in progress, in
    /// the order of [`Results::all_stats`]. Attempts at one deal are one game in progress.
    pub fn all_stats(&mut self) -> Loaded<Vec<Stats>> {
        // Listing the saved games may add results.
        self.saved_deals().map(|deals| {
            let kinds = deals.iter().map(|saved| saved.latest().deal.kind.clone());
            self.results().all_stats(kinds)
        })
    }

    /// Lists the saved games that have no final result, the latest played first.
    fn unfinished_ids(&mut self, warnings: &mut Vec<StorageError>) -> Vec<(SaveId, SystemTime)> {
        if self.data_dir.is_none() {
            return Vec::new();
        }
        let results = self.results_file.results();
        let listed = self.saves.list(|id| !results.latest_outcome(id).is_final());
        listed.unwrap_or_else(|error| {
            warnings.push(error);
            Vec::new()
        })
    }

    /// Reads what a list shows of a saved game. `None` if the game is over or has no moves.
    fn read_saved_game(
        &mut self,
        id: &SaveId,
        modified: SystemTime,
    ) -> Result<Option<SavedGame>, StorageError> {
        let last_played = modified.try_into().unwrap_or_default();
        let record = self.saves.read(id)?;
        let outcome = match record.status {
            Some(Status::Playing) | None if record.given_up => GameOutcome::GivenUp,
            status => status.map_or(GameOutcome::Playing, GameOutcome::from_status),
        };
        if outcome.is_final() {
            // The process ended before it could record the result.
            let played = record
                .to_played_game()
                .map_err(|error| self.saves.invalid_game(id, error))?;
            let result = GameResult::new(id, &played, outcome, last_played);
            // If this fails, it is tried again the next time.
            _ = self.results_file.append(result);
            return Ok(None);
        }
        if record.moves.is_empty() && record.redo.is_empty() {
            return Ok(None);
        }
        let rules = record
            .variant()
            .map_err(|error| self.saves.invalid_game(id, error))?;
        Ok(Some(SavedGame {
            id: id.clone(),
            deal: DealName {
                kind: GameKind::new(&rules),
                seed: record.seed,
            },
            deck: record.deck,
            daily: record.daily,
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
    pub fn load(
        &mut self,
        id: &SaveId,
        now: Timestamp,
    ) -> Result<(PlayedGame, SaveState), StorageError> {
        // If the lock cannot be created, the game can still be played, but not saved.
        if let Ok(false) = self.saves.lock(id) {
            return Err(StorageError::GameOpenElsewhere);
        }
        let played = self.load_read_only(id).map_err(|error| {
            self.saves.unlock(id);
            self.quarantine(id, error)
        })?;
        self.saves.touch(id, now);
        let outcome = self.results().latest_outcome(id);
        let state = SaveState {
            id: Some(id.clone()),
            last_saved: SaveFingerprint::new(&played, outcome),
            ..SaveState::new(&played)
        };
        Ok((played, state))
    }

    /// Loads the latest unfinished game of a kind, if there is one.
    pub fn load_latest(
        &mut self,
        info: &GameInfo,
        now: Timestamp,
    ) -> Loaded<Option<(PlayedGame, SaveState)>> {
        let mut latest = Loaded::complete(None);
        for (id, modified) in self.unfinished_ids(&mut latest.warnings) {
            let loaded = match self.read_saved_game(&id, modified) {
                Ok(Some(saved)) if saved.deal.kind.info.id != info.id => continue,
                Ok(None) => continue,
                Ok(Some(saved)) if saved.locked_by_other => {
                    Err(StorageError::LastGameOpenElsewhere)
                }
                Ok(Some(_)) => self.load(&id, now),
                Err(error) => Err(self.quarantine(&id, error)),
            };
            match loaded {
                Ok(loaded) => {
                    latest.value = Some(loaded);
                    break;
                }
                Err(error) => latest.warnings.push(error),
            }
        }
        latest
    }

    /// Loads a finished game to look at, without locking it.
    ///
    /// # Errors
    /// The game cannot be read or is invalid.
    pub fn load_read_only(&self, id: &SaveId) -> Result<PlayedGame, StorageError> {
        let record = self.saves.read(id)?;
        record
            .to_played_game()
            .map_err(|error| self.saves.invalid_game(id, error))
    }

    /// Renames the saved game if the error says that it is invalid. A file that cannot be read may be
    /// readable the next time.
    fn quarantine(&self, id: &SaveId, error: StorageError) -> StorageError {
        let StorageError::InvalidGame { path, source } = error else {
            return error;
        };
        match self.saves.quarantine(id) {
            Ok(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                StorageError::InvalidGameRenamed {
                    new_name: name.into_owned(),
                    source,
                }
            }
            Err(_) => StorageError::InvalidGame { path, source },
        }
    }
}
