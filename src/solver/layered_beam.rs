//! Layered beam search: among positions with the same amount of remaining work, only the most
//! promising are kept.
//!
//! In a game that counts it, reversible moves leave the remaining work as it is, and
//! only the few irreversible moves matter. So the search compares only positions that irreversible
//! moves lead to, not those that differ by moving a run back and forth.

use std::collections::{BinaryHeap, HashSet};
use std::ops::Range;

use super::budget::BudgetMeter;
use super::knowledge::{Evaluation, PruningRules, RemainingWork, SearchKnowledge};
use super::outcome::Outcome;
use super::parent_links::{NO_PARENT, ParentLinks};
use super::state_key::state_key;
use super::transposition_table::TranspositionTable;
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

/// Searches layer by layer, from the most remaining work to none, and expands at most `width`
/// positions of each layer, using at most `memory` bytes. Another `variation` takes another path.
/// If no position had to be left out, the search is exhaustive.
pub(super) fn layered_beam_search<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    pruning: PruningRules,
    width: usize,
    variation: u32,
    memory: usize,
    meter: &mut BudgetMeter,
) -> Outcome {
    let Evaluation { work, score } = rules.evaluate(table, variation);
    let Some(work) = work else {
        return Outcome::Inconclusive(None);
    };
    let mut table = table.clone();
    let mut transpositions = TranspositionTable::new(memory / 4);
    let mut links = ParentLinks::new(memory / 4);
    let mut layers: Vec<Layer> = (0..=work.amount).map(|_| Layer::default()).collect();
    let mut complete = true;
    let mut nearby = PackedTables::default();
    let mut nearby_links = ParentLinks::new(memory / 4);
    let mut signatures = HashSet::new();
    let mut steps = Vec::new();
    transpositions.insert(state_key(rules, &table, pruning));
    layers[work.amount as usize].add(&table, NO_PARENT, &[], score, work.signature, 0);
    for remaining in (0..layers.len()).rev() {
        signatures.clear();
        while signatures.len() < width
            && let Some(best) = layers[remaining].candidates.pop()
        {
            if !signatures.insert(best.signature) {
                complete = false;
                continue;
            }
            if links.is_full() {
                return Outcome::Inconclusive(links.best_position());
            }
            let link = links.add(best.parent, &layers[remaining].moves[best.move_range()]);
            let evaluation = Evaluation {
                work: Some(RemainingWork {
                    amount: remaining as u32,
                    signature: best.signature,
                }),
                score: best.score,
            };
            links.rate(link, evaluation.value());
            nearby_links.clear();
            nearby_links.add(NO_PARENT, &[]);
            nearby.clear();
            nearby.copy_from(&layers[remaining].tables, best.table_index as usize);
            let mut index = 0;
            while index < nearby.len() {
                table.unpack(&nearby, index);
                let moves = rules.move_list(&table);
                for mv in moves {
                    let checkpoint = table.checkpoint();
                    let is_reversible = rules.is_reversible(&table, mv);
                    steps.clear();
                    if !meter.try_count() {
                        return Outcome::Inconclusive(links.best_position());
                    }
                    rules.apply(&mut table, mv);
                    steps.push(mv);
                    if !is_reversible
                        && !play_foundation_moves(rules, &mut table, &mut steps, meter)
                    {
                        return Outcome::Inconclusive(links.best_position());
                    }
                    if rules.is_won(&table) {
                        let mut line = links.line_to(link);
                        line.extend(nearby_links.line_to(index as u32));
                        line.extend(&steps);
                        return Outcome::Win(line);
                    }
                    let key = state_key(rules, &table, pruning);
                    if !transpositions.insert(key) {
                        // The position was met before.
                    } else if is_reversible && nearby.len() == MAX_REVERSIBLE_POSITIONS {
                        // It is left out for good, because its key is in the table now.
                        complete = false;
                    } else if is_reversible {
                        nearby_links.add(index as u32, &steps);
                        table.pack(&mut nearby);
                    } else if rules.is_dead_end(&table, pruning) {
                        // No win is missed.
                    } else if let Evaluation {
                        work: Some(work),
                        score,
                    } = rules.evaluate(&table, variation)
                    {
                        let mut moves = nearby_links.line_to(index as u32);
                        moves.extend(&steps);
                        let layer = &mut layers[remaining.min(work.amount as usize)];
                        let tie_break = tie_break(key, variation);
                        layer.add(&table, link, &moves, score, work.signature, tie_break);
                        if layer.candidates.len() > 2 * width {
                            layer.prune(width);
                            complete = false;
                        }
                    } else {
                        // Without a count, the position belongs to no layer.
                        complete = false;
                    }
                    table.rollback(checkpoint);
                }
                index += 1;
            }
        }
        complete &= layers[remaining].candidates.is_empty();
        layers[remaining] = Layer::default();
    }
    if complete {
        Outcome::NoWin(links.best_position())
    } else {
        Outcome::Inconclusive(links.best_position())
    }
}

