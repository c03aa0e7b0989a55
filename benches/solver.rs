//! How fast the solver is: the time is that to the verdicts on a fixed few deals of each game, the
//! throughput the positions searched in a second.
//!
//! `cargo bench --bench solver`

#![expect(
    clippy::expect_used,
    reason = "a game that is not known has no measure"
)]

use divan::Bencher;
use divan::counter::ItemsCount;
use larboard::rules::shuffled_deck;
use larboard::solver::{Budget, CancelToken, SolveResult, Verdict};
use larboard::variant::{self, Variant};

fn main() {
    divan::main();
}

/// A name, the game, an option and its value, and the seeds.
type BenchDeals = (
    &'static str,
    &'static str,
    (&'static str, &'static str),
    &'static [u64],
);

/// Deals of each game, won and lost, none of which takes more than a second or so.
const DEALS: [BenchDeals; 7] = [
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
    (
        "single left optional",
        "single-left",
        ("discards", "optional"),
        &[1, 2, 3, 4],
    ),
];

#[divan::bench(args = DEALS.map(|(name, ..)| name), sample_count = 3, sample_size = 1)]
fn verdicts(bencher: Bencher<'_, '_>, name: &str) {
    let deals = DEALS.iter().find(|(known, ..)| *known == name);
    let &(_, game, rule, seeds) = deals.expect("a name from the list");
    let profile = variant::find(game).expect("a game");
    let rules = variant::new(profile, &[rule]).expect("its option");
    let solve_all = || {
        let answers = seeds.iter().map(|&seed| solve_seed(&rules, seed));
        answers.map(|answer| answer.positions).sum::<u64>()
    };
    let positions = solve_all();
    bencher
        .counter(ItemsCount::new(positions))
        .bench_local(solve_all);
}

fn solve_seed(rules: &Variant, seed: u64) -> SolveResult<()> {
    let budget = Budget {
        positions: Some(5_000_000),
        time: None,
        memory: 1 << 30,
    };
    let answer = rules.solve_verdict(
        &rules.deal(&shuffled_deck(seed, rules.info().decks)),
        &budget,
        &CancelToken::default(),
        &mut |_| {},
    );
    assert_ne!(answer.verdict, Verdict::Unknown, "seed {seed}");
    answer
}

/// Deals of Single Left with forced discards, shuffled and played.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn forced_deals(bencher: Bencher<'_, '_>) {
    const COUNT: u64 = 20_000;
    let profile = variant::find("single-left").expect("a game");
    let rules = variant::new(profile, &[]).expect("the defaults");
    bencher.counter(ItemsCount::new(COUNT)).bench_local(|| {
        let won = (0..COUNT).filter(|&seed| {
            matches!(
                rules.simulate_forced(&shuffled_deck(seed, 1)),
                Some((true, _))
            )
        });
        won.count()
    });
}
