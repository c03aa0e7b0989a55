//! Statistics of a game with one set of options: wins, best and median times and moves, streaks.
//!
//! Games that were taken over and wins that the solver helped with are only counted: they are neither
//! games played nor wins. A deal that is won again can only set a record.

use std::collections::BTreeMap;
use std::ops::{AddAssign, SubAssign};

use serde::Serialize;
use strum::VariantArray;

use super::daily::DailyState;
use super::game_result::GameResult;
use crate::difficulty::Difficulty;
use crate::game::RuleSet;
use crate::record::Win;
use crate::review::LossReason;

/// Number of games of which the statistics say how each ended.
const MAX_RECENT: usize = 20;

#[derive(Clone, Debug)]
pub struct Stats {
    pub rule_set: RuleSet,
    /// The number of saved games that can be resumed.
    pub in_progress: usize,
    pub counts: GameCounts,
    /// How the last games played ended, the latest last.
    pub recent: Vec<DailyState>,
    /// The time of all finished games.
    pub total_seconds: u64,
    /// How many of the others were lost for which reason.
    pub losses: BTreeMap<LossReason, usize>,
    /// The number of finished games that were taken over from a record or a replay.
    pub taken_over: usize,
    /// The number of wins in a row now.
    pub streak: usize,
    /// The most wins in a row.
    pub best_streak: usize,
    /// The times of the wins that can set a record, in whole seconds.
    pub win_seconds: Vec<u64>,
    /// The move counts of these wins.
    pub win_moves: Vec<u64>,
    /// The best time and the fewest moves of such wins, with those of deals that were won before.
    pub best_seconds: Option<u64>,
    pub best_moves: Option<u64>,
    /// The numbers of cards left at the end, in a game that is scored by them.
    pub cards_left: Vec<u64>,
    /// The numbers of games played and won, by the difficulty of graded deals.
    pub graded: BTreeMap<Difficulty, GameCounts>,
}

/// How many games were won, lost or given up, how many of these were won, and clean, and how many were solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GameCounts {
    pub played: usize,
    pub won: usize,
    pub clean: usize,
    pub solved: usize,
}

impl AddAssign for GameCounts {
    fn add_assign(&mut self, other: GameCounts) {
        self.played += other.played;
        self.won += other.won;
        self.clean += other.clean;
        self.solved += other.solved;
    }
}

impl SubAssign for GameCounts {
    fn sub_assign(&mut self, other: GameCounts) {
        self.played -= other.played;
        self.won -= other.won;
        self.clean -= other.clean;
        self.solved -= other.solved;
    }
}

impl GameCounts {
    /// Returns what a game counts for.
    pub fn of(result: &GameResult) -> GameCounts {
        let win = result.win().filter(|_| !result.taken_over);
        let is_solved = win == Some(Win::Solved);
        let is_played = !result.taken_over && !is_solved && !result.is_won_again;
        let is_clean = win == Some(Win::Clean) && !result.is_clean_again;
        GameCounts {
            played: is_played.into(),
            won: (is_played && win.is_some()).into(),
            clean: is_clean.into(),
            solved: is_solved.into(),
        }
    }
}

impl Stats {
    /// Creates the statistics of no games.
    pub fn new(rule_set: RuleSet) -> Stats {
        Stats {
            rule_set,
            in_progress: 0,
            counts: GameCounts::default(),
            recent: Vec::new(),
            total_seconds: 0,
            losses: LossReason::VARIANTS
                .iter()
                .map(|reason| (*reason, 0))
                .collect(),
            taken_over: 0,
            streak: 0,
            best_streak: 0,
            win_seconds: Vec::new(),
            win_moves: Vec::new(),
            best_seconds: None,
            best_moves: None,
            cards_left: Vec::new(),
            graded: BTreeMap::new(),
        }
    }

    /// Returns the share of games won, from 0 to 1.
    pub fn win_rate(&self) -> f64 {
        self.counts.won as f64 / self.counts.played.max(1) as f64
    }

    /// Counts the game that comes after all others.
    pub(super) fn add(&mut self, result: &GameResult) {
        let counts = GameCounts::of(result);
        self.taken_over += usize::from(result.taken_over);
        self.counts += counts;
        let is_counted = counts != GameCounts::default();
        if let Some(difficulty) = result.difficulty.filter(|_| is_counted) {
            *self.graded.entry(difficulty).or_default() += counts;
        }
        let (seconds, moves) = (result.header.seconds, result.moves as u64);
        self.total_seconds = self.total_seconds.saturating_add(seconds);
        if result.sets_record() {
            self.best_seconds = Some(self.best_seconds.map_or(seconds, |best| best.min(seconds)));
            self.best_moves = Some(self.best_moves.map_or(moves, |best| best.min(moves)));
        }
        if counts.played == 0 {
            return;
        }
        if self.recent.len() == MAX_RECENT {
            self.recent.remove(0);
        }
        self.recent.push(DailyState::of(result));
        let won = counts.won > 0;
        self.streak = if won { self.streak + 1 } else { 0 };
        self.best_streak = self.best_streak.max(self.streak);
        if result.sets_record() {
            self.win_seconds.push(seconds);
            self.win_moves.push(moves);
        }
        if let Some(count) = result.cards_left {
            self.cards_left.push(count as u64);
        }
    }
}

/// Returns the median of values. With an even number of them it is the mean of the middle two, rounded down.
pub fn median(values: &[u64]) -> Option<u64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let low = *sorted.get(sorted.len().checked_sub(1)? / 2)?;
    Some(low.midpoint(sorted[sorted.len() / 2]))
}