/// Returns a pseudorandom number that decides between equal scores, different for each variation.
fn tie_break(key: u128, variation: u32) -> u32 {
    let mixed = (key as u64 ^ u64::from(variation)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as u32
}

/// Plays all reversible moves to foundations, or all moves to foundations if no work remains, and
/// adds them to `moves_made`. Returns `false` if the meter stops the search.
fn play_foundation_moves<R: SearchKnowledge>(
    rules: &R,
    table: &mut Table,
    moves_made: &mut Vec<Move>,
    meter: &mut BudgetMeter,
) -> bool {
    let work = rules.evaluate(table, 0).work;
    let is_finished = work.is_some_and(|work| work.amount == 0);
    loop {
        let moves = rules.move_list(table);
        let foundation_move = moves
            .into_iter()
            .find(|&mv| mv.is_to_foundation() && (is_finished || rules.is_reversible(table, mv)));
        let Some(mv) = foundation_move else {
            return true;
        };
        if !meter.try_count() {
            return false;
        }
        rules.apply(table, mv);
        moves_made.push(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;
    use crate::rules::{
        GameInfo, GameOptions, Moosehide, MoveList, Rules, moosehide, shuffled_deck,
    };
    use crate::solver::{Budget, CancelToken};

    /// A game that counts its remaining work at the deal alone.
    struct WorkKnownAtDealOnly {
        rules: Moosehide,
        deal: Table,
    }

    impl Rules for WorkKnownAtDealOnly {
        fn info(&self) -> &'static GameInfo {
            self.rules.info()
        }
        fn options(&self) -> GameOptions {
            self.rules.options()
        }
        fn deal(&self, deck: &[Card]) -> Table {
            self.rules.deal(deck)
        }
        fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
            self.rules.legal_moves(table, moves);
        }
        fn apply(&self, table: &mut Table, mv: Move) {
            self.rules.apply(table, mv);
        }
        fn is_won(&self, table: &Table) -> bool {
            self.rules.is_won(table)
        }
        fn explain_illegal(&self, table: &Table, mv: Move) -> String {
            self.rules.explain_illegal(table, mv)
        }
    }

    impl SearchKnowledge for WorkKnownAtDealOnly {
        fn evaluate(&self, table: &Table, _variation: u32) -> Evaluation {
            let work = (*table == self.deal).then_some(RemainingWork {
                amount: 52,
                signature: 0,
            });
            Evaluation { work, score: 0 }
        }
    }

    #[test]
    fn search_is_inconclusive_where_work_is_not_counted() {
        let options = GameOptions::parse(&moosehide::INFO, &[("layout", "classic")]);
        let rules = Moosehide::new(&options.expect("an option of the game"));
        let deal = rules.deal(&shuffled_deck(1, 1));
        let table = deal.clone();
        let rules = WorkKnownAtDealOnly { rules, deal };
        let budget = Budget {
            positions: Some(100_000),
            time: None,
            memory: 16 << 20,
        };
        let (cancel, mut progress) = (CancelToken::default(), |_| {});
        let mut meter = BudgetMeter::new(&budget, &cancel, &mut progress);
        let found = layered_beam_search(
            &rules,
            &table,
            PruningRules::ALL,
            64,
            0,
            16 << 20,
            &mut meter,
        );
        assert!(
            matches!(found, Outcome::Inconclusive(_)),
            "this deal can be won"
        );
    }
}
