//! Requests to the solver and its replies.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::advice_report::AdviceReport;
use crate::analysis::SearchTask;
use crate::review::Review;
use crate::solver::{SolveResult, StateKey};

/// The reason for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchKind {
    /// Watches whether the position can still be won, to warn when it cannot.
    Background,
    /// Answers the player's question about the position.
    Verdict,
    /// Finds out after the end when the game was lost.
    Postmortem,
    /// Lets the fair player look for a move and the odds.
    Advice,
    /// Reviews the moves of a game.
    Review,
    /// Looks for a deal that can be won.
    WinnableDeal,
}

/// A search to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// The reason for the search.
    pub kind: SearchKind,
    /// The position to search and the budget.
    pub task: SearchTask,
    /// Identifies the position.
    pub state_key: StateKey,
}

/// Something that a running search reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReply {
    /// The request that started the search.
    pub request: SearchRequest,
    /// The report.
    pub update: SearchUpdate,
}

/// Progress or result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchUpdate {
    /// The number of positions searched so far.
    Progress(u64),
    /// What the fair player has found so far.
    Advice(AdviceReport),
    /// The review so far.
    Review(Arc<Review>),
    /// The result.
    Finished(SolveResult),
}

/// A verdict search that the player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingVerdict {
    /// The position to search and the budget.
    pub task: SearchTask,
    /// When the search was requested.
    pub started: Timestamp,
    /// Whether the player wants to see the winning line, not only the verdict.
    pub show_solution: bool,
}

impl PendingVerdict {
    /// Returns the time since the search was requested.
    pub fn elapsed(&self, now: Timestamp) -> SignedDuration {
        now.duration_since(self.started).max(SignedDuration::ZERO)
    }
}

/// Response to a request for a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictResponse {
    /// The game is won.
    Won,
    /// The game is over; the post-mortem continues with a larger budget.
    Postmortem,
    /// A search runs.
    Searching,
    /// The answer is known, or no longer search could find it.
    Known,
}

/// What the result of a search means for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// The game can no longer be won, which was not announced before.
    Lost,
    /// The verdict that the player waits for.
    Verdict {
        /// Whether the player wants to see the winning line too.
        show_solution: bool,
    },
    /// Nothing to announce.
    Silent,
}
