//! Counts of sequences of moves, held in a file: where they change, the rules have changed.

use larboard::game::Game;
use larboard::rules::shuffled_deck as their_shuffled;

use crate::rules::both::{Both, read_move, variant};
use crate::rules::data;
use crate::rules::naive::{Attempt, Naive, shuffled_deck};
use crate::rules::players::{Chance, HABITS};

/// A line of the file: a position, and how many sequences of exactly 1, 2, 3, .. legal moves there
/// are from it.
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
            panic!("not a line of four fields: {text}");
        };
        let named = Naive::all()
            .into_iter()
            .find(|naive| naive.title() == title);
        let counts = counts
            .split(' ')
            .map(|count| count.parse().expect("a count"));
        Line {
            naive: named.expect("a game with its options"),
            seed: seed.parse().expect("a seed"),
            moves: moves
                .split(' ')
                .filter(|mv| *mv != "-")
                .map(Into::into)
                .collect(),
            counts: counts.collect(),
        }
    }

    /// Compares what the rules count with the line, up to so many sequences at a depth.
    fn check(&self, most: u64) {
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
            if count <= most {
                let found = game.rules().perft(&mut table, depth);
                assert_eq!(found, count, "depth {depth} of {title}");
            }
        }
        assert_eq!(table, *game.table(), "{title}");
    }
}

fn lines() -> Vec<Line> {
    data::read("perft.txt").lines().map(Line::read).collect()
}

#[test]
fn the_rules_count_what_is_held() {
    let lines = lines();
    assert!(lines.len() > 300);
    for line in lines {
        line.check(3_000);
    }
}

#[test]
#[ignore = "half a minute in a debug build: the counts that are too high for the test above"]
fn the_rules_count_what_is_held_to_its_full_depth() {
    for line in lines() {
        line.check(u64::MAX);
    }
}

#[test]
fn the_table_of_a_seed_is_that_of_its_deck() {
    let naive = &Naive::all()[0];
    let game = Game::from_deck(variant(naive), None, &their_shuffled(7, 2));
    assert_eq!(game.table(), Game::new(variant(naive), 7).table());
}

#[test]
#[ignore = "minutes: counts everything with the second reading; with WRITE_TEST_DATA set, writes the file anew"]
fn the_second_reading_counts_what_is_held() {
    let counted: Vec<String> = std::thread::scope(|scope| {
        let counting: Vec<_> = Naive::all()
            .into_iter()
            .map(|naive| scope.spawn(move || count(&naive)))
            .collect();
        let counted = counting
            .into_iter()
            .map(std::thread::ScopedJoinHandle::join);
        counted
            .map(|lines| lines.expect("the counts of a game"))
            .collect()
    });
    data::hold("perft.txt", &counted.concat());
}

/// The lines of one game: openings, and positions that players of all habits came to.
fn count(naive: &Naive) -> String {
    let mut lines = String::new();
    for seed in [0, 1, 2, 3, 42, 1000, 20_261_121, 1 << 32, u64::MAX] {
        let most = if seed == 1 { 100_000 } else { 2_000 };
        lines += &line(naive, seed, &[], most);
    }
    for (habit, seed) in HABITS.iter().zip(100..) {
        for length in [12, 40, 90] {
            let mut both = Both::deal(naive, &shuffled_deck(seed, naive.decks()));
            let mut chance = Chance::of(seed);
            let mut moves = Vec::new();
            while moves.len() < length && !both.legal.is_empty() {
                let attempt = habit.choose(&both, &mut chance);
                both.play(attempt);
                moves.push(attempt);
            }
            // Of a game that ended, its last moves.
            if both.legal.is_empty() {
                moves.truncate(moves.len().saturating_sub(3));
            }
            let most = if length == 40 { 20_000 } else { 2_000 };
            lines += &line(naive, seed, &moves, most);
        }
    }
    lines
}

/// A line with the counts of ever longer sequences, until there are more than `most` of them.
fn line(naive: &Naive, seed: u64, moves: &[Attempt], most: u64) -> String {
    let mut position = naive.deal(&shuffled_deck(seed, naive.decks()));
    for &attempt in moves {
        position = naive.after(&position, attempt);
    }
    let mut counts = Vec::new();
    while counts.len() < 12 && counts.last().is_none_or(|&last| 0 < last && last < most) {
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
