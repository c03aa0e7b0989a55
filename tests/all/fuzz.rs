//! Bad input of every kind, made up at random: whatever a file, a key or the mouse says, nothing
//! panics, nothing is believed that is not so, and nothing that could move a cursor is said.
//!
//! Each test tries a few cases; `PROPTEST_CASES=100000 cargo test --release --test all fuzz::` tries more.
//! A case that fails is told as small as it can be made.

mod files;
mod front;
mod play;

use larboard::variant::{self, Variant};
use proptest::prelude::ProptestConfig;

use crate::games;

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
    for profile in variant::games() {
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
                .map(|given| games::variant(profile.id, given)),
        );
    }
    all
}

#[test]
fn every_game_is_among_them_in_every_option() {
    let all = variants();
    let count = |id: &str| all.iter().filter(|rules| rules.info().id == id).count();
    let counts = variant::games().map(|info| count(info.id));
    let wanted = variant::games().map(|info| {
        let values = info.options.iter().map(|option| option.values.len());
        values.product::<usize>()
    });
    assert_eq!(counts, wanted);
}
