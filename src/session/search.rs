//! Searches: what is requested, what is found, and how those that take several steps run.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use jiff::{SignedDuration, Timestamp};

use crate::player::{Advice, FairPlayer, View};
use crate::review::{Review, Reviewer};
use crate::solver::{Budget, CancelToken, SolveResult, StateKey};
use crate::variant::Variant;

/// Positions that the fair player searches between two reports.
const REPORT_POSITIONS: u64 = 200_000;

/// Maximum number of positions that the fair player searches for the odds, and for a hint that is
/// refined while the player looks at it: one to two seconds.
pub const ODDS_POSITIONS: u64 = 3_000_000;

/// Maximum number of positions that the fair player searches for a hint that is given once.
pub const HINT_POSITIONS: u64 = 400_000;

/// Seed of the sample deals.
const SAMPLE_SEED: u64 = 1;

/// Why a search runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Watches whether the position can still be won, to warn when it cannot.
    Warning,
    /// Answers the player's question about the position.
    Verdict,
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
    pub purpose: Purpose,
    /// The position to search, or at which the game to review ends.
    pub state_key: StateKey,
    pub budget: Budget,
}

/// What a running search reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReply {
    pub request: SearchRequest,
    pub found: Found,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The number of positions searched so far.
    Progress(u64),
    Advice(Advice),
    Review(Arc<Review>),
    Finished(SolveResult),
}

/// A verdict search that the player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingVerdict {
    pub budget: Budget,
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
    Won,
    /// The game is over; its review searches longer for the move that lost it.
    Review,
    /// A search runs.
    Searching,
    /// The answer is known, or no longer search could find it.
    Known,
}

/// What the player waits for the fair player to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A better hint than the one shown.
    Hint,
    /// The odds of the position.
    Odds,
}

/// Lets the fair player search a position, and reports what it finds from time to time, until
/// nothing is left to find, `max_positions` are searched or the search is canceled.
pub fn search_advice(
    rules: &Variant,
    view: View,
    max_positions: u64,
    cancel: &CancelToken,
    report: &mut dyn FnMut(Advice),
) {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let (table, seen) = (view.to_table(view.unseen()), view.seen_cards());
    let player = FairPlayer::new(rules.clone(), view, SAMPLE_SEED, max_positions);
    let mut player = player.with_threads(threads);
    // What the moves do not need is taken out, so that each hint gets somewhere.
    let shortened = |mut advice: Advice| {
        let moves = rules.shorten(&table, advice.moves, cancel);
        let known = seen.until_new_card(&**rules, &table, moves.clone());
        advice.moves = known.unwrap_or(moves);
        advice
    };
    let mut next_report = REPORT_POSITIONS;
    while player.step(cancel) {
        if player.positions() >= next_report {
            next_report = player.positions() + REPORT_POSITIONS;
            report(shortened(player.advice()));
        }
    }
    if !cancel.is_canceled() {
        report(shortened(player.advice()));
    }
}

/// Continues a review and reports after each step, until it is complete or canceled.
pub fn search_review(
    mut reviewer: Reviewer,
    cancel: &CancelToken,
    report: &mut dyn FnMut(Arc<Review>),
) {
    while reviewer.step(cancel) {
        report(Arc::new(reviewer.review().clone()));
    }
    if !cancel.is_canceled() {
        report(Arc::new(reviewer.review().clone()));
    }
}
