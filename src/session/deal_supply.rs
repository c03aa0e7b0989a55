//! The supply of new deals: draws their seeds, and keeps a winnable one ready.

use jiff::Timestamp;
use jiff::civil::Date;

use super::deals::{DealSearch, DealSource, SeedSource};
use super::play::Session;
use super::search::SearchRequest;
use crate::difficulty::Difficulty;
use crate::solver::Verdict;
use crate::storage::settings::Deals;
use crate::variant::Variant;

/// Deals new games, and looks for the next winnable deal meanwhile.
#[derive(Clone, Debug)]
pub struct DealSupply {
    seeds: SeedSource,
    search: Option<DealSearch>,
}

impl DealSupply {
    pub fn new(seeds: SeedSource) -> DealSupply {
        let search = None;
        DealSupply { seeds, search }
    }

    /// Deals a game from a source. `None` if a winnable deal is still looked for.
    pub fn deal(
        &mut self,
        source: DealSource,
        rules: &Variant,
        today: impl FnOnce() -> Date,
        now: Timestamp,
    ) -> Option<Session> {
        let dealt = self.seeds.deal(source, rules, today, now);
        dealt.or_else(|| {
            self.look_for(rules);
            self.deal_found(now)
        })
    }

    /// Deals the winnable deal that was found, if there is one.
    pub fn deal_found(&mut self, now: Timestamp) -> Option<Session> {
        let session = self.search.as_ref()?.start_found(now)?;
        self.search = None;
        Some(session)
    }

    /// Deals one of the graded deals, which are winnable; for a player who has waited too long for another.
    pub fn deal_graded(&mut self, rules: &Variant, now: Timestamp) -> Session {
        let seed = self.seeds.next_graded(rules, Difficulty::ALL);
        Session::deal(rules.clone(), seed, now)
    }

    /// Looks for a winnable deal of a game that has any, unless one is looked for or found.
    pub fn look_for(&mut self, rules: &Variant) {
        if !self
            .search
            .as_ref()
            .is_some_and(|search| search.is_of(rules))
        {
            let has_any = DealSource::Random(Deals::Winnable).is_available_in(rules);
            self.search = has_any.then(|| DealSearch::new(rules.clone(), &mut self.seeds));
        }
    }

    /// Returns the search to run now. `None` while no deal is looked for.
    pub fn search_request(&self) -> Option<SearchRequest> {
        self.search.as_ref()?.search_request()
    }

    /// Records the verdict on the deal that was searched. If it is not winnable, goes on to another one.
    pub fn record_verdict(&mut self, verdict: &Verdict) {
        if let Some(search) = &mut self.search {
            search.record_verdict(verdict, &mut self.seeds);
        }
    }
}
