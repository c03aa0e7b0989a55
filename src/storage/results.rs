//! The results of all games, and their file, which is only ever appended to: a line for each outcome of a game, and one
//! for each kind of help with a deal, written before the help is given. A win is judged by the lines before it.
//!
//! A later line replaces earlier ones of the same game. An unreadable line is skipped and counted. An
//! incomplete last line, which a crash leaves, is skipped too, and the next result starts on a new
//! line.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use super::daily::{DailyDeals, DailyResult};
use super::file_ops;
use super::game_result::HelpLine;
pub use super::game_result::{GameResult, Help};
use super::stats::Stats;
use crate::game::{DealName, DealtCards};
use crate::record::{GameOutcome, SaveId, Win};

/// Maximum length of a line in bytes; a written line has some hundreds. What follows is not read.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// The results of all games, one per game.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The results that count, by the number of the line in which a game got its outcome.
    counted: BTreeMap<usize, Arc<GameResult>>,
    games: HashMap<SaveId, RecordedGame>,
    /// The deals that were won.
    deals: HashMap<DealName, WonDeal>,
    /// The kinds of help with each deal: those that have a line, and those that games of it have counted.
    help: HashMap<DealtCards, Vec<String>>,
    /// What follows for the daily deals, once it was asked for.
    daily_deals: OnceLock<DailyDeals>,
    /// The number of valid lines read or added.
    pub line_count: usize,
    /// The number of lines that are no results. They stay in the file.
    pub unreadable_lines: usize,
}

/// What the lines of a game say.
#[derive(Clone, Debug)]
struct RecordedGame {
    /// The place of the result that counts, if there is one.
    counted: Option<usize>,
    /// What the last line says: how the game stands, with how many moves, and what was told in it.
    outcome: GameOutcome,
    moves: usize,
    told: [u32; 5],
}

/// The first games of a deal that the player won, and without help.
#[derive(Clone, Debug, Default)]
struct WonDeal {
    won_by: Option<SaveId>,
    clean_by: Option<SaveId>,
}

