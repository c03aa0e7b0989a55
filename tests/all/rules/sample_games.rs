//! Games played by the random players, in both implementations at once.

use std::ops::Range;
use std::sync::OnceLock;

use larboard::game::Game;
use larboard::rules::Status;

use crate::rules::naive::{Attempt, Card, Naive, shuffled_deck};
use crate::rules::players::{RANDOM_PLAYERS, Rng, easy_deck};
use crate::rules::setup::{Setup, library_card, read_move, variant};

/// A played game.
#[derive(Clone)]
pub(crate) struct SampleGame {
    pub(crate) naive: Naive,
    pub(crate) deck: Vec<Card>,
    pub(crate) moves: Vec<Attempt>,
    pub(crate) end: Status,
}

impl SampleGame {
    /// Returns the game before its first move.
    pub(crate) fn game(&self) -> Game {
        let deck: Vec<_> = self.deck.iter().map(|&card| library_card(card)).collect();
        Game::from_deck(variant(&self.naive), None, &deck)
    }

    /// Replays the game and visits each of its positions.
    pub(crate) fn for_each_position(&self, mut visit: impl FnMut(&Game)) {
        let mut game = self.game();
        visit(&game);
        for attempt in &self.moves {
            game.play(read_move(&attempt.to_string()))
                .expect("legal move");
            visit(&game);
        }
    }
}

/// Returns games of every variant, played with shuffled and easy decks.
pub(crate) fn sample_games() -> &'static [SampleGame] {
    static SAMPLE_GAMES: OnceLock<Vec<SampleGame>> = OnceLock::new();
    // If this panics, each test that needs the games says why.
    SAMPLE_GAMES.get_or_init(|| play(0..3))
}

/// Maximum length of a sample game. Some players would never finish.
const MAX_MOVES: usize = 240;

/// Plays a round for each seed and every game and option. Panics if the implementations differ.
pub(crate) fn play(seeds: Range<u64>) -> Vec<SampleGame> {
    let seeds = &seeds;
    std::thread::scope(|scope| {
        let threads: Vec<_> = Naive::all()
            .into_iter()
            .map(|naive| scope.spawn(move || play_one(&naive, seeds.clone())))
            .collect();
        let played = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        played
            .flat_map(|sample_games| sample_games.expect("both implementations agree"))
            .collect()
    })
}

/// Plays four games for each seed: a shuffled deck, an easy one, and two easy ones with some cards
/// swapped. Each has a different player.
fn play_one(naive: &Naive, seeds: Range<u64>) -> Vec<SampleGame> {
    let mut sample_games = Vec::new();
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let decks = [
            shuffled_deck(seed, naive.decks()),
            easy_deck(naive, 0, &mut rng),
            easy_deck(naive, 2, &mut rng),
            easy_deck(naive, 12, &mut rng),
        ];
        for (index, deck) in decks.into_iter().enumerate() {
            let player = RANDOM_PLAYERS[(seed as usize + index) % RANDOM_PLAYERS.len()];
            let mut setup = Setup::deal(naive, &deck);
            let mut moves = Vec::new();
            while !setup.legal.is_empty() && moves.len() < MAX_MOVES {
                let attempt = player.choose(&setup, &mut rng);
                setup.make(attempt);
                moves.push(attempt);
            }
            sample_games.push(SampleGame {
                naive: naive.clone(),
                deck,
                moves,
                end: setup.status(),
            });
        }
    }
    sample_games
}
