//! Surveys: the share of deals that can be won, or that a player wins, measured over many seeds.

use std::io;
use std::ops::Range;
use std::time::Instant;

use larboard::game::Game;
use larboard::player::DECISION_BUDGET;
use larboard::rules::{Status, shuffled_deck};
use larboard::solver::{Budget, CancelToken, SOLVE_WIDTH, Tally, Verdict};
use larboard::variant::Variant;
use serde::{Deserialize, Serialize};
use strum::Display;

use crate::playthrough::{PlayerKind, Playthrough};
use crate::seeds::for_each_seed;

/// What became of a deal.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Outcome {
    /// It can be won, or the player has won it. Older files say `winnable`.
    #[serde(alias = "winnable")]
    Won,
    /// It cannot be won, or the player has not won it. Older files say `unwinnable`, or `unknown` of a
    /// player.
    #[serde(alias = "unwinnable")]
    Lost,
    /// The budget ran out before a proof was found.
    Unknown,
}

impl Outcome {
    fn of_win(is_won: bool) -> Outcome {
        if is_won { Outcome::Won } else { Outcome::Lost }
    }

    /// Adds the deal to numbers of deals.
    pub fn count_in(self, tally: &mut Tally) {
        tally.add(match self {
            Outcome::Won => Verdict::Winnable(()),
            Outcome::Lost => Verdict::Unwinnable,
            Outcome::Unknown => Verdict::Unknown,
        });
    }
}

impl From<Verdict> for Outcome {
    fn from(verdict: Verdict) -> Outcome {
        match verdict {
            Verdict::Winnable(_) => Outcome::Won,
            Verdict::Unwinnable => Outcome::Lost,
            Verdict::Unknown => Outcome::Unknown,
        }
    }
}

/// The result of the search on one deal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DealResult {
    /// The seed of the deck.
    pub seed: u64,
    /// The verdict of the solver, or what the player achieved.
    pub verdict: Outcome,
    /// The number of moves that the search applied.
    pub positions: u64,
    /// The duration of the search in seconds.
    pub seconds: f64,
}

/// Solves the deals of many seeds in `jobs` threads, each deal within the budget, and calls `report`
/// for each result, in no particular order. The searches wait while `report` falls behind. Stops early
/// if canceled.
///
/// If there is a `player`, it plays the deals instead, without seeing hidden cards. Of the budget,
/// only the number of positions counts, for each decision.
///
/// # Errors
/// The system does not grant as many threads.
pub fn survey(
    rules: &Variant,
    player: Option<PlayerKind>,
    seeds: Range<u64>,
    budget: &Budget,
    jobs: usize,
    cancel: &CancelToken,
    report: impl FnMut(DealResult),
) -> io::Result<()> {
    let search = |seed| Some(solve_or_play(rules, player, seed, budget, cancel));
    for_each_seed(seeds, jobs, cancel, search, report)
}

fn solve_or_play(
    rules: &Variant,
    player: Option<PlayerKind>,
    seed: u64,
    budget: &Budget,
    cancel: &CancelToken,
) -> DealResult {
    let start = Instant::now();
    let (verdict, positions) = if let Some(player) = player {
        let game = Game::new(rules.clone(), seed);
        let positions = budget.positions.unwrap_or(DECISION_BUDGET);
        let mut playthrough = Playthrough::new(player, game, seed, positions);
        while playthrough.step(cancel) {}
        let is_won = playthrough.game().status() == Status::Won;
        (Outcome::of_win(is_won), playthrough.positions())
    } else {
        let deck = shuffled_deck(seed, rules.info().decks);
        let answer = rules.probe(&rules.deal(&deck), SOLVE_WIDTH, budget, cancel);
        (answer.verdict.into(), answer.positions)
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
        deal.verdict.count_in(&mut self.deals);
        self.positions = self.positions.saturating_add(deal.positions);
        self.seconds += deal.seconds;
    }
}
