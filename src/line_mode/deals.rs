//! Where new deals come from, and the search for winnable ones.

use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::commands::usage;
use super::input::{LineInput, Origin, Progress};
use super::io::{Rejection, unknown_game};
use crate::seed;
use crate::session::{
    DealSource, DealSupply, Found, MAX_DEAL_SEARCH, SeedSource, Session, text, today,
};
use crate::storage::settings::{Deals, Settings};
use crate::variant::{self, Variant};

/// A deal that was typed.
#[derive(Clone, Copy, Debug)]
pub(super) enum TypedDeal {
    From(DealSource),
    Seed(u64),
}

impl TypedDeal {
    /// Parses the name of a source or a seed. `None` if the word is neither.
    ///
    /// # Errors
    /// The game has no graded deals.
    pub(super) fn parse(word: &str, rules: &Variant) -> Option<Result<TypedDeal, Rejection>> {
        match DealSource::from_name(word) {
            Some(source @ (DealSource::Graded(_) | DealSource::Daily(_)))
                if !source.is_available_in(rules) =>
            {
                Some(Err(Rejection::Refused(text::no_graded_deals(rules, ""))))
            }
            Some(DealSource::Number) | None => Some(Ok(TypedDeal::Seed(seed::parse(word)?))),
            Some(source) => Some(Ok(TypedDeal::From(source))),
        }
    }
}

/// Parses the description of a deal: a game, its options, and a seed, `daily` or a difficulty.
pub(super) fn parse_description(
    description: &str,
) -> Result<(Variant, Option<TypedDeal>), Rejection> {
    let (info, rest) = match variant::parse_id_prefix(description) {
        Some(found) => found,
        None if description.is_empty() => {
            let games = text::game_names();
            return Err(usage("play", &format!(". The games are {games}")));
        }
        None => return Err(unknown_game(description)),
    };
    let words = rest.split_whitespace();
    let (options, source): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
    let options = options.into_iter();
    let options: Vec<(&str, &str)> = options
        .filter_map(|option| option.split_once('='))
        .collect();
    let rules = variant::new(info, &options);
    let rules = rules.map_err(|error| Rejection::NotUnderstood(error.to_string()))?;
    let deal = match source[..] {
        [] => None,
        [word] | ["seed", word] => {
            let parsed = TypedDeal::parse(word, &rules);
            Some(parsed.unwrap_or_else(|| Err(usage("play", "")))?)
        }
        _ => return Err(usage("play", "")),
    };
    Ok((rules, deal))
}

/// Deals new games from the source that the player wants.
pub(super) struct LineDeals {
    supply: DealSupply,
    /// Where new deals come from, whatever the setting says.
    source: Option<DealSource>,
}

impl LineDeals {
    pub(super) fn new(seeds: SeedSource, source: Option<DealSource>) -> LineDeals {
        LineDeals {
            supply: DealSupply::new(seeds),
            source,
        }
    }

    /// Where new deals come from.
    pub(super) fn source(&self, settings: &Settings) -> DealSource {
        self.source.unwrap_or(DealSource::Random(settings.choice()))
    }

    pub(super) fn source_of_another_deal(&self, settings: &Settings) -> DealSource {
        self.source(settings).of_another_deal(settings.choice())
    }

    /// Deals a game from a source. For a winnable deal that is the one that was found, or else one of the graded
    /// deals if another search takes long.
    ///
    /// # Errors
    /// Says that the player has canceled the search.
    pub(super) fn deal(
        &mut self,
        source: DealSource,
        rules: &Variant,
        input: &mut LineInput,
        now: Timestamp,
    ) -> Result<Session, &'static str> {
        if let Some(session) = self.supply.deal(source, rules, today, now) {
            return Ok(session);
        }
        if self.search(rules, Origin::Request, MAX_DEAL_SEARCH, input) {
            return Err(text::SEARCH_CANCELED);
        }
        let found = self.supply.deal_found(now);
        Ok(found.unwrap_or_else(|| self.supply.deal_graded(rules, now)))
    }

    /// Looks for the winnable deal that comes next, if the player gets one.
    pub(super) fn search_next(
        &mut self,
        rules: &Variant,
        settings: &Settings,
        input: &mut LineInput,
    ) {
        if self.source_of_another_deal(settings) == DealSource::Random(Deals::Winnable) {
            self.search(rules, Origin::Background, Duration::MAX, input);
        }
    }

    /// Goes through deals until one is found to be winnable, or time is up. Returns whether that was canceled.
    fn search(
        &mut self,
        rules: &Variant,
        origin: Origin,
        max_time: Duration,
        input: &mut LineInput,
    ) -> bool {
        let started = Instant::now();
        self.supply.look_for(rules);
        while let Some(mut request) = self.supply.search_request() {
            let left = max_time.saturating_sub(started.elapsed());
            if left.is_zero() {
                break;
            }
            request.budget.time = request.budget.time.map(|time| time.min(left));
            let mut verdict = None;
            let mut handle = |progress: Progress<'_>| {
                if let Progress::Found(Found::Finished(result)) = progress {
                    verdict = Some(result.verdict.clone());
                }
            };
            input.search(request, origin, Duration::MAX, &mut handle);
            match verdict {
                Some(verdict) => self.supply.record_verdict(&verdict),
                None => return true,
            }
        }
        false
    }
}
