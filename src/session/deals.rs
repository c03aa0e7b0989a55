//! Where new deals come from, and the search for one that can be won.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::search::{Purpose, SearchRequest};
use super::state::Session;
use crate::difficulty::GradedDeals;
use crate::game::Game;
use crate::seed::{self, RANDOM_SEED_LIMIT};
use crate::solver::{DEAL_BUDGET, SolveResult, StateKey, Verdict};
use crate::storage::settings::{DealSource, Settings};
use crate::variant::Variant;

/// Draws the seeds of random deals.
#[derive(Clone, Debug)]
pub struct SeedSource(ChaCha20Rng);

impl SeedSource {
    /// Draws the same seeds in every run.
    pub fn from_seed(seed: u64) -> SeedSource {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        SeedSource(ChaCha20Rng::from_seed(key))
    }

    /// Draws different seeds in every run.
    pub fn from_system() -> SeedSource {
        SeedSource::from_seed(rand::rng().next_u64())
    }

    pub fn next_seed(&mut self) -> u64 {
        self.0.next_u64() % RANDOM_SEED_LIMIT
    }

    /// Draws the seed of a deal from a source. `None` if a winnable deal has to be searched for. Where the
    /// game has no graded deals, and for a number that was not entered, the deal is any random one.
    pub fn next_deal(
        &mut self,
        source: DealSource,
        rules: &Variant,
        today: impl FnOnce() -> Date,
    ) -> Option<u64> {
        match source {
            DealSource::Winnable => return None,
            DealSource::Daily => return Some(seed::from_date(today())),
            DealSource::Graded(difficulty) => {
                let graded = GradedDeals::bundled(rules);
                let seeds = graded.map_or(Vec::new(), |deals| deals.seeds(difficulty));
                if !seeds.is_empty() {
                    let index = self.0.next_u64() % seeds.len() as u64;
                    return Some(seeds[index as usize]);
                }
            }
            DealSource::Random | DealSource::Number => {}
        }
        Some(self.next_seed())
    }
}

/// Returns where another deal comes from: from where the command line says, else from the setting. The deal
/// after that of a day or a number is random.
pub fn source_of_another_deal(
    command_line: Option<DealSource>,
    settings: &Settings,
    rules: &Variant,
) -> DealSource {
    // Who asks for winnable deals on the command line gets a search even if no such deal is known.
    let is_searchable =
        |source: &DealSource| *source != DealSource::Winnable || rules.has_known_winnable_deals();
    let setting = Some(settings.deals).filter(is_searchable);
    let sources = command_line.into_iter().chain(setting);
    let mut endless = sources.filter(|source| source.is_endless());
    endless.next().unwrap_or(DealSource::Random)
}

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
            purpose: Purpose::WinnableDeal,
            budget: DEAL_BUDGET,
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
                .record_winnable_deal(&session.played.game, &result.verdict);
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
