//! Searches: what is requested, how it is searched, and what is found.

use std::mem::discriminant;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};

use crate::game::Game;
use crate::hint::visible_hints;
use crate::player::{Advice, FairPlayer, View};
use crate::proofs::{Proofs, as_played};
use crate::review::Reviewer;
use crate::rules::Move;
use crate::solver::{
    BACKGROUND_BUDGET, Budget, CancelToken, HINT_POSITIONS, PROBE_WIDTH, SHORTEN_BUDGET,
    SolveResult, Verdict,
};

/// Time between two reports on a search that the player waits for.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// Seed of the sample deals.
const SAMPLE_SEED: u64 = 1;

/// Budget of the search for the odds: one to two seconds.
pub(super) const ODDS_BUDGET: Budget = Budget {
    positions: Some(3_000_000),
    ..BACKGROUND_BUDGET
};

/// Budget of a search for a hint that keeps the win, and time limit of each check in it.
pub(super) const HINT_BUDGET: Budget = Budget {
    positions: Some(HINT_POSITIONS),
    ..BACKGROUND_BUDGET
};

/// A search checks with this share of its positions whether one sequence of moves keeps the win.
const CHECK_SHARE: u64 = 4;

/// What a search finds out.
#[derive(Clone, Debug)]
pub enum Task {
    /// Whether the position can still be won, to warn when it cannot.
    Warning,
    /// Whether the position can be won, because the player has asked.
    Verdict,
    /// Whether a new deal can be won.
    Deal,
    /// What the fair player would do, and the odds.
    Advice,
    /// A hint that keeps the win.
    Hint {
        proofs: Arc<Proofs>,
        /// Budget of the search for a winning line, if none is known.
        line_budget: Option<Budget>,
    },
    /// The shortest win of a game, from this line that wins it.
    Shortest(Vec<Move>),
    /// What each move of a game changed, or only when the game was lost, with which the review begins.
    Review {
        reviewer: Arc<Reviewer>,
        until_loss: bool,
    },
}

/// A search to run. Two requests are equal if they ask for the same search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The game, at the position to search or the end of the review.
    pub game: Arc<Game>,
    pub task: Task,
    pub budget: Budget,
}

impl PartialEq for SearchRequest {
    fn eq(&self, other: &SearchRequest) -> bool {
        let key = |request: &SearchRequest| {
            let game = &request.game;
            let position = game.rules().state_key(game.table());
            (discriminant(&request.task), position, request.budget)
        };
        key(self) == key(other)
    }
}

impl Eq for SearchRequest {}

impl SearchRequest {
    /// Returns the search that goes on with a review, if it runs.
    pub fn of_review(reviewer: &Reviewer) -> Option<SearchRequest> {
        reviewer.is_running().then(|| SearchRequest {
            game: Arc::clone(&reviewer.game),
            budget: reviewer.budget,
            task: Task::Review {
                reviewer: Arc::new(reviewer.clone()),
                until_loss: false,
            },
        })
    }

