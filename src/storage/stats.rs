//! Statistics of a game with one set of options: wins, best and median times and moves, streaks.
//!
//! Games that were taken over and wins that the solver helped with are only counted: they are neither
//! games played nor wins. A deal that is won again can only set a record.

use std::collections::{BTreeMap, VecDeque};
use std::iter;

use serde::Serialize;

use super::game_result::{GameOutcome, GameResult};
use crate::difficulty::Difficulty;
use crate::game::RuleSet;

/// Number of games whose progress is remembered.
const MAX_RECENT_GAMES: usize = 48;

#[derive(Clone, Debug)]
pub struct Stats {
    pub rule_set: RuleSet,
    /// The number of saved games that can be resumed.
    pub in_progress: usize,
    /// The number of games won by the player alone, lost, or given up.
    pub played: usize,
    /// The number of games won by the player alone.
    pub won: usize,
    /// The number of games won after the solver had shown moves that win, or mostly by hints.
    pub solved: usize,
    /// The number of finished games that were taken over from a record or a replay.
    pub taken_over: usize,
    /// The current winning streak.
    pub streak: usize,
    /// The longest winning streak.
    pub best_streak: usize,
    /// The times of the wins without hints in whole seconds.
    pub win_seconds: Distribution,
    /// The move counts of these wins.
    pub win_moves: Distribution,
    /// The best time and the fewest moves of such wins of deals that were won before.
    best_again: Option<(u64, u64)>,
    /// The numbers of cards left at the end, in a game that is scored by them.
    pub cards_left: Distribution,
    /// The number of cards on the foundations at the end of the latest games, the earliest game first.
    /// `None` for a win.
    pub recent_progress: VecDeque<Option<usize>>,
    /// The numbers of games played and won, by the difficulty of graded deals.
    pub graded: BTreeMap<Difficulty, GradedCounts>,
}

/// The numbers of games of a difficulty.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct GradedCounts {
    pub played: usize,
    pub won: usize,
}

impl Stats {
    /// Creates the statistics of no games.
    pub fn new(rule_set: RuleSet) -> Stats {
        Stats {
            rule_set,
            in_progress: 0,
            played: 0,
            won: 0,
            solved: 0,
            taken_over: 0,
            streak: 0,
            best_streak: 0,
            win_seconds: Distribution::default(),
            win_moves: Distribution::default(),
            best_again: None,
            cards_left: Distribution::default(),
            recent_progress: VecDeque::new(),
            graded: BTreeMap::new(),
        }
    }

    /// Returns the share of games won, from 0 to 1.
    pub fn win_rate(&self) -> f64 {
        self.won as f64 / self.played.max(1) as f64
    }

    /// Returns the best time of a win without hints.
    pub fn best_seconds(&self) -> Option<u64> {
        let again = self.best_again.map(|(seconds, _)| seconds);
        self.win_seconds.min().into_iter().chain(again).min()
    }

    /// Returns the fewest moves of a win without hints.
    pub fn best_moves(&self) -> Option<u64> {
        let again = self.best_again.map(|(_, moves)| moves);
        self.win_moves.min().into_iter().chain(again).min()
    }

    /// Counts the game that comes after all others.
    pub(super) fn add(&mut self, result: &GameResult) {
        if result.taken_over || result.is_solved() {
            self.taken_over += usize::from(result.taken_over);
            self.solved += usize::from(!result.taken_over);
            return;
        }
        let (seconds, moves) = (result.header.seconds, result.moves as u64);
        if result.is_won_again {
            if result.header.hints == 0 {
                let (best_seconds, fewest) = self.best_again.unwrap_or((seconds, moves));
                self.best_again = Some((best_seconds.min(seconds), fewest.min(moves)));
            }
            return;
        }
        let won = result.outcome == GameOutcome::Won;
        self.streak = if won { self.streak + 1 } else { 0 };
        self.best_streak = self.best_streak.max(self.streak);
        self.played += 1;
        self.won += usize::from(won);
        if won && result.header.hints == 0 {
            self.win_seconds.add(seconds);
            self.win_moves.add(moves);
        }
        if let Some(count) = result.cards_left {
            self.cards_left.add(count as u64);
        }
        if let Some(difficulty) = result.difficulty {
            let counts = self.graded.entry(difficulty).or_default();
            counts.played += 1;
            counts.won += usize::from(won);
        }
        if self.recent_progress.len() == MAX_RECENT_GAMES {
            self.recent_progress.pop_front();
        }
        self.recent_progress
            .push_back((!won).then_some(result.cards_home));
    }
}

/// How often each value occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution(BTreeMap<u64, usize>);

impl Distribution {
    fn add(&mut self, value: u64) {
        *self.0.entry(value).or_default() += 1;
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.values().sum()
    }

    pub fn min(&self) -> Option<u64> {
        self.0.keys().next().copied()
    }

    pub fn max(&self) -> Option<u64> {
        self.0.keys().next_back().copied()
    }

    /// Returns the median. With an even number of values it is the mean of the middle two, rounded down.
    pub fn median(&self) -> Option<u64> {
        let pairs = self.0.iter();
        let mut values = pairs.flat_map(|(&value, &count)| iter::repeat_n(value, count));
        let (low, high) = (self.len().checked_sub(1)? / 2, self.len() / 2);
        let low_value = values.clone().nth(low)?;
        Some(low_value.midpoint(values.nth(high)?))
    }

    /// Returns the number of values up to and including a limit.
    pub fn count_up_to(&self, limit: u64) -> usize {
        self.0.range(..=limit).map(|(_, count)| count).sum()
    }
}

impl FromIterator<u64> for Distribution {
    fn from_iter<T: IntoIterator<Item = u64>>(values: T) -> Distribution {
        let mut distribution = Distribution::default();
        for value in values {
            distribution.add(value);
        }
        distribution
    }
}
