//! Speed of the solver on a few fixed deals of each game.
//!
//! `cargo bench --bench solver` shows the time to all verdicts and the positions per second.

#![expect(
    clippy::expect_used,
    reason = "a benchmark without its game cannot run"
)]

use divan::Bencher;
use divan::counter::ItemsCount;
use larboard::rules::shuffled_deck;
use larboard::solver::{Budget, CancelToken, Probe, SOLVE_WIDTH, Verdict};
use larboard::variant::{self, Variant};

fn main() {
    divan::main();
}

/// Name, game, option with its value, and seeds.
type BenchDeals = (
    &'static str,
    &'static str,
    (&'static str, &'static str),
    &'static [u64],
);

/// Won and lost deals of each game that take about a second at most.
const DEALS: [BenchDeals; 6] = [
    (
        "moving left",
        "moving-left",
        ("foundation-return", "yes"),
        &[7, 8, 18],
    ),
    (
        "yakutat bay",
        "yakutat-bay",
        ("face-up", "yukon"),
        &[1, 2, 4, 5, 8],
    ),
    (
        "oscillation",
        "oscillation",
        ("wrap", "no"),
        &[2, 7, 8, 9, 10],
    ),
    (
        "moosehide",
        "moosehide",
        ("layout", "open-reserve"),
        &[1, 3, 5, 6, 8, 9, 10, 12],
    ),
    (
        "moosehide classic",
        "moosehide",
        ("layout", "classic"),
        &[1, 2, 3, 5],
    ),
    (
        "warfield",
        "single-left",
        ("style", "warfield"),
        &[4, 7, 13, 32, 33, 39],
    ),
];

#[divan::bench(args = DEALS.map(|(name, ..)| name), sample_count = 3, sample_size = 1)]
fn verdicts(bencher: Bencher<'_, '_>, name: &str) {
    let deals = DEALS.iter().find(|(known, ..)| *known == name);
    let &(_, game, option, seeds) = deals.expect("name in the list");
    let info = variant::find(game).expect("game id");
    let rules = variant::new(info, &[option]).expect("valid option");
    let solve_all = || {
        let results = seeds.iter().map(|&seed| solve_seed(&rules, seed));
        results.map(|result| result.positions).sum::<u64>()
    };
    let positions = solve_all();
    bencher
        .counter(ItemsCount::new(positions))
        .bench_local(solve_all);
}

fn solve_seed(rules: &Variant, seed: u64) -> Probe {
    let budget = Budget {
        positions: Some(5_000_000),
        time: None,
        memory: 1 << 30,
    };
    let result = rules.probe(
        &rules.deal(&shuffled_deck(seed, rules.info().decks)),
        SOLVE_WIDTH,
        &budget,
        &CancelToken::default(),
    );
    assert_ne!(result.verdict, Verdict::Unknown, "seed {seed}");
    result
}

/// Shuffles and decides deals of Single Left, of which those with optional discards are not searched.
#[divan::bench(args = ["forced", "optional"], sample_count = 20, sample_size = 1)]
fn decided_deals(bencher: Bencher<'_, '_>, discards: &str) {
    const COUNT: u64 = 20_000;
    let info = variant::find("single-left").expect("game id");
    let rules = variant::new(info, &[("discards", discards)]).expect("valid option");
    bencher.counter(ItemsCount::new(COUNT)).bench_local(|| {
        let is_won = |seed: &u64| matches!(solve_seed(&rules, *seed).verdict, Verdict::Winnable(_));
        (0..COUNT).filter(is_won).count()
    });
}
