//! Games that are over, and games looked at move by move.

use std::io::{self, Write};

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::grant::exported;
use super::{Host, Next, Talk};
use crate::cli::file;
use crate::plain::{self, Granted, Manner, Wish};
use crate::record::Sitting;
use crate::report::{self, time};
use crate::rules::{Rules, Status, Variant};
use crate::store::figures::Figures;
use crate::store::keeper::Kept;
use crate::words::counted;

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
            (true, _) if self.over.is_empty() => told.push("no game is over yet".into()),
            (true, _) => told.push("no more games are over".into()),
            (false, 0) => told.push(
                "replay and a number tells one move by move; there export keeps its record".into(),
            ),
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

    /// Looks at a game that is over, by its number, or at the record in a file.
    pub(super) fn replay(&mut self, what: &str) -> Granted {
        let chosen = match what.parse::<usize>() {
            Ok(number) => match number.checked_sub(1).and_then(|at| self.over.get(at)) {
                Some(played) => self.keeper.look_at(&played.id),
                None => Err("over tells the numbers of games that are over".into()),
            },
            // The lines that are typed come from standard input.
            Err(_) if matches!(what, "" | "-") => {
                Err("replay wants a number that over tells, or a file".into())
            }
            Err(_) => file::open(what.as_ref()),
        };
        match chosen {
            Ok(chosen) => self.look_at(chosen),
            Err(why) => Granted::Told(why),
        }
    }

    /// Looks at a game.
    pub(super) fn look_at(&mut self, sitting: Sitting<Variant>) -> Granted {
        let moves = sitting.game.moves().len() + sitting.game.undone().len();
        match moves {
            0 => Granted::Told("no move has been made in this game".into()),
            _ => self.go(Next::Replay(Box::new(sitting))),
        }
    }

    /// Lets a game be looked at; whether that was closed, for a place to go or for where one was.
    pub(super) fn watch<L: Iterator<Item = String>, W: Write>(
        &mut self,
        mut sitting: Sitting<Variant>,
        talk: &mut Talk<'_, L, W>,
    ) -> io::Result<bool> {
        let Talk {
            lines,
            out,
            manner,
            searching,
        } = talk;
        let grant = |wish: Wish, sitting: &mut Sitting<Variant>, manner: &mut Manner| match wish {
            Wish::PlayOn => self.play_on(sitting),
            Wish::Export(name) => Granted::Told(exported(sitting, &name)),
            wish => self.serve(wish, manner),
        };
        plain::replay(&mut sitting, lines, out, manner, searching, grant)
    }

    /// Sits down to play on from where a game that is looked at stands, in a game of its own.
    pub(super) fn play_on(&mut self, sitting: &Sitting<Variant>) -> Granted {
        match Sitting::taken_over(&sitting.game) {
            Ok(mut taken) => {
                taken.started = Some(Timestamp::now());
                let kept = Kept::fresh(&taken);
                self.go(Next::sitting((taken, kept)))
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
