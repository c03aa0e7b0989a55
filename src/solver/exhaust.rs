//! The search that misses nothing: depth first, each position once.

use super::Found;
use super::key::key;
use super::meter::Meter;
use super::seen::Seen;
use crate::rules::{Courses, Insights, Mark, Move, Rules, Table};

/// A depth-first search that can be stopped and gone on with.
///
/// Every position met has each of its courses tried, and a position is left out only where it was
/// met before. So when nothing is left to try, every position that can be reached was met.
pub(super) struct Exhaust<'a, R> {
    rules: &'a R,
    known: Insights,
    table: Table,
    seen: Seen,
    courses: Courses,
    path: Vec<Frame>,
    deepest: usize,
    complete: bool,
}

/// A position on the path: the moment it was reached, its courses not yet tried.
struct Frame {
    mark: Mark,
    first: usize,
    next: usize,
}

/// About what a position on the path takes, in bytes, with its courses and steps.
const FRAME: usize = 256;

impl<'a, R: Rules> Exhaust<'a, R> {
    /// A search from a table, in so many bytes.
    pub(super) fn new(rules: &'a R, table: &Table, known: Insights, memory: usize) -> Self {
        let mut search = Exhaust {
            rules,
            known,
            table: table.clone(),
            seen: Seen::new(memory / 8 * 7),
            courses: Courses::default(),
            path: Vec::new(),
            deepest: memory / 8 / FRAME,
            complete: true,
        };
        search.seen.insert(key(rules, table, known));
        if !rules.is_hopeless(table, known) {
            search.enter();
        }
        search
    }

    /// Searches until something is found or so many positions were met in all.
    pub(super) fn run(&mut self, meter: &mut Meter, until: u64) -> Found {
        while let Some(frame) = self.path.last_mut() {
            if meter.positions() >= until {
                return Found::Nothing;
            }
            self.table.back_to(frame.mark);
            if frame.next == self.courses.len() {
                self.courses.truncate(frame.first);
                self.path.pop();
                continue;
            }
            let course = frame.next;
            frame.next += 1;
            let mut as_much = true;
            for at in 0..self.courses.get(course).len() {
                if !meter.spend() {
                    // The course is tried anew if the search goes on.
                    frame.next -= 1;
                    return Found::Nothing;
                }
                let mv = self.courses.get(course)[at];
                as_much &= self.rules.is_reversible(&self.table, mv);
                self.rules.apply(&mut self.table, mv);
            }
            if self.rules.is_won(&self.table) {
                return Found::Win(self.line());
            }
            if self.seen.insert(key(self.rules, &self.table, self.known))
                && (as_much || !self.rules.is_hopeless(&self.table, self.known))
            {
                self.enter();
            }
        }
        if self.complete {
            Found::NoWin
        } else {
            Found::Nothing
        }
    }

    /// Takes the present position on the path.
    fn enter(&mut self) {
        if self.path.len() >= self.deepest {
            self.complete = false;
            return;
        }
        let first = self.courses.len();
        self.rules
            .courses(&self.table, self.known, &mut self.courses);
        self.path.push(Frame {
            mark: self.table.mark(),
            first,
            next: first,
        });
    }

    /// The moves that lead to the present position.
    fn line(&self) -> Vec<Move> {
        let tried = self.path.iter().map(|frame| frame.next - 1);
        tried.flat_map(|n| self.courses.get(n)).copied().collect()
    }
}
