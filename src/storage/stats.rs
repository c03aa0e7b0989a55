//! Statistics per game and options: wins, best and median times and moves, streaks.

use super::results::{GameOutcome, GameResult, Results};
use super::save_dir::SaveId;
use crate::rules::{GameInfo, GameOptions};
use crate::variant;

/// The statistics of a game with one set of options.
#[derive(Clone, Debug)]
pub struct Stats {
    /// The game.
    pub info: &'static GameInfo,
    /// Its options.
    pub options: GameOptions,
    /// The number of games that count.
    pub played: usize,
    /// The number of games won.
    pub won: usize,
    /// The number of wins for which the solver showed moves.
    pub assisted_wins: usize,
    /// The current winning streak.
    pub streak: usize,
    /// The longest winning streak.
    pub best_streak: usize,
    /// The times of unassisted wins in whole seconds, ascending.
    pub win_seconds: Vec<u64>,
    /// The move counts of unassisted wins, ascending.
    pub win_moves: Vec<u64>,
    /// The numbers of cards left at the end, ascending, in a game that is scored by them.
    pub cards_left: Vec<u64>,
    /// The share of cards on the foundations at the end of each game, the earliest game first.
    /// `None` for a win.
    pub progress_history: Vec<Option<f64>>,
}

impl Stats {
    /// Computes the statistics of every game and set of options played: games in the order of the
    /// menu, options in the order in which they were first played.
    pub fn for_all_games(results: &Results) -> Vec<Stats> {
        let mut all: Vec<Stats> = Vec::new();
        for info in variant::games() {
            for result in results.counted().filter(|result| result.info.id == info.id) {
                match all.iter_mut().find(|stats| stats.matches(result)) {
                    Some(stats) => stats.add(result),
                    None => {
                        let mut stats = Stats::empty(info, result.options.clone());
                        stats.add(result);
                        all.push(stats);
                    }
                }
            }
        }
        all.iter_mut().for_each(Stats::sort);
        all
    }

    /// Computes the statistics of a game with one set of options, leaving out one saved game.
    pub fn for_game(
        results: &Results,
        info: &'static GameInfo,
        options: &GameOptions,
        excluded: Option<&SaveId>,
    ) -> Stats {
        let mut stats = Stats::empty(info, options.clone());
        for result in results.counted() {
            if stats.matches(result) && Some(&result.id) != excluded {
                stats.add(result);
            }
        }
        stats.sort();
        stats
    }

    fn sort(&mut self) {
        for numbers in [
            &mut self.win_seconds,
            &mut self.win_moves,
            &mut self.cards_left,
        ] {
            numbers.sort_unstable();
        }
    }

    fn empty(info: &'static GameInfo, options: GameOptions) -> Stats {
        Stats {
            info,
            options,
            played: 0,
            won: 0,
            assisted_wins: 0,
            streak: 0,
            best_streak: 0,
            win_seconds: Vec::new(),
            win_moves: Vec::new(),
            cards_left: Vec::new(),
            progress_history: Vec::new(),
        }
    }

    fn matches(&self, result: &GameResult) -> bool {
        self.info.id == result.info.id && self.options == result.options
    }

    fn add(&mut self, result: &GameResult) {
        let won = result.outcome == GameOutcome::Won;
        self.played += 1;
        self.won += usize::from(won);
        self.assisted_wins += usize::from(won && result.solver_moves_shown > 0);
        self.streak = if won { self.streak + 1 } else { 0 };
        self.best_streak = self.best_streak.max(self.streak);
        if result.is_unassisted_win() {
            self.win_seconds.push(result.seconds);
            self.win_moves.push(result.moves as u64);
        }
        self.cards_left
            .extend(result.cards_left.map(|count| count as u64));
        self.progress_history
            .push((!won).then(|| result.foundation_share()));
    }

    /// Returns the share of games won, from 0 to 1.
    pub fn win_rate(&self) -> f64 {
        self.won as f64 / self.played.max(1) as f64
    }
}

/// Returns the median of sorted numbers. With an even count it is the mean of the middle two,
/// rounded down.
pub fn median(sorted: &[u64]) -> Option<u64> {
    let (low, high) = (sorted.len().checked_sub(1)? / 2, sorted.len() / 2);
    Some(sorted[low].midpoint(sorted[high]))
}
