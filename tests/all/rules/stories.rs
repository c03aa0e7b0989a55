//! Games played by players of all habits, in both readings at once; and what can be looked for in
//! them.

use std::ops::Range;
use std::sync::LazyLock;

use larboard::game::Game;
use larboard::rules::Status;

use crate::rules::both::{Both, read_move, their_card, variant};
use crate::rules::naive::{Attempt, Card, Naive, shuffled_deck};
use crate::rules::players::{Chance, HABITS, kindly_deck};

/// A game that was played.
#[derive(Clone)]
pub(crate) struct Story {
    pub(crate) naive: Naive,
    pub(crate) deck: Vec<Card>,
    pub(crate) moves: Vec<Attempt>,
    pub(crate) end: Status,
}

impl Story {
    /// The game at its deal.
    pub(crate) fn game(&self) -> Game {
        let deck: Vec<_> = self.deck.iter().map(|&card| their_card(card)).collect();
        Game::from_deck(variant(&self.naive), None, &deck)
    }

    /// Plays the game again and looks at each of its tables.
    pub(crate) fn walk(&self, mut look: impl FnMut(&Game)) {
        let mut game = self.game();
        look(&game);
        for attempt in &self.moves {
            game.play(read_move(&attempt.to_string()))
                .expect("it was legal when it was played");
            look(&game);
        }
    }
}

/// Every game with each of its options, played with decks of all kinds.
pub(crate) fn stories() -> &'static [Story] {
    static STORIES: LazyLock<Vec<Story>> = LazyLock::new(|| play(0..3));
    &STORIES
}

/// The most moves of a story: some players would wander about for ever.
const MOST_MOVES: usize = 240;

/// Plays a round for each seed and every game and option. Any difference between the readings is
/// a panic.
pub(crate) fn play(seeds: Range<u64>) -> Vec<Story> {
    let seeds = &seeds;
    std::thread::scope(|scope| {
        let playing: Vec<_> = Naive::all()
            .into_iter()
            .map(|naive| scope.spawn(move || play_one(&naive, seeds.clone())))
            .collect();
        let played = playing.into_iter().map(std::thread::ScopedJoinHandle::join);
        played
            .flat_map(|stories| stories.expect("both readings agree"))
            .collect()
    })
}

/// For each seed its shuffled deck, a kindly one, and two that are a little spoiled; each with a
/// player of another habit.
fn play_one(naive: &Naive, seeds: Range<u64>) -> Vec<Story> {
    let mut stories = Vec::new();
    for seed in seeds {
        let mut chance = Chance::of(seed);
        let decks = [
            shuffled_deck(seed, naive.decks()),
            kindly_deck(naive, 0, &mut chance),
            kindly_deck(naive, 2, &mut chance),
            kindly_deck(naive, 12, &mut chance),
        ];
        for (which, deck) in decks.into_iter().enumerate() {
            let habit = HABITS[(seed as usize + which) % HABITS.len()];
            let mut both = Both::deal(naive, &deck);
            let mut moves = Vec::new();
            while !both.legal.is_empty() && moves.len() < MOST_MOVES {
                let attempt = habit.choose(&both, &mut chance);
                both.play(attempt);
                moves.push(attempt);
            }
            stories.push(Story {
                naive: naive.clone(),
                deck,
                moves,
                end: both.status(),
            });
        }
    }
    stories
}
