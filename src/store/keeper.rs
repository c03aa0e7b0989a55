//! The keeper: saves what is on the table whenever it has changed, and writes down how it ended.
//!
//! Whatever goes wrong is told once, in a line, and the game goes on.

mod kept;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use jiff::Timestamp;

use super::results::{History, Outcome, Played, Results};
use super::sittings::{Id, Sittings, Unread};
use crate::escape::{escaped, reason};
use crate::record::{Record, Sitting};
use crate::rules::{Choices, Profile, Rules, Status, Variant};

pub use kept::Kept;
use kept::Stamp;

/// Said of a sitting that cannot be had because another window has it.
const ELSEWHERE: &str = "another window has this game on its table";

/// What could not be kept of a sitting, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unkept {
    /// The game itself.
    Game(String),
    /// What became of it; the game is saved.
    Result(String),
}

impl fmt::Display for Unkept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unkept::Game(why) => write!(f, "not saved: {why}"),
            Unkept::Result(why) => write!(f, "the result is not written down: {why}"),
        }
    }
}

impl std::error::Error for Unkept {}

/// A sitting that can be taken up again.
#[derive(Clone, Debug)]
pub struct Saved {
    /// What it is saved under.
    pub id: Id,
    /// The game.
    pub profile: &'static Profile,
    /// Its options.
    pub choices: Choices,
    /// The seed, unless the deck came from elsewhere.
    pub seed: Option<u64>,
    /// How many moves were made.
    pub moves: usize,
    /// When it was last played.
    pub played: Timestamp,
    /// Whether another window has it on its table.
    pub elsewhere: bool,
}

/// Where sittings and results are kept.
#[derive(Debug)]
pub struct Keeper {
    sittings: Sittings,
    history: History,
    /// Why nothing can be kept at all.
    homeless: Option<String>,
    /// Whether the player knows that the game is not saved.
    told: bool,
}

impl Keeper {
    /// A keeper for the program's folder; what is wrong with it is told in a line.
    pub fn open(home: Option<PathBuf>) -> (Keeper, Option<String>) {
        let homeless = home
            .is_none()
            .then(|| "no folder for saved games is known; LARBOARD_HOME names one".to_owned());
        let home = home.unwrap_or_default();
        let file = home.join("results.jsonl");
        let (history, wrong) = match History::open(file.clone()) {
            // What lies where the program was started is not its own.
            _ if homeless.is_some() => (History::empty(file), None),
            Ok((history, unread)) => (history, unread.map(|why| of_results(&file, &why))),
            Err(error) => {
                let wrong = of_results(&file, &reason(&error));
                (History::empty(file), Some(wrong))
            }
        };
        let keeper = Keeper {
            sittings: Sittings::new(home.join("sittings")),
            history,
            homeless,
            told: false,
        };
        (keeper, wrong)
    }

    /// Removes what windows that were killed have left half written.
    pub fn tidy(&mut self) {
        if self.homeless.is_none() {
            self.sittings.tidy();
        }
    }

    /// The results so far.
    pub fn results(&self) -> &Arc<Results> {
        self.history.results()
    }

    /// Looks up the results again; says in a line what is wrong with them.
    pub fn look_up(&mut self) -> Option<String> {
        if self.homeless.is_some() {
            return None;
        }
        let file = self.history.file().to_owned();
        match History::open(file.clone()) {
            Ok((history, unread)) => {
                self.history = history;
                unread.map(|why| of_results(&file, &why))
            }
            Err(error) => Some(of_results(&file, &reason(&error))),
        }
    }

    /// Saves a sitting if it has changed, and writes down what became of it. Says so in a line
    /// when that fails for the first time, and when it succeeds again.
    pub fn keep(
        &mut self,
        kept: &mut Kept,
        sitting: &Sitting<Variant>,
        outcome: Outcome,
        now: Timestamp,
    ) -> Option<String> {
        let stamp = Stamp::of(sitting, outcome);
        if (stamp == kept.safe && kept.owed.is_none()) || !kept.is_begun(&stamp) {
            return None;
        }
        match self.write(kept, sitting, outcome, now) {
            Ok(()) => {
                kept.safe = stamp;
                kept.owed = None;
                std::mem::take(&mut self.told).then(|| "the game is saved again".into())
            }
            Err(unkept) => {
                kept.owed = matches!(unkept, Unkept::Result(_)).then_some(outcome);
                let first = !std::mem::replace(&mut self.told, true);
                first.then(|| unkept.to_string())
            }
        }
    }

    /// Notes that a sitting that was left for another is on the table again.
    pub fn again(&mut self, kept: &mut Kept, now: Timestamp) {
        if let Some(id) = &kept.id {
            self.sittings.touch(id, now);
            // It may have been set aside meanwhile.
            kept.safe.outcome = self.results().latest(id);
        }
    }

