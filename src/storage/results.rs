//! The results of all games, and their file: one line per outcome of a game, only ever appended to.
//!
//! A later line replaces earlier ones of the same game. An unreadable line is skipped and counted. An
//! incomplete last line, which a crash leaves, is skipped too, and the next result starts on a new
//! line.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::civil::Date;

use super::daily::{DailyResult, DailyWins};
use super::deal_history::DealHistory;
use super::error::StorageError;
use super::file_ops;
pub use super::game_result::{GameOutcome, GameResult};
use super::reset::move_results;
use super::save_dir::SaveId;
use super::stats::Stats;
use crate::game::{DealName, GameKind};
use crate::rules::GameInfo;
use crate::variant;

/// Maximum length of a line in bytes; a written line has some hundreds.
const MAX_LINE_BYTES: usize = 1 << 16;

/// The results of all games, one per game.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The results that count, in the order in which the games got their outcomes.
    counted: BTreeMap<usize, Arc<GameResult>>,
    /// The index of each game in `counted`, if it has one, and its latest outcome.
    by_id: HashMap<SaveId, (Option<usize>, GameOutcome)>,
    /// The daily deals won. A win that is undone remains.
    daily_wins: DailyWins,
    history: DealHistory,
    next_index: usize,
    line_count: usize,
    unreadable_lines: usize,
    too_long_lines: usize,
}

impl Results {
    pub fn read(&mut self, mut file: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let limit = MAX_LINE_BYTES as u64 + 1;
            let length = file.by_ref().take(limit).read_until(b'\n', &mut line)?;
            if length == 0 {
                return Ok(());
            }
            if length > MAX_LINE_BYTES && !line.ends_with(b"\n") {
                file.skip_until(b'\n')?;
                self.too_long_lines += 1;
                continue;
            }
            match GameResult::from_line(&line) {
                Some(result) => self.add(result),
                None if line.iter().all(u8::is_ascii_whitespace) => {}
                None => self.unreadable_lines += 1,
            }
        }
    }

    /// Adds a result, replacing an earlier one of the same game. A win remains what it was even if it
    /// was undone later. Games of the same deal before it decide what it counts as.
    pub fn add(&mut self, mut result: GameResult) {
        self.history.add(&mut result);
        self.daily_wins.add(&result);
        self.line_count += 1;
        let (id, outcome) = (result.id.clone(), result.outcome);
        let previous_index = self.by_id.get(&id).and_then(|(index, _)| *index);
        let previous = previous_index.and_then(|index| self.counted.get(&index));
        let (previous_value, new_value) = (previous.map(|one| one.value()), result.value());
        let index = if previous_value > Some(new_value) {
            previous_index
        } else {
            if let Some(index) = previous_index {
                self.counted.remove(&index);
            }
            // A result of the same value keeps its position.
            let kept_index = previous_index.filter(|_| previous_value == Some(new_value));
            self.next_index += 1;
            let index = kept_index.unwrap_or(self.next_index);
            outcome.is_final().then(|| {
                self.counted.insert(index, Arc::new(result));
                index
            })
        };
        self.by_id.insert(id, (index, outcome));
    }

    /// Returns the number of valid lines read or added.
    pub fn line_count(&self) -> usize {
        self.line_count
    }

    /// Returns the number of lines that are no results, without those that are too long to be read.
    /// They stay in the file.
    pub fn unreadable_lines(&self) -> usize {
        self.unreadable_lines
    }

    /// Judges the result of a game that need not be added yet by the games before it.
    #[must_use]
    pub fn judged(&self, mut result: GameResult) -> GameResult {
        self.history.judge(&mut result);
        result
    }

    /// Whether the player has won a deal in another game than the saved one with this id.
    pub fn is_won_by_another_game(&self, deal: &DealName, id: Option<&SaveId>) -> bool {
        self.history.is_won_by_another_game(deal, id)
    }

    /// Returns how many moves of a deal the solver showed in one game.
    pub fn shown_moves(&self, deal: &DealName) -> u32 {
        self.history.shown_moves(deal)
    }

    pub fn daily_wins(&self) -> &DailyWins {
        &self.daily_wins
    }

    pub fn latest_outcome(&self, id: &SaveId) -> GameOutcome {
        self.by_id
            .get(id)
            .map_or(GameOutcome::Playing, |(_, outcome)| *outcome)
    }

    /// Returns the results that count, the earliest first.
    pub fn counted(&self) -> impl DoubleEndedIterator<Item = &Arc<GameResult>> {
        self.counted.values()
    }

    /// Returns the results of games that are over, the latest first.
    pub fn finished(&self) -> impl Iterator<Item = &Arc<GameResult>> {
        let latest_first = self.counted().rev();
        latest_first.filter(|result| self.latest_outcome(&result.id).is_final())
    }

    /// Returns how daily deals ended, by day.
    pub fn daily_results(&self) -> Vec<DailyResult> {
        let mut days: Vec<DailyResult> = Vec::new();
        for result in self.counted().filter_map(|result| DailyResult::new(result)) {
            if !days.iter_mut().any(|day| day.merge(&result)) {
                days.push(result);
            }
        }
        days.sort_by_key(|result| result.day);
        days
    }

    /// Computes the statistics of every game and set of options played: games in the order of the
    /// menu, options in the order in which they were first played. Of the games in progress it takes
    /// the kind.
    pub fn all_stats(&self, in_progress: impl IntoIterator<Item = GameKind>) -> Vec<Stats> {
        let mut all: Vec<Stats> = Vec::new();
        let index_of = |all: &mut Vec<Stats>, kind: &GameKind| {
            let known = all.iter().position(|stats| stats.kind == *kind);
            known.unwrap_or_else(|| {
                all.push(Stats::new(kind.clone()));
                all.len() - 1
            })
        };
        for result in self.counted() {
            let index = index_of(&mut all, &result.deal.kind);
            all[index].add(result);
        }
        for kind in in_progress {
            let index = index_of(&mut all, &kind);
            all[index].in_progress += 1;
        }
        let games = variant::games();
        all.sort_by_key(|stats| games.iter().position(|info| info.id == stats.kind.info.id));
        all
    }

    /// Computes the statistics of a game with one set of options, leaving out one saved game.
    pub fn stats_of(&self, kind: GameKind, excluded: Option<&SaveId>) -> Stats {
        let mut stats = Stats::new(kind);
        for result in self.counted() {
            if Some(&result.id) != excluded && stats.kind == result.deal.kind {
                stats.add(result);
            }
        }
        stats
    }
}