    /// Runs the search, and reports from time to time what it has found. A search that is canceled may
    /// end without a last report.
    pub fn run(&self, cancel: &CancelToken, report: &mut dyn FnMut(Found)) {
        let game = &*self.game;
        match &self.task {
            Task::Warning | Task::Verdict | Task::Deal => {
                let is_awaited = matches!(self.task, Task::Verdict);
                search_win(game, &self.budget, is_awaited, cancel, report);
            }
            Task::Advice => search_advice(game, self.budget, cancel, report),
            Task::Hint {
                proofs,
                line_budget,
            } => {
                let search = HintSearch {
                    game,
                    proofs: Proofs::clone(proofs),
                    budget: self.budget,
                    cancel,
                };
                search.run(*line_budget, report);
            }
            Task::Shortest(line) => {
                let mut deal = game.clone();
                deal.seek(0);
                let rules = deal.rules();
                let line = rules.shorten(deal.table(), line.clone(), &self.budget, cancel);
                if !cancel.is_canceled() {
                    report(Found::Shortest(line.len()));
                }
            }
            Task::Review {
                reviewer,
                until_loss,
            } => {
                let mut reviewer = Reviewer::clone(reviewer);
                while (!until_loss || reviewer.next_position().is_some()) && reviewer.step(cancel) {
                    report(Found::Review(Arc::new(reviewer.clone())));
                }
                if !cancel.is_canceled() {
                    report(Found::Review(Arc::new(reviewer)));
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

impl SearchReply {
    /// Records in a review what was found so far, if this answers its request.
    pub fn record_in(&self, reviewer: &mut Reviewer) {
        if let Found::Review(found) = &self.found
            && SearchRequest::of_review(reviewer).as_ref() == Some(&self.request)
            && found.review.is_of(reviewer.game.moves())
        {
            reviewer.record(found);
        }
    }
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The number of positions searched so far.
    Progress(u64),
    /// What the fair player would do.
    Advice(Advice),
    /// The same, and what is proven about the game, with the moves that were checked.
    Hint {
        advice: Advice,
        proofs: Arc<Proofs>,
        /// Whether more searching changes nothing.
        is_complete: bool,
    },
    /// The review, as far as it has come.
    Review(Arc<Reviewer>),
    /// The number of moves of the shortest win that is known.
    Shortest(usize),
    Finished(SolveResult),
}

/// What the player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// How far the search for the verdict is.
    Progress,
    Hint,
    Odds,
    /// The verdict, and whether the player wants to see the winning line.
    Verdict {
        show_solution: bool,
    },
    /// What a try to answer a question does.
    Tried,
}

/// A verdict search that the player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingVerdict {
    pub budget: Budget,
    /// When the search was requested.
    pub started: Timestamp,
    /// Number of positions that it has visited.
    pub positions: u64,
    /// Whether the player wants to see the winning line, not only the verdict.
    pub show_solution: bool,
}

impl PendingVerdict {
    /// Returns the time since the search was requested.
    pub fn elapsed(&self, now: Timestamp) -> SignedDuration {
        now.duration_since(self.started).max(SignedDuration::ZERO)
    }
}

/// What was asked and found about the position of a game besides its proofs, and the hint shown.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// What the fair player has found: the odds.
    pub found: Option<Advice>,
    /// The moves that hints name: what the fair player has found, or is followed, or was checked.
    pub plan: Option<Advice>,
    /// What the player waits for: a hint or the odds.
    pub awaited: Option<Answer>,
    /// Whether hints keep the win, as the settings said when the last one was requested.
    pub(super) keeps_win: bool,
    /// Whether the search for a hint that keeps the win has found what to name first.
    pub(super) is_found: bool,
    /// The hint that the player looks at, and its number among those for the position.
    pub(super) shown: Option<(Move, usize)>,
    /// The verdict search that the player waits for.
    pub verdict: Option<PendingVerdict>,
    /// The number of moves of the shortest win that is known, once the game is won.
    pub(super) shortest: Option<usize>,
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

/// Searches for a win. A player who waits is told from time to time how far the search is.
fn search_win(
    game: &Game,
    budget: &Budget,
    is_awaited: bool,
    cancel: &CancelToken,
    report: &mut dyn FnMut(Found),
) {
    let mut next_report = Instant::now() + PROGRESS_INTERVAL;
    let mut progress = |positions| {
        // On a machine with one core keys come first.
        thread::yield_now();
        if is_awaited && Instant::now() >= next_report {
            next_report = Instant::now() + PROGRESS_INTERVAL;
            report(Found::Progress(positions));
        }
    };
    let rules = game.rules();
    let mut result = rules.solve(game.table(), budget, cancel, &mut progress);
    if let Some(played) = (result.verdict.line()).and_then(|line| as_played(game, line, cancel)) {
        result.verdict = Verdict::Winnable(played);
    }
    // What is found as the search is canceled counts.
    if result.verdict != Verdict::Unknown || !cancel.is_canceled() {
        report(Found::Finished(result));
    }
}

/// Lets the fair player search a position, and reports what it finds from time to time, until
/// nothing is left to find, the budget of positions is used up or the search is canceled.
fn search_advice(game: &Game, budget: Budget, cancel: &CancelToken, report: &mut dyn FnMut(Found)) {
    let mut player = fair_player(game, budget.positions.unwrap_or(HINT_POSITIONS));
    let mut next_report = HINT_POSITIONS;
    while player.step(cancel) {
        if player.positions() >= next_report {
            next_report = player.positions() + HINT_POSITIONS;
            report(Found::Advice(shortened(game, player.advice(), cancel)));
        }
    }
    if !cancel.is_canceled() {
        report(Found::Advice(shortened(game, player.advice(), cancel)));
    }
}

/// Returns the fair player of a position, with a budget of positions.
fn fair_player(game: &Game, max_positions: u64) -> FairPlayer {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let (rules, view) = (game.rules().clone(), View::new(game));
    FairPlayer::new(rules, view, SAMPLE_SEED, max_positions).with_threads(threads)
}

/// Takes out what the moves of an advice do not need, so that each hint gets somewhere.
fn shortened(game: &Game, mut advice: Advice, cancel: &CancelToken) -> Advice {
    let (rules, view) = (game.rules(), View::new(game));
    let (table, seen) = (view.to_table(view.unseen()), view.seen_cards());
    let moves = rules.shorten(&table, advice.moves, &SHORTEN_BUDGET, cancel);
    let until_new_card = |moves: Vec<Move>| {
        let moves = game.with_automatic_moves(&moves);
        seen.until_new_card(&**rules, &table, moves.clone())
            .unwrap_or(moves)
    };
    advice.moves = until_new_card(moves);
    advice.next_best = advice
        .next_best
        .map(|(moves, tally)| (until_new_card(moves), tally));
    advice
}

/// Asks the fair player for moves, and the solver, which knows all cards, which of them keep the win.
struct HintSearch<'a> {
    game: &'a Game,
    /// What is proven about the game.
    proofs: Proofs,
    /// Budget of the fair player.
    budget: Budget,
    cancel: &'a CancelToken,
}

impl HintSearch<'_> {
    /// Searches for a winning line with a budget of its own, if one is given, and for the moves to
    /// name. Reports them once the first is known, and again when those that a player may ask for next
    /// are checked.
    fn run(mut self, line_budget: Option<Budget>, report: &mut dyn FnMut(Found)) {
        if let Some(budget) = line_budget {
            let (rules, table) = (self.game.rules(), self.game.table());
            let result = rules.solve(table, &budget, self.cancel, &mut |_| {});
            if !self.cancel.is_canceled() {
                self.proofs
                    .record_search(self.game, &result.verdict, &budget);
            }
        }
        self.proofs.follow_automatic_moves(self.game, self.cancel);
        let max_positions = self.budget.positions.unwrap_or(u64::MAX);
        let advice = fair_player(self.game, max_positions).decide(self.cancel);
        let advice = shortened(self.game, advice, self.cancel);
        let next_best = advice.next_best.iter().map(|(moves, _)| moves);
        for plan in std::iter::once(&advice.moves).chain(next_best) {
            if self.wins(plan) {
                break;
            }
        }
        self.report(&advice, false, report);
        self.shorten_known_line();
        if let Some((plan, _)) = &advice.next_best {
            self.wins(plan);
        }
        let game = self.game;
        for hint in visible_hints(game) {
            self.wins(&hint.moves);
        }
        self.report(&advice, true, report);
    }

    /// Looks for a shorter way after the first move of the winning line that is known, which the player is about to make.
    fn shorten_known_line(&mut self) {
        if let Some([first, rest @ ..]) = self.proofs.winning_line() {
            let rules = self.game.rules();
            let table = rules.table_after(self.game.table(), &[*first]);
            let rest = rules.shorten(&table, rest.to_vec(), &self.budget, self.cancel);
            self.record_line(&[&[*first], &rest[..]].concat());
        }
    }

    /// Records that a line wins, as automatic moves change it.
    fn record_line(&mut self, line: &[Move]) {
        if let Some(line) = as_played(self.game, line, self.cancel) {
            self.proofs.record_other_line(self.game, &line);
        }
    }

    fn report(&self, advice: &Advice, is_complete: bool, report: &mut dyn FnMut(Found)) {
        if !self.cancel.is_canceled() {
            report(Found::Hint {
                advice: advice.clone(),
                proofs: Arc::new(self.proofs.clone()),
                is_complete,
            });
        }
    }

    /// Finds out whether the position after some moves can be won, unless the game is lost already.
    fn wins(&mut self, moves: &[Move]) -> bool {
        if moves.is_empty() || self.proofs.is_lost() || self.cancel.is_canceled() {
            return false;
        }
        let known = self.proofs.verdict_after(self.game, moves);
        if known != Verdict::Unknown {
            return known.line().is_some();
        }
        let budget = Budget {
            positions: self.budget.positions.map(|most| most / CHECK_SHARE),
            ..self.budget
        };
        let rules = self.game.rules();
        let table = rules.table_after(self.game.table(), moves);
        let probe = rules.probe(&table, PROBE_WIDTH, &budget, self.cancel);
        match probe.verdict {
            Verdict::Winnable(line) => {
                let line = rules.shorten(&table, line, &budget, self.cancel);
                self.record_line(&[moves, &line].concat());
            }
            Verdict::Unwinnable => self.proofs.record_loss_after(self.game, moves),
            Verdict::Unknown => {}
        }
        self.proofs.verdict_after(self.game, moves).line().is_some()
    }
}
