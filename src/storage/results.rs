//! The results file: one line per outcome of a game, only ever appended to.
//!
//! A later line replaces earlier ones of the same game. An unreadable line, such as the incomplete
//! last one after a crash, is skipped, and the next result starts on a new line.

use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::save_dir::SaveId;
use crate::record::{MAX_RECORD_MOVES, PlayedGame};
use crate::rules::{GameInfo, GameOptions, Status};
use crate::storage::file_ops;
use crate::variant;

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameOutcome {
    /// The game is in progress and does not count yet.
    Playing,
    /// The game was won.
    Won,
    /// No legal move was left.
    Lost,
    /// The player gave up.
    GivenUp,
    /// Another game of the same kind was started instead. Counts as lost unless it is resumed.
    #[serde(alias = "set-aside")]
    Abandoned,
}

impl GameOutcome {
    /// Returns the outcome that follows from the status of a game alone.
    pub fn from_status(status: Status) -> GameOutcome {
        match status {
            Status::Playing => GameOutcome::Playing,
            Status::Won => GameOutcome::Won,
            Status::Lost => GameOutcome::Lost,
        }
    }

    /// Whether the game is over and cannot be resumed.
    pub fn is_final(self) -> bool {
        matches!(
            self,
            GameOutcome::Won | GameOutcome::Lost | GameOutcome::GivenUp
        )
    }

    /// Returns the outcome in words.
    pub fn label(self) -> &'static str {
        match self {
            GameOutcome::Playing => "playing",
            GameOutcome::Won => "won",
            GameOutcome::Lost => "lost",
            GameOutcome::GivenUp => "given up",
            GameOutcome::Abandoned => "abandoned",
        }
    }
}

/// The result of a game.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// The id of the saved game.
    pub id: SaveId,
    /// The game.
    pub info: &'static GameInfo,
    /// Its options.
    pub options: GameOptions,
    /// The seed. `None` if the deck did not come from a seed.
    pub seed: Option<u64>,
    /// The outcome.
    pub outcome: GameOutcome,
    /// The number of moves made.
    pub moves: usize,
    /// The playing time in whole seconds.
    pub seconds: u64,
    /// The number of cards on the foundations.
    pub foundation_cards: usize,
    /// The number of cards left, in a game that is scored by it.
    pub cards_left: Option<usize>,
    /// The number of moves that the solver showed.
    pub solver_moves_shown: u32,
    /// Whether the game was branched from another one.
    pub branched: bool,
    /// When the game reached this outcome.
    pub ended: Option<Timestamp>,
}

impl GameResult {
    /// Creates the result of a game.
    pub fn new(
        id: &SaveId,
        played: &PlayedGame,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> GameResult {
        let game = &played.game;
        GameResult {
            id: id.clone(),
            info: game.rules().info(),
            options: game.rules().options(),
            seed: game.seed(),
            outcome,
            moves: game.moves().len(),
            seconds: played.seconds,
            foundation_cards: game.foundation_cards(),
            cards_left: game.rules().cards_left(game.table()),
            solver_moves_shown: played.solver_moves_shown,
            branched: played.parent.is_some(),
            ended: Some(played.finished.unwrap_or(now)),
        }
    }

    /// Returns the share of all cards that are on the foundations, from 0 to 1.
    pub fn foundation_share(&self) -> f64 {
        let cards = 52 * self.info.decks;
        (self.foundation_cards as f64 / cards as f64).min(1.0)
    }

    /// Whether the game was won by the player alone, from the deal on. Only such wins count for
    /// best times and move counts.
    pub fn is_unassisted_win(&self) -> bool {
        self.outcome == GameOutcome::Won && self.solver_moves_shown == 0 && !self.branched
    }
}

/// A line of the file. The strings are borrowed, because no valid value needs an escape.
#[derive(Serialize, Deserialize)]
struct ResultLine<'a> {
    id: &'a str,
    game: &'a str,
    #[serde(borrow, default)]
    rules: BTreeMap<&'a str, &'a str>,
    #[serde(default)]
    seed: Option<u64>,
    outcome: GameOutcome,
    #[serde(default)]
    moves: usize,
    #[serde(default)]
    seconds: u64,
    #[serde(default)]
    home: usize,
    #[serde(default)]
    left: Option<usize>,
    #[serde(default)]
    shown: u32,
    #[serde(default)]
    taken_over: bool,
    #[serde(default)]
    ended: Option<&'a str>,
}

