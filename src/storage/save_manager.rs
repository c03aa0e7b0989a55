//! The keeper: saves what is on the table whenever it has changed, and writes down how it ended.
//!
//! Whatever goes wrong is told once, in a line, and the game goes on.

mod save_state;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use jiff::Timestamp;

use super::results::{GameOutcome, GameResult, Results, ResultsFile};
use super::save_dir::{LoadError, SaveDir, SaveId};
use crate::escape::{escape_text, io_error_message};
use crate::record::{PlayedGame, Record};
use crate::rules::{GameInfo, GameOptions, Rules, Status, Variant};

use save_state::SaveFingerprint;
pub use save_state::SaveState;

/// Said of a sitting that cannot be had because another window has it.
const LOCKED_BY_OTHER_MESSAGE: &str = "another window has this game on its table";

/// What could not be kept of a sitting, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// The game itself.
    Game(String),
    /// What became of it; the game is saved.
    Result(String),
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::Game(why) => write!(f, "not saved: {why}"),
            SaveError::Result(why) => write!(f, "the result is not written down: {why}"),
        }
    }
}

impl std::error::Error for SaveError {}

/// A sitting that can be taken up again.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// What it is saved under.
    pub id: SaveId,
    /// The game.
    pub info: &'static GameInfo,
    /// Its options.
    pub options: GameOptions,
    /// The seed, unless the deck came from elsewhere.
    pub seed: Option<u64>,
    /// How many moves were made.
    pub moves: usize,
    /// When it was last played.
    pub last_played: Timestamp,
    /// Whether another window has it on its table.
    pub locked_by_other: bool,
}

/// Where sittings and results are kept.
#[derive(Debug)]
pub struct SaveManager {
    saves: SaveDir,
    results_file: ResultsFile,
    /// Why nothing can be kept at all.
    no_data_dir: Option<String>,
    /// Whether the player knows that the game is not saved.
    error_reported: bool,
}

impl SaveManager {
    /// A keeper for the program's folder; what is wrong with it is told in a line.
    pub fn open(home: Option<PathBuf>) -> (SaveManager, Option<String>) {
        let homeless = home
            .is_none()
            .then(|| "no folder for saved games is known; LARBOARD_HOME names one".to_owned());
        let home = home.unwrap_or_default();
        let file = home.join("results.jsonl");
        let (history, wrong) = match ResultsFile::open(file.clone()) {
            // What lies where the program was started is not its own.
            _ if homeless.is_some() => (ResultsFile::empty(file), None),
            Ok((history, unread)) => (
                history,
                unread.map(|why| results_error_message(&file, &why)),
            ),
            Err(error) => {
                let wrong = results_error_message(&file, &io_error_message(&error));
                (ResultsFile::empty(file), Some(wrong))
            }
        };
        let keeper = SaveManager {
            saves: SaveDir::new(home.join("sittings")),
            results_file: history,
            no_data_dir: homeless,
            error_reported: false,
        };
        (keeper, wrong)
    }

    /// Removes what windows that were killed have left half written.
    pub fn remove_stale_temps(&mut self) {
        if self.no_data_dir.is_none() {
            self.saves.remove_stale_temps();
        }
    }

    /// The results so far.
    pub fn results(&self) -> &Arc<Results> {
        self.results_file.results()
    }

    /// Looks up the results again; says in a line what is wrong with them.
    pub fn reload_results(&mut self) -> Option<String> {
        if self.no_data_dir.is_some() {
            return None;
        }
        let file = self.results_file.path().to_owned();
        match ResultsFile::open(file.clone()) {
            Ok((history, unread)) => {
                self.results_file = history;
                unread.map(|why| results_error_message(&file, &why))
            }
            Err(error) => Some(results_error_message(&file, &io_error_message(&error))),
        }
    }

