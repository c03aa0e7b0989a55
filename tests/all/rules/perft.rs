//! Frozen perft counts: a different count means that the rules have changed.

use larboard::game::Game;

use crate::kept_files;
use crate::rules::naive::{Naive, shuffled_deck};
use crate::rules::setup::{read_move, variant};

/// The command that counts with the naive rules.
const FREEZE: &str = "WRITE_TEST_DATA=1 cargo test --test all naive_perft -- --ignored";

/// Line of the data file: a position, and the perft counts from depth 1.
struct Line {
    /// The game, the seed and the moves, as they are written.
    position: String,
    naive: Naive,
    seed: u64,
    moves: Vec<String>,
    counts: Vec<u64>,
}

impl Line {
    fn read(text: &str) -> Line {
        let (position, counts) = text.rsplit_once(" | ").expect(text);
        let fields: Vec<&str> = position.split(" | ").collect();
        let [title, seed, moves] = fields[..] else {
            panic!("expected four fields: {text}");
        };
        let mut games = Naive::all().into_iter();
        let naive = games.find(|naive| naive.title() == title);
        let counts = counts.split(' ').map(|count| count.parse().expect(text));
        let moves = moves.split(' ').filter(|mv| *mv != "-");
        Line {
            position: position.to_owned(),
            naive: naive.expect(text),
            seed: seed.parse().expect(text),
            moves: moves.map(Into::into).collect(),
            counts: counts.collect(),
        }
    }

    /// Compares the counts up to `max_count` with those of the rules.
    fn check(&self, max_count: u64) {
        let position = &self.position;
        let mut game = Game::new(variant(&self.naive), self.seed);
        for mv in &self.moves {
            game.play(read_move(mv)).expect(position);
        }
        let mut table = game.table().clone();
        for (depth, &count) in (1..).zip(&self.counts) {
            if count <= max_count {
                let found = game.rules().perft(&mut table, depth);
                assert!(
                    found == count,
                    "{position}: {found} sequences of {depth} moves, not {count}. Where the rules are to change: \
                     {FREEZE}"
                );
            }
        }
        assert_eq!(table, *game.table(), "{position}");
    }

    /// Returns the line with the counts of the naive rules.
    fn counted(&self) -> String {
        let (naive, text) = (&self.naive, &self.position);
        let mut position = naive.deal(&shuffled_deck(self.seed, naive.decks()));
        for mv in &self.moves {
            let mut legal = naive.legal(&position).into_iter();
            let attempt = legal.find(|attempt| attempt.to_string() == *mv);
            position = naive.after(&position, attempt.expect(text));
        }
        let depths = 1..=self.counts.len() as u32;
        let counts = depths.map(|depth| naive.perft(&position, depth).to_string());
        format!("{text} | {}\n", Vec::from_iter(counts).join(" "))
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
    for naive in Naive::all() {
        let title = naive.title();
        let of_game = lines.iter().filter(|line| line.naive.title() == title);
        assert!(of_game.count() > 20, "positions of {title}");
    }
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
#[ignore = "takes minutes: counts everything with the naive rules; rewrites the counts if WRITE_TEST_DATA is set"]
fn naive_perft_matches_the_frozen_counts() {
    let lines = lines();
    let counted: Vec<String> = std::thread::scope(|scope| {
        let games = lines.chunk_by(|one, next| one.naive.title() == next.naive.title());
        let count = |game: &[Line]| game.iter().map(Line::counted).collect::<String>();
        let threads: Vec<_> = games.map(|game| scope.spawn(move || count(game))).collect();
        let counted = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        let counted = counted.map(|lines| lines.expect("no panic while counting"));
        counted.collect()
    });
    kept_files::assert_frozen("tests/data/perft.txt", &counted.concat());
}
