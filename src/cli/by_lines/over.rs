//! Games that are over, and games looked at move by move.

use std::io::{self, Write};

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{Host, Next, Seat, exported};
use crate::cli::file;
use crate::plain::{self, Granted, Manner, Searching, Wish};
use crate::record::Sitting;
use crate::report::{self, time};
use crate::rules::{Rules, Status, Variant};
use crate::store::figures::Figures;
use crate::store::keeper::Kept;
use crate::words::counted;

/// How a game is no longer looked at.
pub(super) enum Watched {
    /// It was closed.
    Closed,
    /// It is played on, in a game of its own.
    PlayedOn(Box<Seat>),
    /// The lines have ended.
    ToTheEnd,
}

/// How many games that are over are told at a time.
const A_SCREEN: usize = 10;

impl Host {
    /// The games that are over, numbered, the last first: some of them from a number on.
    pub(super) fn list_over(&mut self, from: &str) -> String {
        let first = match (from, from.parse::<usize>()) {
            ("", _) => 1,
            (_, Ok(from)) if from > 0 => from,
            _ => return "over wants a number: over 11".into(),
        };
        let wrong = self.keeper.look_up();
        self.over = self.keeper.results().over().cloned().collect();
        let zone = TimeZone::system();
        let shown = (1..).zip(&self.over).skip(first - 1).take(A_SCREEN);
        let mut told: Vec<String> = shown
            .map(|(n, played)| {
                let outcome = played.outcome.word();
                let name = report::name(played.profile, &played.choices);
                let seed = played.seed.map(|seed| format!(", seed {seed}"));
                let (moves, took) = (counted(played.moves, "move"), time(played.seconds));
                let when = played
                    .ended
                    .map(|ended| format!(", {}", zone.to_datetime(ended).date()));
                let (seed, when) = (seed.unwrap_or_default(), when.unwrap_or_default());
                format!("{n}. {outcome}: {name}{seed}, {moves}, {took}{when}")
            })
            .collect();
        let rest = self.over.len().saturating_sub(first - 1 + told.len());
        match (told.is_empty(), rest) {
            (true, _) => told.push("no more games are over".into()),
            (false, 0) => told.push("replay and a number tells one move by move".into()),
            (false, rest) => {
                let next = first + A_SCREEN;
                told.push(format!(
                    "{rest} more: over {next}; replay and a number tells one"
                ));
            }
        }
        told.extend(wrong);
        told.join("\n")
    }

    /// Leaves the table to look at the game on it, at one that is over, or at a record.
    pub(super) fn replay(&mut self, what: &str, sitting: &Sitting<Variant>) -> Granted {
        let chosen = match (what, what.parse::<usize>()) {
            ("", _) => Ok(sitting.clone()),
            (_, Ok(number)) => match number.checked_sub(1).and_then(|at| self.over.get(at)) {
                Some(played) => self.keeper.look_at(&played.id),
                None => Err("over tells the numbers of games that are over".into()),
            },
            // The lines that are typed come from there.
            ("-", Err(_)) => Err("replay wants a number that over tells, or a file".into()),
            (path, Err(_)) => file::open(path.as_ref()),
        };
        match chosen {
            Ok(chosen) if chosen.game.moves().len() + chosen.game.undone().len() == 0 => {
                Granted::Told("no move has been made in this game".into())
            }
            Ok(chosen) => self.leave(Next::Replay(Box::new(chosen))),
            Err(why) => Granted::Told(why),
        }
    }

    /// Lets a game be looked at.
    pub(super) fn watch(
        &mut self,
        mut sitting: Sitting<Variant>,
        lines: impl Iterator<Item = String>,
        out: &mut impl Write,
        manner: &mut Manner,
        searching: &Searching,
    ) -> io::Result<Watched> {
        let grant = |wish: Wish, sitting: &mut Sitting<Variant>, manner: &mut Manner| match wish {
            Wish::PlayOn => self.play_on(sitting),
            Wish::Export(name) => Granted::Told(exported(sitting, &name)),
            Wish::Settings(words) => Granted::Told(self.settings(&words, manner)),
            _ => Granted::Silently,
        };
        let closed = plain::replay(&mut sitting, lines, out, manner, searching, grant)?;
        Ok(match self.next.take() {
            Some(Next::Seat(seat)) => Watched::PlayedOn(seat),
            _ if closed => Watched::Closed,
            _ => Watched::ToTheEnd,
        })
    }

    /// Sits down to play on from where a game that is looked at stands, in a game of its own.
    pub(super) fn play_on(&mut self, sitting: &Sitting<Variant>) -> Granted {
        match Sitting::taken_over(&sitting.game) {
            Ok(mut taken) => {
                taken.started = Some(Timestamp::now());
                let kept = Kept::fresh(&taken);
                self.leave(Next::Seat(Box::new((taken, kept))))
            }
            Err(too_long) => Granted::Told(too_long.to_string()),
        }
    }

    /// How long a game took that has come to its end, with how much help, and how it compares with
    /// the player's others of its kind.
    pub(super) fn compared(&self, sitting: &Sitting<Variant>, kept: &Kept) -> String {
        let game = &sitting.game;
        let rules = game.rules();
        let others = Figures::of(
            self.keeper.results(),
            rules.profile(),
            &rules.choices(),
            kept.id(),
        );
        let won = game.status() == Status::Won;
        let own = won && sitting.shown == 0 && sitting.parent.is_none();
        let win = own.then(|| (sitting.seconds, game.moves().len() as u64));
        let some = |number: u32, one: &str| (number > 0).then(|| counted(number as usize, one));
        let spent = [
            Some(format!("It took {}", time(sitting.seconds))),
            some(game.undos(), "undo"),
            some(sitting.hints, "hint"),
            some(sitting.shown, "move").map(|moves| format!("{moves} shown by the solver")),
        ];
        let spent = spent.into_iter().flatten().collect::<Vec<_>>().join(", ");
        match report::so_far(&others, win) {
            Some(compared) => format!("{spent}; {compared}."),
            None => spent + ".",
        }
    }
}
