//! What is proven along the moves of a game.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::rules::Move;
use crate::solver::Verdict;

/// What the solver, which knows all cards, has proven about the positions along some moves. Every
/// position before a winnable one is winnable, and every position after a lost one is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathProofs {
    /// The last position that is proven winnable, as a number of moves.
    pub last_winnable: Option<usize>,
    /// The first position that is proven lost.
    pub first_lost: Option<usize>,
}

impl PathProofs {
    /// Returns the verdict on the position after a number of moves.
    pub fn at(self, moves: usize) -> Verdict<()> {
        if self.last_winnable.is_some_and(|last| moves <= last) {
            Verdict::Winnable(())
        } else if self.first_lost.is_some_and(|first| first <= moves) {
            Verdict::Unwinnable
        } else {
            Verdict::Unknown
        }
    }

    /// Whether nothing is unknown about the positions of a game of so many moves.
    pub fn is_complete(self, moves: usize) -> bool {
        self.unknown_start() >= self.unknown_end(moves)
    }

    /// Returns the number of the move that lost the game, if it is proven that it could be won before and not after it.
    pub fn losing_move(self) -> Option<usize> {
        let last = self.last_winnable? + 1;
        self.first_lost.filter(|first| *first == last)
    }

    /// Whether the position after a number of moves is proven winnable.
    pub fn is_winnable(self, moves: usize) -> bool {
        self.at(moves) == Verdict::Winnable(())
    }

    /// Returns the first position that is not proven winnable.
    pub fn unknown_start(self) -> usize {
        self.last_winnable.map_or(0, |last| last + 1)
    }

    /// Returns the position after the last one that is not proven lost.
    pub fn unknown_end(self, moves: usize) -> usize {
        self.first_lost.unwrap_or(moves + 1)
    }

    /// Returns the position of a game of so many moves to search next, given those whose search
    /// was inconclusive: the deal, then by bisection. To find the first lost position, inconclusive
    /// ones count as winnable; then, to find the last winnable one, as lost.
    pub fn next_position(self, moves: usize, inconclusive: &BTreeSet<usize>) -> Option<usize> {
        let (start, end) = (self.unknown_start(), self.unknown_end(moves));
        let mut unknown = inconclusive.range(start..end.max(start));
        let (first, last) = (unknown.next(), unknown.next_back());
        let later = last.or(first).map_or(start, |last| last + 1);
        let earlier = first.copied().unwrap_or(end);
        if start == 0 && earlier > 0 && end > 0 {
            Some(0)
        } else if later < end {
            Some(later.midpoint(end))
        } else {
            (start < earlier).then(|| start.midpoint(earlier))
        }
    }

    /// Records the verdict on the position after a number of moves. A winning line that begins like
    /// the moves made after it proves the positions along it too.
    pub fn record(&mut self, moves: usize, verdict: &Verdict, later: &[Move]) {
        match verdict {
            Verdict::Winnable(line) => {
                let pairs = line.iter().zip(later);
                let shared = pairs.take_while(|(one, other)| one == other).count();
                self.last_winnable = self.last_winnable.max(Some(moves + shared));
            }
            Verdict::Unwinnable => {
                let first = self.first_lost.map_or(moves, |first| first.min(moves));
                self.first_lost = Some(first);
            }
            Verdict::Unknown => {}
        }
    }
}
