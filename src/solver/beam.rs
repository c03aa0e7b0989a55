//! The search that hurries: move by move, only the most promising positions are kept.

use super::Found;
use super::key::key;
use super::meter::Meter;
use super::seen::Seen;
use super::trail::{NOWHERE, Trail};
use crate::rules::{Courses, Insights, Move, Packed, Rules, Table};

/// A position met that may be gone on from: which of those before it was come to from, how that
/// was come to itself, and by which moves.
struct Candidate {
    promise: i32,
    lot: u32,
    table: u32,
    link: u32,
    start: u32,
    end: u32,
    as_much: bool,
}

/// About what a position met takes until the next depth is chosen, in bytes beside its cards.
const CANDIDATE: usize = 128;
/// About how many positions are met for each that is kept.
const MET: usize = 16;

/// The widest beam that fits in so many bytes, of tables of so many cards.
pub(super) fn widest(memory: usize, cards: usize) -> usize {
    (memory / 2 / MET / (CANDIDATE + cards)).max(1)
}

/// The positions of one depth: those met, by which moves, and the tables they were come to from.
#[derive(Default)]
struct Depth {
    candidates: Vec<Candidate>,
    moves: Vec<Move>,
    tables: Packed,
}

/// Searches in breadth from a table, keeping `width` positions of each depth, in so many bytes.
/// Where none had to be left out, it too misses nothing.
pub(super) fn beam<R: Rules>(
    rules: &R,
    table: &Table,
    known: Insights,
    width: usize,
    memory: usize,
    meter: &mut Meter,
) -> Found {
    let mut table = table.clone();
    let mut seen = Seen::new(memory / 4);
    let mut trail = Trail::new(memory / 4);
    let mut complete = true;
    let mut courses = Courses::default();
    let (mut depth, mut next) = (Depth::default(), Depth::default());
    seen.insert(key(rules, &table, known));
    table.pack(&mut depth.tables);
    depth.candidates.push(Candidate {
        promise: 0,
        lot: 0,
        table: 0,
        link: NOWHERE,
        start: 0,
        end: 0,
        as_much: true,
    });
    while !depth.candidates.is_empty() {
        let best_first = |c: &Candidate| (std::cmp::Reverse(c.promise), c.lot);
        depth.candidates.sort_unstable_by_key(best_first);
        for candidate in &depth.candidates {
            if next.tables.len() == width && !complete {
                break;
            }
            let moves = &depth.moves[candidate.start as usize..candidate.end as usize];
            table.unpack(&depth.tables, candidate.table as usize);
            moves.iter().for_each(|&mv| rules.apply(&mut table, mv));
            // Asked only of those gone on from, as it takes long, and of the first left out.
            if !candidate.as_much && rules.is_hopeless(&table, known) {
                continue;
            }
            if next.tables.len() == width {
                complete = false;
                break;
            }
            if trail.is_full(1) {
                return Found::Nothing;
            }
            let link = trail.add(candidate.link, moves);
            let here = next.tables.len() as u32;
            table.pack(&mut next.tables);
            let mark = table.mark();
            courses.truncate(0);
            rules.courses(&table, known, &mut courses);
            for course in 0..courses.len() {
                let course = courses.get(course);
                let mut as_much = true;
                for &mv in course {
                    if !meter.spend() {
                        return Found::Nothing;
                    }
                    as_much &= rules.is_reversible(&table, mv);
                    rules.apply(&mut table, mv);
                }
                if rules.is_won(&table) {
                    let mut line = trail.line_to(link);
                    line.extend(course);
                    return Found::Win(line);
                }
                let key = key(rules, &table, known);
                if seen.insert(key) {
                    let start = next.moves.len() as u32;
                    next.moves.extend(course);
                    next.candidates.push(Candidate {
                        promise: rules.promise(&table),
                        lot: key as u32,
                        table: here,
                        link,
                        start,
                        end: next.moves.len() as u32,
                        as_much,
                    });
                }
                table.back_to(mark);
            }
        }
        std::mem::swap(&mut depth, &mut next);
        next.candidates.clear();
        next.moves.clear();
        next.tables.clear();
    }
    if complete {
        Found::NoWin
    } else {
        Found::Nothing
    }
}
