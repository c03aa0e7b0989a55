//! The search that goes down: of the positions with as much work left, only the most promising are
//! kept.
//!
//! In a game that counts the work left, moves that can be taken back leave it as it is, and what
//! matters is the few moves that do not. So positions that such moves lead to are weighed against
//! each other, and not those that come before and after a run was moved to and fro.

use std::collections::{BinaryHeap, HashSet};
use std::ops::Range;

use super::Found;
use super::key::key;
use super::meter::Meter;
use super::seen::Seen;
use super::trail::{NOWHERE, Trail};
use crate::rules::{Ahead, Insights, Move, MoveList, Packed, Rules, Table};

/// How many positions are gone through that moves which can be taken back lead to from one.
const NEAR: usize = 20;

/// Positions with as much work left.
#[derive(Default)]
struct Level {
    candidates: BinaryHeap<Candidate>,
    tables: Packed,
    moves: Vec<Move>,
}

/// A position met; the most promising is the greatest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    promise: i32,
    lot: u32,
    kin: u64,
    table: u32,
    from: u32,
    moves: (u32, u32),
}

impl Candidate {
    fn moves(&self) -> Range<usize> {
        self.moves.0 as usize..self.moves.1 as usize
    }
}

impl Level {
    fn add(&mut self, table: &Table, from: u32, moves: &[Move], ahead: Ahead, lot: u32) {
        let start = self.moves.len() as u32;
        self.moves.extend(moves);
        self.candidates.push(Candidate {
            promise: ahead.promise,
            lot,
            kin: ahead.kin,
            table: self.tables.len() as u32,
            from,
            moves: (start, self.moves.len() as u32),
        });
        table.pack(&mut self.tables);
    }

    /// Keeps only so many, the most promising, one of a kind.
    fn keep(&mut self, width: usize) {
        let old = std::mem::take(self);
        let mut kinds = HashSet::new();
        let best_first = old.candidates.into_sorted_vec().into_iter().rev();
        let kept = best_first.filter(|candidate| kinds.insert(candidate.kin));
        for candidate in kept.take(width) {
            let start = self.moves.len() as u32;
            self.moves.extend(&old.moves[candidate.moves()]);
            self.candidates.push(Candidate {
                table: self.tables.len() as u32,
                moves: (start, self.moves.len() as u32),
                ..candidate
            });
            self.tables.copy_from(&old.tables, candidate.table as usize);
        }
    }
}

/// About what a candidate takes, in bytes beside its cards.
const CANDIDATE: usize = 96;
/// About how many candidates there are at a time for each that is kept of a level.
const MET: usize = 32;

/// The widest descent that fits in so many bytes, of tables of so many cards.
pub(super) fn widest(memory: usize, cards: usize) -> usize {
    (memory / 2 / MET / (CANDIDATE + cards)).max(1)
}

/// Searches from a table downwards, going on from at most `width` positions of each level, in so
/// many bytes; another `slant` searches otherwise. Where none had to be left out, it misses nothing.
pub(super) fn descend<R: Rules>(
    rules: &R,
    table: &Table,
    known: Insights,
    width: usize,
    slant: u32,
    memory: usize,
    meter: &mut Meter,
) -> Found {
    let Some(top) = rules.ahead(table, slant) else {
        return Found::Nothing;
    };
    let mut table = table.clone();
    let mut seen = Seen::new(memory / 4);
    let mut trail = Trail::new(memory / 4);
    let mut levels: Vec<Level> = (0..=top.left).map(|_| Level::default()).collect();
    let mut complete = true;
    let mut near = Packed::default();
    let mut near_trail = Trail::new(memory / 4);
    let mut kinds = HashSet::new();
    let mut course = Vec::new();
    seen.insert(key(rules, &table, known));
    levels[top.left as usize].add(&table, NOWHERE, &[], top, 0);
    for work in (0..levels.len()).rev() {
        kinds.clear();
        while kinds.len() < width
            && let Some(best) = levels[work].candidates.pop()
        {
            if !kinds.insert(best.kin) {
                complete = false;
                continue;
            }
            if trail.is_full(1) {
                return Found::Nothing;
            }
            let here = trail.add(best.from, &levels[work].moves[best.moves()]);
            near_trail.clear();
            near_trail.add(NOWHERE, &[]);
            near.clear();
            near.copy_from(&levels[work].tables, best.table as usize);
            let mut at = 0;
            while at < near.len() {
                table.unpack(&near, at);
                let mut moves = MoveList::new();
                rules.legal_moves(&table, &mut moves);
                for mv in moves {
                    let mark = table.mark();
                    let as_much = rules.is_reversible(&table, mv);
                    course.clear();
                    if !meter.spend() {
                        return Found::Nothing;
                    }
                    rules.apply(&mut table, mv);
                    course.push(mv);
                    if !as_much && !send_home(rules, &mut table, &mut course, meter) {
                        return Found::Nothing;
                    }
                    if rules.is_won(&table) {
                        let mut line = trail.line_to(here);
                        line.extend(near_trail.line_to(at as u32));
                        line.extend(&course);
                        return Found::Win(line);
                    }
                    let key = key(rules, &table, known);
                    if !seen.insert(key) {
                        // It was met before.
                    } else if as_much && near.len() == NEAR {
                        // Not gone through; and not met again, as one like it was.
                        complete = false;
                    } else if as_much {
                        near_trail.add(at as u32, &course);
                        table.pack(&mut near);
                    } else if rules.is_hopeless(&table, known) {
                        // There is no win below it to miss.
                    } else if let Some(ahead) = rules.ahead(&table, slant) {
                        let mut moves = near_trail.line_to(at as u32);
                        moves.extend(&course);
                        let level = &mut levels[work.min(ahead.left as usize)];
                        level.add(&table, here, &moves, ahead, lot(key, slant));
                        if level.candidates.len() > 2 * width {
                            level.keep(width);
                            complete = false;
                        }
                    } else {
                        // Not counted here, it has no level.
                        complete = false;
                    }
                    table.back_to(mark);
                }
                at += 1;
            }
        }
        complete &= levels[work].candidates.is_empty();
        levels[work] = Level::default();
    }
    if complete {
        Found::NoWin
    } else {
        Found::Nothing
    }
}

