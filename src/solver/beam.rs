//! Beam search: at each depth, only the most promising positions are kept.

use std::cmp::Reverse;

use super::budget::BudgetMeter;
use super::knowledge::{MacroMoves, PruningRules, SearchKnowledge};
use super::parent_links::{NO_PARENT, ParentLinks};
use super::search::{BestPosition, ResumableSearch};
use super::state_key::state_key;
use super::transposition_table::TranspositionTable;
use super::verdict::Verdict;
use crate::rules::{Move, PackedTables, Table};

/// A position that may be expanded at the next depth.
struct BeamCandidate {
    score: i32,
    tie_break: u32,
    /// Index of the table of the position it was reached from.
    parent_table: u32,
    /// Parent link of the position it was reached from.
    parent: u32,
    /// Range of the moves from there.
    moves_start: u32,
    moves_end: u32,
    /// Whether all these moves are reversible. If so, it is no dead end, since its parent is none.
    reversible: bool,
}

/// Approximate memory of a candidate in bytes, without its cards.
const CANDIDATE_BYTES: usize = 128;
/// Approximate number of candidates for each position that is kept.
const CANDIDATES_PER_KEPT: usize = 16;

/// Returns the width of the widest beam that fits in memory, given the number of cards of a table.
pub(super) fn max_width(memory: usize, cards: usize) -> usize {
    (memory / 2 / CANDIDATES_PER_KEPT / (CANDIDATE_BYTES + cards)).max(1)
}

/// The candidates of one depth, their moves, and the tables they were reached from.
#[derive(Default)]
struct BeamLevel {
    candidates: Vec<BeamCandidate>,
    moves: Vec<Move>,
    tables: PackedTables,
}

/// Breadth-first search that expands at most `width` positions of each depth. If no position had to be
/// left out, it is exhaustive.
pub(super) struct Beam<'a, R> {
    rules: &'a R,
    pruning: PruningRules,
    width: usize,
    /// Variation of the evaluation.
    variation: u32,
    /// Number of depths that may still be searched.
    depths_left: usize,
    table: Table,
    transpositions: TranspositionTable,
    links: ParentLinks,
    successors: MacroMoves,
    /// Whether no position was left out.
    complete: bool,
    /// The candidates of this depth, the best first.
    level: BeamLevel,
    /// Number of them that were expanded or left out.
    tried: usize,
    /// The candidates of the next depth, in the order they were found, and the tables that were expanded.
    next: BeamLevel,
}

impl<'a, R: SearchKnowledge> Beam<'a, R> {
    /// Creates a search from a table that is not won, with a maximum depth. It uses at most `memory`
    /// bytes.
    pub(super) fn new(
        rules: &'a R,
        table: &Table,
        pruning: PruningRules,
        width: usize,
        variation: u32,
        max_depth: usize,
        memory: usize,
    ) -> Self {
        let mut beam = Beam {
            rules,
            pruning,
            width,
            variation,
            depths_left: max_depth,
            table: table.clone(),
            transpositions: TranspositionTable::new(memory / 4),
            links: ParentLinks::new(memory / 4),
            successors: MacroMoves::default(),
            complete: true,
            level: BeamLevel::default(),
            tried: 0,
            next: BeamLevel::default(),
        };
        beam.transpositions.insert(state_key(rules, table, pruning));
        table.pack(&mut beam.level.tables);
        beam.level.candidates.push(BeamCandidate {
            score: rules.evaluate(table, variation).score,
            tie_break: 0,
            parent_table: 0,
            parent: NO_PARENT,
            moves_start: 0,
            moves_end: 0,
            reversible: true,
        });
        beam
    }

    /// Goes on to the next depth. Returns the verdict if there is none.
    fn descend(&mut self) -> Option<Verdict> {
        std::mem::swap(&mut self.level, &mut self.next);
        self.next.candidates.clear();
        self.next.moves.clear();
        self.next.tables.clear();
        let best_first = |c: &BeamCandidate| (Reverse(c.score), c.tie_break);
        self.level.candidates.sort_unstable_by_key(best_first);
        self.tried = 0;
        self.depths_left -= 1;
        if self.level.candidates.is_empty() && self.complete {
            Some(Verdict::Unwinnable)
        } else if self.level.candidates.is_empty() || self.depths_left == 0 {
            Some(Verdict::Unknown)
        } else {
            None
        }
    }
}

impl<R: SearchKnowledge> ResumableSearch for Beam<'_, R> {
    fn step(&mut self, meter: &mut BudgetMeter) -> Option<Verdict> {
        let is_full = self.next.tables.len() == self.width;
        let candidate = match self.level.candidates.get(self.tried) {
            Some(candidate) if !is_full || self.complete => candidate,
            _ => return self.descend(),
        };
        self.tried += 1;
        let table = &mut self.table;
        let moves = &self.level.moves[candidate.moves_start as usize..candidate.moves_end as usize];
        table.unpack(&self.level.tables, candidate.parent_table as usize);
        moves.iter().for_each(|&mv| self.rules.apply(table, mv));
        // The check is slow, so it is made only for positions about to be expanded, and for the
        // first one that is left out.
        if !candidate.reversible && self.rules.is_dead_end(table, self.pruning) {
            return None;
        }
        match self.rules.decide(table, self.pruning) {
            Verdict::Winnable(line) => {
                let path = self.links.line_to(candidate.parent);
                return Some(Verdict::Winnable([&path, moves, &line].concat()));
            }
            Verdict::Unwinnable => return None,
            Verdict::Unknown => {}
        }
        if is_full {
            self.complete = false;
            return None;
        }
        if self.links.is_full() {
            return Some(Verdict::Unknown);
        }
        let link = self.links.add(candidate.parent, moves);
        self.links.rate(link, candidate.score);
        let table_index = self.next.tables.len() as u32;
        table.pack(&mut self.next.tables);
        let checkpoint = table.checkpoint();
        self.successors.truncate(0);
        self.rules
            .successors(table, self.pruning, &mut self.successors);
        for n in 0..self.successors.len() {
            let moves = self.successors.get(n);
            let mut reversible = true;
            for &mv in moves {
                if !meter.try_count() {
                    return Some(Verdict::Unknown);
                }
                reversible &= self.rules.is_reversible(table, mv);
                self.rules.apply(table, mv);
            }
            if self.rules.is_won(table) {
                let mut line = self.links.line_to(link);
                line.extend(moves);
                return Some(Verdict::Winnable(line));
            }
            let key = state_key(self.rules, table, self.pruning);
            if self.transpositions.insert(key) {
                let start = self.next.moves.len() as u32;
                self.next.moves.extend(moves);
                self.next.candidates.push(BeamCandidate {
                    score: self.rules.evaluate(table, self.variation).score,
                    tie_break: key as u32,
                    parent_table: table_index,
                    parent: link,
                    moves_start: start,
                    moves_end: self.next.moves.len() as u32,
                    reversible,
                });
            }
            table.rollback(checkpoint);
        }
        None
    }

    fn best_position(&self) -> Option<BestPosition> {
        self.links.best_position()
    }
}
