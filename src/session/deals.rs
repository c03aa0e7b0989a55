//! Where new deals come from, and the search for one that can be won.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use strum::IntoStaticStr;

use super::play::Session;
use super::search::{Purpose, SearchJob, SearchRequest};
use crate::difficulty::{Difficulty, GradedDeals};
use crate::game::Game;
use crate::rules::Move;
use crate::seed::RANDOM_SEED_LIMIT;
use crate::solver::{DEAL_BUDGET, StateKey, Verdict};
use crate::storage::settings::Deals;
use crate::variant::Variant;

/// Where the deal of a new game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum DealSource {
    /// A random seed.
    #[strum(transparent)]
    Random(Deals),
    /// The daily deal of a date, or of today.
    Daily(Option<Date>),
    /// A seed entered by the player.
    Number,
    /// A random one of the graded deals of this difficulty.
    #[strum(transparent)]
    Graded(Difficulty),
}

impl DealSource {
    /// All sources, in the order of the menu.
    pub const ALL: [DealSource; 8] = [
        DealSource::Random(Deals::Winnable),
        DealSource::Random(Deals::Any),
        DealSource::Daily(None),
        DealSource::Number,
        DealSource::Graded(Difficulty::Easy),
        DealSource::Graded(Difficulty::Medium),
        DealSource::Graded(Difficulty::Hard),
        DealSource::Graded(Difficulty::Expert),
    ];

    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns the source with this name.
    pub fn from_name(name: &str) -> Option<DealSource> {
        let mut sources = DealSource::ALL.into_iter();
        sources.find(|source| source.as_str() == name)
    }

    /// Whether a game has this source. All others than any random deal and a number need graded deals:
    /// games have those if winnable deals are known.
    pub fn is_available_in(self, rules: &Variant) -> bool {
        let is_everywhere = matches!(self, DealSource::Random(Deals::Any) | DealSource::Number);
        is_everywhere || GradedDeals::has_bundled(rules)
    }

    /// Returns where another deal comes from: a deal of a day or a number is followed by a random one.
    #[must_use]
    pub fn of_another_deal(self, setting: Deals) -> DealSource {
        match self {
            DealSource::Daily(_) | DealSource::Number => DealSource::Random(setting),
            endless => endless,
        }
    }

    /// Returns where deals of the other kind come from: any deals, or winnable ones.
    #[must_use]
    pub fn other_kind(self) -> DealSource {
        DealSource::Random(match self {
            DealSource::Random(Deals::Any) => Deals::Winnable,
            _ => Deals::Any,
        })
    }
}

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

    /// Draws the seed of a graded deal of one of the difficulties; if the game has none, of any random deal.
    pub fn next_graded(&mut self, rules: &Variant, difficulties: &[Difficulty]) -> u64 {
        let graded = GradedDeals::bundled(rules);
        let seeds = graded.iter().flat_map(|deals| {
            let seeds = difficulties
                .iter()
                .map(|difficulty| deals.seeds(*difficulty));
            seeds.flatten()
        });
        let seeds: Vec<u64> = seeds.collect();
        match self.0.next_u64().checked_rem(seeds.len() as u64) {
            Some(index) => seeds[index as usize],
            None => self.next_seed(),
        }
    }

    /// Deals a game from a source. `None` if a winnable deal has to be searched for. Where the game does
    /// not have the source, and for a number that was not entered, the deal is any random one.
    pub fn deal(
        &mut self,
        source: DealSource,
        rules: &Variant,
        today: impl FnOnce() -> Date,
        now: Timestamp,
    ) -> Option<Session> {
        let seed = match source {
            DealSource::Random(Deals::Winnable) if source.is_available_in(rules) => return None,
            DealSource::Daily(day) if source.is_available_in(rules) => {
                return Session::deal_daily(rules, day.unwrap_or_else(today), now);
            }
            DealSource::Graded(difficulty) => self.next_graded(rules, &[difficulty]),
            _ => self.next_seed(),
        };
        Some(Session::deal(rules.clone(), seed, now))
    }
}

/// How long a player waits for a winnable deal. After that, it is one of the graded deals.
pub const MAX_DEAL_SEARCH: Duration = Duration::from_secs(1);

/// Goes through random deals until the solver proves that one can be won, and keeps that one until it
/// is dealt.
#[derive(Clone, Debug)]
pub struct DealSearch {
    game: Arc<Game>,
    state_key: StateKey,
    /// The line that wins the deal.
    found: Option<Vec<Move>>,
}

impl DealSearch {
    pub fn new(rules: Variant, seeds: &mut SeedSource) -> DealSearch {
        let game = Game::new(rules, seeds.next_seed());
        DealSearch {
            state_key: game.rules().state_key(game.table()),
            game: Arc::new(game),
            found: None,
        }
    }

    /// The deal being searched, or the one found.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the deals are those of a game with the same options.
    pub fn is_of(&self, rules: &Variant) -> bool {
        let own = self.game.rules();
        own.info().id == rules.info().id && own.options() == rules.options()
    }

    /// Returns the search to run now. `None` once a winnable deal is found.
    pub fn search_request(&self) -> Option<SearchRequest> {
        self.found.is_none().then_some(SearchRequest {
            purpose: Purpose::WinnableDeal,
            budget: DEAL_BUDGET,
            state_key: self.state_key,
            job: SearchJob::Position(Arc::clone(&self.game)),
        })
    }

    /// Records the verdict on the current deal. If it is not winnable, continues with another one.
    pub fn record_verdict(&mut self, verdict: &Verdict, seeds: &mut SeedSource) {
        if let Verdict::Winnable(line) = verdict {
            self.found = Some(line.clone());
        } else {
            *self = DealSearch::new(self.game.rules().clone(), seeds);
        }
    }

    /// Starts the game of the deal that was found.
    pub fn start_found(&self, now: Timestamp) -> Option<Session> {
        let (game, line) = ((*self.game).clone(), self.found.clone()?);
        Some(Session::start_winnable(game, line, now))
    }
}
