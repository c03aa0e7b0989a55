//! The results of all games, from the lines of the results file.
//!
//! A later line replaces earlier ones of the same game. An unreadable line is skipped and counted.

mod file;
mod summary;

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;

use serde_json::value::RawValue;

use super::daily::DailyWins;
use super::game_result::{GameKinds, ResultLine, options_json, result_line};
pub use super::game_result::{GameOutcome, GameResult};
use super::save_dir::SaveId;
use super::stats::{Stats, Totals};
use crate::rules::{GameInfo, GameOptions};
use crate::seed;
use crate::variant;
use summary::{Summary, SummaryEntry};

pub use file::ResultsFile;

/// Maximum length of a line in bytes; a written line has some hundreds.
const MAX_LINE_BYTES: usize = 1 << 16;

/// Number of results that are never folded, the latest ones.
const MIN_UNFOLDED: usize = 1000;

/// Number of further results after which folding is worth it.
const FOLD_INTERVAL: usize = 8000;

/// The results of all games, one per game.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The results that count, in the order in which the games got their outcomes.
    counted: BTreeMap<usize, Entry>,
    /// The index of each game in `counted`, if it has one, and its latest outcome.
    by_id: HashMap<SaveId, (Option<usize>, GameOutcome)>,
    /// The daily deals won. A win that is undone remains.
    daily_wins: DailyWins,
    next_index: usize,
    line_count: usize,
    unreadable_lines: usize,
    too_long_lines: usize,
}

/// Results that count.
#[derive(Clone, Debug)]
enum Entry {
    /// One game.
    Game(Arc<GameResult>),
    /// Games of one kind that are settled, and between which no unsettled one of the kind ended.
    Folded(Box<Stats>),
}

impl Entry {
    fn kind(&self) -> (&'static GameInfo, &GameOptions) {
        match self {
            Entry::Game(result) => (result.info, &result.options),
            Entry::Folded(stats) => (stats.info, &stats.options),
        }
    }

    fn add_to(&self, totals: &mut Totals) {
        match self {
            Entry::Game(result) => totals.add(result),
            Entry::Folded(stats) => totals.append(&stats.totals),
        }
    }
}

impl Results {
    /// Reads result lines, and returns how many lines were skipped because they were too long.
    ///
    /// # Errors
    /// The file cannot be read to its end.
    pub fn read(&mut self, file: impl BufRead) -> io::Result<usize> {
        self.read_lines(file, &|_| true)?;
        Ok(self.too_long_lines)
    }

    /// Reads result lines, and returns the length of the complete ones. Folds finished games that have no
    /// save, to need less memory.
    fn read_lines(
        &mut self,
        mut file: impl BufRead,
        has_save: &dyn Fn(&SaveId) -> bool,
    ) -> io::Result<u64> {
        let mut line = Vec::new();
        let mut bytes = 0;
        let mut kinds = GameKinds::default();
        let mut fold_at = FOLD_INTERVAL;
        loop {
            line.clear();
            let limit = MAX_LINE_BYTES as u64 + 1;
            let length = file.by_ref().take(limit).read_until(b'\n', &mut line)?;
            let mut is_complete = line.ends_with(b"\n");
            let is_too_long = length > MAX_LINE_BYTES && !is_complete;
            let mut skipped = 0;
            if is_too_long {
                (skipped, is_complete) = skip_line(&mut file)?;
                self.too_long_lines += 1;
            }
            if length == 0 {
                return Ok(bytes);
            }
            if !is_too_long {
                let result = serde_json::from_slice::<ResultLine<'_>>(&line).ok();
                match result.and_then(|line| line.validate(&mut kinds)) {
                    Some(result) => self.add(result),
                    None if line.iter().all(u8::is_ascii_whitespace) => {}
                    None => self.unreadable_lines += 1,
                }
            }
            if is_complete {
                bytes += length as u64 + skipped;
            }
            if self.counted.len() >= fold_at {
                self.fold(|id, outcome| outcome.is_final() && !has_save(id));
                fold_at = 2 * self.counted.len() + FOLD_INTERVAL;
            }
        }
    }

