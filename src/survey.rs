//! Surveys: how many of many deals can be won, and how sure that is.

mod results;

use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::rules::{shuffled_deck, sorted_deck};
use crate::solver::{Budget, CancelToken, Verdict};
use crate::variant::Variant;

pub use results::{SurveyEntry, SurveyResults, option_map};

/// What was found of the deal of one seed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DealResult {
    /// The seed that shuffled the deck.
    pub seed: u64,
    /// The verdict.
    #[serde(with = "word")]
    pub verdict: Verdict<()>,
    /// How many moves the search applied.
    pub positions: u64,
    /// How long it took.
    pub seconds: f64,
}

/// A verdict as a line of a survey has it: by its word.
mod word {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    use crate::solver::Verdict;

    pub(super) fn serialize<S: Serializer>(
        verdict: &Verdict<()>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(verdict.as_str())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Verdict<()>, D::Error> {
        let word = String::deserialize(from)?;
        let all = [Verdict::Winnable(()), Verdict::Unwinnable, Verdict::Unknown];
        let verdict = all.into_iter().find(|verdict| verdict.as_str() == word);
        verdict.ok_or_else(|| D::Error::custom("there is no such verdict"))
    }
}

/// How many deals are told of at once, where they play themselves.
const BATCH_SIZE: usize = 1024;

/// Solves the deals of many seeds, on so many threads, each within a budget; a deal is told to
/// `each` as it is done, in no order. Stops early, with the deals done so far, when cancelled.
pub fn survey(
    rules: &Variant,
    seeds: impl Iterator<Item = u64> + Send,
    budget: &Budget,
    jobs: usize,
    cancel: &CancelToken,
    each: impl FnMut(DealResult),
) {
    let decks = rules.info().decks;
    let quick = rules.simulate_forced(&sorted_deck(decks)).is_some();
    let batch = if quick { BATCH_SIZE } else { 1 };
    let seeds = Mutex::new(seeds);
    let next = || match seeds.lock() {
        Ok(mut seeds) => seeds.by_ref().take(batch).collect(),
        Err(_) => Vec::new(),
    };
    let (sender, done) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                loop {
                    let seeds: Vec<u64> = next();
                    let solve = |&seed: &u64| solve_deal(rules, seed, budget, cancel);
                    let found: Vec<DealResult> = seeds.iter().map(solve).collect();
                    let over = found.is_empty() || cancel.is_canceled();
                    if over || sender.send(found).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        done.into_iter().flatten().for_each(each);
    });
}

fn solve_deal(rules: &Variant, seed: u64, budget: &Budget, cancel: &CancelToken) -> DealResult {
    let start = Instant::now();
    let deck = shuffled_deck(seed, rules.info().decks);
    let (verdict, positions) = match rules.simulate_forced(&deck) {
        Some((true, moves)) => (Verdict::Winnable(()), moves),
        Some((false, moves)) => (Verdict::Unwinnable, moves),
        None => {
            let answer = rules.solve_verdict(&rules.deal(&deck), budget, cancel, &mut |_| {});
            (answer.verdict, answer.positions)
        }
    };
    DealResult {
        seed,
        verdict,
        positions,
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// What many deals come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SurveyTotals {
    /// How many can be won.
    pub winnable: u64,
    /// How many cannot.
    pub unwinnable: u64,
    /// Of how many it is not known.
    pub unknown: u64,
    /// How many moves the searches applied.
    pub positions: u64,
    /// How long they took, side by side ones added up.
    pub seconds: f64,
}

impl SurveyTotals {
    /// Counts one more deal.
    pub fn add(&mut self, deal: &DealResult) {
        match deal.verdict {
            Verdict::Winnable(()) => self.winnable += 1,
            Verdict::Unwinnable => self.unwinnable += 1,
            Verdict::Unknown => self.unknown += 1,
        }
        self.positions = self.positions.saturating_add(deal.positions);
        self.seconds += deal.seconds;
    }

    /// How many deals were counted.
    pub fn deal_count(&self) -> u64 {
        self.winnable + self.unwinnable + self.unknown
    }

    /// Between which shares the share of all deals that can be won lies, with 95 % certainty:
    /// every unknown counts as lost for the lower and as won for the higher.
    pub fn confidence_interval(&self) -> (f64, f64) {
        let (low, _) = wilson_interval(self.winnable, self.deal_count());
        let (_, high) = wilson_interval(self.winnable + self.unknown, self.deal_count());
        (low, high)
    }
}

/// Wilson's interval of 95 % for a share, of which so many of so many were seen.
///
/// ```
/// let (low, high) = larboard::survey::wilson_interval(123, 130);
/// assert!(low < 123.0 / 130.0 && 123.0 / 130.0 < high);
/// assert_eq!(larboard::survey::wilson_interval(0, 0), (0.0, 1.0));
/// ```
pub fn wilson_interval(seen: u64, of: u64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if of == 0 {
        return (0.0, 1.0);
    }
    let n = of as f64;
    let share = seen as f64 / n;
    let middle = share + Z * Z / (2.0 * n);
    let reach = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    let low = if seen == 0 {
        0.0
    } else {
        (middle - reach) / scale
    };
    let high = if seen == of {
        1.0
    } else {
        (middle + reach) / scale
    };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal_result(verdict: Verdict<()>) -> DealResult {
        DealResult {
            seed: 1,
            verdict,
            positions: 10,
            seconds: 0.5,
        }
    }

    #[test]
    fn the_interval_is_wilsons() {
        for (seen, of, low, high) in [
            (0, 10, 0.0, 0.27753),
            (5, 10, 0.23659, 0.76341),
            (10, 10, 0.72247, 1.0),
            (123, 130, 0.89302, 0.97368),
        ] {
            let (found_low, found_high) = wilson_interval(seen, of);
            assert!(
                (found_low - low).abs() < 1e-5,
                "{seen} of {of}: {found_low}"
            );
            assert!(
                (found_high - high).abs() < 1e-5,
                "{seen} of {of}: {found_high}"
            );
        }
        assert_eq!(wilson_interval(0, 0), (0.0, 1.0));
    }

    #[test]
    fn an_unknown_counts_both_ways() {
        let mut tally = SurveyTotals::default();
        tally.add(&deal_result(Verdict::Winnable(())));
        tally.add(&deal_result(Verdict::Unwinnable));
        assert_eq!(tally.confidence_interval(), wilson_interval(1, 2));
        tally.add(&deal_result(Verdict::Unknown));
        assert_eq!(
            tally.confidence_interval(),
            (wilson_interval(1, 3).0, wilson_interval(2, 3).1)
        );
        assert_eq!((tally.deal_count(), tally.positions), (3, 30));
    }

    #[test]
    fn positions_beyond_counting_do_not_wrap() {
        let mut tally = SurveyTotals::default();
        let mut found = deal_result(Verdict::Winnable(()));
        found.positions = u64::MAX;
        tally.add(&found);
        tally.add(&found);
        assert_eq!(tally.positions, u64::MAX);
    }
}
