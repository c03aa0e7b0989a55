//! What is proven of the game that is played by typed lines.

use std::time::Duration;

use super::searching::{Purpose, Searching};
use crate::game::Game;
use crate::rules::{Move, Rules};
use crate::solver::{Answer, Budget, Cancel, GLANCE, LOOK, LOOKS, Proofs, VERDICT_TIMES, solve};
use crate::words::{self, Names};

/// What is known of a game.
pub(super) struct Study {
    proofs: Proofs,
    /// Whether the player has asked for a verdict: until then no hint gives away a line.
    pub(super) asked: bool,
    /// Whether the game leaves no choice, so that a verdict would tell its end.
    fated: bool,
    /// Whether it is known to the player that the present position is lost.
    told_lost: bool,
}

impl Study {
    /// What is known of a game before any search.
    pub(super) fn new<R: Rules>(game: &Game<R>) -> Study {
        let mut proofs = Proofs::default();
        proofs.follow(game);
        Study {
            proofs,
            asked: false,
            fated: game.rules().outcome(game.deck()).is_some(),
            told_lost: false,
        }
    }

    /// Goes where the game is now.
    pub(super) fn follow<R: Rules>(&mut self, game: &Game<R>) {
        self.proofs.follow(game);
        self.told_lost &= self.proofs.is_lost();
    }

    /// How long the search for a verdict may take, where there is one to be made.
    pub(super) fn time_of_verdict<R: Rules>(&self, game: &Game<R>) -> Option<Duration> {
        self.proofs.time_of_verdict(game.moves().len())
    }

    /// After how many moves the last position lies that is known to have a win, where none is left;
    /// else why that is not told.
    pub(super) fn way_back(&self) -> Result<usize, &'static str> {
        match self.proofs.last_winnable() {
            _ if !self.proofs.is_lost() => Err("a win may still be left from here"),
            Some(at) => Ok(at),
            None => Err("no position before this one is known to have a win"),
        }
    }

    /// Searches from the position after so many moves, and learns what is found; whether nobody
    /// stopped it.
    pub(super) fn search<R: Rules>(
        &mut self,
        game: &Game<R>,
        at: usize,
        budget: &Budget,
        (purpose, searching): (Purpose, &Searching),
        progress: &mut dyn FnMut(u64),
    ) -> bool {
        let mut there = game.clone();
        there.seek(at);
        let (rules, table) = (there.rules(), there.table());
        let search = |cancel: &Cancel| solve(rules, table, budget, cancel, progress);
        let (answer, stopped) = searching.search(purpose, search);
        if let Some(Answer { verdict, .. }) = answer {
            let time = budget.longest();
            self.proofs.learn(rules, table, at, &verdict, time);
        }
        !stopped
    }

    /// Looks, unasked, whether a win is left; whether none is, which the player was not told yet.
    pub(super) fn watch<R: Rules>(&mut self, game: &Game<R>, searching: &Searching) -> bool {
        let here = game.moves().len();
        if self.fated {
            return false;
        }
        if self.proofs.is_open(here, GLANCE.longest()) {
            let watch = (Purpose::Watch, searching);
            self.search(game, here, &GLANCE, watch, &mut |_| {});
        }
        !std::mem::replace(&mut self.told_lost, self.proofs.is_lost()) && self.told_lost
    }

    /// Whether looking back at a game that is over could find out more of how it was lost.
    pub(super) fn can_look_back<R: Rules>(&self, game: &Game<R>, budget: &Budget) -> bool {
        let last = game.moves().len();
        self.proofs.next_look(last, budget.longest()).is_some()
    }

    /// Looks back at a game that is over, a position after the other, for as long as it takes or
    /// until it is stopped; whether it was not.
    pub(super) fn look_back<R: Rules>(
        &mut self,
        game: &Game<R>,
        budget: &Budget,
        (purpose, searching): (Purpose, &Searching),
        progress: &mut dyn FnMut(usize, u64),
    ) -> bool {
        let last = game.moves().len();
        for _ in 0..LOOKS {
            let Some(at) = self.proofs.next_look(last, budget.longest()) else {
                break;
            };
            let mut progress = |positions| progress(at, positions);
            if !self.search(game, at, budget, (purpose, searching), &mut progress) {
                return false;
            }
        }
        true
    }

    /// What looking back unasked is for: where the game leaves no choice there is nothing to wait
    /// for, so that no line stops it.
    pub(super) fn purpose_of_look(&self) -> Purpose {
        match self.fated {
            true => Purpose::Answer,
            false => Purpose::LookBack,
        }
    }

    /// Whether more is known of how a game was lost than that it was.
    pub(super) fn has_insight<R: Rules>(&self, game: &Game<R>) -> bool {
        let last = game.moves().len();
        self.proofs.last_winnable().is_some()
            || self.proofs.first_lost().is_some_and(|lost| lost < last)
    }

    /// How long the searches that look back may take in all.
    pub(super) fn longest_look(budget: &Budget) -> Duration {
        budget.longest().saturating_mul(LOOKS as u32)
    }

    /// What the player may look back with, who did not ask for it or did.
    pub(super) fn look(asked: bool) -> Budget {
        match asked {
            true => Budget::of_a_verdict(VERDICT_TIMES[0]),
            false => LOOK,
        }
    }

    /// What can be told of how a game went that is over.
    pub(super) fn hindsight<R: Rules>(&self, game: &Game<R>) -> String {
        let (winnable, lost) = (self.proofs.last_winnable(), self.proofs.first_lost());
        words::hindsight(game, winnable, lost)
    }

    /// Whether the present position is known to be lost.
    pub(super) fn is_lost(&self) -> bool {
        self.proofs.is_lost()
    }

    /// A line that wins from here, where one is known.
    pub(super) fn line(&self) -> Option<&[Move]> {
        self.proofs.line()
    }

    /// The next move of such a line, where the player has asked for a verdict.
    pub(super) fn proven(&self) -> Option<Move> {
        let line = self.proofs.line().filter(|_| self.asked);
        line.and_then(<[Move]>::first).copied()
    }

    /// The first moves of a line that wins, at most so many, a move a line of text; and how many
    /// they are.
    pub(super) fn way<R: Rules>(
        &self,
        game: &Game<R>,
        names: Names,
        most: usize,
    ) -> Option<(String, usize)> {
        let line = self.proofs.line()?;
        let mut table = game.table().clone();
        let mut told = Vec::new();
        for (n, &mv) in (1..=most).zip(line) {
            told.push(format!("{n}. {}", words::proposal(&table, mv, names)));
            game.rules().apply(&mut table, mv);
        }
        Some((told.join("\n"), told.len()))
    }

    /// Notes that the first moves of the line from here were shown; returns how many of them had not
    /// been before.
    pub(super) fn show<R: Rules>(&mut self, game: &Game<R>, moves: usize) -> usize {
        self.proofs.show(game, moves)
    }
}
