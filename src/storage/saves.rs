//! The saved games of the player, and their results, which follow them.
//!
//! Whether a game is in play, lost or given up its save says. Where the last line of results does not agree, it is
//! written again, under the lock of the game; but a recorded win stays one until results are reset.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use jiff::Timestamp;
use jiff::civil::Date;
use thiserror::Error;

use super::daily::{DailyDeals, DailyResult, DailyState};
use super::error::{Loaded, StorageError};
use super::file_ops;
use super::game_result::HelpLine;
use super::results::{GameResult, Help, Results, file_stamp, help_lines};
use super::save_folder::SaveFolder;
use super::small_files::SmallFiles;
use super::stats::Stats;
use crate::game::{DealName, Game, RuleSet};
use crate::record::{GameOutcome, PlayedGame, Record, SaveId};
use crate::review::LossReason;
use crate::variant;

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

/// Whether an open game is saved as it is now.
#[derive(Clone, Debug, Default)]
pub struct SaveState {
    /// Whether the game has changed since it was saved. The playing time alone is no change.
    is_changed: bool,
    /// Why the game is not saved as it is now. `None` if it is saved, or has no moves.
    pub error: Option<Arc<SaveError>>,
}

impl SaveState {
    /// Notes that something about the game has changed.
    pub fn note_change(&mut self) {
        self.is_changed = true;
    }
}

/// A saved game that can be resumed, as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    pub id: SaveId,
    pub deal: DealName,
    /// The day whose daily deal it is.
    pub daily: Option<Date>,
    pub moves: usize,
    pub last_played: Timestamp,
    /// Whether another process has the game open.
    pub locked_by_other: bool,
}

impl SavedGame {
    /// Groups games by deal, in the order in which each deal comes first: those of the same cards and options. No
    /// group is empty.
    pub fn by_deal(games: Vec<SavedGame>) -> Vec<Vec<SavedGame>> {
        let mut deals: Vec<Vec<SavedGame>> = Vec::new();
        for game in games {
            let is_same = |deal: &&mut Vec<SavedGame>| deal[0].deal == game.deal;
            match deals.iter_mut().find(is_same) {
                Some(deal) => deal.push(game),
                None => deals.push(vec![game]),
            }
        }
        deals
    }
}

/// The saved games and results in the data folder.
#[derive(Debug)]
pub struct Saves {
    /// `None` if the platform has none.
    data_dir: Option<PathBuf>,
    /// Whether nothing is saved, and that is no failure.
    is_off: bool,
    folder: SaveFolder,
    results: Results,
    /// The daily deals of which a game is in play, as they were listed last, or left since.
    in_play: HashMap<SaveId, DailyResult>,
    /// The length and time of the file of results when it was read or appended to last.
    read_file: Option<(u64, SystemTime)>,
    /// The lines of help that are not in the file.
    unwritten_help: Vec<HelpLine>,
}

impl Saves {
    /// Opens the files in a folder; without one, nothing can be saved. What cannot be read, [`refresh`](Saves::refresh)
    /// says.
    pub fn open(data_dir: Option<PathBuf>) -> Saves {
        let folder = SaveFolder::new(data_dir.as_deref().unwrap_or(Path::new("")));
        let mut saves = Saves {
            data_dir,
            is_off: false,
            folder,
            results: Results::default(),
            in_play: HashMap::new(),
            read_file: None,
            unwritten_help: Vec::new(),
        };
        _ = saves.refresh();
        saves
    }

    /// Opens no files: nothing is loaded or saved.
    pub fn off() -> Saves {
        Saves {
            is_off: true,
            ..Saves::open(None)
        }
    }

    /// Whether anything is loaded and saved.
    pub fn is_on(&self) -> bool {
        !self.is_off
    }

    pub fn data_dir(&self) -> Option<&Path> {
        self.data_dir.as_deref()
    }

    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Returns how far the player has come with the daily deals, those included of which a game was in play when the
    /// saved games were listed last.
    pub fn daily_deals(&self) -> DailyDeals {
        self.daily_deals_beside(None)
    }

    fn daily_deals_beside(&self, game: Option<&SaveId>) -> DailyDeals {
        let mut deals = self.results.daily_deals().clone();
        let others = self.in_play.iter().filter(|(id, _)| Some(*id) != game);
        others.for_each(|(_, daily)| deals.add(daily.clone()));
        deals
    }