impl<'a> ResultLine<'a> {
    fn new(result: &'a GameResult, ended: Option<&'a str>) -> ResultLine<'a> {
        ResultLine {
            id: result.id.as_str(),
            game: result.info.id,
            rules: result.options.iter().collect(),
            seed: result.seed,
            outcome: result.outcome,
            moves: result.moves,
            seconds: result.seconds,
            home: result.foundation_cards,
            left: result.cards_left,
            shown: result.solver_moves_shown,
            taken_over: result.branched,
            ended,
        }
    }

    /// Converts the line to a result. `None` if the game is unknown or a value is impossible.
    fn validate(self) -> Option<GameResult> {
        let info = variant::find(self.game)?;
        let deck_size = 52 * info.decks;
        let most_cards = self.home.max(self.left.unwrap_or_default());
        if most_cards > deck_size || self.moves > MAX_RECORD_MOVES {
            return None;
        }
        let options: Vec<(&str, &str)> = self.rules.into_iter().collect();
        Some(GameResult {
            id: SaveId::parse(self.id)?,
            info,
            options: variant::new(info, &options).ok()?.options(),
            seed: self.seed,
            outcome: self.outcome,
            moves: self.moves,
            seconds: self.seconds,
            foundation_cards: self.home,
            cards_left: self.left,
            solver_moves_shown: self.shown,
            branched: self.taken_over,
            ended: self.ended.and_then(|ended| ended.parse().ok()),
        })
    }
}

/// Maximum length of a line in bytes; a written line has some hundreds.
const MAX_LINE_BYTES: usize = 1 << 16;

/// Maximum number of bytes read from the file: enough for a million games.
const MAX_RESULTS_BYTES: u64 = 1 << 28;

/// The results of all games, one each.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The results that count, in the order in which the games got their outcomes.
    counted: BTreeMap<usize, Arc<GameResult>>,
    /// The index of each game in `counted`, if it counts, and its latest outcome.
    by_id: HashMap<SaveId, (Option<usize>, GameOutcome)>,
    next_index: usize,
    line_count: usize,
}

impl Results {
    /// Reads result lines, and returns how many lines were skipped because they were too long.
    ///
    /// # Errors
    /// The file cannot be read to its end.
    pub fn read(&mut self, mut file: impl BufRead) -> io::Result<usize> {
        let (mut line, mut too_long) = (Vec::new(), 0);
        loop {
            line.clear();
            let limit = MAX_LINE_BYTES as u64 + 1;
            match file.by_ref().take(limit).read_until(b'\n', &mut line)? {
                0 => return Ok(too_long),
                length if length > MAX_LINE_BYTES && !line.ends_with(b"\n") => {
                    file.skip_until(b'\n')?;
                    too_long += 1;
                }
                _ => {
                    let parsed = serde_json::from_slice::<ResultLine>(&line).ok();
                    let result = parsed.and_then(ResultLine::validate);
                    result.into_iter().for_each(|result| self.add(result));
                }
            }
        }
    }

