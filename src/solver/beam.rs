//! The search that hurries: move by move, only the most promising positions are kept.

use super::Found;
use super::key::key;
use super::meter::Meter;
use super::seen::Seen;
use super::trail::{NOWHERE, Trail};
use crate::rules::{Courses, Insights, Move, Packed, Rules, Table};

/// Positions of one depth, and how each was come to.
#[derive(Default)]
struct Front {
    tables: Packed,
    links: Vec<u32>,
}

/// A position met that may be kept.
struct Candidate {
    promise: i32,
    lot: u32,
    table: u32,
    from: u32,
    start: u32,
    end: u32,
}

/// About what a position met takes until the next depth is chosen, in bytes beside its cards.
const CANDIDATE: usize = 128;
/// About how many positions are met for each that is kept.
const MET: usize = 16;

/// The widest beam that fits in so many bytes, of tables of so many cards.
pub(super) fn widest(memory: usize, cards: usize) -> usize {
    (memory / 2 / MET / (CANDIDATE + cards)).max(1)
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
    let mut front = Front::default();
    let mut met = Packed::default();
    let mut candidates = Vec::new();
    let mut courses = Courses::default();
    seen.insert(key(rules, &table, known));
    table.pack(&mut front.tables);
    front.links.push(NOWHERE);
    while !front.links.is_empty() {
        met.clear();
        candidates.clear();
        let mut tried: Vec<Move> = Vec::new();
        for (index, &from) in front.links.iter().enumerate() {
            table.unpack(&front.tables, index);
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
                    let mut line = trail.line_to(from);
                    line.extend(course);
                    return Found::Win(line);
                }
                let key = key(rules, &table, known);
                if seen.insert(key) && (as_much || !rules.is_hopeless(&table, known)) {
                    let start = tried.len() as u32;
                    tried.extend(course);
                    candidates.push(Candidate {
                        promise: rules.promise(&table),
                        lot: key as u32,
                        table: met.len() as u32,
                        from,
                        start,
                        end: tried.len() as u32,
                    });
                    table.pack(&mut met);
                }
                table.back_to(mark);
            }
        }
        if candidates.len() > width {
            complete = false;
            candidates.select_nth_unstable_by_key(width, |c| (std::cmp::Reverse(c.promise), c.lot));
            candidates.truncate(width);
        }
        if trail.is_full(candidates.len()) {
            return Found::Nothing;
        }
        front.tables.clear();
        front.links.clear();
        for candidate in &candidates {
            let moves = &tried[candidate.start as usize..candidate.end as usize];
            front.links.push(trail.add(candidate.from, moves));
            front.tables.copy_from(&met, candidate.table as usize);
        }
    }
    if complete {
        Found::NoWin
    } else {
        Found::Nothing
    }
}
