//! The search that goes down: of the positions with as much work left, only the most promising are
//! kept.
//!
//! In a game that counts the work left, moves that can be taken back leave it as it is, and what
//! matters is the few moves that do not. So positions that such moves lead to are weighed against
//! each other, and not those that come before and after a run was moved to and fro.

use std::collections::{BinaryHeap, HashSet};
use std::ops::Range;

use super::SearchOutcome;
use super::budget::BudgetMeter;
use super::knowledge::{ProgressMeasure, PruningRules, SearchKnowledge};
use super::parent_links::{NO_PARENT, ParentLinks};
use super::state_key::state_key;
use super::transposition_table::TranspositionTable;
use crate::rules::{Move, MoveList, PackedTables, Table};

/// How many positions are gone through that moves which can be taken back lead to from one.
const MAX_REVERSIBLE_POSITIONS: usize = 20;

/// Positions with as much work left.
#[derive(Default)]
struct SearchLayer {
    candidates: BinaryHeap<LayerCandidate>,
    tables: PackedTables,
    moves: Vec<Move>,
}

/// A position met; the most promising is the greatest.
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

impl SearchLayer {
    fn add(&mut self, table: &Table, from: u32, moves: &[Move], ahead: ProgressMeasure, lot: u32) {
        let start = self.moves.len() as u32;
        self.moves.extend(moves);
        self.candidates.push(LayerCandidate {
            score: ahead.score,
            tie_break: lot,
            signature: ahead.signature,
            table_index: self.tables.len() as u32,
            parent: from,
            move_bounds: (start, self.moves.len() as u32),
        });
        table.pack(&mut self.tables);
    }

