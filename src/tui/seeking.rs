//! Looking for a deal that can be won.

use crate::game::Game;
use crate::rules::Variant;
use crate::solver::Position;
use crate::words::many;

/// A search through deals for one that can be won.
#[derive(Clone, Debug)]
pub struct Seeking {
    /// The deal being searched.
    pub game: Game<Variant>,
    /// What tells its position from others.
    pub position: Position,
    /// How many positions of it were searched.
    pub positions: u64,
    /// How many deals were passed over: not proven to be winnable.
    pub passed: u64,
}

impl Seeking {
    /// A search of the deal of a seed, after so many others.
    pub fn at(rules: Variant, seed: u64, passed: u64) -> Seeking {
        let game = Game::new(rules, seed);
        Seeking {
            position: Position::of(game.rules(), game.table()),
            game,
            positions: 0,
            passed,
        }
    }

    /// How far it is, in words.
    pub fn words(&self) -> String {
        let number = self.passed + 1;
        let searched = many(self.positions, "position");
        format!("looking for a deal that can be won: no. {number}, {searched}; any key stops")
    }
}
