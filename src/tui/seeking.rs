//! Looking for a deal that can be won.

use jiff::{SignedDuration, Timestamp};

use crate::game::Game;
use crate::rules::Variant;
use crate::solver::Position;
use crate::words::many;

/// How often it is told how far the search is.
const EVERY: SignedDuration = SignedDuration::from_millis(200);

/// A search through deals for one that can be won.
#[derive(Clone, Debug)]
pub struct Seeking {
    /// The deal being searched.
    pub game: Game<Variant>,
    /// What tells its position from others.
    pub position: Position,
    /// How many positions of it were searched.
    pub positions: u64,
    /// How many positions of the deals before it were searched.
    before: u64,
    /// When it was last told how far the search is.
    told: Option<Timestamp>,
    /// How many deals were passed over: not proven to be winnable.
    pub passed: u64,
}

impl Seeking {
    /// A search that begins with the deal of a seed.
    pub fn at(rules: Variant, seed: u64) -> Seeking {
        let game = Game::new(rules, seed);
        Seeking {
            position: Position::of(game.rules(), game.table()),
            game,
            positions: 0,
            before: 0,
            told: None,
            passed: 0,
        }
    }

    /// Goes on to the deal of another seed, so many positions of this one having been searched.
    #[must_use]
    pub fn next(self, seed: u64, positions: u64) -> Seeking {
        Seeking {
            before: self.before.saturating_add(positions),
            told: self.told,
            passed: self.passed + 1,
            ..Seeking::at(self.game.rules().clone(), seed)
        }
    }

    /// Whether to tell how far it is: some times a second, however fast deals are passed over.
    pub fn tells(&mut self, now: Timestamp) -> bool {
        let just_told = |told: Timestamp| now.duration_since(told) < EVERY;
        let tells = !self.told.is_some_and(just_told);
        if tells {
            self.told = Some(now);
        }
        tells
    }

    /// How far it is, in words of which the first are of most weight.
    pub fn words(&self) -> String {
        let number = self.passed + 1;
        let searched = many(self.before.saturating_add(self.positions), "position");
        format!("looking for a winnable deal: no. {number} · any key stops · {searched}")
    }
}
