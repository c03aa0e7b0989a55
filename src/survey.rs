//! Surveys: the share of deals that can be won, or that a player wins, measured over many seeds,
//! with a confidence interval.

mod entry;
mod results;
mod verdict_map;

use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::player::{DECISION_BUDGET, PlayerKind, Playthrough};
use crate::rules::{Status, shuffled_deck, sorted_deck};
use crate::solver::{Budget, CancelToken, Tally, Verdict};
use crate::variant::Variant;

pub use entry::SurveyEntry;
pub use results::{GameDeals, SurveyFileEnd, SurveyResults};

/// The result of the search on one deal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DealResult {
    /// The seed of the deck.
    pub seed: u64,
    /// The verdict. A deal that a player does not win is unknown, because another player could win
    /// it.
    #[serde(with = "verdict_name")]
    pub verdict: Verdict<()>,
    /// The number of moves that the search applied.
    pub positions: u64,
    /// The duration of the search in seconds.
    pub seconds: f64,
}

/// The form of a verdict in a line of a survey: its name.
mod verdict_name {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    use crate::solver::Verdict;

    pub(super) fn serialize<S: Serializer>(
        verdict: &Verdict<()>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(verdict.as_str())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Verdict<()>, D::Error> {
        let name = String::deserialize(deserializer)?;
        let all = [Verdict::Winnable(()), Verdict::Unwinnable, Verdict::Unknown];
        let verdict = all.into_iter().find(|verdict| verdict.as_str() == name);
        verdict.ok_or_else(|| D::Error::custom("unknown verdict"))
    }
}

/// Number of deals in a batch in a game that plays itself.
const BATCH_SIZE: usize = 1024;

/// Maximum number of batches that wait to be reported.
const MAX_QUEUED_BATCHES: usize = 8;

/// Solves the deals of many seeds in up to `jobs` threads, each deal within the budget, and calls
/// `report` for each batch of results, in no particular order. The searches wait while `report`
/// falls behind. Stops early if canceled. Returns the number of threads that could be started, at
/// least 1.
///
/// If there is a `player`, it plays the deals instead, without seeing hidden cards. Of the budget,
/// only the number of positions counts, for each decision.
pub fn survey(
    rules: &Variant,
    player: Option<PlayerKind>,
    seeds: impl Iterator<Item = u64> + Send,
    budget: &Budget,
    jobs: usize,
    cancel: &CancelToken,
    mut report: impl FnMut(&[DealResult]),
) -> usize {
    let decks = rules.info().decks;
    let is_fast = rules.simulate_forced(&sorted_deck(decks)).is_some();
    let batch_size = if is_fast { BATCH_SIZE } else { 1 };
    let seeds = Mutex::new(seeds.take_while(|_| !cancel.is_canceled()));
    let next_batch = || -> Option<Vec<DealResult>> {
        let batch: Vec<u64> = seeds.lock().ok()?.by_ref().take(batch_size).collect();
        let run = |&seed: &u64| solve_or_play(rules, player, seed, budget, cancel);
        let results: Vec<DealResult> = batch.iter().map(run).collect();
        let is_done = results.is_empty() || cancel.is_canceled();
        (!is_done).then_some(results)
    };
    let (sender, batches) = mpsc::sync_channel(MAX_QUEUED_BATCHES);
    thread::scope(|scope| {
        let start_thread = || {
            let (sender, next_batch) = (sender.clone(), &next_batch);
            let run = move || {
                while let Some(results) = next_batch() {
                    if sender.send(results).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, run).is_ok()
        };
        let threads = (0..jobs).take_while(|_| start_thread()).count();
        drop(sender);
        if threads == 0 {
            while let Some(results) = next_batch() {
                report(&results);
            }
        }
        batches.into_iter().for_each(|results| report(&results));
        threads.max(1)
    })
}

fn solve_or_play(
    rules: &Variant,
    player: Option<PlayerKind>,
    seed: u64,
    budget: &Budget,
    cancel: &CancelToken,
) -> DealResult {
    let start = Instant::now();
    let deck = shuffled_deck(seed, rules.info().decks);
    let (verdict, positions) = if let Some(player) = player {
        let game = Game::new(rules.clone(), seed);
        let positions = budget.positions.unwrap_or(DECISION_BUDGET);
        let mut playthrough = Playthrough::new(player, game, seed, positions);
        while playthrough.step(cancel) {}
        let verdict = match playthrough.game().status() {
            Status::Won => Verdict::Winnable(()),
            Status::Lost | Status::Playing => Verdict::Unknown,
        };
        (verdict, playthrough.positions())
    } else if let Some((is_won, moves)) = rules.simulate_forced(&deck) {
        let verdict = if is_won {
            Verdict::Winnable(())
        } else {
            Verdict::Unwinnable
        };
        (verdict, moves)
    } else {
        let answer = rules.solve_verdict(&rules.deal(&deck), budget, cancel, &mut |_| {});
        (answer.verdict, answer.positions)
    };
    DealResult {
        seed,
        verdict,
        positions,
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// The totals of a survey.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SurveyTotals {
    /// The numbers of deals by verdict.
    pub deals: Tally,
    /// The number of moves that the searches applied.
    pub positions: u64,
    /// The sum of the durations of all searches in seconds.
    pub seconds: f64,
}

impl SurveyTotals {
    /// Adds a deal.
    pub fn add(&mut self, deal: &DealResult) {
        self.deals.add(deal.verdict);
        self.positions = self.positions.saturating_add(deal.positions);
        self.seconds += deal.seconds;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::confidence::wilson_interval;
    use crate::variant::test_variant;

    fn deal_result(verdict: Verdict<()>) -> DealResult {
        DealResult {
            seed: 1,
            verdict,
            positions: 10,
            seconds: 0.5,
        }
    }

    #[test]
    fn an_unknown_deal_widens_the_interval_both_ways() {
        let mut totals = SurveyTotals::default();
        totals.add(&deal_result(Verdict::Winnable(())));
        totals.add(&deal_result(Verdict::Unwinnable));
        assert_eq!(totals.deals.confidence_interval(), wilson_interval(1, 2));
        totals.add(&deal_result(Verdict::Unknown));
        assert_eq!(
            totals.deals.confidence_interval(),
            (wilson_interval(1, 3).0, wilson_interval(2, 3).1)
        );
        assert_eq!((totals.deals.count(), totals.positions), (3, 30));
    }

    #[test]
    fn searches_wait_for_a_slow_report() {
        let rules = test_variant("single-left", &[]);
        let budget = Budget {
            positions: None,
            time: None,
            memory: 1 << 20,
        };
        let (started, mut reported) = (AtomicUsize::new(0), 0);
        let seeds = (0..40 * BATCH_SIZE as u64).inspect(|_| {
            started.fetch_add(1, Ordering::Relaxed);
        });
        let cancel = CancelToken::default();
        let threads = survey(&rules, None, seeds, &budget, 2, &cancel, |results| {
            // Long enough for many batches, if they did not wait.
            thread::sleep(Duration::from_millis(20));
            let waiting = started.load(Ordering::Relaxed) - reported;
            reported += results.len();
            assert!(
                waiting <= (MAX_QUEUED_BATCHES + 4) * BATCH_SIZE,
                "{waiting}"
            );
        });
        assert_eq!((threads, reported), (2, 40 * BATCH_SIZE));
    }

    #[test]
    fn the_position_count_saturates() {
        let mut totals = SurveyTotals::default();
        let mut deal = deal_result(Verdict::Winnable(()));
        deal.positions = u64::MAX;
        totals.add(&deal);
        totals.add(&deal);
        assert_eq!(totals.positions, u64::MAX);
    }
}
