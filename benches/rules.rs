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
use larboard::rules::{Rules, Table, Variant, Visitor, perft};

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
    let games: Vec<Game<Variant>> = include_str!("positions.txt")
        .lines()
        .filter(|line| line.starts_with(begins))
        .map(parse_position)
        .collect();
    let (rules, games) = (games[0].rules().clone(), games);
    rules.visit(PerftBench { bencher, games });
}

/// Counts from each position with the game's own rules.
struct PerftBench<'a, 'b> {
    bencher: Bencher<'a, 'b>,
    games: Vec<Game<Variant>>,
}

impl Visitor for PerftBench<'_, '_> {
    type Output = ();

    fn visit<R: Rules>(self, rules: &R) {
        let mut positions: Vec<(Table, u32)> = Vec::new();
        let mut moves = 0;
        for game in &self.games {
            let mut table = game.table().clone();
            let depths = (1..).map(|depth| (depth, perft(rules, &mut table, depth)));
            let enough = depths.take(40).find(|(_, count)| *count >= MIN_LEAVES);
            let (depth, count) = enough.expect("a midgame has many moves ahead");
            moves += (1..depth).fold(count, |made, on_the_way| {
                made + perft(rules, &mut table, on_the_way)
            });
            positions.push((table, depth));
        }
        let positions = RefCell::new(positions);
        self.bencher
            .counter(ItemsCount::new(moves))
            .bench_local(|| {
                let mut positions = positions.borrow_mut();
                let counts = positions
                    .iter_mut()
                    .map(|(table, depth)| perft(rules, table, *depth));
                counts.sum::<u64>()
            });
    }
}

/// The game a line of the file tells of.
fn parse_position(line: &str) -> Game<Variant> {
    let (what, moves) = line.split_once(": ").expect("moves");
    let mut words: Vec<&str> = what.split(' ').collect();
    let seed = words.pop().expect("a seed").parse().expect("a number");
    let profile = Variant::info_by_id(words[0]).expect("a game");
    let choices: Vec<_> = words[1..]
        .iter()
        .map(|choice| choice.split_once('=').expect("rule=value"))
        .collect();
    let rules = Variant::with_options(profile, &choices).expect("rules");
    let mut game = Game::new(rules, seed);
    for mv in moves.split(' ') {
        game.play(mv.parse().expect("a move")).expect("legal");
    }
    game
}
