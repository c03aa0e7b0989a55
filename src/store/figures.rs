//! Results in figures: how often a game was won, how fast, how often in a row.

use super::results::{Outcome, Played, Results};
use super::sittings::Id;
use crate::rules::{Choices, Profile, Variant};

/// What a player has come to in a game, with one set of its rules.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The game.
    pub profile: &'static Profile,
    /// Its options.
    pub choices: Choices,
    /// How many sittings count.
    pub played: usize,
    /// How many of them were won.
    pub won: usize,
    /// How many of these the solver had a part in.
    pub shown: usize,
    /// How many were won in a row last.
    pub streak: usize,
    /// How many were ever won in a row.
    pub best_streak: usize,
    /// The times of the player's own wins in whole seconds, the shortest first.
    pub seconds: Vec<u64>,
    /// The moves of the player's own wins, the fewest first.
    pub moves: Vec<u64>,
    /// How many cards were left, the fewest first, in a game that is scored by them.
    pub left: Vec<u64>,
    /// How far each game came, the first first: the share of the cards home, or nothing for a win.
    pub ways: Vec<Option<f64>>,
}

impl Figures {
    /// The figures of every game and rule set that was played: the games in the order of the
    /// menu, their rules in the order in which they were first played by.
    pub fn all(results: &Results) -> Vec<Figures> {
        let mut all: Vec<Figures> = Vec::new();
        for profile in Variant::ALL {
            for played in results.counted().filter(|one| one.profile.id == profile.id) {
                let here = all.iter_mut().find(|figures| figures.are_of(played));
                match here {
                    Some(figures) => figures.add(played),
                    None => {
                        let mut figures = Figures::none(profile, played.choices.clone());
                        figures.add(played);
                        all.push(figures);
                    }
                }
            }
        }
        all.iter_mut().for_each(Figures::sort);
        all
    }

    /// The figures of a game with one set of rules, all of it but one sitting.
    pub fn of(
        results: &Results,
        profile: &'static Profile,
        choices: &Choices,
        but: Option<&Id>,
    ) -> Figures {
        let mut figures = Figures::none(profile, choices.clone());
        for played in results.counted() {
            if figures.are_of(played) && Some(&played.id) != but {
                figures.add(played);
            }
        }
        figures.sort();
        figures
    }

    fn sort(&mut self) {
        for numbers in [&mut self.seconds, &mut self.moves, &mut self.left] {
            numbers.sort_unstable();
        }
    }

    fn none(profile: &'static Profile, choices: Choices) -> Figures {
        Figures {
            profile,
            choices,
            played: 0,
            won: 0,
            shown: 0,
            streak: 0,
            best_streak: 0,
            seconds: Vec::new(),
            moves: Vec::new(),
            left: Vec::new(),
            ways: Vec::new(),
        }
    }

    fn are_of(&self, played: &Played) -> bool {
        self.profile.id == played.profile.id && self.choices == played.choices
    }

    fn add(&mut self, played: &Played) {
        let won = played.outcome == Outcome::Won;
        self.played += 1;
        self.won += usize::from(won);
        self.shown += usize::from(won && played.shown > 0);
        self.streak = if won { self.streak + 1 } else { 0 };
        self.best_streak = self.best_streak.max(self.streak);
        if played.is_own_win() {
            self.seconds.push(played.seconds);
            self.moves.push(played.moves as u64);
        }
        self.left.extend(played.left.map(|left| left as u64));
        self.ways.push((!won).then(|| played.share_home()));
    }

    /// The share that was won, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.won as f64 / self.played.max(1) as f64
    }
}

/// The middle of numbers in order; between the two in the middle where there are two.
pub fn median(sorted: &[u64]) -> Option<u64> {
    let (low, high) = (sorted.len().checked_sub(1)? / 2, sorted.len() / 2);
    Some(sorted[low].midpoint(sorted[high]))
}