    /// Adds a result, replacing an earlier one of the same game. A win remains what it was even if it
    /// was undone later.
    pub fn add(&mut self, result: GameResult) {
        self.daily_wins.add(&result);
        let result = Arc::new(result);
        self.line_count += 1;
        let index = self.by_id.get(&result.id).and_then(|(index, _)| *index);
        let previous = index.and_then(|index| match self.counted.get(&index) {
            Some(Entry::Game(previous)) => Some(previous),
            Some(Entry::Folded(_)) | None => None,
        });
        let value = |result: &GameResult| {
            usize::from(result.outcome == GameOutcome::Won) + usize::from(result.is_own_win())
        };
        let (previous, new) = (previous.map(|previous| value(previous)), value(&result));
        let (id, outcome) = (result.id.clone(), result.outcome);
        let index = match index {
            Some(index) if previous > Some(new) => Some(index),
            // A result of the same value keeps its position.
            Some(index) if previous == Some(new) && outcome != GameOutcome::Playing => {
                self.counted.insert(index, Entry::Game(result));
                Some(index)
            }
            index => {
                index.and_then(|index| self.counted.remove(&index));
                let counts = outcome != GameOutcome::Playing;
                counts.then(|| {
                    self.next_index += 1;
                    self.counted.insert(self.next_index, Entry::Game(result));
                    self.next_index
                })
            }
        };
        if index.is_none() && outcome == GameOutcome::Playing {
            self.by_id.remove(&id);
        } else {
            self.by_id.insert(id, (index, outcome));
        }
    }

    /// Folds the results that can change no more, except the latest ones, into totals.
    /// `is_settled` says of a game and its latest outcome whether its result can change no more.
    fn fold(&mut self, is_settled: impl Fn(&SaveId, GameOutcome) -> bool) {
        let end = self.counted.len().saturating_sub(MIN_UNFOLDED);
        let indices: Vec<usize> = self.counted.keys().take(end).copied().collect();
        // For each kind the index of the totals to which its next game can be added.
        let mut open: HashMap<(&str, GameOptions), usize> = HashMap::new();
        for index in indices {
            let Some(entry) = self.counted.get(&index) else {
                continue;
            };
            let (info, options) = entry.kind();
            let kind = (info.id, options.clone());
            if let Entry::Game(result) = entry {
                let id = result.id.clone();
                if !is_settled(&id, self.latest_outcome(&id)) {
                    open.remove(&kind);
                    continue;
                }
                self.by_id.remove(&id);
            }
            let Some(entry) = self.counted.remove(&index) else {
                continue;
            };
            match open
                .get(&kind)
                .and_then(|index| self.counted.get_mut(index))
            {
                Some(Entry::Folded(stats)) => entry.add_to(&mut stats.totals),
                Some(Entry::Game(_)) | None => {
                    let mut stats = Stats::new(info, kind.1.clone());
                    entry.add_to(&mut stats.totals);
                    self.counted.insert(index, Entry::Folded(Box::new(stats)));
                    open.insert(kind, index);
                }
            }
        }
    }

    /// Restores the results from a summary. `None` if it is not valid.
    fn from_summary(summary: Summary<'_>) -> Option<Results> {
        let mut results = Results {
            line_count: summary.line_count,
            unreadable_lines: summary.unreadable_lines,
            too_long_lines: summary.too_long_lines,
            ..Results::default()
        };
        for (seed, games) in &summary.daily_wins {
            results.daily_wins.restore(*seed, games)?;
        }
        let mut kinds = GameKinds::default();
        for entry in summary.entries {
            results.next_index += 1;
            let index = results.next_index;
            let entry = match entry {
                SummaryEntry::Game(line, latest) => {
                    let line: ResultLine<'_> = serde_json::from_str(line.get()).ok()?;
                    let result = line.validate(&mut kinds)?;
                    results
                        .by_id
                        .insert(result.id.clone(), (Some(index), latest));
                    Entry::Game(Arc::new(result))
                }
                SummaryEntry::Folded(game, rules, totals) => {
                    let (info, options) = kinds.parse(game, rules.get())?;
                    let stats = Stats {
                        totals,
                        ..Stats::new(info, options)
                    };
                    Entry::Folded(Box::new(stats))
                }
            };
            results.counted.insert(index, entry);
        }
        Some(results)
    }

