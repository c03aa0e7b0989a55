//! Where new deals come from, and the search for one that can be won.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use strum::IntoStaticStr;

use super::play::Session;
use super::search::{SearchRequest, Task};
use crate::difficulty::{Difficulty, GradedDeals, daily};
use crate::game::{Game, RuleSet};
use crate::record::{KeptLine, PlayedGame};
use crate::seed::RANDOM_SEED_LIMIT;
use crate::solver::{CancelToken, DEAL_BUDGET, NO_SEARCH, Verdict};
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
    /// A random one of the graded deals of this difficulty.
    #[strum(transparent)]
    Graded(Difficulty),
    /// The deal with this number.
    Seed(u64),
}

impl DealSource {
    /// The sources of the menu, in its order.
    pub const ALL: [DealSource; 6] = [
        DealSource::Random(Deals::Winnable),
        DealSource::Random(Deals::Any),
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
        let sources = DealSource::ALL.into_iter();
        let mut sources = sources.chain([DealSource::Daily(None)]);
        sources.find(|source| source.as_str() == name)
    }

    /// Whether a game has this source. All others than any random deal and a number need graded deals: games have
    /// those if winnable deals are known.
    pub fn is_available_in(self, rules: &Variant) -> bool {
        let is_for_all = matches!(self, DealSource::Random(Deals::Any) | DealSource::Seed(_));
        is_for_all || GradedDeals::has_bundled(rules)
    }

    /// Returns where another deal comes from: a deal of a day is followed by a random one.
    #[must_use]
    pub fn of_another_deal(self, setting: Deals) -> DealSource {
        match self {
            DealSource::Daily(_) => DealSource::Random(setting),
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

/// How long a player waits for a winnable deal. After that, it is a graded one.
pub const MAX_DEAL_SEARCH: Duration = Duration::from_secs(1);

/// Deals new games, and goes meanwhile through random deals until the solver proves that one can be won, which it
/// keeps until it is dealt.
#[derive(Clone, Debug)]
pub struct GameDealer {
    random: ChaCha20Rng,
    /// The deal that is searched, with the line that wins it once that is found.
    candidate: Option<PlayedGame>,
}

impl GameDealer {
    /// Deals the same games in every run.
    pub fn from_seed(seed: u64) -> GameDealer {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        GameDealer {
            random: ChaCha20Rng::from_seed(key),
            candidate: None,
        }
    }

    /// Deals different games in every run.
    pub fn from_system() -> GameDealer {
        GameDealer::from_seed(rand::rng().next_u64())
    }

    fn next_seed(&mut self) -> u64 {
        self.random.next_u64() % RANDOM_SEED_LIMIT
    }

    /// Returns the seed of a graded deal of a difficulty; if the game has none, of any random deal.
    fn graded_seed(&mut self, rules: &Variant, difficulty: Difficulty) -> u64 {
        let graded = GradedDeals::bundled(rules);
        let seeds = graded.map_or(Vec::new(), |deals| deals.seeds(difficulty));
        match self.random.next_u64().checked_rem(seeds.len() as u64) {
            Some(index) => seeds[index as usize],
            None => self.next_seed(),
        }
    }

    /// Deals a game from a source. `None` if a winnable deal is still looked for. Where the game does not have the
    /// source, the deal is any random one.
    pub fn deal(
        &mut self,
        source: DealSource,
        rules: &Variant,
        today: impl FnOnce() -> Date,
        now: Timestamp,
    ) -> Option<Session> {
        let (seed, daily) = match source {
            DealSource::Random(Deals::Winnable) if source.is_available_in(rules) => {
                self.look_for(rules);
                return self.deal_found(now);
            }
            DealSource::Daily(day) if source.is_available_in(rules) => {
                let day = day.unwrap_or_else(today);
                (daily::seed(rules, day)?, Some(day))
            }
            DealSource::Graded(difficulty) => (self.graded_seed(rules, difficulty), None),
            DealSource::Seed(seed) => (seed, None),
            _ => (self.next_seed(), None),
        };
        let mut played = PlayedGame::new(Game::new(rules.clone(), seed));
        played.header.daily = daily;
        Some(Session::start(played, now))
    }

    /// Deals the winnable deal that was found, if there is one.
    pub fn deal_found(&mut self, now: Timestamp) -> Option<Session> {
        let found = self.candidate.take_if(|played| played.line.is_some())?;
        Some(Session::start(found, now))
    }

    /// Looks for a winnable deal of a game that has any, unless one is looked for or found.
    pub fn look_for(&mut self, rules: &Variant) {
        let rule_set = RuleSet::new(rules);
        let candidate = self.candidate.as_ref();
        if candidate.is_none_or(|played| RuleSet::new(played.game.rules()) != rule_set) {
            let has_any = DealSource::Random(Deals::Winnable).is_available_in(rules);
            self.candidate = has_any.then(|| self.next_candidate(rules));
        }
    }

    /// Draws deals until one is not proven lost. In a game that decides its deals without a search, that one
    /// has its line.
    fn next_candidate(&mut self, rules: &Variant) -> PlayedGame {
        loop {
            let mut played = PlayedGame::new(Game::new(rules.clone(), self.next_seed()));
            let (table, cancel) = (played.game.table(), CancelToken::default());
            let decided = rules.solve(table, &NO_SEARCH, &cancel, &mut |_| {});
            if decided.verdict != Verdict::Unwinnable {
                played.line = line_of(&decided.verdict);
                return played;
            }
        }
    }

    /// Returns the search to run now. `None` while no deal is looked for.
    pub fn search_request(&self) -> Option<SearchRequest> {
        let candidate = self.candidate.as_ref();
        let played = candidate.filter(|played| played.line.is_none())?;
        Some(SearchRequest {
            game: Arc::clone(&played.game),
            task: Task::Deal,
            budget: DEAL_BUDGET,
        })
    }

    /// Records the verdict on the deal that was searched. If it is not winnable, goes on to another one.
    pub fn record_verdict(&mut self, verdict: &Verdict) {
        let Some(played) = &mut self.candidate else {
            return;
        };
        played.line = line_of(verdict);
        if played.line.is_none() {
            let rules = played.game.rules().clone();
            self.candidate = Some(self.next_candidate(&rules));
        }
    }
}

/// Returns the line with which a verdict wins a deal.
fn line_of(verdict: &Verdict) -> Option<KeptLine> {
    let moves = verdict.line()?.clone();
    Some(KeptLine { after: 0, moves })
}
