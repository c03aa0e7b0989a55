//! Frozen perft counts: a different count means that the rules have changed.

use larboard::game::Game;
use larboard::rules::shuffled_deck as their_shuffled;

use crate::kept_files;
use crate::rules::naive::{Attempt, Naive, shuffled_deck};
use crate::rules::players::{RANDOM_PLAYERS, Rng};
use crate::rules::setup::{Setup, read_move, variant};

/// Line of the data file: a position, and the perft counts from depth 1.
struct Line {
    naive: Naive,
    seed: u64,
    moves: Vec<String>,
    counts: Vec<u64>,
}

impl Line {
    fn read(text: &str) -> Line {
        let fields: Vec<&str> = text.split(" | ").collect();
        let [title, seed, moves, counts] = fields[..] else {
            panic!("expected four fields: {text}");
        };
        let naive = Naive::all()
            .into_iter()
            .find(|naive| naive.title() == title);
        let counts = counts.split(' ').map(|count| count.parse().expect("count"));
        Line {
            naive: naive.expect("game with its options"),
            seed: seed.parse().expect("seed"),
            moves: moves
                .split(' ')
                .filter(|mv| *mv != "-")
                .map(Into::into)
                .collect(),
            counts: counts.collect(),
        }
    }

    /// Compares the counts up to `max_count` with those of the rules.
    fn check(&self, max_count: u64) {
        let title = format!(
            "{} seed {} after {:?}",
            self.naive.title(),
            self.seed,
            self.moves
        );
        let mut game = Game::new(variant(&self.naive), self.seed);
        for mv in &self.moves {
            game.play(read_move(mv)).expect(&title);
        }
        let mut table = game.table().clone();
        for (depth, &count) in (1..).zip(&self.counts) {
            if count <= max_count {
                let found = game.rules().perft(&mut table, depth);
                assert_eq!(found, count, "depth {depth} of {title}");
            }
        }
        assert_eq!(table, *game.table(), "{title}");
    }
}

fn lines() -> Vec<Line> {
    kept_files::frozen("tests/data/perft.txt")
        .lines()
        .map(Line::read)
        .collect()
}

#[test]
fn perft_matches_the_frozen_counts() {
    let lines = lines();
    assert!(lines.len() > 300);
    for line in lines {
        line.check(3_000);
    }
}

#[test]
#[ignore = "half a minute in a debug build: includes the counts that are too high for the test above"]
fn perft_matches_the_frozen_counts_at_full_depth() {
    for line in lines() {
        line.check(u64::MAX);
    }
}

#[test]
fn a_seed_and_its_deck_deal_the_same_table() {
    let naive = &Naive::all()[0];
    let game = Game::from_deck(variant(naive), None, &their_shuffled(7, 2));
    assert_eq!(game.table(), Game::new(variant(naive), 7).table());
}

#[test]
#[ignore = "takes minutes: counts everything with the naive rules; rewrites the file if WRITE_TEST_DATA is set"]
fn naive_perft_matches_the_frozen_counts() {
    let counted: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = Naive::all()
            .into_iter()
            .map(|naive| scope.spawn(move || count(&naive)))
            .collect();
        let counted = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        counted
            .map(|lines| lines.expect("no panic while counting"))
            .collect()
    });
    kept_files::assert_frozen("tests/data/perft.txt", &counted.concat());
}

/// Returns the lines of one game: openings, and positions reached by all random players.
fn count(naive: &Naive) -> String {
    let mut lines = String::new();
    for seed in [0, 1, 2, 3, 42, 1000, 20_261_121, 1 << 32, u64::MAX] {
        let max_count = if seed == 1 { 100_000 } else { 2_000 };
        lines += &line(naive, seed, &[], max_count);
    }
    for (player, seed) in RANDOM_PLAYERS.iter().zip(100..) {
        for length in [12, 40, 90] {
            let mut setup = Setup::deal(naive, &shuffled_deck(seed, naive.decks()));
            let mut rng = Rng::new(seed);
            let mut moves = Vec::new();
            while moves.len() < length && !setup.legal.is_empty() {
                let attempt = player.choose(&setup, &mut rng);
                setup.make(attempt);
                moves.push(attempt);
            }
            // If the game has ended, start a few moves before the end.
            if setup.legal.is_empty() {
                moves.truncate(moves.len().saturating_sub(3));
            }
            let max_count = if length == 40 { 20_000 } else { 2_000 };
            lines += &line(naive, seed, &moves, max_count);
        }
    }
    lines
}

/// Returns a line with the counts of each depth, up to the first count of at least `max_count`.
fn line(naive: &Naive, seed: u64, moves: &[Attempt], max_count: u64) -> String {
    let mut position = naive.deal(&shuffled_deck(seed, naive.decks()));
    for &attempt in moves {
        position = naive.after(&position, attempt);
    }
    let mut counts = Vec::new();
    while counts.len() < 12
        && counts
            .last()
            .is_none_or(|&last| 0 < last && last < max_count)
    {
        counts.push(naive.perft(&position, counts.len() as u32 + 1));
    }
    let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
    let moves: Vec<String> = moves.iter().map(Attempt::to_string).collect();
    let moves = if moves.is_empty() {
        "-".into()
    } else {
        moves.join(" ")
    };
    format!(
        "{} | {seed} | {moves} | {}\n",
        naive.title(),
        counts.join(" ")
    )
}
