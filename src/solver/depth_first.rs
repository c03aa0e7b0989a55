//! Exhaustive depth-first search.

use super::budget::BudgetMeter;
use super::knowledge::{MacroMoves, PruningRules, SearchKnowledge};
use super::search::{BestPosition, ResumableSearch};
use super::state_key::state_key;
use super::transposition_table::TranspositionTable;
use super::verdict::Verdict;
use crate::rules::{Checkpoint, Move, Table};

/// Exhaustive depth-first search. Finishing it without having reached the maximum depth proves that
/// there is no win.
///
/// All successors of every position are tried, and a position is skipped only if it was met before,
/// is a dead end, or lies too deep. So if none was too deep and nothing is left to try, every reachable
/// position that could matter has been searched.
pub(super) struct DepthFirst<'a, R> {
    rules: &'a R,
    pruning: PruningRules,
    table: Table,
    transpositions: TranspositionTable,
    successors: MacroMoves,
    path: Vec<StackEntry>,
    max_depth: usize,
    /// Whether a position was skipped because it lies too deep.
    depth_limit_reached: bool,
}

/// A position on the current path, with the successors that have not been tried yet.
struct StackEntry {
    checkpoint: Checkpoint,
    first_successor: usize,
    next_successor: usize,
}

/// Approximate memory of a position on the path in bytes, with its successors and changes.
const ENTRY_BYTES: usize = 256;

impl<'a, R: SearchKnowledge> DepthFirst<'a, R> {
    /// Creates a search from a table that is not won. It uses at most `memory` bytes.
    pub(super) fn new(rules: &'a R, table: &Table, pruning: PruningRules, memory: usize) -> Self {
        let mut search = DepthFirst {
            rules,
            pruning,
            table: table.clone(),
            transpositions: TranspositionTable::new(memory / 8 * 7),
            successors: MacroMoves::default(),
            path: Vec::new(),
            max_depth: memory / 8 / ENTRY_BYTES,
            depth_limit_reached: false,
        };
        search
            .transpositions
            .insert(state_key(rules, table, pruning));
        if !rules.is_dead_end(table, pruning) {
            search.push_entry();
        }
        search
    }

    /// Adds the current position to the path, or notes that the path is too long.
    fn push_entry(&mut self) {
        if self.path.len() >= self.max_depth {
            self.depth_limit_reached = true;
            return;
        }
        let first = self.successors.len();
        self.rules
            .successors(&self.table, self.pruning, &mut self.successors);
        self.path.push(StackEntry {
            checkpoint: self.table.checkpoint(),
            first_successor: first,
            next_successor: first,
        });
    }

    /// Returns the moves that lead to the current position.
    fn path_moves(&self) -> Vec<Move> {
        let tried = self.path.iter().map(|entry| entry.next_successor - 1);
        tried
            .flat_map(|n| self.successors.get(n))
            .copied()
            .collect()
    }
}

impl<R: SearchKnowledge> ResumableSearch for DepthFirst<'_, R> {
    #[inline]
    fn step(&mut self, meter: &mut BudgetMeter) -> Option<Verdict> {
        let Some(entry) = self.path.last_mut() else {
            return Some(if self.depth_limit_reached {
                Verdict::Unknown
            } else {
                Verdict::Unwinnable
            });
        };
        self.table.rollback(entry.checkpoint);
        if entry.next_successor == self.successors.len() {
            self.successors.truncate(entry.first_successor);
            self.path.pop();
            return None;
        }
        let successor = entry.next_successor;
        entry.next_successor += 1;
        let mut reversible = true;
        for n in 0..self.successors.get(successor).len() {
            if !meter.try_count() {
                return Some(Verdict::Unknown);
            }
            let mv = self.successors.get(successor)[n];
            reversible &= self.rules.is_reversible(&self.table, mv);
            self.rules.apply(&mut self.table, mv);
        }
        if self.rules.is_won(&self.table) {
            return Some(Verdict::Winnable(self.path_moves()));
        }
        // The position before was no dead end, and reversible moves lead to none.
        if self
            .transpositions
            .insert(state_key(self.rules, &self.table, self.pruning))
            && (reversible || !self.rules.is_dead_end(&self.table, self.pruning))
        {
            match self.rules.decide(&self.table, self.pruning) {
                Verdict::Winnable(line) => {
                    return Some(Verdict::Winnable([self.path_moves(), line].concat()));
                }
                Verdict::Unwinnable => {}
                Verdict::Unknown => self.push_entry(),
            }
        }
        None
    }

    fn best_position(&self) -> Option<BestPosition> {
        None
    }
}
