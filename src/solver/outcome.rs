//! How one search ended.

use crate::rules::Move;

/// Outcome of one search.
pub(super) enum Outcome {
    /// A winning line.
    Win(Vec<Move>),
    /// Every position was searched: there is no win. Holds the best position that a beam search
    /// expanded.
    NoWin(Option<BestPosition>),
    /// The search ended without a proof. Holds the same position.
    Inconclusive(Option<BestPosition>),
}

impl Outcome {
    /// Returns the outcome with this best position, unless it is a win.
    pub(super) fn with_best(self, best: Option<BestPosition>) -> Outcome {
        match self {
            Outcome::Win(_) => self,
            Outcome::NoWin(_) => Outcome::NoWin(best),
            Outcome::Inconclusive(_) => Outcome::Inconclusive(best),
        }
    }
}

/// The best position that a search reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPosition {
    /// Evaluation of the position; higher is better. See [`Evaluation::value`](super::Evaluation::value).
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
