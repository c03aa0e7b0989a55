//! What a search may know about a game beyond its rules.
//!
//! A search needs nothing but [`Rules`]: every method of [`SearchKnowledge`] has a default. A game
//! that overrides them is searched faster, with the same verdicts. Every shortcut is named by a
//! [`PruningRule`] and can be switched off, so that tests can compare each of them with a search
//! that uses none. Each game has one file here.

mod evaluation;
mod macro_moves;
mod moosehide;
mod moving_left;
mod one_handed;
mod oscillation;
mod pruning;
mod relaxation;
mod sliding;
mod warfield;
mod yakutat_bay;

pub use evaluation::{Evaluation, RemainingWork};
pub use macro_moves::MacroMoves;
pub use pruning::{KeyPart, PruningRule, PruningRules};

use crate::policy_knowledge::PolicyKnowledge;
use crate::rules::{Move, MoveList, PileId, Rules, Table};
use crate::solver::Verdict;

/// A game that can be searched.
///
/// The defaults make every method optional: without any override a search compares positions card
/// by card and tries every legal move.
pub trait SearchKnowledge: Rules {
    /// Calls `visit` with the part of each pile that distinguishes this position from others.
    ///
    /// A pile that is not visited does not count, as with [`KeyPart::Ignored`]. Two positions with
    /// the same parts must allow the same moves, up to the shortcuts in `pruning`.
    fn visit_key_parts(
        &self,
        table: &Table,
        _pruning: PruningRules,
        visit: &mut impl FnMut(PileId, KeyPart),
    ) where
        Self: Sized,
    {
        for pile in table.pile_ids().iter() {
            visit(pile, KeyPart::Exact);
        }
    }

    /// Adds the sequences of legal moves worth trying from a position, the most promising first.
    ///
    /// A position that is not yet won and can be won must remain winnable after at least one of
    /// them.
    fn successors(&self, table: &Table, _pruning: PruningRules, successors: &mut MacroMoves) {
        let moves = self.move_list(table);
        successors.extend_foundation_first(&moves);
    }

    /// Evaluates a position. The beam searches prefer the better ones. A game that counts the work that
    /// remains is searched by layered beams.
    ///
    /// Each `variation` may weigh the score differently, so that a search that failed can be
    /// repeated along another path.
    fn evaluate(&self, table: &Table, _variation: u32) -> Evaluation {
        Evaluation::from_score(table.cards_on_foundations() as i32)
    }

    /// Evaluates a position as the look-ahead player does. Deals are graded by the games of this player,
    /// which stay the same when the evaluation of the searches is tuned.
    fn evaluate_for_lookahead(&self, table: &Table) -> Evaluation {
        self.evaluate(table, 0)
    }

    /// Returns the work that remains, in a game that counts it.
    fn remaining_work(&self, table: &Table) -> Option<RemainingWork> {
        self.evaluate(table, 0).work
    }

    /// Whether a legal move can be undone by legal moves, so that everything that was possible
    /// before it is still possible after it. `false` in case of doubt.
    fn is_reversible(&self, _table: &Table, _mv: Move) -> bool {
        false
    }

    /// Removes the reversible moves after which no irreversible move is possible that was not possible
    /// before, as far as that is known. A layered beam leaves them out, which proves no loss anyway.
    fn drop_idle_moves(&self, _table: &Table, _moves: &mut MoveList) {}

    /// Whether the position is proven to be lost. `false` in case of doubt.
    fn is_dead_end(&self, _table: &Table, _pruning: PruningRules) -> bool {
        false
    }

    /// Decides a position without a search, as far as the game knows how. A winning line is replayed before
    /// it is believed. Asked about every position that a search reaches, except by a layered beam.
    fn decide(&self, _table: &Table, _pruning: PruningRules) -> Verdict {
        Verdict::Unknown
    }

    /// Whether the moves that look best by [`evaluate`](SearchKnowledge::evaluate) are better than those
    /// that a comparison on random deals finds, unless it finds a clear difference.
    fn is_evaluation_preferred(&self) -> bool {
        false
    }

    /// Returns how the game is judged by what can be seen, if the fair player chooses its moves by
    /// rollouts. Otherwise the solver plays its sample deals.
    fn policy_knowledge(&self) -> Option<&dyn PolicyKnowledge> {
        None
    }
}
