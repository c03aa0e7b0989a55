//! Results: what became of every sitting, one line each in a file that only ever grows.
//!
//! A later line of the same sitting revises the earlier. A line that cannot be read, the torn last
//! one of a crash say, tells nothing and spoils nothing: the next begins on a line of its own.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::save_dir::SaveId;
use crate::record::{MAX_RECORD_MOVES, PlayedGame};
use crate::rules::{GameInfo, GameOptions, Rules, Status, Variant};
use crate::storage::open_regular_file;

/// What became of a sitting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameOutcome {
    /// It goes on, and counts for nothing yet.
    Playing,
    /// The game was won.
    Won,
    /// No legal move was left.
    Lost,
    /// The player gave up.
    GivenUp,
    /// Another game was dealt and begun over it. It counts as lost until it is taken up again.
    SetAside,
}

impl GameOutcome {
    /// What a status means that nobody has said more of.
    pub fn from_status(status: Status) -> GameOutcome {
        match status {
            Status::Playing => GameOutcome::Playing,
            Status::Won => GameOutcome::Won,
            Status::Lost => GameOutcome::Lost,
        }
    }

    /// Whether the game is over, so that it is not among those that can be taken up.
    pub fn is_final(self) -> bool {
        matches!(
            self,
            GameOutcome::Won | GameOutcome::Lost | GameOutcome::GivenUp
        )
    }

    /// The word for a list.
    pub fn as_str(self) -> &'static str {
        match self {
            GameOutcome::Playing => "playing",
            GameOutcome::Won => "won",
            GameOutcome::Lost => "lost",
            GameOutcome::GivenUp => "given up",
            GameOutcome::SetAside => "set aside",
        }
    }
}

/// A sitting and what became of it.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// What it is saved under.
    pub id: SaveId,
    /// The game.
    pub info: &'static GameInfo,
    /// Its options.
    pub options: GameOptions,
    /// The seed, unless the deck came from elsewhere.
    pub seed: Option<u64>,
    /// What became of it.
    pub outcome: GameOutcome,
    /// How many moves were made.
    pub moves: usize,
    /// Whole seconds at the table.
    pub seconds: u64,
    /// How many cards came home.
    pub foundation_cards: usize,
    /// How many cards were left, in a game that is scored by them.
    pub cards_left: Option<usize>,
    /// How many moves the solver showed.
    pub solver_moves_shown: u32,
    /// Whether it was taken over from another game.
    pub branched: bool,
    /// When it came to this.
    pub ended: Option<Timestamp>,
}