impl Results {
    /// Reads a file; a missing one is empty.
    pub(super) fn read_file(path: &Path) -> io::Result<Results> {
        let mut results = Results::default();
        match file_ops::open_to_read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            file => results.read(BufReader::new(file?))?,
        }
        Ok(results)
    }

    pub fn read(&mut self, mut file: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let mut start = file.by_ref().take(MAX_LINE_BYTES);
            if start.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            if let Some(result) = GameResult::from_line(&line) {
                self.add(result);
            } else if let Ok(line) = serde_json::from_slice::<HelpLine>(&line) {
                self.add_help(&line.deal, &line.help);
            } else if !line.iter().all(u8::is_ascii_whitespace) {
                self.unreadable_lines += 1;
            }
            if !line.ends_with(b"\n") {
                file.skip_until(b'\n')?;
            }
        }
    }

    /// Adds a result, replacing an earlier one of the same game. A win remains what it was even if it
    /// was undone later. Games of the same deal before it decide what it counts as.
    pub fn add(&mut self, result: GameResult) {
        self.daily_deals.take();
        let mut game = RecordedGame {
            counted: None,
            outcome: result.outcome,
            moves: result.moves,
            told: told(&result),
        };
        let result = self.judged(result);
        let header = &result.header;
        let counted = [
            (header.hints > 0, Help::Hint),
            (header.shown > 0, Help::Solution),
            (header.asked > Some(header.warned), Help::Verdict),
        ];
        for (_, help) in counted.into_iter().filter(|(is_given, _)| *is_given) {
            self.add_help(&result.deal, help.into());
        }
        if result.is_own_win() {
            let deal = self.deals.entry(result.deal.clone()).or_default();
            deal.won_by.get_or_insert_with(|| result.id.clone());
            if result.win() == Some(Win::Clean) {
                deal.clean_by.get_or_insert_with(|| result.id.clone());
            }
        }
        let id = result.id.clone();
        let line = self.games.get(&id).and_then(|game| game.counted);
        let previous = line.and_then(|line| Some((line, self.counted.remove(&line)?)));
        // A result of the same value keeps its place.
        let (line, result) = match previous {
            Some((line, better)) if better.worth() > result.worth() => (line, better),
            Some((line, other)) if other.worth().0 == result.worth().0 => (line, Arc::new(result)),
            _ => (self.line_count, Arc::new(result)),
        };
        if result.outcome.is_final() {
            game.counted = Some(line);
            self.counted.insert(line, result);
        }
        self.games.insert(id, game);
        self.line_count += 1;
    }

    /// Adds a kind of help with a deal.
    pub(super) fn add_help(&mut self, deal: &DealName, kind: &str) {
        let kinds = self.help.entry(deal.cards()).or_default();
        if !kinds.iter().any(|known| known == kind) {
            kinds.push(kind.to_owned());
        }
    }

    /// Whether a kind of help was ever given.
    pub fn has_any(&self, help: Help) -> bool {
        let kind: &str = help.into();
        self.help.values().flatten().any(|known| known == kind)
    }

    /// Whether a kind of help was given with a deal.
    pub fn has_help(&self, deal: &DealName, help: Help) -> bool {
        let (kind, kinds): (&str, _) = (help.into(), self.help.get(&deal.cards()));
        kinds.is_some_and(|kinds| kinds.iter().any(|known| known == kind))
    }

    /// Judges the result of a game, which need not be added yet, by the lines before it.
    #[must_use]
    pub fn judged(&self, mut result: GameResult) -> GameResult {
        let help = self.help.get(&result.deal.cards());
        result.deal_help = help.cloned().unwrap_or_default();
        if result.is_own_win()
            && let Some(deal) = self.deals.get(&result.deal)
        {
            let other = |id: &SaveId| *id != result.id;
            result.is_won_again = deal.won_by.as_ref().is_some_and(other);
            result.is_clean_again = deal.clean_by.as_ref().is_some_and(other);
        }
        result
    }

    /// Whether there is any line of a game.
    pub(super) fn has(&self, id: &SaveId) -> bool {
        self.games.contains_key(id)
    }

    /// Whether a game is in play as far as its last line says.
    pub(super) fn is_in_play(&self, id: &SaveId) -> bool {
        let mut game = self.games.get(id).into_iter();
        game.all(|game| game.outcome == GameOutcome::Playing)
    }

    /// Whether the last line of a game says that it ended so, with so many moves and this help.
    pub(super) fn agree(&self, end: &GameResult) -> bool {
        let game = self.games.get(&end.id);
        game.is_some_and(|game| {
            (game.outcome, game.moves, game.told) == (end.outcome, end.moves, told(end))
        })
    }

    /// Whether a win of a game is recorded, even if it was undone later.
    pub(super) fn is_won(&self, id: &SaveId) -> bool {
        self.result(id)
            .is_some_and(|result| result.outcome == GameOutcome::Won)
    }

    /// Returns the result of a game that counts.
    pub fn result(&self, id: &SaveId) -> Option<&Arc<GameResult>> {
        self.counted.get(&self.games.get(id)?.counted?)
    }

    /// Returns the results that count, the earliest first: games that are over or were won.
    pub fn counted(&self) -> impl DoubleEndedIterator<Item = &Arc<GameResult>> + ExactSizeIterator {
        self.counted.values()
    }

    /// Returns the results that count, the latest first.
    pub fn finished(&self) -> impl Iterator<Item = &Arc<GameResult>> {
        self.counted().rev()
    }

    /// Returns how far the player has come with the daily deals.
    pub fn daily_deals(&self) -> &DailyDeals {
        self.daily_deals.get_or_init(|| {
            let mut deals = DailyDeals::default();
            let results = self.counted().filter_map(|result| DailyResult::new(result));
            results.for_each(|result| deals.add(result));
            deals
        })
    }

    /// Computes the statistics of the other games with the options of one.
    pub fn stats_beside(&self, result: &GameResult) -> Stats {
        let mut stats = Stats::new(result.deal.rule_set.clone());
        let others = self
            .counted()
            .filter(|other| other.id != result.id && other.deal.rule_set == result.deal.rule_set);
        others.for_each(|other| stats.add(other));
        stats
    }
}

/// Returns the numbers of undos and of each kind of help in a game, and of the moves made as hints said.
fn told(result: &GameResult) -> [u32; 5] {
    let header = &result.header;
    let asked = header.asked.unwrap_or(0);
    [
        header.undos,
        header.hints,
        header.shown,
        asked,
        header.hinted,
    ]
}

/// Returns the length of a file and when it was written, which tell whether it has changed.
pub(super) fn file_stamp(path: &Path) -> Option<(u64, SystemTime)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

/// Returns the lines of help in a file.
pub(super) fn help_lines(path: &Path) -> io::Result<Vec<u8>> {
    let text = fs::read(path)?;
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let is_help = |line: &&[u8]| serde_json::from_slice::<HelpLine>(line).is_ok();
    Ok(Vec::from_iter(lines.filter(is_help)).concat())
}