/// What decides between positions that promise as much: chance, another with each slant.
fn lot(key: u128, slant: u32) -> u32 {
    let mixed = (key as u64 ^ u64::from(slant)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as u32
}

/// Sends home all that goes there by moves that can be taken back, or at all where nothing else
/// is left to do, and adds them to the course; whether the meter allowed it.
fn send_home<R: Rules>(
    rules: &R,
    table: &mut Table,
    course: &mut Vec<Move>,
    meter: &mut Meter,
) -> bool {
    let is_all = rules.ahead(table, 0).is_some_and(|ahead| ahead.left == 0);
    loop {
        let mut moves = MoveList::new();
        rules.legal_moves(table, &mut moves);
        let home = moves.into_iter().find(|&mv| {
            matches!(mv, Move::Carry { to, .. } if to.is_foundation())
                && (is_all || rules.is_reversible(table, mv))
        });
        let Some(mv) = home else { return true };
        if !meter.spend() {
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
    use crate::rules::{Choices, Plan, Profile, Variant, shuffled};
    use crate::solver::{Budget, Cancel};

    /// The classic game, which counts what is to be done at the deal alone.
    #[derive(Clone)]
    struct AtTheDeal(Variant, Table);

    impl Rules for AtTheDeal {
        fn profile(&self) -> &'static Profile {
            self.0.profile()
        }
        fn choices(&self) -> Choices {
            self.0.choices()
        }
        fn plan(&self) -> Plan {
            self.0.plan()
        }
        fn deal(&self, deck: &[Card]) -> Table {
            self.0.deal(deck)
        }
        fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
            self.0.legal_moves(table, moves);
        }
        fn apply(&self, table: &mut Table, mv: Move) {
            self.0.apply(table, mv);
        }
        fn is_won(&self, table: &Table) -> bool {
            self.0.is_won(table)
        }
        fn why_not(&self, table: &Table, mv: Move) -> String {
            self.0.why_not(table, mv)
        }
        fn ahead(&self, table: &Table, _slant: u32) -> Option<Ahead> {
            (*table == self.1).then_some(Ahead {
                left: 52,
                promise: 0,
                kin: 0,
            })
        }
    }

    #[test]
    fn where_the_count_ends_nothing_is_proven() {
        let rules = Variant::of(Variant::ALL[3], &[("layout", "classic")]).expect("rules");
        let table = rules.deal(&shuffled(1, 1));
        let rules = AtTheDeal(rules, table.clone());
        let budget = Budget {
            positions: Some(100_000),
            time: None,
            memory: 16 << 20,
        };
        let (cancel, mut progress) = (Cancel::default(), |_| {});
        let mut meter = Meter::new(&budget, &cancel, &mut progress);
        let found = descend(&rules, &table, Insights::ALL, 64, 0, 16 << 20, &mut meter);
        assert!(matches!(found, Found::Nothing), "this deal can be won");
    }
}