    /// Adds a result, replacing an earlier one of the same game. A win remains a win even if it was
    /// undone later.
    pub fn add(&mut self, result: GameResult) {
        let result = Arc::new(result);
        self.line_count += 1;
        let index = self.by_id.get(&result.id).and_then(|(index, _)| *index);
        let previous = index.and_then(|index| self.counted.get(&index));
        let was_won = previous.map(|previous| previous.outcome == GameOutcome::Won);
        let is_won = result.outcome == GameOutcome::Won;
        let (id, outcome) = (result.id.clone(), result.outcome);
        let index = match index {
            Some(index) if was_won == Some(true) && !is_won => Some(index),
            // A result of the same kind keeps its position.
            Some(index) if was_won == Some(is_won) && outcome != GameOutcome::Playing => {
                self.counted.insert(index, result);
                Some(index)
            }
            index => {
                index.and_then(|index| self.counted.remove(&index));
                let counts = outcome != GameOutcome::Playing;
                counts.then(|| {
                    self.next_index += 1;
                    self.counted.insert(self.next_index, result);
                    self.next_index
                })
            }
        };
        self.by_id.insert(id, (index, outcome));
    }

    /// Returns the number of valid lines read or added.
    pub fn line_count(&self) -> usize {
        self.line_count
    }

    /// Returns the latest outcome of a game.
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
        let latest_first = self.counted.values().rev();
        latest_first.filter(|result| self.latest_outcome(&result.id).is_final())
    }
}

/// The results file and its contents.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    results: Arc<Results>,
}

impl ResultsFile {
    /// Reads the file; a missing file is empty. The message says what was not read.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn open(path: PathBuf) -> io::Result<(ResultsFile, Option<String>)> {
        let mut results_file = ResultsFile::empty(path);
        let file = match file_ops::open_regular(&results_file.path, OpenOptions::new().read(true)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok((results_file, None)),
            file => file?,
        };
        let is_too_large = file.metadata()?.len() > MAX_RESULTS_BYTES;
        let bytes = BufReader::new(file.take(MAX_RESULTS_BYTES));
        let unread = match results_file.results_mut().read(bytes)? {
            _ if is_too_large => Some(format!(
                "only the first {} MiB were read",
                MAX_RESULTS_BYTES >> 20
            )),
            0 => None,
            n => Some(format!(
                "lines skipped because they are over {} KiB: {n}",
                MAX_LINE_BYTES >> 10
            )),
        };
        Ok((results_file, unread))
    }

    /// Creates an empty list of results for a file, without reading it.
    pub fn empty(path: PathBuf) -> ResultsFile {
        let results = Arc::default();
        ResultsFile { path, results }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the results read and added.
    pub fn results(&self) -> &Arc<Results> {
        &self.results
    }

    /// Returns the results for changing. Others that share them keep the old ones.
    fn results_mut(&mut self) -> &mut Results {
        Arc::make_mut(&mut self.results)
    }

    /// Makes the file survive a power failure, as far as the system can.
    pub fn sync(&self) {
        // Windows can only sync a file that is open for writing.
        let file = file_ops::open_regular(&self.path, OpenOptions::new().append(true));
        _ = file.and_then(|file| file_ops::sync(&file));
    }

    /// Appends a result to the file.
    ///
    /// # Errors
    /// The file cannot be written. The results before remain.
    pub fn append(&mut self, result: GameResult) -> io::Result<()> {
        let ended = result.ended.map(|ended| format!("{ended:.0}"));
        let line = serde_json::to_string(&ResultLine::new(&result, ended.as_deref()))?;
        append_line(&self.path, &line)?;
        self.results_mut().add(result);
        Ok(())
    }
}

/// Appends a line to a file, first ending an incomplete line that a crash left.
fn append_line(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        file_ops::create_dir_all(folder)?;
    }
    let mut file = file_ops::open_regular(
        path,
        OpenOptions::new().read(true).append(true).create(true),
    )?;
    let separator = if ends_with_newline(&mut file)? {
        ""
    } else {
        "\n"
    };
    // A single write, so that lines of several processes do not mix.
    file_ops::write_all(&mut file, format!("{separator}{line}\n").as_bytes())
}

fn ends_with_newline(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}
