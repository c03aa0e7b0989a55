//! The search for a deal that can be won.

use jiff::{SignedDuration, Timestamp};

use super::search_request::{SearchKind, SearchRequest};
use super::state::Session;
use crate::analysis::SearchTask;
use crate::game::Game;
use crate::solver::{SolveResult, StateKey, Verdict};
use crate::variant::Variant;

/// Number of deals and of positions after which the search gives up.
const MAX_DEALS: u64 = 100_000;
const MAX_POSITIONS: u64 = 1_000_000_000;

/// What follows from the result for a deal.
#[derive(Debug)]
pub enum DealSearchStep {
    /// The deal is winnable; this is the new game.
    Found(Box<Session>),
    /// The next deal is searched.
    Continues,
    /// The search has ended without a winnable deal.
    GaveUp,
}

/// Goes through random deals until the solver proves that one can be won, or too many were skipped.
#[derive(Clone, Debug)]
pub struct DealSearch {
    game: Game,
    state_key: StateKey,
    /// Positions of the current deal searched so far.
    pub positions: u64,
    /// Positions of the earlier deals searched.
    earlier_positions: u64,
    skipped: u64,
    last_progress: Option<Timestamp>,
}

impl DealSearch {
    /// Starts with the deal of a seed.
    pub fn new(rules: Variant, seed: u64) -> DealSearch {
        let game = Game::new(rules, seed);
        DealSearch {
            state_key: game.rules().state_key(game.table()),
            game,
            positions: 0,
            earlier_positions: 0,
            skipped: 0,
            last_progress: None,
        }
    }

    /// The deal being searched.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Number of deals that were not proven to be winnable.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Number of positions searched, of all deals.
    pub fn total_positions(&self) -> u64 {
        self.earlier_positions.saturating_add(self.positions)
    }

    /// The search to run now.
    pub fn search_request(&self) -> SearchRequest {
        SearchRequest {
            kind: SearchKind::WinnableDeal,
            task: SearchTask::DEAL,
            state_key: self.state_key,
        }
    }

    /// Records the result for the current deal. If it is not winnable, continues with the deal of the
    /// next seed or gives up.
    pub fn record_result(
        &mut self,
        result: &SolveResult,
        next_seed: impl FnOnce() -> u64,
        now: Timestamp,
    ) -> DealSearchStep {
        if matches!(result.verdict, Verdict::Winnable(_)) {
            let mut session = Session::start(self.game.clone(), now);
            session
                .analysis
                .record_winnable_deal(&session.played.game, result);
            return DealSearchStep::Found(Box::new(session));
        }
        *self = DealSearch {
            earlier_positions: self.earlier_positions.saturating_add(result.positions),
            skipped: self.skipped + 1,
            last_progress: self.last_progress,
            ..DealSearch::new(self.game.rules().clone(), next_seed())
        };
        if self.skipped >= MAX_DEALS || self.earlier_positions >= MAX_POSITIONS {
            DealSearchStep::GaveUp
        } else {
            DealSearchStep::Continues
        }
    }

    /// Whether progress should be shown now, at most once in each interval.
    pub fn take_progress_due(&mut self, now: Timestamp, interval: SignedDuration) -> bool {
        let is_recent = |last: Timestamp| now.duration_since(last) < interval;
        let due = !self.last_progress.is_some_and(is_recent);
        if due {
            self.last_progress = Some(now);
        }
        due
    }
}
