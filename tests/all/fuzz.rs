//! Bad input of every kind, made up at random: whatever a file, a key or the mouse says, nothing
//! panics, nothing is believed that is not so, and nothing that could move a cursor is said.
//!
//! Each test tries a few cases; `PROPTEST_CASES=100000 cargo test --release --test all fuzz::` tries more.
//! A case that fails is told as small as it can be made.

mod files;
mod front;
mod play;

use larboard::rules::{Rules, Variant};
use proptest::prelude::ProptestConfig;

/// So many cases, or as many as are asked for.
fn cases(few: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok();
    let cases = asked.and_then(|cases| cases.parse().ok()).unwrap_or(few);
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Every game with every choice of its options.
fn variants() -> Vec<Variant> {
    let mut all = Vec::new();
    for profile in Variant::ALL {
        let mut choices: Vec<Vec<(&str, &str)>> = vec![Vec::new()];
        for option in profile.options {
            choices = choices
                .iter()
                .flat_map(|chosen| {
                    option.values.iter().map(move |value| {
                        let mut chosen = chosen.clone();
                        chosen.push((option.name, value.name));
                        chosen
                    })
                })
                .collect();
        }
        all.extend(
            choices
                .iter()
                .map(|given| Variant::with_options(profile, given).expect("its options")),
        );
    }
    all
}

#[test]
fn every_game_is_among_them_in_every_option() {
    let all = variants();
    let count = |id: &str| all.iter().filter(|rules| rules.info().id == id).count();
    let counts: Vec<usize> = Variant::ALL
        .iter()
        .map(|profile| count(profile.id))
        .collect();
    let options = |n: usize| {
        Variant::ALL[n]
            .options
            .iter()
            .map(|option| option.values.len())
    };
    let wanted: Vec<usize> = (0..Variant::ALL.len())
        .map(|n| options(n).product())
        .collect();
    assert_eq!(counts, wanted);
}
