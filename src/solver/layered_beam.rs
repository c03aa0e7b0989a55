//! Layered beam search: among positions with the same amount of remaining work, only the most
//! promising are kept.
//!
//! In a game that counts it, reversible moves leave the remaining work as it is, and
//! only the few irreversible moves matter. So the search compares only positions that irreversible
//! moves lead to, not those that differ by moving a run back and forth. It proves no loss, since it tries
//! each irreversible move from one arrangement of the face-up cards only.

use std::collections::{BinaryHeap, HashSet};
use std::ops::Range;

use super::budget::BudgetMeter;
use super::knowledge::{Evaluation, PruningRules, RemainingWork, SearchKnowledge};
use super::parent_links::{NO_PARENT, ParentLinks};
use super::search::{BestPosition, ResumableSearch};
use super::state_key::state_key;
use super::transposition_table::TranspositionTable;
use super::verdict::Verdict;
use crate::rules::{Move, PackedTables, Table};

/// Maximum number of positions that are expanded together: a candidate, and positions that
/// reversible moves lead to from there.
const MAX_REVERSIBLE_POSITIONS: usize = 20;

/// Candidates with the same amount of remaining work.
#[derive(Default)]
struct Layer {
    candidates: BinaryHeap<LayerCandidate>,
    tables: PackedTables,
    moves: Vec<Move>,
}

/// A position that may be expanded. The most promising one is the greatest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct LayerCandidate {
    score: i32,
    tie_break: u32,
    signature: u64,
    table_index: u32,
    parent: u32,
    move_bounds: (u32, u32),
}

impl LayerCandidate {
    fn move_range(&self) -> Range<usize> {
        self.move_bounds.0 as usize..self.move_bounds.1 as usize
    }
}

impl Layer {
    fn add(
        &mut self,
        table: &Table,
        parent: u32,
        moves: &[Move],
        score: i32,
        signature: u64,
        tie_break: u32,
    ) {
        let start = self.moves.len() as u32;
        self.moves.extend(moves);
        self.candidates.push(LayerCandidate {
            score,
            tie_break,
            signature,
            table_index: self.tables.len() as u32,
            parent,
            move_bounds: (start, self.moves.len() as u32),
        });
        table.pack(&mut self.tables);
    }

    /// Keeps only the `width` most promising candidates, one for each signature.
    fn prune(&mut self, width: usize) {
        let old = std::mem::take(self);
        let mut signatures = HashSet::new();
        let best_first = old.candidates.into_sorted_vec().into_iter().rev();
        let kept = best_first.filter(|candidate| signatures.insert(candidate.signature));
        for candidate in kept.take(width) {
            let start = self.moves.len() as u32;
            self.moves.extend(&old.moves[candidate.move_range()]);
            self.candidates.push(LayerCandidate {
                table_index: self.tables.len() as u32,
                move_bounds: (start, self.moves.len() as u32),
                ..candidate
            });
            self.tables
                .copy_from(&old.tables, candidate.table_index as usize);
        }
    }
}

/// Approximate memory of a candidate in bytes, without its cards.
const CANDIDATE_BYTES: usize = 96;
/// Approximate number of candidates at a time for each one that is kept in a layer.
const CANDIDATES_PER_KEPT: usize = 32;

/// Returns the width of the widest search that fits in memory, given the number of cards of a
/// table.
pub(super) fn max_width(memory: usize, cards: usize) -> usize {
    (memory / 2 / CANDIDATES_PER_KEPT / (CANDIDATE_BYTES + cards)).max(1)
}

/// Beam search layer by layer, from the most remaining work to none, which expands at most `width`
/// positions of each layer.
pub(super) struct LayeredBeam<'a, R> {
    rules: &'a R,
    pruning: PruningRules,
    width: usize,
    /// Searches with different variations take different paths.
    variation: u32,
    table: Table,
    transpositions: TranspositionTable,
    links: ParentLinks,
    /// The layers with this work or less. The last one is being expanded.
    layers: Vec<Layer>,
    /// Signatures of the positions that were expanded in this layer.
    signatures: HashSet<u64>,
    /// Positions that reversible moves lead to from the one that is being expanded.
    nearby: PackedTables,
    nearby_links: ParentLinks,
    /// Irreversible moves that were made from one of these positions.
    tried: HashSet<Move>,
    steps: Vec<Move>,
}

impl<'a, R: SearchKnowledge> LayeredBeam<'a, R> {
    /// Creates a search from a table that is not won. It uses at most `memory` bytes.
    pub(super) fn new(
        rules: &'a R,
        table: &Table,
        pruning: PruningRules,
        width: usize,
        variation: u32,
        memory: usize,
    ) -> Self {
        let Evaluation { work, score } = rules.evaluate(table, variation);
        let mut layers = Vec::new();
        if let Some(work) = work {
            layers.resize_with(work.amount as usize, Layer::default);
            let mut layer = Layer::default();
            layer.add(table, NO_PARENT, &[], score, work.signature, 0);
            layers.push(layer);
        }
        let mut transpositions = TranspositionTable::new(memory / 4);
        transpositions.insert(state_key(rules, table, pruning));
        LayeredBeam {
            rules,
            pruning,
            width,
            variation,
            table: table.clone(),
            transpositions,
            links: ParentLinks::new(memory / 4),
            layers,
            signatures: HashSet::new(),
            nearby: PackedTables::default(),
            nearby_links: ParentLinks::new(memory / 4),
            tried: HashSet::new(),
            steps: Vec::new(),
        }
    }