    /// Saves a sitting that leaves the table, time at it and all; what becomes of it is told by
    /// [`keep`](Keeper::keep) alone, but tried once more where that failed.
    ///
    /// # Errors
    /// What is not kept.
    pub fn leave(
        &mut self,
        kept: &Kept,
        sitting: &Sitting<Variant>,
        now: Timestamp,
    ) -> Result<(), Unkept> {
        let Some(id) = kept.id.clone() else {
            return Ok(());
        };
        let outcome = kept.owed.unwrap_or(kept.safe.outcome);
        self.save(&id, sitting, outcome, now)
            .map_err(Unkept::Game)?;
        self.sittings.sync(&id);
        if let Some(outcome) = kept.owed {
            let begun = kept.begun;
            self.conclude(&id, begun, sitting, outcome, now)
                .map_err(Unkept::Result)?;
        }
        self.history.sync();
        Ok(())
    }

    fn write(
        &mut self,
        kept: &mut Kept,
        sitting: &Sitting<Variant>,
        outcome: Outcome,
        now: Timestamp,
    ) -> Result<(), Unkept> {
        let id = kept.id.get_or_insert_with(|| Id::new(now)).clone();
        self.save(&id, sitting, outcome, now)
            .map_err(Unkept::Game)?;
        self.conclude(&id, kept.begun, sitting, outcome, now)
            .map_err(Unkept::Result)?;
        kept.begun = true;
        Ok(())
    }

    /// Writes down what became of a sitting, and of others over which it was begun.
    fn conclude(
        &mut self,
        id: &Id,
        begun: bool,
        sitting: &Sitting<Variant>,
        outcome: Outcome,
        now: Timestamp,
    ) -> Result<(), String> {
        if !begun {
            self.set_others_aside(id, sitting.game.rules().profile(), now)?;
        }
        if self.results().latest(id) != outcome {
            self.write_down(Played::of(id, sitting, outcome, now))?;
        }
        Ok(())
    }

    fn save(
        &mut self,
        id: &Id,
        sitting: &Sitting<Variant>,
        outcome: Outcome,
        now: Timestamp,
    ) -> Result<(), String> {
        if let Some(homeless) = &self.homeless {
            return Err(homeless.clone());
        }
        let folder = self.sittings.folder().to_owned();
        let wrong = |error: io::Error| at(&folder, &error);
        if !self.sittings.hold(id).map_err(wrong)? {
            return Err(ELSEWHERE.into());
        }
        let record = Record {
            given_up: outcome == Outcome::GivenUp,
            ..Record::saved(sitting)
        };
        self.sittings.save(id, &record, now).map_err(wrong)
    }

    fn write_down(&mut self, played: Played) -> Result<(), String> {
        let added = self.history.add(played);
        added.map_err(|error| at(self.history.file(), &error))
    }

    /// A game was dealt and begun over the others of its kind that are not over: unless they are
    /// taken up again they are lost.
    fn set_others_aside(
        &mut self,
        begun: &Id,
        profile: &'static Profile,
        now: Timestamp,
    ) -> Result<(), String> {
        let results = self.history.results();
        let goes_on = |id: &Id| id != begun && results.latest(id) == Outcome::Playing;
        let others = self.sittings.list(goes_on);
        for (id, played) in others.map_err(|error| at(self.sittings.folder(), &error))? {
            // What cannot be used is told of when somebody looks for what there is.
            let Ok(Some(other)) = self.saved(&id, played) else {
                continue;
            };
            if other.elsewhere || other.profile.id != profile.id {
                continue;
            }
            if let Ok(sitting) = self.open_record(&id) {
                let played = Played::of(&id, &sitting, Outcome::SetAside, now);
                self.write_down(played)?;
            }
        }
        Ok(())
    }

    /// The sittings that can be taken up, the latest played first; and in a line what was found
    /// that cannot be used.
    pub fn unfinished(&mut self) -> (Vec<Saved>, Option<String>) {
        let mut wrong = Wrong::default();
        let mut saved = Vec::new();
        for (id, played) in self.not_over(&mut wrong) {
            match self.saved(&id, played) {
                Ok(one) => saved.extend(one),
                Err(unread) => wrong.add(self.put_away(&id, &unread)),
            }
        }
        (saved, wrong.line())
    }

    /// The sittings that are not known to be over, the latest played first.
    fn not_over(&mut self, wrong: &mut Wrong) -> Vec<(Id, SystemTime)> {
        if self.homeless.is_some() {
            return Vec::new();
        }
        let results = self.history.results();
        let found = self.sittings.list(|id| !results.latest(id).is_end());
        found.unwrap_or_else(|error| {
            wrong.add(at(self.sittings.folder(), &error));
            Vec::new()
        })
    }

