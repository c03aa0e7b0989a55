//! How one search ended.

use crate::rules::Move;

/// Outcome of one search.
pub(super) enum SearchOutcome {
    /// A winning line.
    Win(Vec<Move>),
    /// Every position was searched: there is no win. Holds the best position that a beam search
    /// expanded.
    NoWin(Option<BestPosition>),
    /// The search ended without a proof. Holds the same position.
    Inconclusive(Option<BestPosition>),
}

impl SearchOutcome {
    /// Returns the outcome with this best position, unless it is a win.
    pub(super) fn with_best(self, best: Option<BestPosition>) -> SearchOutcome {
        match self {
            SearchOutcome::Win(_) => self,
            SearchOutcome::NoWin(_) => SearchOutcome::NoWin(best),
            SearchOutcome::Inconclusive(_) => SearchOutcome::Inconclusive(best),
        }
    }
}

/// The best position that a search reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPosition {
    /// Evaluation of the position; higher is better. In a game that measures its
    /// [progress](super::SearchKnowledge::progress), less remaining work counts more than any other
    /// difference.
    pub score: i32,
    /// Moves to the position.
    pub line: Vec<Move>,
}

impl BestPosition {
    /// Returns the better of two positions, the first if they are equally good.
    pub(super) fn better(first: Option<Self>, second: Option<Self>) -> Option<Self> {
        match (first, second) {
            (Some(first), Some(second)) if second.score > first.score => Some(second),
            (first, second) => first.or(second),
        }
    }
}
