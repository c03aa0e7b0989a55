//! The solver by typed lines: verdicts, proven hints, and the way.

use std::time::Duration;

use super::Searching;
use crate::game::Game;
use crate::rules::{Move, Rules};
use crate::solver::{Budget, Proofs, VERDICT_MEMORY, solve};
use crate::words::{self, Names, counted};

/// What is known of a game, once a verdict was asked for.
#[derive(Default)]
pub(super) struct Study {
    proofs: Proofs,
    asked: bool,
}

/// How long one of the searches after the end takes at most, how many there are, and the memory
/// each may use.
const LOOK: Duration = Duration::from_secs(2);
const LOOKS: usize = 4;
const LOOK_MEMORY: usize = 64 << 20;

/// What is said before them.
pub(super) const LOOKING_BACK: &str = "Looking back, for 8 seconds at most.";

impl Study {
    /// How long the search for a verdict may take, where there is one to be made.
    pub(super) fn time<R: Rules>(&mut self, game: &Game<R>) -> Option<Duration> {
        self.proofs.follow(game);
        self.proofs.time_of_verdict(game.moves().len())
    }

    /// After how many moves the last position lies that is known to have a win, where none is left;
    /// else why that is not told.
    pub(super) fn way_back<R: Rules>(&mut self, game: &Game<R>) -> Result<usize, &'static str> {
        self.proofs.follow(game);
        match self.proofs.last_winnable() {
            _ if !self.proofs.is_lost() => Err("a win may still be left from here"),
            Some(at) => Ok(at),
            None => Err("no position before this one is known to have a win"),
        }
    }

    /// Whether the game can be won from where it stands; searches where that is not known yet.
    pub(super) fn verdict<R: Rules>(&mut self, game: &Game<R>, searching: &Searching) -> String {
        self.asked = true;
        self.proofs.follow(game);
        let here = game.moves().len();
        if let Some(time) = self.proofs.time_of_verdict(here) {
            let budget = Budget {
                positions: None,
                time: Some(time),
                memory: VERDICT_MEMORY,
            };
            let (rules, table) = (game.rules(), game.table());
            let cancel = searching.begin();
            let answer = solve(rules, table, &budget, &cancel, &mut |_| {});
            searching.done();
            if cancel.is_cancelled() {
                return "the search was stopped".into();
            }
            self.proofs.learn(rules, table, here, &answer.verdict, time);
        }
        let longest = self.proofs.time_of_verdict(here).is_none();
        match self.proofs.line() {
            Some(line) => {
                let moves = counted(line.len(), "move");
                format!(
                    "it can be won from here, in {moves} at most: show tells the next, show all every one"
                )
            }
            None if self.proofs.is_lost() => self.lost(here),
            None if longest => {
                "whether it can be won is not known, after the longest search".into()
            }
            None => "whether it can be won is not known; verdict searches longer".into(),
        }
    }

    fn lost(&self, here: usize) -> String {
        match self.proofs.last_winnable() {
            Some(at) => format!(
                "no win is left from here; there was one after {}, {} ago; back goes there",
                counted(at, "move"),
                counted(here - at, "move")
            ),
            None => "no win is left from here".into(),
        }
    }

    /// Notes that the first moves of the line from here were shown; returns how many of them had not
    /// been before.
    pub(super) fn show<R: Rules>(&mut self, game: &Game<R>, moves: usize) -> usize {
        self.proofs.follow(game);
        self.proofs.show(game, moves)
    }

    /// Whether a verdict was asked for.
    pub(super) fn was_asked(&self) -> bool {
        self.asked
    }

    /// How a game went that is over; searches where that is not known yet.
    pub(super) fn look_back<R: Rules>(&mut self, game: &Game<R>, searching: &Searching) -> String {
        self.proofs.follow(game);
        let last = game.moves().len();
        for _ in 0..LOOKS {
            let Some(at) = self.proofs.next_look(last, LOOK) else {
                break;
            };
            let mut there = game.clone();
            there.seek(at);
            let budget = Budget {
                positions: None,
                time: Some(LOOK),
                memory: LOOK_MEMORY,
            };
            let (rules, table) = (there.rules(), there.table());
            let cancel = searching.begin();
            let answer = solve(rules, table, &budget, &cancel, &mut |_| {});
            searching.done();
            if cancel.is_cancelled() {
                break;
            }
            self.proofs.learn(rules, table, at, &answer.verdict, LOOK);
        }
        let (winnable, lost) = (self.proofs.last_winnable(), self.proofs.first_lost());
        words::hindsight(game, winnable, lost)
    }

    /// The next move of a line that wins, where the player has asked for a verdict.
    pub(super) fn next<R: Rules>(&mut self, game: &Game<R>) -> Option<Move> {
        self.proofs.follow(game);
        let line = self.proofs.line().filter(|_| self.asked);
        line.and_then(<[Move]>::first).copied()
    }

    /// The first moves of a line that wins, at most so many, a move a line of text; and how many
    /// they are.
    pub(super) fn way<R: Rules>(
        &mut self,
        game: &Game<R>,
        names: Names,
        most: usize,
    ) -> Option<(String, usize)> {
        self.proofs.follow(game);
        let line = self.proofs.line()?;
        let mut table = game.table().clone();
        let mut told = Vec::new();
        for (n, &mv) in (1..=most).zip(line) {
            told.push(format!("{n}. {}", words::proposal(&table, mv, names)));
            game.rules().apply(&mut table, mv);
        }
        Some((told.join("\n"), told.len()))
    }
}