    /// Writes a summary of the results from the first bytes of a file.
    fn write_summary(&self, path: &Path, file: &mut File, bytes: u64) -> io::Result<()> {
        let mut raw = Vec::new();
        for entry in self.counted.values() {
            raw.push(match entry {
                Entry::Game(result) => RawValue::from_string(result_line(result)?)?,
                Entry::Folded(stats) => options_json(&stats.options)?,
            });
        }
        let entries = self
            .counted
            .values()
            .zip(&raw)
            .map(|(entry, raw)| match entry {
                Entry::Game(result) => SummaryEntry::Game(raw, self.latest_outcome(&result.id)),
                Entry::Folded(stats) => {
                    SummaryEntry::Folded(stats.info.id, raw, stats.totals.clone())
                }
            });
        let days = self.daily_wins.days();
        let wins = days.map(|(day, games)| (seed::from_date(day), games.iter().copied().collect()));
        let summary = Summary {
            format: summary::FORMAT,
            bytes,
            check: summary::hash_before(file, bytes)?,
            line_count: self.line_count,
            unreadable_lines: self.unreadable_lines,
            too_long_lines: self.too_long_lines,
            daily_wins: wins.collect(),
            entries: entries.collect(),
        };
        summary.write(path)
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

    /// Returns the daily deals that were won.
    pub fn daily_wins(&self) -> &DailyWins {
        &self.daily_wins
    }

    /// Returns the latest outcome of a game.
    pub fn latest_outcome(&self, id: &SaveId) -> GameOutcome {
        self.by_id
            .get(id)
            .map_or(GameOutcome::Playing, |(_, outcome)| *outcome)
    }

    /// Returns the single results that count, the earliest first: the latest ones, and those of games
    /// that can be resumed.
    pub fn counted(&self) -> impl DoubleEndedIterator<Item = &Arc<GameResult>> {
        self.counted.values().filter_map(|entry| match entry {
            Entry::Game(result) => Some(result),
            Entry::Folded(_) => None,
        })
    }

    /// Returns the latest results of games that are over, the latest first.
    pub fn finished(&self) -> impl Iterator<Item = &Arc<GameResult>> {
        let latest_first = self.counted().rev();
        latest_first.filter(|result| self.latest_outcome(&result.id).is_final())
    }

    /// Computes the statistics of every game and set of options played: games in the order of the
    /// menu, options in the order in which they were first played. Of the games in progress it takes
    /// the kind.
    pub fn all_stats(
        &self,
        in_progress: impl IntoIterator<Item = (&'static GameInfo, GameOptions)>,
    ) -> Vec<Stats> {
        let mut all: Vec<Stats> = Vec::new();
        let index_of = |all: &mut Vec<Stats>, info: &'static GameInfo, options: &GameOptions| {
            let is_kind = |stats: &Stats| stats.info.id == info.id && stats.options == *options;
            all.iter().position(is_kind).unwrap_or_else(|| {
                all.push(Stats::new(info, options.clone()));
                all.len() - 1
            })
        };
        for entry in self.counted.values() {
            let (info, options) = entry.kind();
            let index = index_of(&mut all, info, options);
            entry.add_to(&mut all[index].totals);
        }
        for (info, options) in in_progress {
            let index = index_of(&mut all, info, &options);
            all[index].in_progress += 1;
        }
        let position = |stats: &Stats| {
            variant::games()
                .iter()
                .position(|info| info.id == stats.info.id)
        };
        all.sort_by_key(position);
        all
    }

    /// Computes the statistics of a game with one set of options, leaving out one saved game.
    pub fn stats_of(
        &self,
        info: &'static GameInfo,
        options: &GameOptions,
        excluded: Option<&SaveId>,
    ) -> Stats {
        let mut stats = Stats::new(info, options.clone());
        for entry in self.counted.values() {
            let is_excluded = matches!(entry, Entry::Game(result) if Some(&result.id) == excluded);
            let (entry_info, entry_options) = entry.kind();
            if !is_excluded && entry_info.id == info.id && entry_options == options {
                entry.add_to(&mut stats.totals);
            }
        }
        stats
    }
}

/// Skips the rest of a line. Returns its length, and whether it has an end.
fn skip_line(file: &mut impl BufRead) -> io::Result<(u64, bool)> {
    let mut skipped = 0;
    loop {
        let bytes = file.fill_buf()?;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let count = end.map_or(bytes.len(), |end| end + 1);
        file.consume(count);
        skipped += count as u64;
        if end.is_some() || count == 0 {
            return Ok((skipped, end.is_some()));
        }
    }
}
