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

use super::sittings::Id;
use crate::record::{MOST_MOVES, Sitting};
use crate::rules::{Choices, Profile, Rules, Status, Variant};
use crate::store::open;

/// What became of a sitting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
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

impl Outcome {
    /// What a status means that nobody has said more of.
    pub fn of(status: Status) -> Outcome {
        match status {
            Status::Playing => Outcome::Playing,
            Status::Won => Outcome::Won,
            Status::Lost => Outcome::Lost,
        }
    }

    /// Whether the game is over, so that it is not among those that can be taken up.
    pub fn is_end(self) -> bool {
        matches!(self, Outcome::Won | Outcome::Lost | Outcome::GivenUp)
    }

    /// The word for a list.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Playing => "playing",
            Outcome::Won => "won",
            Outcome::Lost => "lost",
            Outcome::GivenUp => "given up",
            Outcome::SetAside => "set aside",
        }
    }
}

/// A sitting and what became of it.
#[derive(Clone, Debug)]
pub struct Played {
    /// What it is saved under.
    pub id: Id,
    /// The game.
    pub profile: &'static Profile,
    /// Its options.
    pub choices: Choices,
    /// The seed, unless the deck came from elsewhere.
    pub seed: Option<u64>,
    /// What became of it.
    pub outcome: Outcome,
    /// How many moves were made.
    pub moves: usize,
    /// Whole seconds at the table.
    pub seconds: u64,
    /// How many cards came home.
    pub home: usize,
    /// How many cards were left, in a game that is scored by them.
    pub left: Option<usize>,
    /// How many moves the solver showed.
    pub shown: u32,
    /// Whether it was taken over from another game.
    pub taken_over: bool,
    /// When it came to this.
    pub ended: Option<Timestamp>,
}

impl Played {
    /// What there is to say of a sitting that has come to an outcome.
    pub fn of(id: &Id, sitting: &Sitting<Variant>, outcome: Outcome, now: Timestamp) -> Played {
        let game = &sitting.game;
        Played {
            id: id.clone(),
            profile: game.rules().profile(),
            choices: game.rules().choices(),
            seed: game.seed(),
            outcome,
            moves: game.moves().len(),
            seconds: sitting.seconds,
            home: game.home(),
            left: game.rules().left(game.table()),
            shown: sitting.shown,
            taken_over: sitting.parent.is_some(),
            ended: Some(sitting.finished.unwrap_or(now)),
        }
    }

    /// The share of the game's cards that came home, from 0 to 1.
    pub fn share_home(&self) -> f64 {
        let cards = 52 * self.profile.decks;
        (self.home as f64 / cards as f64).min(1.0)
    }

    /// Whether it is a win that can be measured against others: the player's own from the deal on.
    pub fn is_own_win(&self) -> bool {
        self.outcome == Outcome::Won && self.shown == 0 && !self.taken_over
    }
}

/// A line of the file. Its words are borrowed from there: none that is written needs an escape.
#[derive(Serialize, Deserialize)]
struct Line<'a> {
    id: &'a str,
    game: &'a str,
    #[serde(borrow, default)]
    rules: BTreeMap<&'a str, &'a str>,
    #[serde(default)]
    seed: Option<u64>,
    outcome: Outcome,
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

impl<'a> Line<'a> {
    fn of(played: &'a Played, ended: Option<&'a str>) -> Line<'a> {
        Line {
            id: played.id.as_str(),
            game: played.profile.id,
            rules: played.choices.iter().collect(),
            seed: played.seed,
            outcome: played.outcome,
            moves: played.moves,
            seconds: played.seconds,
            home: played.home,
            left: played.left,
            shown: played.shown,
            taken_over: played.taken_over,
            ended,
        }
    }

    /// What it says, if it is of a game there is, and can be true of it.
    fn checked(self) -> Option<Played> {
        let profile = Variant::profile_named(self.game)?;
        let cards = 52 * profile.decks;
        let most = self.home.max(self.left.unwrap_or_default());
        if most > cards || self.moves > MOST_MOVES {
            return None;
        }
        let given: Vec<(&str, &str)> = self.rules.into_iter().collect();
        Some(Played {
            id: Id::read(self.id)?,
            profile,
            choices: Variant::of(profile, &given).ok()?.choices(),
            seed: self.seed,
            outcome: self.outcome,
            moves: self.moves,
            seconds: self.seconds,
            home: self.home,
            left: self.left,
            shown: self.shown,
            taken_over: self.taken_over,
            ended: self.ended.and_then(|ended| ended.parse().ok()),
        })
    }
}

/// The longest line that is read, in bytes; one that is written has some hundreds.
const LONGEST_LINE: usize = 1 << 16;

/// The most that is read of the file, in bytes: enough for a million games.
const MOST_BYTES: u64 = 1 << 28;