    /// Saves a sitting if it has changed, and writes down what became of it. Says so in a line
    /// when that fails for the first time, and when it succeeds again.
    pub fn save_if_changed(
        &mut self,
        kept: &mut SaveState,
        sitting: &PlayedGame<Variant>,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Option<String> {
        let stamp = SaveFingerprint::new(sitting, outcome);
        if (stamp == kept.last_saved && kept.pending_outcome.is_none())
            || !kept.has_been_played(&stamp)
        {
            return None;
        }
        match self.save_with_outcome(kept, sitting, outcome, now) {
            Ok(()) => {
                kept.last_saved = stamp;
                kept.pending_outcome = None;
                std::mem::take(&mut self.error_reported).then(|| "the game is saved again".into())
            }
            Err(unkept) => {
                kept.pending_outcome = matches!(unkept, SaveError::Result(_)).then_some(outcome);
                let first = !std::mem::replace(&mut self.error_reported, true);
                first.then(|| unkept.to_string())
            }
        }
    }

    /// Notes that a sitting that was left for another is on the table again.
    pub fn reopen(&mut self, kept: &mut SaveState, now: Timestamp) {
        if let Some(id) = &kept.id {
            self.saves.touch(id, now);
            // It may have been set aside meanwhile.
            kept.last_saved.outcome = self.results().latest_outcome(id);
        }
    }

    /// Saves a sitting that leaves the table, time at it and all; what becomes of it is told by
    /// [`save_if_changed`](SaveManager::save_if_changed) alone, but tried once more where that failed.
    ///
    /// # Errors
    /// What is not kept.
    pub fn close(
        &mut self,
        kept: &SaveState,
        sitting: &PlayedGame<Variant>,
        now: Timestamp,
    ) -> Result<(), SaveError> {
        let Some(id) = kept.id.clone() else {
            return Ok(());
        };
        let outcome = kept.pending_outcome.unwrap_or(kept.last_saved.outcome);
        self.save(&id, sitting, outcome, now)
            .map_err(SaveError::Game)?;
        self.saves.sync(&id);
        if let Some(outcome) = kept.pending_outcome {
            let begun = kept.started;
            self.record_outcome(&id, begun, sitting, outcome, now)
                .map_err(SaveError::Result)?;
        }
        self.results_file.sync();
        Ok(())
    }

    fn save_with_outcome(
        &mut self,
        kept: &mut SaveState,
        sitting: &PlayedGame<Variant>,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Result<(), SaveError> {
        let id = kept.id.get_or_insert_with(|| SaveId::new(now)).clone();
        self.save(&id, sitting, outcome, now)
            .map_err(SaveError::Game)?;
        self.record_outcome(&id, kept.started, sitting, outcome, now)
            .map_err(SaveError::Result)?;
        kept.started = true;
        Ok(())
    }

    /// Writes down what became of a sitting, and of others over which it was begun.
    fn record_outcome(
        &mut self,
        id: &SaveId,
        begun: bool,
        sitting: &PlayedGame<Variant>,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Result<(), String> {
        if !begun {
            self.abandon_others(id, sitting.game.rules().info(), now)?;
        }
        if self.results().latest_outcome(id) != outcome {
            self.append_result(GameResult::new(id, sitting, outcome, now))?;
        }
        Ok(())
    }

    fn save(
        &mut self,
        id: &SaveId,
        sitting: &PlayedGame<Variant>,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> Result<(), String> {
        if let Some(homeless) = &self.no_data_dir {
            return Err(homeless.clone());
        }
        let folder = self.saves.path().to_owned();
        let wrong = |error: io::Error| path_error_message(&folder, &error);
        if !self.saves.lock(id).map_err(wrong)? {
            return Err(LOCKED_BY_OTHER_MESSAGE.into());
        }
        let record = Record {
            given_up: outcome == GameOutcome::GivenUp,
            ..Record::for_save(sitting)
        };
        self.saves.save(id, &record, now).map_err(wrong)
    }

    fn append_result(&mut self, played: GameResult) -> Result<(), String> {
        let added = self.results_file.append(played);
        added.map_err(|error| path_error_message(self.results_file.path(), &error))
    }

    /// A game was dealt and begun over the others of its kind that are not over: unless they are
    /// taken up again they are lost.
    fn abandon_others(
        &mut self,
        begun: &SaveId,
        profile: &'static GameInfo,
        now: Timestamp,
    ) -> Result<(), String> {
        let results = self.results_file.results();
        let goes_on =
            |id: &SaveId| id != begun && results.latest_outcome(id) == GameOutcome::Playing;
        let others = self.saves.list(goes_on);
        for (id, played) in others.map_err(|error| path_error_message(self.saves.path(), &error))? {
            // What cannot be used is told of when somebody looks for what there is.
            let Ok(Some(other)) = self.read_saved_game(&id, played) else {
                continue;
            };
            if other.locked_by_other || other.info.id != profile.id {
                continue;
            }
            if let Ok(sitting) = self.read_session(&id) {
                let played = GameResult::new(&id, &sitting, GameOutcome::SetAside, now);
                self.append_result(played)?;
            }
        }
        Ok(())
    }

    /// The sittings that can be taken up, the latest played first; and in a line what was found
    /// that cannot be used.
    pub fn unfinished_games(&mut self) -> (Vec<SavedGame>, Option<String>) {
        let mut wrong = ErrorSummary::default();
        let mut saved = Vec::new();
        for (id, played) in self.unfinished_ids(&mut wrong) {
            match self.read_saved_game(&id, played) {
                Ok(one) => saved.extend(one),
                Err(unread) => wrong.add(self.quarantine(&id, &unread)),
            }
        }
        (saved, wrong.into_message())
    }

    /// The sittings that are not known to be over, the latest played first.
    fn unfinished_ids(&mut self, wrong: &mut ErrorSummary) -> Vec<(SaveId, SystemTime)> {
        if self.no_data_dir.is_some() {
            return Vec::new();
        }
        let results = self.results_file.results();
        let found = self.saves.list(|id| !results.latest_outcome(id).is_final());
        found.unwrap_or_else(|error| {
            wrong.add(path_error_message(self.saves.path(), &error));
            Vec::new()
        })
    }

    /// What can be told of a sitting; nothing if it turns out to be over, or never begun.
    fn read_saved_game(
        &mut self,
        id: &SaveId,
        played: SystemTime,
    ) -> Result<Option<SavedGame>, LoadError> {
        let played = played.try_into().unwrap_or_default();
        let record = self.saves.read(id)?;
        let outcome = match record.status {
            Some(Status::Playing) | None if record.given_up => GameOutcome::GivenUp,
            status => status.map_or(GameOutcome::Playing, GameOutcome::from_status),
        };
        if outcome.is_final() {
            // It could not be written down that the game had ended, or the program ended before.
            let sitting = record.to_session().map_err(LoadError::InvalidRecord)?;
            let over = GameResult::new(id, &sitting, outcome, played);
            // Else it will be done the next time.
            _ = self.results_file.append(over);
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
            last_played: played,
            locked_by_other: self.saves.is_locked_by_other(id),
        }))
    }

    /// Takes up a sitting.
    ///
    /// # Errors
    /// Why it cannot be, in a line; what cannot be used is put out of the way.
    pub fn load(
        &mut self,
        id: &SaveId,
        now: Timestamp,
    ) -> Result<(PlayedGame<Variant>, SaveState), String> {
        // Where no lock can be made nothing can be saved, but played on it can be.
        if let Ok(false) = self.saves.lock(id) {
            return Err(LOCKED_BY_OTHER_MESSAGE.into());
        }
        match self.read_session(id) {
            Ok(sitting) => {
                self.saves.touch(id, now);
                let outcome = self.results().latest_outcome(id);
                let kept = SaveState {
                    id: Some(id.clone()),
                    started: true,
                    last_saved: SaveFingerprint::new(&sitting, outcome),
                    pending_outcome: None,
                };
                Ok((sitting, kept))
            }
            Err(unread) => {
                self.saves.unlock(id);
                Err(self.quarantine(id, &unread))
            }
        }
    }

    /// Takes up the sitting of a game that was played last, if there is one; says in a line what
    /// stood in the way of one.
    pub fn load_latest(
        &mut self,
        game: &GameInfo,
        now: Timestamp,
    ) -> (Option<(PlayedGame<Variant>, SaveState)>, Option<String>) {
        let mut wrong = ErrorSummary::default();
        for (id, played) in self.unfinished_ids(&mut wrong) {
            match self.read_saved_game(&id, played) {
                Ok(Some(saved)) if saved.info.id == game.id => match self.load(&id, now) {
                    Ok(taken) => return (Some(taken), wrong.into_message()),
                    Err(why) => wrong.add(why),
                },
                Ok(_) => {}
                Err(unread) => wrong.add(self.quarantine(&id, &unread)),
            }
        }
        (None, wrong.into_message())
    }

    /// The sitting of a game that is over, to be looked at.
    ///
    /// # Errors
    /// Why it cannot be had, in a line.
    pub fn load_read_only(&self, id: &SaveId) -> Result<PlayedGame<Variant>, String> {
        let why = |unread: LoadError| format!("the record of this game cannot be used: {unread}");
        self.read_session(id).map_err(why)
    }

    fn read_session(&self, id: &SaveId) -> Result<PlayedGame<Variant>, LoadError> {
        let record = self.saves.read(id)?;
        record.to_session().map_err(LoadError::InvalidRecord)
    }

    /// Puts a file that holds no sitting out of the way; says so in a line.
    fn quarantine(&self, id: &SaveId, unread: &LoadError) -> String {
        let what = format!("saved game {id}: {unread}");
        match unread {
            // The next time it may be readable.
            LoadError::Io(_) => what,
            LoadError::InvalidRecord(_) => match self.saves.quarantine(id) {
                Ok(path) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    format!("set aside as {name}: {what}")
                }
                Err(error) => format!("{what}; it stays, for: {}", io_error_message(&error)),
            },
        }
    }
}

/// What was wrong, in one line however much it was.
#[derive(Default)]
struct ErrorSummary {
    first: Option<String>,
    omitted: usize,
}

impl ErrorSummary {
    fn add(&mut self, line: String) {
        match self.first {
            None => self.first = Some(line),
            Some(_) => self.omitted += 1,
        }
    }

    fn into_message(self) -> Option<String> {
        let more = self.omitted;
        self.first.map(|line| match more {
            0 => line,
            n => format!("{line} (and {n} more like it)"),
        })
    }
}

/// What the system says of a path.
fn path_error_message(path: &Path, error: &io::Error) -> String {
    format!(
        "{}: {}",
        escape_text(&path.to_string_lossy()),
        io_error_message(error)
    )
}

/// What is wrong with the file of results.
fn results_error_message(file: &Path, why: &str) -> String {
    format!("results: {}: {why}", escape_text(&file.to_string_lossy()))
}
