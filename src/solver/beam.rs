//! Beam search: at each depth, only the most promising positions are kept.

use std::cmp::Reverse;

use super::budget::BudgetMeter;
use super::knowledge::{MacroMoves, PruningRules, SearchKnowledge};
use super::outcome::Outcome;
use super::parent_links::{NO_PARENT, ParentLinks};
use super::state_key::state_key;
use super::transposition_table::TranspositionTable;
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

/// Searches breadth first and expands at most `width` positions of each depth below `max_depth`, using at
/// most `memory` bytes. If no position had to be left out, the search is exhaustive.
pub(super) fn beam_search<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    pruning: PruningRules,
    width: usize,
    max_depth: usize,
    memory: usize,
    meter: &mut BudgetMeter,
) -> Outcome {
    let mut table = table.clone();
    let mut transpositions = TranspositionTable::new(memory / 4);
    let mut links = ParentLinks::new(memory / 4);
    let mut complete = true;
    let mut successors = MacroMoves::default();
    let (mut level, mut next) = (BeamLevel::default(), BeamLevel::default());
    transpositions.insert(state_key(rules, &table, pruning));
    table.pack(&mut level.tables);
    level.candidates.push(BeamCandidate {
        score: rules.evaluate(&table, 0).score,
        tie_break: 0,
        parent_table: 0,
        parent: NO_PARENT,
        moves_start: 0,
        moves_end: 0,
        reversible: true,
    });
    for _ in 0..max_depth {
        if level.candidates.is_empty() {
            break;
        }
        let best_first = |c: &BeamCandidate| (Reverse(c.score), c.tie_break);
        level.candidates.sort_unstable_by_key(best_first);
        for candidate in &level.candidates {
            if next.tables.len() == width && !complete {
                break;
            }
            let moves = &level.moves[candidate.moves_start as usize..candidate.moves_end as usize];
            table.unpack(&level.tables, candidate.parent_table as usize);
            moves.iter().for_each(|&mv| rules.apply(&mut table, mv));
            // The check is slow, so it is made only for positions about to be expanded, and for the
            // first one that is left out.
            if !candidate.reversible && rules.is_dead_end(&table, pruning) {
                continue;
            }
            if next.tables.len() == width {
                complete = false;
                break;
            }
            if links.is_full() {
                return Outcome::Inconclusive(links.best_position());
            }
            let link = links.add(candidate.parent, moves);
            links.rate(link, candidate.score);
            let table_index = next.tables.len() as u32;
            table.pack(&mut next.tables);
            let checkpoint = table.checkpoint();
            successors.truncate(0);
            rules.successors(&table, pruning, &mut successors);
            for n in 0..successors.len() {
                let moves = successors.get(n);
                let mut reversible = true;
                for &mv in moves {
                    if !meter.try_count() {
                        return Outcome::Inconclusive(links.best_position());
                    }
                    reversible &= rules.is_reversible(&table, mv);
                    rules.apply(&mut table, mv);
                }
                if rules.is_won(&table) {
                    let mut line = links.line_to(link);
                    line.extend(moves);
                    return Outcome::Win(line);
                }
                let key = state_key(rules, &table, pruning);
                if transpositions.insert(key) {
                    let start = next.moves.len() as u32;
                    next.moves.extend(moves);
                    next.candidates.push(BeamCandidate {
                        score: rules.evaluate(&table, 0).score,
                        tie_break: key as u32,
                        parent_table: table_index,
                        parent: link,
                        moves_start: start,
                        moves_end: next.moves.len() as u32,
                        reversible,
                    });
                }
                table.rollback(checkpoint);
            }
        }
        std::mem::swap(&mut level, &mut next);
        next.candidates.clear();
        next.moves.clear();
        next.tables.clear();
    }
    if complete && level.candidates.is_empty() {
        Outcome::NoWin(links.best_position())
    } else {
        Outcome::Inconclusive(links.best_position())
    }
}
