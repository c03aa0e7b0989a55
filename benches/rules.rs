//! How many moves a second are listed, made and taken back, counted by perft from midgame
//! positions: halfway through lines that win, kept in `positions.txt`. Every move of the tree is
//! made and taken back, the leaves too, and all of them are counted.
//!
//! `cargo bench --bench rules`; the column to read is the throughput.

#![expect(
    clippy::expect_used,
    reason = "a position that cannot be set up has no measure"
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

/// The games as measured: a name, and how its lines in `positions.txt` begin.
const GAMES: [(&str, &str); 6] = [
    ("moving left", "moving-left "),
    ("yakutat bay", "yakutat-bay "),
    ("oscillation", "oscillation "),
    ("moosehide", "moosehide layout=open-reserve "),
    ("moosehide classic", "moosehide layout=classic "),
    ("single left warfield", "single-left style=warfield "),
];

/// At least so many leaves are counted from each position.
const MIN_LEAVES: u64 = 200_000;

#[divan::bench(args = GAMES.map(|(name, _)| name), sample_count = 20)]
fn moves(bencher: Bencher<'_, '_>, name: &str) {
    let begins = GAMES.iter().find(|(known, _)| *known == name);
    let begins = begins.expect("a name of the list").1;
    let games: Vec<Game> = include_str!("positions.txt")
        .lines()
        .filter(|line| line.starts_with(begins))
        .map(parse_position)
        .collect();
    let rules = games[0].rules();
    let mut positions: Vec<(Table, u32)> = Vec::new();
    let mut moves = 0;
    for game in &games {
        let mut table = game.table().clone();
        let depths = (1..).map(|depth| (depth, rules.perft(&mut table, depth)));
        let enough = depths.take(40).find(|(_, count)| *count >= MIN_LEAVES);
        let (depth, count) = enough.expect("a midgame has many moves ahead");
        moves += (1..depth).fold(count, |made, shallower| {
            made + rules.perft(&mut table, shallower)
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

/// The game a line of the file tells of.
fn parse_position(line: &str) -> Game {
    let (what, moves) = line.split_once(": ").expect("moves");
    let mut words: Vec<&str> = what.split(' ').collect();
    let seed = words.pop().expect("a seed").parse().expect("a number");
    let profile = variant::find(words[0]).expect("a game");
    let choices: Vec<_> = words[1..]
        .iter()
        .map(|choice| choice.split_once('=').expect("rule=value"))
        .collect();
    let rules = variant::new(profile, &choices).expect("rules");
    let mut game = Game::new(rules, seed);
    for mv in moves.split(' ') {
        game.play(mv.parse().expect("a move")).expect("legal");
    }
    game
}