    /// What can be told of a sitting; nothing if it turns out to be over, or never begun.
    fn saved(&mut self, id: &Id, played: SystemTime) -> Result<Option<Saved>, Unread> {
        let played = played.try_into().unwrap_or_default();
        let record = self.sittings.read(id)?;
        let outcome = match record.status {
            Some(Status::Playing) | None if record.given_up => Outcome::GivenUp,
            status => status.map_or(Outcome::Playing, Outcome::of),
        };
        if outcome.is_end() {
            // It could not be written down that the game had ended, or the program ended before.
            let sitting = record.open().map_err(Unread::Refused)?;
            let over = Played::of(id, &sitting, outcome, played);
            // Else it will be done the next time.
            _ = self.history.add(over);
            return Ok(None);
        }
        if record.moves.is_empty() && record.redo.is_empty() {
            return Ok(None);
        }
        let rules = record.variant().map_err(Unread::Refused)?;
        Ok(Some(Saved {
            id: id.clone(),
            profile: rules.profile(),
            choices: rules.choices(),
            seed: record.seed,
            moves: record.moves.len(),
            played,
            elsewhere: self.sittings.is_elsewhere(id),
        }))
    }

    /// Takes up a sitting.
    ///
    /// # Errors
    /// Why it cannot be, in a line; what cannot be used is put out of the way.
    pub fn take_up(&mut self, id: &Id, now: Timestamp) -> Result<(Sitting<Variant>, Kept), String> {
        // Where no lock can be made nothing can be saved, but played on it can be.
        if let Ok(false) = self.sittings.hold(id) {
            return Err(ELSEWHERE.into());
        }
        match self.open_record(id) {
            Ok(sitting) => {
                self.sittings.touch(id, now);
                let outcome = self.results().latest(id);
                let kept = Kept {
                    id: Some(id.clone()),
                    begun: true,
                    safe: Stamp::of(&sitting, outcome),
                    owed: None,
                };
                Ok((sitting, kept))
            }
            Err(unread) => {
                self.sittings.release(id);
                Err(self.put_away(id, &unread))
            }
        }
    }

    /// Takes up the sitting of a game that was played last, if there is one; says in a line what
    /// stood in the way of one.
    pub fn take_up_latest(
        &mut self,
        game: &Profile,
        now: Timestamp,
    ) -> (Option<(Sitting<Variant>, Kept)>, Option<String>) {
        let mut wrong = Wrong::default();
        for (id, played) in self.not_over(&mut wrong) {
            match self.saved(&id, played) {
                Ok(Some(saved)) if saved.profile.id == game.id => match self.take_up(&id, now) {
                    Ok(taken) => return (Some(taken), wrong.line()),
                    Err(why) => wrong.add(why),
                },
                Ok(_) => {}
                Err(unread) => wrong.add(self.put_away(&id, &unread)),
            }
        }
        (None, wrong.line())
    }

    /// The sitting of a game that is over, to be looked at.
    ///
    /// # Errors
    /// Why it cannot be had, in a line.
    pub fn look_at(&self, id: &Id) -> Result<Sitting<Variant>, String> {
        let why = |unread: Unread| format!("the record of this game cannot be used: {unread}");
        self.open_record(id).map_err(why)
    }

    fn open_record(&self, id: &Id) -> Result<Sitting<Variant>, Unread> {
        let record = self.sittings.read(id)?;
        record.open().map_err(Unread::Refused)
    }

    /// Puts a file that holds no sitting out of the way; says so in a line.
    fn put_away(&self, id: &Id, unread: &Unread) -> String {
        let what = format!("saved game {id}: {unread}");
        match unread {
            // The next time it may be readable.
            Unread::File(_) => what,
            Unread::Refused(_) => match self.sittings.set_aside(id) {
                Ok(path) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    format!("set aside as {name}: {what}")
                }
                Err(error) => format!("{what}; it stays, for: {}", reason(&error)),
            },
        }
    }
}

/// What was wrong, in one line however much it was.
#[derive(Default)]
struct Wrong {
    first: Option<String>,
    more: usize,
}

impl Wrong {
    fn add(&mut self, line: String) {
        match self.first {
            None => self.first = Some(line),
            Some(_) => self.more += 1,
        }
    }

    fn line(self) -> Option<String> {
        let more = self.more;
        self.first.map(|line| match more {
            0 => line,
            n => format!("{line} (and {n} more like it)"),
        })
    }
}

/// What the system says of a path.
fn at(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", escaped(&path.to_string_lossy()), reason(error))
}

/// What is wrong with the file of results.
fn of_results(file: &Path, why: &str) -> String {
    format!("results: {}: {why}", escaped(&file.to_string_lossy()))
}