impl GameResult {
    /// What there is to say of a sitting that has come to an outcome.
    pub fn new(
        id: &SaveId,
        sitting: &PlayedGame<Variant>,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> GameResult {
        let game = &sitting.game;
        GameResult {
            id: id.clone(),
            info: game.rules().info(),
            options: game.rules().options(),
            seed: game.seed(),
            outcome,
            moves: game.moves().len(),
            seconds: sitting.seconds,
            foundation_cards: game.foundation_cards(),
            cards_left: game.rules().cards_left(game.table()),
            solver_moves_shown: sitting.solver_moves_shown,
            branched: sitting.parent.is_some(),
            ended: Some(sitting.finished.unwrap_or(now)),
        }
    }

    /// The share of the game's cards that came home, from 0 to 1.
    pub fn foundation_share(&self) -> f64 {
        let cards = 52 * self.info.decks;
        (self.foundation_cards as f64 / cards as f64).min(1.0)
    }

    /// Whether it is a win that can be measured against others: the player's own from the deal on.
    pub fn is_unassisted_win(&self) -> bool {
        self.outcome == GameOutcome::Won && self.solver_moves_shown == 0 && !self.branched
    }
}

/// A line of the file. Its words are borrowed from there: none that is written needs an escape.
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
    fn new(played: &'a GameResult, ended: Option<&'a str>) -> ResultLine<'a> {
        ResultLine {
            id: played.id.as_str(),
            game: played.info.id,
            rules: played.options.iter().collect(),
            seed: played.seed,
            outcome: played.outcome,
            moves: played.moves,
            seconds: played.seconds,
            home: played.foundation_cards,
            left: played.cards_left,
            shown: played.solver_moves_shown,
            taken_over: played.branched,
            ended,
        }
    }

    /// What it says, if it is of a game there is, and can be true of it.
    fn validate(self) -> Option<GameResult> {
        let profile = Variant::info_by_id(self.game)?;
        let cards = 52 * profile.decks;
        let most = self.home.max(self.left.unwrap_or_default());
        if most > cards || self.moves > MAX_RECORD_MOVES {
            return None;
        }
        let given: Vec<(&str, &str)> = self.rules.into_iter().collect();
        Some(GameResult {
            id: SaveId::parse(self.id)?,
            info: profile,
            options: Variant::with_options(profile, &given).ok()?.options(),
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

/// The longest line that is read, in bytes; one that is written has some hundreds.
const MAX_LINE_BYTES: usize = 1 << 16;

/// The most that is read of the file, in bytes: enough for a million games.
const MAX_RESULTS_BYTES: u64 = 1 << 28;

/// What became of all the sittings: one result each.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The results that count, in the order in which they came to be what they are.
    counted: BTreeMap<usize, Arc<GameResult>>,
    /// Each sitting's place among them, if it counts, and its latest outcome.
    by_id: HashMap<SaveId, (Option<usize>, GameOutcome)>,
    next_index: usize,
    line_count: usize,
}

impl Results {
    /// Reads results a line at a time; returns how many lines were too long to be read.
    ///
    /// # Errors
    /// The file cannot be read to its end.
    pub fn read(&mut self, mut file: impl BufRead) -> io::Result<usize> {
        let (mut line, mut too_long) = (Vec::new(), 0);
        loop {
            line.clear();
            let most = MAX_LINE_BYTES as u64 + 1;
            match file.by_ref().take(most).read_until(b'\n', &mut line)? {
                0 => return Ok(too_long),
                length if length > MAX_LINE_BYTES && !line.ends_with(b"\n") => {
                    file.skip_until(b'\n')?;
                    too_long += 1;
                }
                _ => {
                    let said = serde_json::from_slice::<ResultLine>(&line).ok();
                    let played = said.and_then(ResultLine::validate);
                    played.into_iter().for_each(|played| self.add(played));
                }
            }
        }
    }

    /// Takes in what became of a sitting, in place of what was known of it. A win that was taken
    /// back stays one.
    pub fn add(&mut self, played: GameResult) {
        let played = Arc::new(played);
        self.line_count += 1;
        let known = self.by_id.get(&played.id);
        let place = known.and_then(|(place, _)| *place);
        let before = place.and_then(|place| self.counted.get(&place));
        let was_won = before.map(|before| before.outcome == GameOutcome::Won);
        let is_won = played.outcome == GameOutcome::Won;
        let (id, outcome) = (played.id.clone(), played.outcome);
        let place = match place {
            Some(place) if was_won == Some(true) && !is_won => Some(place),
            // The same once more, in the old place.
            Some(place) if was_won == Some(is_won) && outcome != GameOutcome::Playing => {
                self.counted.insert(place, played);
                Some(place)
            }
            place => {
                place.and_then(|place| self.counted.remove(&place));
                let counts = outcome != GameOutcome::Playing;
                counts.then(|| {
                    self.next_index += 1;
                    self.counted.insert(self.next_index, played);
                    self.next_index
                })
            }
        };
        self.by_id.insert(id, (place, outcome));
    }

    /// How many lines were taken in.
    pub fn line_count(&self) -> usize {
        self.line_count
    }

    /// What became of a sitting last.
    pub fn latest_outcome(&self, id: &SaveId) -> GameOutcome {
        self.by_id
            .get(id)
            .map_or(GameOutcome::Playing, |(_, outcome)| *outcome)
    }

    /// The results that count, the first first.
    pub fn counted(&self) -> impl DoubleEndedIterator<Item = &Arc<GameResult>> {
        self.counted.values()
    }

    /// The games that are over, the last first.
    pub fn finished(&self) -> impl Iterator<Item = &Arc<GameResult>> {
        let over = self.counted.values().rev();
        over.filter(|played| self.latest_outcome(&played.id).is_final())
    }
}

/// The file of results.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    results: Arc<Results>,
}

impl ResultsFile {
    /// Reads the file; one that is not there is empty. Says in a line what of it was not read.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn open(file: PathBuf) -> io::Result<(ResultsFile, Option<String>)> {
        let mut history = ResultsFile::empty(file);
        let file = match open_regular_file(&history.path, OpenOptions::new().read(true)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok((history, None)),
            file => file?,
        };
        let more = file.metadata()?.len() > MAX_RESULTS_BYTES;
        let bytes = BufReader::new(file.take(MAX_RESULTS_BYTES));
        let unread = match history.results_mut().read(bytes)? {
            _ if more => Some(format!(
                "only its first {} MiB were read",
                MAX_RESULTS_BYTES >> 20
            )),
            0 => None,
            n => Some(format!(
                "lines of over {} KiB that were not read: {n}",
                MAX_LINE_BYTES >> 10
            )),
        };
        Ok((history, unread))
    }

    /// A file of which nothing is known, to be written on.
    pub fn empty(file: PathBuf) -> ResultsFile {
        let results = Arc::default();
        ResultsFile {
            path: file,
            results,
        }
    }

    /// The file itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is known.
    pub fn results(&self) -> &Arc<Results> {
        &self.results
    }

    /// What is known, to be added to; where somebody else has it too, theirs stays as it is.
    fn results_mut(&mut self) -> &mut Results {
        Arc::make_mut(&mut self.results)
    }

    /// Makes what was written outlive the machine's power too, as far as it can.
    pub fn sync(&self) {
        // Windows syncs only what it is open to write.
        let file = open_regular_file(&self.path, OpenOptions::new().append(true));
        _ = file.and_then(|file| file.sync_all());
    }

    /// Writes down what became of a sitting.
    ///
    /// # Errors
    /// It cannot be written; what was written before is as it was.
    pub fn append(&mut self, played: GameResult) -> io::Result<()> {
        let ended = played.ended.map(|ended| format!("{ended:.0}"));
        let line = serde_json::to_string(&ResultLine::new(&played, ended.as_deref()))?;
        append_line(&self.path, &line)?;
        self.results_mut().add(played);
        Ok(())
    }
}

/// Adds a line to a file, whatever a crash has left at its end.
fn append_line(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = open_regular_file(
        path,
        OpenOptions::new().read(true).append(true).create(true),
    )?;
    let before = if ends_with_newline(&mut file)? {
        ""
    } else {
        "\n"
    };
    // In one piece, so that two windows do not write into each other's lines.
    file.write_all(format!("{before}{line}\n").as_bytes())
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
