//! Results: what became of every sitting, one line each in a file that only ever grows.
//!
//! A later line of the same sitting revises the earlier. A line that cannot be read, the torn last
//! one of a crash say, tells nothing and spoils nothing: the next begins on a line of its own.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::sittings::Id;
use crate::record::Sitting;
use crate::rules::{Choices, Profile, Rules, Status, Variant};

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

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    id: String,
    game: String,
    #[serde(default)]
    rules: BTreeMap<String, String>,
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
    ended: Option<String>,
}

impl Line {
    fn of(played: &Played) -> Line {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Line {
            id: played.id.to_string(),
            game: played.profile.id.to_owned(),
            rules: played.choices.iter().map(owned).collect(),
            seed: played.seed,
            outcome: played.outcome,
            moves: played.moves,
            seconds: played.seconds,
            home: played.home,
            left: played.left,
            shown: played.shown,
            taken_over: played.taken_over,
            ended: played.ended.map(|ended| format!("{ended:.0}")),
        }
    }

    /// What it says, if it is of a game there is.
    fn checked(self) -> Option<Played> {
        let profile = Variant::profile_named(&self.game)?;
        let given: Vec<(&str, &str)> = self.rules.iter().map(|(k, v)| (&**k, &**v)).collect();
        Some(Played {
            id: Id::read(&self.id)?,
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

/// What became of all the sittings: one result each.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The results that count, in the order in which they came to be what they are.
    counted: BTreeMap<usize, Played>,
    /// Each sitting's place among them, if it counts, and its latest outcome.
    sittings: HashMap<Id, (Option<usize>, Outcome)>,
    next: usize,
    lines: usize,
}

impl Results {
    /// The results in a file's bytes.
    pub fn read(bytes: &[u8]) -> Results {
        let mut results = Results::default();
        let lines = bytes.split(|&byte| byte == b'\n');
        let lines = lines.filter_map(|line| serde_json::from_slice::<Line>(line).ok());
        lines
            .filter_map(Line::checked)
            .for_each(|played| results.add(played));
        results
    }

    /// Takes in what became of a sitting, in place of what was known of it. A win that was taken
    /// back stays one.
    pub fn add(&mut self, played: Played) {
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
    pub fn counted(&self) -> impl DoubleEndedIterator<Item = &Played> {
        self.counted.values()
    }

    /// The games that are over, the last first.
    pub fn over(&self) -> impl Iterator<Item = &Played> {
        let over = self.counted.values().rev();
        over.filter(|played| self.latest(&played.id).is_end())
    }
}

/// The file of results.
#[derive(Debug)]
pub struct History {
    file: PathBuf,
    results: Results,
}

impl History {
    /// Reads the file; one that is not there is empty.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn open(file: PathBuf) -> io::Result<History> {
        let bytes = match fs::read(&file) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            bytes => bytes?,
        };
        let results = Results::read(&bytes);
        Ok(History { file, results })
    }

    /// A file of which nothing is known, to be written on.
    pub fn empty(file: PathBuf) -> History {
        let results = Results::default();
        History { file, results }
    }

    /// The file itself.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What is known.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Makes what was written outlive the machine's power too, as far as it can.
    pub fn sync(&self) {
        _ = File::open(&self.file).and_then(|file| file.sync_all());
    }

    /// Writes down what became of a sitting.
    ///
    /// # Errors
    /// It cannot be written; what was written before is as it was.
    pub fn add(&mut self, played: Played) -> io::Result<()> {
        let line = serde_json::to_string(&Line::of(&played))?;
        append(&self.file, &line)?;
        self.results.add(played);
        Ok(())
    }
}

/// Adds a line to a file, whatever a crash has left at its end.
fn append(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)?;
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
