//! Outcome of one search.

use crate::rules::Move;

/// Outcome of one search.
pub(super) enum SearchOutcome {
    /// A winning line.
    Win(Vec<Move>),
    /// Every position was searched: there is no win.
    NoWin,
    /// The search ended without a proof.
    Inconclusive,
}
