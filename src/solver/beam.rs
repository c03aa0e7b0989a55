//! The search that hurries: move by move, only the most promising positions are kept.

use super::SearchOutcome;
use super::budget::BudgetMeter;
use super::knowledge::{MacroMoves, PruningRules, SearchKnowledge};
use super::parent_links::{NO_PARENT, ParentLinks};
use super::state_key::state_key;
use super::transposition_table::TranspositionTable;
use crate::rules::{Move, PackedTables, Table};

/// A position met that may be gone on from: which of those before it was come to from, how that
/// was come to itself, and by which moves.
struct BeamCandidate {
    score: i32,
    tie_break: u32,
    parent_table: u32,
    parent: u32,
    moves_start: u32,
    moves_end: u32,
    reversible: bool,
}

/// About what a position met takes until the next depth is chosen, in bytes beside its cards.
const CANDIDATE_BYTES: usize = 128;
/// About how many positions are met for each that is kept.
const CANDIDATES_PER_KEPT: usize = 16;

/// The widest beam that fits in so many bytes, of tables of so many cards.
pub(super) fn max_width(memory: usize, cards: usize) -> usize {
    (memory / 2 / CANDIDATES_PER_KEPT / (CANDIDATE_BYTES + cards)).max(1)
}

/// The positions of one depth: those met, by which moves, and the tables they were come to from.
#[derive(Default)]
struct BeamLevel {
    candidates: Vec<BeamCandidate>,
    moves: Vec<Move>,
    tables: PackedTables,
}

/// Searches in breadth from a table, keeping `width` positions of each depth, in so many bytes.
/// Where none had to be left out, it too misses nothing.
pub(super) fn beam_search<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    known: PruningRules,
    width: usize,
    memory: usize,
    meter: &mut BudgetMeter,
) -> SearchOutcome {
    let mut table = table.clone();
    let mut seen = TranspositionTable::new(memory / 4);
    let mut trail = ParentLinks::new(memory / 4);
    let mut complete = true;
    let mut courses = MacroMoves::default();
    let (mut depth, mut next) = (BeamLevel::default(), BeamLevel::default());
    seen.insert(state_key(rules, &table, known));
    table.pack(&mut depth.tables);
    depth.candidates.push(BeamCandidate {
        score: 0,
        tie_break: 0,
        parent_table: 0,
        parent: NO_PARENT,
        moves_start: 0,
        moves_end: 0,
        reversible: true,
    });
    while !depth.candidates.is_empty() {
        let best_first = |c: &BeamCandidate| (std::cmp::Reverse(c.score), c.tie_break);
        depth.candidates.sort_unstable_by_key(best_first);
        for candidate in &depth.candidates {
            if next.tables.len() == width && !complete {
                break;
            }
            let moves = &depth.moves[candidate.moves_start as usize..candidate.moves_end as usize];
            table.unpack(&depth.tables, candidate.parent_table as usize);
            moves.iter().for_each(|&mv| rules.apply(&mut table, mv));
            // Asked only of those gone on from, as it takes long, and of the first left out.
            if !candidate.reversible && rules.is_dead_end(&table, known) {
                continue;
            }
            if next.tables.len() == width {
                complete = false;
                break;
            }
            if trail.is_full(1) {
                return SearchOutcome::Inconclusive;
            }
            let link = trail.add(candidate.parent, moves);
            let here = next.tables.len() as u32;
            table.pack(&mut next.tables);
            let mark = table.checkpoint();
            courses.truncate(0);
            rules.successors(&table, known, &mut courses);
            for course in 0..courses.len() {
                let course = courses.get(course);
                let mut as_much = true;
                for &mv in course {
                    if !meter.try_expand() {
                        return SearchOutcome::Inconclusive;
                    }
                    as_much &= rules.is_reversible(&table, mv);
                    rules.apply(&mut table, mv);
                }
                if rules.is_won(&table) {
                    let mut line = trail.line_to(link);
                    line.extend(course);
                    return SearchOutcome::Win(line);
                }
                let key = state_key(rules, &table, known);
                if seen.insert(key) {
                    let start = next.moves.len() as u32;
                    next.moves.extend(course);
                    next.candidates.push(BeamCandidate {
                        score: rules.evaluate(&table),
                        tie_break: key as u32,
                        parent_table: here,
                        parent: link,
                        moves_start: start,
                        moves_end: next.moves.len() as u32,
                        reversible: as_much,
                    });
                }
                table.rollback(mark);
            }
        }
        std::mem::swap(&mut depth, &mut next);
        next.candidates.clear();
        next.moves.clear();
        next.tables.clear();
    }
    if complete {
        SearchOutcome::NoWin
    } else {
        SearchOutcome::Inconclusive
    }
}