    /// Keeps only so many, the most promising, one of a kind.
    fn prune(&mut self, width: usize) {
        let old = std::mem::take(self);
        let mut kinds = HashSet::new();
        let best_first = old.candidates.into_sorted_vec().into_iter().rev();
        let kept = best_first.filter(|candidate| kinds.insert(candidate.signature));
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

/// About what a candidate takes, in bytes beside its cards.
const CANDIDATE_BYTES: usize = 96;
/// About how many candidates there are at a time for each that is kept of a level.
const CANDIDATES_PER_KEPT: usize = 32;

/// The widest descent that fits in so many bytes, of tables of so many cards.
pub(super) fn max_width(memory: usize, cards: usize) -> usize {
    (memory / 2 / CANDIDATES_PER_KEPT / (CANDIDATE_BYTES + cards)).max(1)
}

/// Searches from a table downwards, going on from at most `width` positions of each level, in so
/// many bytes; another `slant` searches otherwise. Where none had to be left out, it misses nothing.
pub(super) fn layered_beam_search<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    known: PruningRules,
    width: usize,
    slant: u32,
    memory: usize,
    meter: &mut BudgetMeter,
) -> SearchOutcome {
    let Some(top) = rules.progress(table, slant) else {
        return SearchOutcome::Inconclusive;
    };
    let mut table = table.clone();
    let mut seen = TranspositionTable::new(memory / 4);
    let mut trail = ParentLinks::new(memory / 4);
    let mut levels: Vec<SearchLayer> = (0..=top.remaining)
        .map(|_| SearchLayer::default())
        .collect();
    let mut complete = true;
    let mut near = PackedTables::default();
    let mut near_trail = ParentLinks::new(memory / 4);
    let mut kinds = HashSet::new();
    let mut course = Vec::new();
    seen.insert(state_key(rules, &table, known));
    levels[top.remaining as usize].add(&table, NO_PARENT, &[], top, 0);
    for work in (0..levels.len()).rev() {
        kinds.clear();
        while kinds.len() < width
            && let Some(best) = levels[work].candidates.pop()
        {
            if !kinds.insert(best.signature) {
                complete = false;
                continue;
            }
            if trail.is_full(1) {
                return SearchOutcome::Inconclusive;
            }
            let here = trail.add(best.parent, &levels[work].moves[best.move_range()]);
            near_trail.clear();
            near_trail.add(NO_PARENT, &[]);
            near.clear();
            near.copy_from(&levels[work].tables, best.table_index as usize);
            let mut at = 0;
            while at < near.len() {
                table.unpack(&near, at);
                let mut moves = MoveList::new();
                rules.legal_moves(&table, &mut moves);
                for mv in moves {
                    let mark = table.checkpoint();
                    let as_much = rules.is_reversible(&table, mv);
                    course.clear();
                    if !meter.try_expand() {
                        return SearchOutcome::Inconclusive;
                    }
                    rules.apply(&mut table, mv);
                    course.push(mv);
                    if !as_much && !play_foundation_moves(rules, &mut table, &mut course, meter) {
                        return SearchOutcome::Inconclusive;
                    }
                    if rules.is_won(&table) {
                        let mut line = trail.line_to(here);
                        line.extend(near_trail.line_to(at as u32));
                        line.extend(&course);
                        return SearchOutcome::Win(line);
                    }
                    let key = state_key(rules, &table, known);
                    if !seen.insert(key) {
                        // It was met before.
                    } else if as_much && near.len() == MAX_REVERSIBLE_POSITIONS {
                        // Not gone through; and not met again, as one like it was.
                        complete = false;
                    } else if as_much {
                        near_trail.add(at as u32, &course);
                        table.pack(&mut near);
                    } else if rules.is_dead_end(&table, known) {
                        // There is no win below it to miss.
                    } else if let Some(ahead) = rules.progress(&table, slant) {
                        let mut moves = near_trail.line_to(at as u32);
                        moves.extend(&course);
                        let level = &mut levels[work.min(ahead.remaining as usize)];
                        level.add(&table, here, &moves, ahead, tie_break(key, slant));
                        if level.candidates.len() > 2 * width {
                            level.prune(width);
                            complete = false;
                        }
                    } else {
                        // Not counted here, it has no level.
                        complete = false;
                    }
                    table.rollback(mark);
                }
                at += 1;
            }
        }
        complete &= levels[work].candidates.is_empty();
        levels[work] = SearchLayer::default();
    }
    if complete {
        SearchOutcome::NoWin
    } else {
        SearchOutcome::Inconclusive
    }
}

/// What decides between positions that promise as much: chance, another with each slant.
fn tie_break(key: u128, slant: u32) -> u32 {
    let mixed = (key as u64 ^ u64::from(slant)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as u32
}

/// Sends home all that goes there by moves that can be taken back, or at all where nothing else
/// is left to do, and adds them to the course; whether the meter allowed it.
fn play_foundation_moves<R: SearchKnowledge>(
    rules: &R,
    table: &mut Table,
    course: &mut Vec<Move>,
    meter: &mut BudgetMeter,
) -> bool {
    let is_all = rules
        .progress(table, 0)
        .is_some_and(|ahead| ahead.remaining == 0);
    loop {
        let mut moves = MoveList::new();
        rules.legal_moves(table, &mut moves);
        let home = moves.into_iter().find(|&mv| {
            matches!(mv, Move::Transfer { to, .. } if to.is_foundation())
                && (is_all || rules.is_reversible(table, mv))
        });
        let Some(mv) = home else { return true };
        if !meter.try_expand() {
            return false;
        }
        rules.apply(table, mv);
        course.push(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;
    use crate::rules::{GameInfo, GameOptions, Moosehide, Rules, moosehide, shuffled_deck};
    use crate::solver::{Budget, CancelToken};

    /// A game with a progress measure at the deal alone.
    struct ProgressAtDealOnly {
        rules: Moosehide,
        deal: Table,
    }

    impl Rules for ProgressAtDealOnly {
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

    impl SearchKnowledge for ProgressAtDealOnly {
        fn progress(&self, table: &Table, _variation: u32) -> Option<ProgressMeasure> {
            (*table == self.deal).then_some(ProgressMeasure {
                remaining: 52,
                score: 0,
                signature: 0,
            })
        }
    }

    #[test]
    fn search_is_inconclusive_where_progress_is_not_measured() {
        let options = GameOptions::parse(&moosehide::INFO, &[("layout", "classic")]);
        let rules = Moosehide::new(&options.expect("an option of the game"));
        let deal = rules.deal(&shuffled_deck(1, 1));
        let table = deal.clone();
        let rules = ProgressAtDealOnly { rules, deal };
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
            matches!(found, SearchOutcome::Inconclusive),
            "this deal can be won"
        );
    }
}
