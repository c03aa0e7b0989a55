//! Results in figures: how often a game was won, how fast, how often in a row.

use super::results::{GameOutcome, GameResult, Results};
use super::save_dir::SaveId;
use crate::rules::{GameInfo, GameOptions, Variant};

/// What a player has come to in a game, with one set of its rules.
#[derive(Clone, Debug)]
pub struct Stats {
    /// The game.
    pub info: &'static GameInfo,
    /// Its options.
    pub options: GameOptions,
    /// How many sittings count.
    pub played: usize,
    /// How many of them were won.
    pub won: usize,
    /// How many of these the solver had a part in.
    pub assisted_wins: usize,
    /// How many were won in a row last.
    pub streak: usize,
    /// How many were ever won in a row.
    pub best_streak: usize,
    /// The times of the player's own wins in whole seconds, the shortest first.
    pub win_seconds: Vec<u64>,
    /// The moves of the player's own wins, the fewest first.
    pub win_moves: Vec<u64>,
    /// How many cards were left, the fewest first, in a game that is scored by them.
    pub cards_left: Vec<u64>,
    /// How far each game came, the first first: the share of the cards home, or nothing for a win.
    pub progress_history: Vec<Option<f64>>,
}

impl Stats {
    /// The figures of every game and rule set that was played: the games in the order of the
    /// menu, their rules in the order in which they were first played by.
    pub fn for_all_games(results: &Results) -> Vec<Stats> {
        let mut all: Vec<Stats> = Vec::new();
        for profile in Variant::ALL {
            for played in results.counted().filter(|one| one.info.id == profile.id) {
                let here = all.iter_mut().find(|figures| figures.matches(played));
                match here {
                    Some(figures) => figures.add(played),
                    None => {
                        let mut figures = Stats::empty(profile, played.options.clone());
                        figures.add(played);
                        all.push(figures);
                    }
                }
            }
        }
        all.iter_mut().for_each(Stats::sort);
        all
    }

    /// The figures of a game with one set of rules, all of it but one sitting.
    pub fn for_game(
        results: &Results,
        profile: &'static GameInfo,
        choices: &GameOptions,
        but: Option<&SaveId>,
    ) -> Stats {
        let mut figures = Stats::empty(profile, choices.clone());
        for played in results.counted() {
            if figures.matches(played) && Some(&played.id) != but {
                figures.add(played);
            }
        }
        figures.sort();
        figures
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

    fn empty(profile: &'static GameInfo, choices: GameOptions) -> Stats {
        Stats {
            info: profile,
            options: choices,
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

    fn matches(&self, played: &GameResult) -> bool {
        self.info.id == played.info.id && self.options == played.options
    }

    fn add(&mut self, played: &GameResult) {
        let won = played.outcome == GameOutcome::Won;
        self.played += 1;
        self.won += usize::from(won);
        self.assisted_wins += usize::from(won && played.solver_moves_shown > 0);
        self.streak = if won { self.streak + 1 } else { 0 };
        self.best_streak = self.best_streak.max(self.streak);
        if played.is_unassisted_win() {
            self.win_seconds.push(played.seconds);
            self.win_moves.push(played.moves as u64);
        }
        self.cards_left
            .extend(played.cards_left.map(|left| left as u64));
        self.progress_history
            .push((!won).then(|| played.foundation_share()));
    }

    /// The share that was won, from 0 to 1.
    pub fn win_rate(&self) -> f64 {
        self.won as f64 / self.played.max(1) as f64
    }
}

/// The middle of numbers in order; between the two in the middle where there are two.
pub fn median(sorted: &[u64]) -> Option<u64> {
    let (low, high) = (sorted.len().checked_sub(1)? / 2, sorted.len() / 2);
    Some(sorted[low].midpoint(sorted[high]))
}