/// What became of all the sittings: one result each.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The results that count, in the order in which they came to be what they are.
    counted: BTreeMap<usize, Arc<Played>>,
    /// Each sitting's place among them, if it counts, and its latest outcome.
    sittings: HashMap<Id, (Option<usize>, Outcome)>,
    next: usize,
    lines: usize,
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
            let most = LONGEST_LINE as u64 + 1;
            match file.by_ref().take(most).read_until(b'\n', &mut line)? {
                0 => return Ok(too_long),
                length if length > LONGEST_LINE && !line.ends_with(b"\n") => {
                    file.skip_until(b'\n')?;
                    too_long += 1;
                }
                _ => {
                    let said = serde_json::from_slice::<Line>(&line).ok();
                    let played = said.and_then(Line::checked);
                    played.into_iter().for_each(|played| self.add(played));
                }
            }
        }
    }

    /// Takes in what became of a sitting, in place of what was known of it. A win that was taken
    /// back stays one.
    pub fn add(&mut self, played: Played) {
        let played = Arc::new(played);
        self.lines += 1;
        let known = self.sittings.get(&played.id);
        let place = known.and_then(|(place, _)| *place);
        let before = place.and_then(|place| self.counted.get(&place));
        let was_won = before.map(|before| before.outcome == Outcome::Won);
        let is_won = played.outcome == Outcome::Won;
        let (id, outcome) = (played.id.clone(), played.outcome);
        let place = match place {
            Some(place) if was_won == Some(true) && !is_won => Some(place),
            // The same once more, in the old place.
            Some(place) if was_won == Some(is_won) && outcome != Outcome::Playing => {
                self.counted.insert(place, played);
                Some(place)
            }
            place => {
                place.and_then(|place| self.counted.remove(&place));
                let counts = outcome != Outcome::Playing;
                counts.then(|| {
                    self.next += 1;
                    self.counted.insert(self.next, played);
                    self.next
                })
            }
        };
        self.sittings.insert(id, (place, outcome));
    }

    /// How many lines were taken in.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// What became of a sitting last.
    pub fn latest(&self, id: &Id) -> Outcome {
        self.sittings
            .get(id)
            .map_or(Outcome::Playing, |(_, outcome)| *outcome)
    }

    /// The results that count, the first first.
    pub fn counted(&self) -> impl DoubleEndedIterator<Item = &Arc<Played>> {
        self.counted.values()
    }

    /// The games that are over, the last first.
    pub fn over(&self) -> impl Iterator<Item = &Arc<Played>> {
        let over = self.counted.values().rev();
        over.filter(|played| self.latest(&played.id).is_end())
    }
}

/// The file of results.
#[derive(Debug)]
pub struct History {
    file: PathBuf,
    results: Arc<Results>,
}

impl History {
    /// Reads the file; one that is not there is empty. Says in a line what of it was not read.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn open(file: PathBuf) -> io::Result<(History, Option<String>)> {
        let mut history = History::empty(file);
        let file = match open(&history.file, OpenOptions::new().read(true)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok((history, None)),
            file => file?,
        };
        let more = file.metadata()?.len() > MOST_BYTES;
        let bytes = BufReader::new(file.take(MOST_BYTES));
        let unread = match history.known().read(bytes)? {
            _ if more => Some(format!("only its first {} MiB were read", MOST_BYTES >> 20)),
            0 => None,
            n => Some(format!(
                "lines of over {} KiB that were not read: {n}",
                LONGEST_LINE >> 10
            )),
        };
        Ok((history, unread))
    }

    /// A file of which nothing is known, to be written on.
    pub fn empty(file: PathBuf) -> History {
        let results = Arc::default();
        History { file, results }
    }

    /// The file itself.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What is known.
    pub fn results(&self) -> &Arc<Results> {
        &self.results
    }

    /// What is known, to be added to; where somebody else has it too, theirs stays as it is.
    fn known(&mut self) -> &mut Results {
        Arc::make_mut(&mut self.results)
    }

    /// Makes what was written outlive the machine's power too, as far as it can.
    pub fn sync(&self) {
        // Windows syncs only what it is open to write.
        let file = open(&self.file, OpenOptions::new().append(true));
        _ = file.and_then(|file| file.sync_all());
    }

    /// Writes down what became of a sitting.
    ///
    /// # Errors
    /// It cannot be written; what was written before is as it was.
    pub fn add(&mut self, played: Played) -> io::Result<()> {
        let ended = played.ended.map(|ended| format!("{ended:.0}"));
        let line = serde_json::to_string(&Line::of(&played, ended.as_deref()))?;
        append(&self.file, &line)?;
        self.known().add(played);
        Ok(())
    }
}

/// Adds a line to a file, whatever a crash has left at its end.
fn append(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = open(
        path,
        OpenOptions::new().read(true).append(true).create(true),
    )?;
    let before = if ends_in_a_line(&mut file)? { "" } else { "\n" };
    // In one piece, so that two windows do not write into each other's lines.
    file.write_all(format!("{before}{line}\n").as_bytes())
}

fn ends_in_a_line(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}
