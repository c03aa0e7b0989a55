//! The list of games, and a game as one value that the whole program can use.

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::presentation::Presentation;
use crate::rules::{
    GameInfo, GameOptions, MoosehideRules, Move, MovingLeftRules, OneHandedRules, OptionError,
    OscillationRules, Table, YakutatBayRules, moosehide, moving_left, oscillation, perft,
    single_left, yakutat_bay,
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

    /// Searches for a verdict with beams from a width on; see [`solver::probe`].
    fn probe(
        &self,
        table: &Table,
        first_width: usize,
        budget: &Budget,
        cancel: &CancelToken,
    ) -> Probe;

    /// Takes loops and detours out of a line; see [`solver::shorten`].
    fn shorten(
        &self,
        table: &Table,
        line: Vec<Move>,
        budget: &Budget,
        cancel: &CancelToken,
    ) -> Vec<Move>;

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

    fn probe(
        &self,
        table: &Table,
        first_width: usize,
        budget: &Budget,
        cancel: &CancelToken,
    ) -> Probe {
        solver::probe(self, table, first_width, budget, cancel)
    }

    fn shorten(
        &self,
        table: &Table,
        line: Vec<Move>,
        budget: &Budget,
        cancel: &CancelToken,
    ) -> Vec<Move> {
        solver::shorten(self, table, line, budget, cancel, &mut |_| {})
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

/// A game, and a function that creates it with checked options.
type GameEntry = (&'static LazyLock<GameInfo>, fn(&GameOptions) -> Variant);

/// The games, in the order of the menu.
static GAMES: [GameEntry; 5] = [
    (&moving_left::INFO, |options| {
        Arc::new(MovingLeftRules::new(options))
    }),
    (&yakutat_bay::INFO, |options| {
        Arc::new(YakutatBayRules::new(options))
    }),
    (&oscillation::INFO, |options| {
        Arc::new(OscillationRules::new(options))
    }),
    (&moosehide::INFO, |options| {
        Arc::new(MoosehideRules::new(options))
    }),
    (&single_left::INFO, |options| match options.value("style") {
        "warfield" => Arc::new(MovingLeftRules::with_one_deck()),
        _ => Arc::new(OneHandedRules::new(options)),
    }),
];

/// Returns the games, in the order of the menu.
pub fn games() -> [&'static GameInfo; GAMES.len()] {
    GAMES.each_ref().map(|(info, _)| &***info)
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
    match GAMES.iter().find(|(known, _)| known.id == info.id) {
        Some((_, create)) => Ok(create(&options)),
        None => unreachable!("{} is not in the list of games", info.id),
    }
}

/// Returns every game with every combination of its options.
pub fn all() -> Vec<Variant> {
    let variants = GAMES.iter().flat_map(|(info, create)| {
        let mut combinations = vec![Vec::new()];
        for option in info.options {
            let extended = combinations.iter().flat_map(|pairs: &Vec<_>| {
                let values = option.values.iter();
                values.map(move |value| [&pairs[..], &[(option.name, value.name)]].concat())
            });
            combinations = extended.collect();
        }
        let options = combinations
            .into_iter()
            .map(|pairs| GameOptions::from_pairs(&pairs));
        options.map(|options| create(&options))
    });
    variants.collect()
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

/// For tests: creates a game.
#[cfg(test)]
pub(crate) fn test_variant(id: &str, options: &[(&str, &str)]) -> Variant {
    let info = find(id).expect("a game of the list");
    new(info, options).expect("options of the game")
}
