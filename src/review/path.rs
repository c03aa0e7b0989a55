//! Verdicts on the positions along the moves of one deal.

use crate::rules::{Move, Table};
use crate::solver::{Budget, CancelToken, Verdict};
use crate::variant::Variant;

/// What is proven about the positions along some moves. Every position before a winnable one is
/// winnable, and every position after a lost one is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PathVerdicts {
    /// The last position that is proven winnable, as a number of moves.
    pub(super) last_winnable: Option<usize>,
    /// The first position that is proven lost.
    pub(super) first_lost: Option<usize>,
}

impl PathVerdicts {
    /// Returns the verdict on the position after a number of moves.
    pub(super) fn at(self, moves: usize) -> Verdict<()> {
        if self.last_winnable.is_some_and(|last| moves <= last) {
            Verdict::Winnable(())
        } else if self.first_lost.is_some_and(|first| first <= moves) {
            Verdict::Unwinnable
        } else {
            Verdict::Unknown
        }
    }

    /// Whether a position is proven winnable.
    pub(super) fn is_winnable(self, moves: usize) -> bool {
        self.at(moves) == Verdict::Winnable(())
    }
}

/// The positions along the moves of a deal, as searched.
pub(super) struct GamePath<'a> {
    pub(super) rules: &'a Variant,
    pub(super) start: &'a Table,
    pub(super) moves: &'a [Move],
    /// Budget of each search.
    pub(super) budget: Budget,
    pub(super) cancel: &'a CancelToken,
}

impl GamePath<'_> {
    /// Finds out where a sample deal is lost: searches the first position and, if it can be won,
    /// the last one and positions between them.
    pub(super) fn find_loss(&self) -> PathVerdicts {
        let mut verdicts = PathVerdicts::default();
        self.search(0, &mut verdicts);
        if verdicts.is_winnable(0) {
            if !verdicts.is_winnable(self.moves.len()) {
                self.search(self.moves.len(), &mut verdicts);
            }
            self.bisect(&mut verdicts, false);
        }
        verdicts
    }

    /// Finds out as much as possible about all positions, given what is known.
    pub(super) fn find_all(&self, mut verdicts: PathVerdicts) -> PathVerdicts {
        if verdicts.at(0) == Verdict::Unknown {
            self.search(0, &mut verdicts);
        }
        self.bisect(&mut verdicts, true);
        self.bisect(&mut verdicts, false);
        verdicts
    }

    /// Bisects the positions whose verdict is unknown. One that stays unknown counts as lost if the
    /// last winnable position is looked for, and as winnable if the first lost one is.
    fn bisect(&self, verdicts: &mut PathVerdicts, is_unknown_winnable: bool) {
        let (mut start, mut end) = (0, self.moves.len() + 1);
        loop {
            start = verdicts
                .last_winnable
                .map_or(start, |last| start.max(last + 1));
            end = verdicts.first_lost.map_or(end, |first| first.min(end));
            if start >= end || self.cancel.is_canceled() {
                return;
            }
            let middle = start.midpoint(end);
            self.search(middle, verdicts);
            if verdicts.at(middle) != Verdict::Unknown {
                continue;
            } else if is_unknown_winnable {
                start = middle + 1;
            } else {
                end = middle;
            }
        }
    }

    /// Searches the position after a number of moves. A winning line that begins like the moves
    /// made proves the positions along it too.
    fn search(&self, moves: usize, verdicts: &mut PathVerdicts) {
        let table = self.rules.table_after(self.start, &self.moves[..moves]);
        let probe = self.rules.probe(&table, &self.budget, self.cancel);
        match probe.verdict {
            Verdict::Winnable(line) => {
                let pairs = line.iter().zip(&self.moves[moves..]);
                let shared = pairs.take_while(|(one, other)| one == other).count();
                verdicts.last_winnable = verdicts.last_winnable.max(Some(moves + shared));
            }
            Verdict::Unwinnable => {
                let first = verdicts.first_lost.map_or(moves, |first| first.min(moves));
                verdicts.first_lost = Some(first);
            }
            Verdict::Unknown => {}
        }
    }
}
