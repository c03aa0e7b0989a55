//! What all searches have in common: they can be suspended and resumed.

use super::budget::BudgetMeter;
use super::verdict::Verdict;
use crate::rules::Move;

/// A search that can be suspended between two steps.
pub(super) trait ResumableSearch {
    /// Expands one position, or leaves it out. Returns the verdict when the search has ended, which is
    /// "unknown" if it ended without a proof.
    fn step(&mut self, meter: &mut BudgetMeter) -> Option<Verdict>;

    /// Returns the best position that the search has reached, if it compares positions.
    fn best_position(&self) -> Option<BestPosition>;

    /// Searches until there is a verdict, the meter has counted `until` positions or more, or it has
    /// stopped the search. What was stopped in the middle of a step proves nothing, so it stays stopped.
    fn run(&mut self, meter: &mut BudgetMeter, until: u64) -> Option<Verdict> {
        while meter.positions() < until && !meter.is_stopped() {
            if let Some(verdict) = self.step(meter) {
                return Some(verdict);
            }
        }
        None
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