/// The results file and its contents.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    results: Arc<Results>,
}

impl ResultsFile {
    /// Creates an empty list of results for a file, without reading it.
    pub fn new(path: PathBuf) -> ResultsFile {
        let results = Arc::default();
        ResultsFile { path, results }
    }

    /// Reads the file again; a missing file is empty.
    ///
    /// # Errors
    /// The file cannot be read, or not all of its lines; then the results have the others.
    pub fn read(&mut self) -> Result<(), StorageError> {
        let results = read_results(&self.path).map_err(StorageError::read(&self.path))?;
        let count = results.too_long_lines;
        self.results = Arc::new(results);
        if count == 0 {
            return Ok(());
        }
        Err(StorageError::ResultLinesTooLong {
            path: self.path.clone(),
            max_bytes: MAX_LINE_BYTES,
            count,
        })
    }

    /// Returns the results read and added.
    pub fn results(&self) -> &Arc<Results> {
        &self.results
    }

    /// Moves the results of all games, or of one, to a new folder beside the file, and reads the file again.
    pub fn reset(&mut self, info: Option<&GameInfo>, today: Date) -> Result<PathBuf, StorageError> {
        let folder = move_results(&self.path, info, today)?;
        self.read()?;
        Ok(folder)
    }

    /// Makes the file survive a power failure, as far as the system can.
    pub fn sync(&self) {
        file_ops::sync_written(&self.path);
    }

    pub fn append(&mut self, result: GameResult) -> Result<(), StorageError> {
        result
            .to_line()
            .map_err(io::Error::from)
            .and_then(|line| file_ops::append_lines(&self.path, format!("{line}\n").as_bytes()))
            .map_err(StorageError::write(&self.path))?;
        // Others that share the results still have the old ones.
        Arc::make_mut(&mut self.results).add(result);
        Ok(())
    }
}

fn read_results(path: &Path) -> io::Result<Results> {
    let mut results = Results::default();
    match file_ops::open_to_read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        file => results.read(BufReader::new(file?))?,
    }
    Ok(results)
}
