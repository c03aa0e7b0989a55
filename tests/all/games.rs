//! Games by id, for every test that needs one.

use larboard::game::Game;
use larboard::rules::GameOptions;
use larboard::solver::{Budget, CancelToken, SolveResult};
use larboard::variant::{self, Variant};

/// The fields of an exported record, in their order.
pub(crate) const RECORD_FIELDS: [&str; 16] = [
    "format",
    "game",
    "rules",
    "seed",
    "deck",
    "moves",
    "status",
    "started",
    "finished",
    "seconds",
    "undos",
    "hints",
    "shown",
    "redo",
    "parent",
    "generator",
];

/// Creates a game with options given by name and value; the others have their defaults.
pub(crate) fn variant(id: &str, options: &[(&str, &str)]) -> Variant {
    let info = variant::find(id).expect("game of the list");
    variant::new(info, options).expect("options of the game")
}

/// Returns the options of a game given by name and value, with defaults for the others.
pub(crate) fn options(id: &str, given: &[(&str, &str)]) -> GameOptions {
    let info = variant::find(id).expect("game of the list");
    GameOptions::parse(info, given).expect("options of the game")
}

/// Deals a game with its default options.
pub(crate) fn deal(id: &str, seed: u64) -> Game {
    Game::new(variant(id, &[]), seed)
}

/// Returns the limits of a search.
pub(crate) fn budget(positions: u64, memory: usize) -> Budget {
    Budget {
        positions: Some(positions),
        time: None,
        memory,
    }
}

/// Searches a position until the limits are reached.
pub(crate) fn solve(game: &Game, budget: &Budget) -> SolveResult {
    let (rules, cancel) = (game.rules(), CancelToken::default());
    rules.solve(game.table(), budget, &cancel, &mut |_| {})
}