    /// Returns how far the player has come with the daily deal of a game that is over. `None` if it is another deal.
    pub fn daily_state(&self, result: &GameResult) -> Option<DailyState> {
        let deals = self.daily_deals_beside(Some(&result.id));
        let state = deals.state(result.header.daily?, &result.deal.rule_set);
        Some(state.max(DailyState::of(result)))
    }

    fn results_path(&self) -> Option<PathBuf> {
        Some(self.data_dir.as_ref()?.join("results.jsonl"))
    }

    /// Reads the results again if another process has changed them.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn refresh(&mut self) -> Result<(), StorageError> {
        let Some(path) = self.results_path() else {
            return Ok(());
        };
        let stamp = file_stamp(&path);
        if stamp.is_some() && stamp == self.read_file {
            return Ok(());
        }
        self.results = Results::read_file(&path).map_err(StorageError::read(&path))?;
        let unwritten = self.unwritten_help.iter();
        unwritten.for_each(|line| self.results.add_help(&line.deal, &line.help));
        self.read_file = stamp;
        Ok(())
    }

    /// Notes that the player is about to be told more of the deal of a game than the table shows: writes a line, once for
    /// each kind. One that cannot be written counts, and is tried again with each save, which then fails.
    pub fn note_help(&mut self, game: &Game, told: &[Help], now: Timestamp) {
        for &help in told {
            let deal = DealName::new(game);
            if !self.results.has_help(&deal, help) {
                _ = self.refresh();
            }
            if !self.results.has_help(&deal, help) {
                let (help, at) = (<&str>::from(help).to_owned(), Some(now));
                let line = HelpLine { help, deal, at };
                self.results.add_help(&line.deal, &line.help);
                self.unwritten_help.push(line);
            }
        }
        _ = self.write_help();
    }

    /// Writes the lines of help that are not in the file.
    fn write_help(&mut self) -> Result<(), SaveError> {
        while let Some(line) = self.unwritten_help.first().filter(|_| !self.is_off) {
            self.append_line(line.to_line(), |_| {})?;
            self.unwritten_help.remove(0);
        }
        Ok(())
    }

    fn append(&mut self, result: GameResult) -> Result<(), SaveError> {
        self.append_line(result.to_line(), |results| results.add(result))
    }

    /// Appends a line to the results, and adds what it says to those that were read.
    fn append_line(
        &mut self,
        line: serde_json::Result<String>,
        add: impl FnOnce(&mut Results),
    ) -> Result<(), SaveError> {
        let Some(path) = self.results_path() else {
            return Err(SaveError::Result(StorageError::NoDataDir));
        };
        let failed = |error| SaveError::Result(StorageError::write(&path)(error));
        let line = line.map_err(|error| failed(error.into()))?;
        let before = file_stamp(&path);
        file_ops::append_lines(&path, line.as_bytes()).map_err(failed)?;
        add(&mut self.results);
        // The file has been read if nothing but this line has come to it.
        if before == self.read_file {
            let len = before.map_or(0, |(len, _)| len) + line.len() as u64;
            self.read_file = file_stamp(&path).filter(|after| after.0 == len);
        }
        Ok(())
    }

    /// Saves a game if it has changed, and records its outcome. Returns whether the player has to know what the state
    /// says now: on the first failure to save this game, and when it is saved again.
    pub fn save_if_changed(
        &mut self,
        state: &mut SaveState,
        played: &PlayedGame,
        now: Timestamp,
    ) -> bool {
        if self.is_off || !state.is_changed {
            return false;
        }
        let helped = self.write_help();
        let saved = played.id.as_ref().map_or(Ok(()), |id| {
            let written = self.write(id, played, now).map_err(SaveError::Game);
            written.and_then(|()| self.record(played, now))
        });
        let had_failed = state.error.is_some();
        state.error = saved.and(helped).err().map(Arc::new);
        state.is_changed = state.error.is_some();
        had_failed != state.is_changed
    }

    /// Saves a game that is being closed, with its playing time, and unlocks it. One that is over goes to the finished
    /// ones. A game whose file another process has moved away, and that has not changed since, stays away.
    ///
    /// # Errors
    /// The game or its result could not be saved.
    pub fn close(
        &mut self,
        state: &SaveState,
        played: &PlayedGame,
        now: Timestamp,
    ) -> Result<(), SaveError> {
        if self.is_off {
            return Ok(());
        }
        self.write_help()?;
        let Some(id) = &played.id else {
            return Ok(());
        };
        let is_over = played.outcome().is_final();
        if state.is_changed || self.folder.path(id).exists() {
            if state.is_changed || !is_over {
                self.write(id, played, now).map_err(SaveError::Game)?;
            }
            file_ops::sync_written(&self.folder.path(id));
            self.record(played, now)?;
            self.results_path().as_deref().map(file_ops::sync_written);
            if is_over {
                // If this fails, the next listing does it.
                _ = self.folder.finish(id);
            }
        }
        self.in_play.remove(id);
        if !is_over && let Some(day) = played.header.daily {
            let daily = DailyResult::in_play(day, RuleSet::new(played.game.rules()));
            self.in_play.insert(id.clone(), daily);
        }
        self.folder.unlock(id);
        Ok(())
    }

    fn write(
        &mut self,
        id: &SaveId,
        played: &PlayedGame,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        let text = Record::for_save(played).to_file_text()?;
        if self.data_dir.is_none() {
            return Err(StorageError::NoDataDir);
        }
        if !self.folder.lock(id)? {
            return Err(StorageError::GameOpenElsewhere);
        }
        let saved = self.folder.save(id, &text, now);
        if saved.is_err() && !self.folder.path(id).exists() {
            // Games that cannot be saved would use up the files that a process may open.
            self.folder.unlock(id);
        }
        saved
    }

    /// Writes a line of results unless they say all that they should about a game.
    fn record(&mut self, played: &PlayedGame, now: Timestamp) -> Result<(), SaveError> {
        if self.is_recorded(played, now) {
            return Ok(());
        }
        // What cannot be read is said where results are shown.
        _ = self.refresh();
        if self.is_recorded(played, now) {
            return Ok(());
        }
        if played.outcome() == GameOutcome::Won && played.header.daily.is_some() {
            self.close_attempts(played, now);
        }
        self.append(GameResult::new(played, now))
    }

    /// Whether the results, as they were read last, say all that they should about a game.
    fn is_recorded(&self, played: &PlayedGame, now: Timestamp) -> bool {
        if played.outcome().is_final() {
            return self.results.agree(&GameResult::new(played, now));
        }
        let id = played.id.as_ref();
        id.is_none_or(|id| self.results.is_in_play(id))
    }

    /// Takes the other attempts at a daily deal that was won, of which no window has one open, from the games in play.
    fn close_attempts(&mut self, won: &PlayedGame, now: Timestamp) {
        let rules = RuleSet::new(won.game.rules());
        let is_attempt = |record: Record| {
            record.header.daily == won.header.daily && !record.outcome().is_final()
        };
        for (id, _) in self.folder.list().unwrap_or_default() {
            if won.id.as_ref() != Some(&id)
                && self.folder.read(&id).is_ok_and(is_attempt)
                && let Ok(attempt) = self.load_read_only(&id)
                && RuleSet::new(attempt.game.rules()) == rules
                && !self.folder.is_locked(&id)
                && matches!(self.folder.lock(&id), Ok(true))
            {
                if self.append(GameResult::new(&attempt, now)).is_ok() {
                    _ = self.folder.finish(&id);
                }
                self.folder.unlock(&id);
            }
        }
    }

    /// Lists the games that can be resumed, the latest played first. What no window has open and is over goes to the
    /// finished games. What is wrong with others is a warning.
    pub fn list(&mut self) -> Loaded<Vec<SavedGame>> {
        let (mut games, mut warnings) = (Vec::new(), Vec::new());
        if self.data_dir.is_none() {
            return Loaded {
                value: games,
                warnings,
            };
        }
        _ = self.refresh();
        let listed = self.folder.list();
        let listed = listed.map_err(|error| warnings.push(error));
        for (id, last_played) in listed.into_iter().flatten() {
            match self.read_saved_game(&id, last_played) {
                Ok(game) => games.extend(game),
                Err(error) => warnings.push(error),
            }
        }
        for id in self.folder.finished() {
            if !self.results.has(&id)
                && let Ok(played) = self.load_read_only(&id)
            {
                _ = self.record(&played, self.folder.finished_time(&id));
            }
        }
        let daily = |game: &SavedGame| {
            let daily = DailyResult::in_play(game.daily?, game.deal.rule_set.clone());
            Some((game.id.clone(), daily))
        };
        self.in_play = games.iter().filter_map(daily).collect();
        Loaded {
            value: games,
            warnings,
        }
    }

    /// Reads what a list shows of a saved game. `None` if the game is over or has no moves.
    fn read_saved_game(
        &mut self,
        id: &SaveId,
        last_played: Timestamp,
    ) -> Result<Option<SavedGame>, StorageError> {
        let record = self.folder.read(id)?;
        let outcome = record.outcome();
        let locked_by_other = self.folder.is_locked_by_other(id);
        let is_open = locked_by_other || self.folder.is_locked(id);
        if !is_open && (outcome.is_final() || !self.results.is_in_play(id)) {
            self.settle(id, last_played)?;
        }
        if outcome.is_final() || (record.moves.is_empty() && record.redo.is_empty()) {
            return Ok(None);
        }
        let rules = record.variant();
        let rules = rules.map_err(|error| self.folder.invalid_game(id, error))?;
        Ok(Some(SavedGame {
            id: id.clone(),
            deal: DealName {
                rule_set: RuleSet::new(&rules),
                deck: record.seed.is_none().then_some(record.deck),
                seed: record.seed,
            },
            daily: record.header.daily,
            moves: record.moves.len(),
            last_played,
            locked_by_other,
        }))
    }

    /// Lets the results say what a save does that no window has open, because a process ended before they did. A game
    /// that is over goes to the finished ones.
    fn settle(&mut self, id: &SaveId, last_played: Timestamp) -> Result<(), StorageError> {
        if !matches!(self.folder.lock(id), Ok(true)) {
            return Ok(());
        }
        let loaded = self.load_read_only(id);
        if let Ok(played) = &loaded {
            // If this fails, it is tried again the next time.
            let recorded = self.record(played, last_played);
            if played.outcome().is_final() && recorded.is_ok() {
                _ = self.folder.finish(id);
            }
        }
        self.folder.unlock(id);
        loaded.map(|_| ())
    }

    /// Removes a saved game for good.
    ///
    /// # Errors
    /// The game is open in another window or was played or removed there since it was listed, or cannot be removed.
    pub fn forget(&mut self, game: &SavedGame) -> Result<(), StorageError> {
        self.lock(game)?;
        let record = self.folder.read(&game.id);
        let removed = match record {
            Ok(record) if record.moves.len() != game.moves => Err(StorageError::GameChanged),
            _ => {
                let path = self.folder.path(&game.id);
                fs::remove_file(&path).map_err(StorageError::write(path))
            }
        };
        self.folder.unlock(&game.id);
        removed
    }

    /// Locks a game that is still there.
    fn lock(&mut self, game: &SavedGame) -> Result<(), StorageError> {
        // If the lock cannot be created, the game can still be played, but not saved.
        if let Ok(false) = self.folder.lock(&game.id) {
            return Err(StorageError::GameOpenElsewhere);
        }
        if !self.folder.path(&game.id).exists() {
            self.folder.unlock(&game.id);
            return Err(StorageError::GameChanged);
        }
        Ok(())
    }

    /// Loads a saved game as it is now, and locks it.
    ///
    /// # Errors
    /// The game is open in another window, was ended or removed there since it was listed, cannot be read, or is invalid.
    pub fn load(&mut self, game: &SavedGame) -> Result<PlayedGame, StorageError> {
        self.lock(game)?;
        let played = self.load_read_only(&game.id);
        if played.is_err() {
            self.folder.unlock(&game.id);
        }
        played
    }

    /// Loads a game to look at, without locking it.
    ///
    /// # Errors
    /// The game cannot be read or is invalid.
    pub fn load_read_only(&self, id: &SaveId) -> Result<PlayedGame, StorageError> {
        let played = self.folder.read(id)?.to_played_game();
        let played = played.map_err(|error| self.folder.invalid_game(id, error))?;
        let id = Some(id.clone());
        Ok(PlayedGame { id, ..played })
    }

    /// Computes the statistics of every game and set of options with results or a game in progress, in
    /// the order of the menu and that in which options were first played. Attempts at one deal are one game in progress.
    pub fn all_stats(&mut self) -> Loaded<Vec<Stats>> {
        // Listing the saved games may add results.
        let Loaded { value, warnings } = self.list();
        let deals = SavedGame::by_deal(value);
        let in_progress = deals.iter().map(|games| (&games[0].deal, None));
        let counted = self.results.counted();
        let counted = counted.map(|result| (&result.deal, Some(result)));
        let files = SmallFiles::open(self.data_dir());
        let mut value: Vec<Stats> = Vec::new();
        for (deal, result) in counted.chain(in_progress) {
            let known = value
                .iter()
                .position(|stats| stats.rule_set == deal.rule_set);
            let index = known.unwrap_or_else(|| {
                value.push(Stats::new(deal.rule_set.clone()));
                value.len() - 1
            });
            let stats = &mut value[index];
            let Some(result) = result else {
                stats.in_progress += 1;
                continue;
            };
            stats.add(result);
            if result.win().is_none() && !result.taken_over {
                let review = files.review(&result.id);
                let reason =
                    review.map_or(LossReason::NotReviewed, |(review, _)| review.loss_reason());
                *stats.losses.entry(reason).or_default() += 1;
            }
        }
        let games = variant::games().map(|info| info.id);
        value.sort_by_key(|stats| games.iter().position(|id| *id == stats.rule_set.info.id));
        Loaded { value, warnings }
    }

    /// Moves the results to a new folder beside them, named after a day, with the finished games, their reviews, and
    /// what is over or was won in any window, which would count again otherwise. The lines of help stay, too. Returns the
    /// folder and the number of games; `None` without any result.
    ///
    /// # Errors
    /// Not everything could be moved.
    pub fn reset_results(&mut self, today: Date) -> Result<Option<(PathBuf, usize)>, StorageError> {
        self.list();
        let count = self.results.counted().count();
        let data_dir = self.data_dir.clone().filter(|_| count > 0);
        let (Some(data_dir), Some(results)) = (data_dir, self.results_path()) else {
            return Ok(None);
        };
        let stem = format!("results-{today}");
        let mut folders = file_ops::numbered_paths(&data_dir, &stem, "");
        let folder = folders.find(|path| !path.exists());
        let taken = || StorageError::write(&data_dir)(ErrorKind::AlreadyExists.into());
        let folder = folder.ok_or_else(taken)?;
        let moved = file_ops::create_dir_all(&folder)
            .and_then(|()| file_ops::resolve_symlinks(&results))
            .and_then(|file| file_ops::rename(&file, &folder.join("results.jsonl")));
        if let Err(source) = moved {
            _ = fs::remove_dir(&folder);
            return Err(StorageError::write(results)(source));
        }
        let help = help_lines(&folder.join("results.jsonl")).unwrap_or_default();
        let moved = match &help[..] {
            [] => Ok(()),
            help => file_ops::append_lines(&results, help),
        };
        let moved = moved.and_then(|()| self.move_games(&data_dir, &folder));
        _ = self.refresh();
        moved.map_err(|source| {
            let path = folder.clone();
            StorageError::ResultsMoved { path, source }
        })?;
        Ok(Some((folder, count)))
    }

    /// Moves the games that results speak of to a folder, and their reviews.
    fn move_games(&mut self, data_dir: &Path, folder: &Path) -> io::Result<()> {
        for name in ["finished", "reviews"] {
            for entry in fs::read_dir(data_dir.join(name)).into_iter().flatten() {
                let path = entry?.path();
                if path.extension() == Some(OsStr::new("json")) {
                    file_ops::move_file(&path, &folder.join(name))?;
                }
            }
        }
        for (id, _) in self.folder.list().unwrap_or_default() {
            let record = self.folder.read(&id);
            let is_over = record.is_ok_and(|record| record.outcome().is_final());
            let name = if is_over { "finished" } else { "saves" };
            if is_over || self.results.is_won(&id) {
                file_ops::move_file(&self.folder.path(&id), &folder.join(name))?;
            }
        }
        Ok(())
    }
}
