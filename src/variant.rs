//! The list of games, and a game as one value that the whole program can use.

use std::fmt;
use std::sync::Arc;

use crate::presentation::Presentation;
use crate::rules::{
    GameInfo, GameOptions, Moosehide, MovingLeft, OneHanded, OptionError, Oscillation, Table,
    Warfield, YakutatBay, moosehide, moving_left, oscillation, perft, single_left, yakutat_bay,
};
use crate::solver::{self, Budget, CancelToken, Probe, SearchKnowledge, SolveResult, StateKey};

/// A game that can be played, shown and solved.
///
/// Every type with [`Presentation`] and [`SearchKnowledge`] has this trait, so a new game is made
/// known to the program by passing it on as a [`Variant`]. Its own methods run a whole search or
/// count: code that calls the rules millions of times is compiled for each game, and the call
/// through the trait object happens once.
pub trait Playable: Presentation + SearchKnowledge {
    /// Searches for a verdict and a winning line; see [`solver::solve`].
    fn solve(
        &self,
        table: &Table,
        budget: &Budget,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(u64),
    ) -> SolveResult;

    /// Searches for a verdict alone; see [`solver::solve_verdict`].
    fn solve_verdict(
        &self,
        table: &Table,
        budget: &Budget,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(u64),
    ) -> SolveResult<()>;

    /// Searches with a small budget; see [`solver::probe`].
    fn probe(&self, table: &Table, budget: &Budget, cancel: &CancelToken) -> Probe;

    /// Returns the key of a position.
    fn state_key(&self, table: &Table) -> StateKey;

    /// Counts the sequences of `depth` legal moves; see [`perft`].
    fn perft(&self, table: &mut Table, depth: u32) -> u64;
}

impl<R: Presentation + SearchKnowledge> Playable for R {
    fn solve(
        &self,
        table: &Table,
        budget: &Budget,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(u64),
    ) -> SolveResult {
        solver::solve(self, table, budget, cancel, progress)
    }

    fn solve_verdict(
        &self,
        table: &Table,
        budget: &Budget,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(u64),
    ) -> SolveResult<()> {
        solver::solve_verdict(self, table, budget, cancel, progress)
    }

    fn probe(&self, table: &Table, budget: &Budget, cancel: &CancelToken) -> Probe {
        solver::probe(self, table, budget, cancel)
    }

    fn state_key(&self, table: &Table) -> StateKey {
        StateKey::new(self, table)
    }

    fn perft(&self, table: &mut Table, depth: u32) -> u64 {
        perft(self, table, depth)
    }
}

impl fmt::Debug for dyn Playable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().id)?;
        f.debug_map().entries(self.options().iter()).finish()
    }
}

/// Any game with its options.
pub type Variant = Arc<dyn Playable>;

/// An entry in the list of games.
struct GameEntry {
    info: &'static GameInfo,
    /// Creates the game with checked options.
    create: fn(&GameOptions) -> Variant,
}

/// The games, in the order of the menu.
const GAMES: [GameEntry; 5] = [
    GameEntry {
        info: &moving_left::INFO,
        create: |options| Arc::new(MovingLeft::new(options)),
    },
    GameEntry {
        info: &yakutat_bay::INFO,
        create: |options| Arc::new(YakutatBay::new(options)),
    },
    GameEntry {
        info: &oscillation::INFO,
        create: |options| Arc::new(Oscillation::new(options)),
    },
    GameEntry {
        info: &moosehide::INFO,
        create: |options| Arc::new(Moosehide::new(options)),
    },
    GameEntry {
        info: &single_left::INFO,
        create: |options| {
            if options.is("style", "warfield") {
                Arc::new(Warfield::new())
            } else {
                Arc::new(OneHanded::new(options))
            }
        },
    },
];

/// Returns the games, in the order of the menu.
pub fn games() -> [&'static GameInfo; GAMES.len()] {
    GAMES.each_ref().map(|entry| entry.info)
}

/// Returns the game with this [id](GameInfo::id).
pub fn find(id: &str) -> Option<&'static GameInfo> {
    games().into_iter().find(|info| info.id == id)
}

/// Returns the game whose id begins the text, with `-` or with spaces between its words, and the text
/// after it.
pub fn parse_id_prefix(text: &str) -> Option<(&'static GameInfo, &str)> {
    games().into_iter().find_map(|info| {
        let hyphenated = text.replacen(char::is_whitespace, "-", info.id.matches('-').count());
        let rest = text.get(info.id.len()..)?;
        let is_whole_word = rest.is_empty() || rest.starts_with(char::is_whitespace);
        let matches = hyphenated.starts_with(info.id) || text.starts_with(info.id);
        (matches && is_whole_word).then(|| (info, rest.trim_start()))
    })
}

/// Creates a game with options given by name and value; the others have their defaults.
///
/// # Errors
/// An unknown option or value.
///
/// # Panics
/// If `info` is not one of [`games`].
pub fn new(info: &'static GameInfo, options: &[(&str, &str)]) -> Result<Variant, OptionError> {
    let options = GameOptions::parse(info, options)?;
    match GAMES.iter().find(|entry| entry.info.id == info.id) {
        Some(entry) => Ok((entry.create)(&options)),
        None => unreachable!("{} is not in the list of games", info.id),
    }
}

/// Returns every game with every combination of its options.
pub fn all() -> Vec<Variant> {
    GAMES.iter().flat_map(all_options).collect()
}

/// Returns the ids of the introductions to all games, each once.
pub fn introduction_ids() -> Vec<&'static str> {
    let mut ids = Vec::new();
    for rules in all() {
        let id = rules.introduction().id;
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// Creates a game with every combination of its options.
fn all_options(entry: &GameEntry) -> Vec<Variant> {
    let mut combinations: Vec<Vec<(&str, &str)>> = vec![Vec::new()];
    for option in entry.info.options {
        let mut extended = Vec::new();
        for combination in &combinations {
            for value in option.values {
                extended.push([&**combination, &[(option.name, value.name)]].concat());
            }
        }
        combinations = extended;
    }
    let options = combinations
        .iter()
        .map(|pairs| GameOptions::from_pairs(pairs));
    options.map(|options| (entry.create)(&options)).collect()
}

/// For tests: creates a game.
#[cfg(test)]
pub(crate) fn test_variant(id: &str, options: &[(&str, &str)]) -> Variant {
    let info = find(id).expect("a game of the list");
    new(info, options).expect("options of the game")
}
