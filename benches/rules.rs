//! Speed of move generation, measured by perft in midgame positions: the middles of the winning lines
//! in `positions.txt`. Every move of the tree is made and undone, including the leaves, and all of
//! them are counted.
//!
//! `cargo bench --bench rules` shows the moves per second as throughput.

#![expect(
    clippy::expect_used,
    reason = "a benchmark without its position cannot run"
)]

use std::cell::RefCell;

use divan::Bencher;
use divan::counter::ItemsCount;
use larboard::game::Game;
use larboard::rules::Table;
use larboard::variant;

fn main() {
    divan::main();
}

const POSITIONS: &str = include_str!("positions.txt");

/// Returns the games of the positions, with their options that are not defaults.
fn titles() -> Vec<&'static str> {
    let mut titles: Vec<_> = POSITIONS.lines().filter_map(title).collect();
    titles.dedup();
    titles
}

/// Returns the game of a line, with its options: what comes before the seed.
fn title(line: &str) -> Option<&str> {
    Some(line.split_once(": ")?.0.rsplit_once(' ')?.0)
}

/// Minimum number of leaves to count in each position.
const MIN_LEAVES: u64 = 200_000;

#[divan::bench(args = titles(), sample_count = 20)]
fn moves(bencher: Bencher<'_, '_>, game: &str) {
    let games: Vec<Game> = POSITIONS
        .lines()
        .filter(|line| title(line) == Some(game))
        .map(parse_position)
        .collect();
    let rules = games[0].rules();
    let mut positions: Vec<(Table, u32)> = Vec::new();
    let mut moves = 0;
    for game in &games {
        let mut table = game.table().clone();
        let depths = (1..).map(|depth| (depth, rules.perft(&mut table, depth)));
        let deep_enough = depths.take(40).find(|(_, count)| *count >= MIN_LEAVES);
        let (depth, count) = deep_enough.expect("position far from the end of the game");
        moves += (1..depth).fold(count, |sum, shallower| {
            sum + rules.perft(&mut table, shallower)
        });
        positions.push((table, depth));
    }
    let positions = RefCell::new(positions);
    bencher.counter(ItemsCount::new(moves)).bench_local(|| {
        let mut positions = positions.borrow_mut();
        let counts = positions
            .iter_mut()
            .map(|(table, depth)| rules.perft(table, *depth));
        counts.sum::<u64>()
    });
}

/// Parses a line: game, options, seed and moves.
fn parse_position(line: &str) -> Game {
    let (deal, moves) = line.split_once(": ").expect("deal and moves");
    let mut words: Vec<&str> = deal.split(' ').collect();
    let seed = words.pop().expect("seed");
    let seed = seed.parse().expect("seed as a number");
    let info = variant::find(words[0]).expect("game id");
    let options: Vec<_> = words[1..]
        .iter()
        .map(|option| option.split_once('=').expect("name=value"))
        .collect();
    let rules = variant::new(info, &options).expect("valid options");
    let mut game = Game::new(rules, seed);
    for mv in moves.split(' ') {
        game.play(mv.parse().expect("valid move"))
            .expect("legal move");
    }
    game
}