    /// Expands a position of the last layer, with positions that reversible moves lead to.
    ///
    /// An irreversible move is made from the first of them that allows it. The others differ from that one
    /// by reversible moves, most of which are still possible afterwards.
    fn expand(
        &mut self,
        candidate: &LayerCandidate,
        link: u32,
        meter: &mut BudgetMeter,
    ) -> Option<Verdict> {
        let (rules, remaining) = (self.rules, self.layers.len() - 1);
        self.nearby_links.clear();
        self.nearby_links.add(NO_PARENT, &[]);
        self.nearby.clear();
        self.tried.clear();
        self.nearby.copy_from(
            &self.layers[remaining].tables,
            candidate.table_index as usize,
        );
        let mut index = 0;
        while index < self.nearby.len() {
            self.table.unpack(&self.nearby, index);
            let mut moves = rules.move_list(&self.table);
            if remaining > 0 {
                rules.drop_idle_moves(&self.table, &mut moves);
            }
            for mv in moves {
                let is_reversible = rules.is_reversible(&self.table, mv);
                let is_worth_trying = if is_reversible {
                    self.nearby.len() < MAX_REVERSIBLE_POSITIONS
                } else {
                    self.tried.insert(mv)
                };
                if !is_worth_trying {
                    continue;
                }
                let checkpoint = self.table.checkpoint();
                if !self.play(mv, is_reversible, meter) {
                    return Some(Verdict::Unknown);
                }
                if rules.is_won(&self.table) {
                    let mut line = self.links.line_to(link);
                    line.extend(self.nearby_links.line_to(index as u32));
                    line.extend(&self.steps);
                    return Some(Verdict::Winnable(line));
                }
                let key = state_key(rules, &self.table, self.pruning);
                if !self.transpositions.insert(key) {
                    // The position was met before.
                } else if is_reversible {
                    self.nearby_links.add(index as u32, &self.steps);
                    self.table.pack(&mut self.nearby);
                } else if !rules.is_dead_end(&self.table, self.pruning) {
                    self.add_candidate(key, link, index as u32);
                }
                self.table.rollback(checkpoint);
            }
            index += 1;
        }
        None
    }

    /// Makes a move, and after an irreversible one all reversible moves to foundations, or all moves to
    /// foundations if no work remains. Stores them as the steps. Returns `false` if the meter stops the
    /// search.
    fn play(&mut self, mv: Move, is_reversible: bool, meter: &mut BudgetMeter) -> bool {
        self.steps.clear();
        if !self.make(mv, meter) {
            return false;
        }
        if is_reversible {
            return true;
        }
        let work = self.rules.remaining_work(&self.table);
        let is_finished = work.is_some_and(|work| work.amount == 0);
        loop {
            let moves = self.rules.move_list(&self.table);
            let next = moves.into_iter().find(|&mv| {
                mv.is_to_foundation() && (is_finished || self.rules.is_reversible(&self.table, mv))
            });
            match next {
                Some(mv) if self.make(mv, meter) => {}
                stopped => return stopped.is_none(),
            }
        }
    }

    /// Makes a move and adds it to the steps, unless the meter stops the search.
    fn make(&mut self, mv: Move, meter: &mut BudgetMeter) -> bool {
        let is_counted = meter.try_count();
        if is_counted {
            self.rules.apply(&mut self.table, mv);
            self.steps.push(mv);
        }
        is_counted
    }

    /// Adds the table to its layer, reached by the steps from a nearby position of the one expanded.
    fn add_candidate(&mut self, key: u128, link: u32, nearby: u32) {
        let Evaluation { work, score } = self.rules.evaluate(&self.table, self.variation);
        let Some(work) = work else {
            return; // Without a count, the position belongs to no layer.
        };
        let mut moves = self.nearby_links.line_to(nearby);
        moves.extend(&self.steps);
        let remaining = self.layers.len() - 1;
        let layer = &mut self.layers[remaining.min(work.amount as usize)];
        let tie_break = tie_break(key, self.variation);
        layer.add(&self.table, link, &moves, score, work.signature, tie_break);
        if layer.candidates.len() > 2 * self.width {
            layer.prune(self.width);
        }
    }
}

impl<R: SearchKnowledge> ResumableSearch for LayeredBeam<'_, R> {
    fn step(&mut self, meter: &mut BudgetMeter) -> Option<Verdict> {
        let Some(remaining) = self.layers.len().checked_sub(1) else {
            return Some(Verdict::Unknown);
        };
        let layer = &mut self.layers[remaining];
        let candidate = match layer.candidates.pop() {
            Some(candidate) if self.signatures.len() < self.width => candidate,
            _ => {
                self.layers.pop();
                self.signatures.clear();
                return None;
            }
        };
        if !self.signatures.insert(candidate.signature) {
            return None;
        }
        if self.links.is_full() {
            return Some(Verdict::Unknown);
        }
        let link = self
            .links
            .add(candidate.parent, &layer.moves[candidate.move_range()]);
        let evaluation = Evaluation {
            work: Some(RemainingWork {
                amount: remaining as u32,
                signature: candidate.signature,
            }),
            score: candidate.score,
        };
        self.links.rate(link, evaluation.value());
        self.expand(&candidate, link, meter)
    }

    fn best_position(&self) -> Option<BestPosition> {
        self.links.best_position()
    }
}

/// Returns a pseudorandom number that decides between equal scores, different for each variation.
fn tie_break(key: u128, variation: u32) -> u32 {
    let mixed = (key as u64 ^ u64::from(variation)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as u32
}
