//! Searches: what is requested, how it is searched, and what is found.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};

use super::hint_search::{FoundHint, HintSearch, SAMPLE_SEED};
use crate::game::Game;
use crate::player::{Advice, FairPlayer, View};
use crate::proofs::Proofs;
use crate::review::{Review, Reviewer};
use crate::solver::{
    BACKGROUND_BUDGET, Budget, CancelToken, HINT_POSITIONS, SHORTEN_BUDGET, SolveResult, StateKey,
    Verdict,
};

/// Time between two reports on a search that the player waits for.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// Positions that the fair player searches between two reports.
const REPORT_POSITIONS: u64 = 200_000;

/// Maximum number of positions that the fair player searches for the odds, and for a hint that is
/// refined while the player looks at it: one to two seconds.
pub(super) const ODDS_POSITIONS: u64 = 3_000_000;

/// Budget of a search for a hint that keeps the win, and time limit of each check in it.
pub(super) const HINT_BUDGET: Budget = Budget {
    positions: Some(HINT_POSITIONS),
    ..BACKGROUND_BUDGET
};

/// Why a search runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Watches whether the position can still be won, to warn when it cannot.
    Warning,
    /// Answers the player's question about the position.
    Verdict,
    /// Lets the fair player look for a move and the odds.
    Advice,
    /// Looks for a hint that keeps the win.
    Hint,
    /// Reviews the moves of a game.
    Review,
    /// Finds out when a game was lost, with which its review begins.
    Loss,
    /// Looks for a deal that can be won.
    WinnableDeal,
}

/// A search to run. Two requests are equal if they ask for the same search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    pub purpose: Purpose,
    /// The position to search, or at which the game to review ends.
    pub state_key: StateKey,
    pub budget: Budget,
    pub job: SearchJob,
}

/// What a search works on.
#[derive(Clone, Debug)]
pub enum SearchJob {
    /// The position of a game.
    Position(Arc<Game>),
    /// The hint for the position of a game.
    Hint {
        game: Arc<Game>,
        proofs: Arc<Proofs>,
        /// Budget of the search for a winning line, if none is known.
        line_budget: Option<Budget>,
    },
    /// The review of a game, as far as it has come.
    Review {
        game: Arc<Game>,
        proofs: Arc<Proofs>,
        review: Arc<Review>,
    },
}

impl PartialEq for SearchRequest {
    fn eq(&self, other: &SearchRequest) -> bool {
        let key = |request: &SearchRequest| (request.purpose, request.state_key, request.budget);
        key(self) == key(other)
    }
}

impl Eq for SearchRequest {}

impl SearchRequest {
    /// Runs the search, and reports from time to time what it has found. A search that is canceled may
    /// end without a last report.
    pub fn run(&self, cancel: &CancelToken, report: &mut dyn FnMut(Found)) {
        match &self.job {
            SearchJob::Review {
                game,
                proofs,
                review,
            } => {
                let reviewer = Reviewer::resume(game, Arc::clone(proofs), review, self.budget);
                let is_wanted = |reviewer: &Reviewer| {
                    self.purpose != Purpose::Loss || reviewer.next_position().is_some()
                };
                search_review(reviewer, is_wanted, cancel, &mut |found| {
                    report(Found::Review(found));
                });
            }
            SearchJob::Hint {
                game,
                proofs,
                line_budget,
            } => {
                let search = HintSearch::new(game, proofs, self.budget, cancel);
                search.run(*line_budget, &mut |found| report(Found::Hint(found)));
            }
            SearchJob::Position(game) if self.purpose == Purpose::Advice => {
                search_advice(game, self.budget, cancel, &mut |advice| {
                    report(Found::Advice(advice));
                });
            }
            SearchJob::Position(game) => {
                let mut next_report = Instant::now() + PROGRESS_INTERVAL;
                let mut progress = |positions| {
                    // On a machine with one core keys come first.
                    thread::yield_now();
                    if self.purpose == Purpose::Verdict && Instant::now() >= next_report {
                        next_report = Instant::now() + PROGRESS_INTERVAL;
                        report(Found::Progress(positions));
                    }
                };
                let rules = game.rules();
                let result = rules.solve(game.table(), &self.budget, cancel, &mut progress);
                // What is found as the search is canceled counts.
                if result.verdict != Verdict::Unknown || !cancel.is_canceled() {
                    report(Found::Finished(result));
                }
            }
        }
    }
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
    Hint(FoundHint),
    Review(Reviewed),
    Finished(SolveResult),
}

/// What a player has waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// How far the search for the verdict is.
    Progress,
    Advice(Question),
    Verdict(PendingVerdict),
}

/// A review so far, and what is proven about the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reviewed {
    pub review: Arc<Review>,
    pub proofs: Arc<Proofs>,
}

impl From<&Reviewer> for Reviewed {
    fn from(reviewer: &Reviewer) -> Reviewed {
        Reviewed {
            review: Arc::new(reviewer.review().clone()),
            proofs: Arc::clone(reviewer.proofs()),
        }
    }
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
/// nothing is left to find, the budget of positions is used up or the search is canceled.
fn search_advice(
    game: &Game,
    budget: Budget,
    cancel: &CancelToken,
    report: &mut dyn FnMut(Advice),
) {
    let (rules, view) = (game.rules(), View::new(game));
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let (table, seen) = (view.to_table(view.unseen()), view.seen_cards());
    let max_positions = budget.positions.unwrap_or(ODDS_POSITIONS);
    let player = FairPlayer::new(rules.clone(), view, SAMPLE_SEED, max_positions);
    let mut player = player.with_threads(threads);
    // What the moves do not need is taken out, so that each hint gets somewhere.
    let shortened = |mut advice: Advice| {
        let moves = rules.shorten(&table, advice.moves, &SHORTEN_BUDGET, cancel);
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

/// Continues a review as far as it is wanted and reports after each step, until it is complete or canceled.
fn search_review(
    mut reviewer: Reviewer,
    is_wanted: impl Fn(&Reviewer) -> bool,
    cancel: &CancelToken,
    report: &mut dyn FnMut(Reviewed),
) {
    while is_wanted(&reviewer) && reviewer.step(cancel) {
        report(Reviewed::from(&reviewer));
    }
    if !cancel.is_canceled() {
        report(Reviewed::from(&reviewer));
    }
}
