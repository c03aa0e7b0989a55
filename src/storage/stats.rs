//! Statistics of a game with one set of options: wins, best and median times and moves, streaks.
//!
//! Games that were taken over and wins that the solver helped with are only counted: they are neither
//! games played nor wins. A deal that is won again can only set a record.

use std::collections::{BTreeMap, VecDeque};

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
    pub win_seconds: Vec<u64>,
    /// The move counts of these wins.
    pub win_moves: Vec<u64>,
    /// The best time and the fewest moves of such wins, with those of deals that were won before.
    pub best_seconds: Option<u64>,
    pub best_moves: Option<u64>,
    /// The numbers of cards left at the end, in a game that is scored by them.
    pub cards_left: Vec<u64>,
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
            win_seconds: Vec::new(),
            win_moves: Vec::new(),
            best_seconds: None,
            best_moves: None,
            cards_left: Vec::new(),
            recent_progress: VecDeque::new(),
            graded: BTreeMap::new(),
        }
    }

    /// Returns the share of games won, from 0 to 1.
    pub fn win_rate(&self) -> f64 {
        self.won as f64 / self.played.max(1) as f64
    }

    /// Counts the game that comes after all others.
    pub(super) fn add(&mut self, result: &GameResult) {
        if result.taken_over || result.is_solved() {
            self.taken_over += usize::from(result.taken_over);
            self.solved += usize::from(!result.taken_over);
            return;
        }
        let (seconds, moves) = (result.header.seconds, result.moves as u64);
        let won = result.outcome == GameOutcome::Won;
        let is_unaided = won && result.header.hints == 0;
        if is_unaided {
            self.best_seconds = Some(self.best_seconds.map_or(seconds, |best| best.min(seconds)));
            self.best_moves = Some(self.best_moves.map_or(moves, |best| best.min(moves)));
        }
        if result.is_won_again {
            return;
        }
        self.streak = if won { self.streak + 1 } else { 0 };
        self.best_streak = self.best_streak.max(self.streak);
        self.played += 1;
        self.won += usize::from(won);
        if is_unaided {
            self.win_seconds.push(seconds);
            self.win_moves.push(moves);
        }
        if let Some(count) = result.cards_left {
            self.cards_left.push(count as u64);
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

/// Returns the median of values. With an even number of them it is the mean of the middle two, rounded down.
pub fn median(values: &[u64]) -> Option<u64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let low = *sorted.get(sorted.len().checked_sub(1)? / 2)?;
    Some(low.midpoint(sorted[sorted.len() / 2]))
}
