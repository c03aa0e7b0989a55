//! The search for a hint that keeps the win.

use std::sync::Arc;

use super::search::{Found, fair_player, shortened};
use crate::game::Game;
use crate::hint::hints;
use crate::player::Advice;
use crate::proofs::Proofs;
use crate::rules::Move;
use crate::solver::{Budget, CancelToken, Verdict};

/// A search checks with this share of its positions whether one sequence of moves keeps the win.
const CHECK_SHARE: u64 = 4;

/// Asks the fair player for moves, and the solver, which knows all cards, which of them keep the win.
pub(super) struct HintSearch<'a> {
    game: &'a Game,
    proofs: Arc<Proofs>,
    budget: Budget,
    cancel: &'a CancelToken,
}

impl<'a> HintSearch<'a> {
    /// Prepares a search that begins with what is proven about the game. The budget is that of the fair
    /// player and, if no winning line is known, of the search for one.
    pub(super) fn new(
        game: &'a Game,
        proofs: &Arc<Proofs>,
        budget: Budget,
        cancel: &'a CancelToken,
    ) -> HintSearch<'a> {
        HintSearch {
            game,
            proofs: Arc::clone(proofs),
            budget,
            cancel,
        }
    }

    /// Searches for a winning line with a budget of its own, if one is given, and for the moves to
    /// name. Reports them once the first is known, and again when those that a player may ask for next
    /// are checked.
    pub(super) fn run(mut self, line_budget: Option<Budget>, report: &mut dyn FnMut(Found)) {
        if let Some(budget) = line_budget {
            self.find_line(&budget);
        }
        let max_positions = self.budget.positions.unwrap_or(u64::MAX);
        let advice = fair_player(self.game, max_positions).decide(self.cancel);
        let advice = shortened(self.game, advice, self.cancel);
        let next_best = advice.next_best.iter().map(|(moves, _)| moves);
        for plan in std::iter::once(&advice.moves).chain(next_best) {
            if self.check(plan) == Verdict::Winnable(()) {
                break;
            }
        }
        self.report(&advice, false, report);
        if let Some((plan, _)) = &advice.next_best {
            self.check(plan);
        }
        let game = self.game;
        for hint in hints(&**game.rules(), game.table()) {
            self.check(&hint.moves);
        }
        self.report(&advice, true, report);
    }

    fn report(&self, advice: &Advice, is_complete: bool, report: &mut dyn FnMut(Found)) {
        if !self.cancel.is_canceled() {
            report(Found::Hint {
                advice: advice.clone(),
                proofs: Arc::clone(&self.proofs),
                is_complete,
            });
        }
    }

    fn find_line(&mut self, budget: &Budget) {
        let (rules, table) = (self.game.rules(), self.game.table());
        let result = rules.solve(table, budget, self.cancel, &mut |_| {});
        if !self.cancel.is_canceled() {
            let proofs = Arc::make_mut(&mut self.proofs);
            proofs.record_search(self.game, &result.verdict, budget);
        }
    }

    /// Finds out whether the position after some moves can be won, unless the game is lost already. A win
    /// by way of a position that the game has been in counts as unknown: no hint leads back.
    fn check(&mut self, moves: &[Move]) -> Verdict<()> {
        if moves.is_empty() || self.proofs.is_lost() || self.cancel.is_canceled() {
            return Verdict::Unknown;
        }
        let known = self.proofs.verdict_after(self.game, moves);
        if known != Verdict::Unknown {
            return known;
        }
        let budget = Budget {
            positions: self.budget.positions.map(|most| most / CHECK_SHARE),
            ..self.budget
        };
        let rules = self.game.rules();
        let table = rules.table_after(self.game.table(), moves);
        let proofs = Arc::make_mut(&mut self.proofs);
        match rules.probe(&table, &budget, self.cancel).verdict {
            Verdict::Winnable(line) => {
                let line = rules.shorten(&table, line, &budget, self.cancel);
                let line = [moves, &line].concat();
                if proofs.leads_back(self.game, &line) {
                    return Verdict::Unknown;
                }
                proofs.record_other_line(self.game, &line);
                Verdict::Winnable(())
            }
            Verdict::Unwinnable => {
                proofs.record_loss_after(self.game, moves);
                Verdict::Unwinnable
            }
            Verdict::Unknown => Verdict::Unknown,
        }
    }
}
