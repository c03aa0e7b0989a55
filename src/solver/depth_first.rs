//! The search that misses nothing: depth first, each position once.

use super::SearchOutcome;
use super::budget::BudgetMeter;
use super::knowledge::{MacroMoves, PruningRules, SearchKnowledge};
use super::state_key::state_key;
use super::transposition_table::TranspositionTable;
use crate::rules::{Checkpoint, Move, Table};

/// A depth-first search that can be stopped and gone on with.
///
/// Every position met has each of its courses tried, and a position is left out only where it was
/// met before. So when nothing is left to try, every position that can be reached was met.
pub(super) struct DepthFirstSearch<'a, R> {
    rules: &'a R,
    pruning_rules: PruningRules,
    table: Table,
    transpositions: TranspositionTable,
    successors: MacroMoves,
    path: Vec<SearchFrame>,
    max_depth: usize,
    complete: bool,
}

/// A position on the path: the moment it was reached, its courses not yet tried.
struct SearchFrame {
    checkpoint: Checkpoint,
    first_successor: usize,
    next_successor: usize,
}

/// About what a position on the path takes, in bytes, with its courses and steps.
const FRAME_BYTES: usize = 256;

impl<'a, R: SearchKnowledge> DepthFirstSearch<'a, R> {
    /// A search from a table, in so many bytes.
    pub(super) fn new(rules: &'a R, table: &Table, known: PruningRules, memory: usize) -> Self {
        let mut search = DepthFirstSearch {
            rules,
            pruning_rules: known,
            table: table.clone(),
            transpositions: TranspositionTable::new(memory / 8 * 7),
            successors: MacroMoves::default(),
            path: Vec::new(),
            max_depth: memory / 8 / FRAME_BYTES,
            complete: true,
        };
        search.transpositions.insert(state_key(rules, table, known));
        if !rules.is_dead_end(table, known) {
            search.push_frame();
        }
        search
    }

    /// Searches until something is found or so many positions were met in all.
    pub(super) fn run(&mut self, meter: &mut BudgetMeter, until: u64) -> SearchOutcome {
        while let Some(frame) = self.path.last_mut() {
            if meter.positions() >= until {
                return SearchOutcome::Inconclusive;
            }
            self.table.rollback(frame.checkpoint);
            if frame.next_successor == self.successors.len() {
                self.successors.truncate(frame.first_successor);
                self.path.pop();
                continue;
            }
            let course = frame.next_successor;
            frame.next_successor += 1;
            let mut as_much = true;
            for at in 0..self.successors.get(course).len() {
                if !meter.try_expand() {
                    // The course is tried anew if the search goes on.
                    frame.next_successor -= 1;
                    return SearchOutcome::Inconclusive;
                }
                let mv = self.successors.get(course)[at];
                as_much &= self.rules.is_reversible(&self.table, mv);
                self.rules.apply(&mut self.table, mv);
            }
            if self.rules.is_won(&self.table) {
                return SearchOutcome::Win(self.path_moves());
            }
            if self
                .transpositions
                .insert(state_key(self.rules, &self.table, self.pruning_rules))
                && (as_much || !self.rules.is_dead_end(&self.table, self.pruning_rules))
            {
                self.push_frame();
            }
        }
        if self.complete {
            SearchOutcome::NoWin
        } else {
            SearchOutcome::Inconclusive
        }
    }

    /// Takes the present position on the path.
    fn push_frame(&mut self) {
        if self.path.len() >= self.max_depth {
            self.complete = false;
            return;
        }
        let first = self.successors.len();
        self.rules
            .successors(&self.table, self.pruning_rules, &mut self.successors);
        self.path.push(SearchFrame {
            checkpoint: self.table.checkpoint(),
            first_successor: first,
            next_successor: first,
        });
    }

    /// The moves that lead to the present position.
    fn path_moves(&self) -> Vec<Move> {
        let tried = self.path.iter().map(|frame| frame.next_successor - 1);
        tried
            .flat_map(|n| self.successors.get(n))
            .copied()
            .collect()
    }
}
