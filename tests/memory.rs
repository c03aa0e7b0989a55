//! The solver keeps to the memory it is given: what the process takes at its peak grows by no
//! more. Alone in its file, so that nothing else runs beside it.

#![cfg(target_os = "linux")]
#![allow(clippy::expect_used)]

use larboard::rules::shuffled_deck;
use larboard::solver::{Budget, CancelToken};
use larboard::variant;

/// The most memory the process ever took, in bytes.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    1024 * number.expect("a number of KiB")
}

#[test]
fn a_search_keeps_to_the_memory_it_is_given() {
    const MEMORY: usize = 3 << 20;
    // What the program takes beside it: code, stacks, tables.
    const BESIDE: usize = 3 << 20;
    let before = peak();
    let games = variant::games().map(|game| (game, [].as_slice()));
    let single_left = variant::find("single-left").expect("a game");
    let warfield = (single_left, [("style", "warfield")].as_slice());
    for (game, given) in games.into_iter().chain([warfield]) {
        let rules = variant::new(game, given).expect("its options");
        rules.solve(
            &rules.deal(&shuffled_deck(3, game.decks)),
            &Budget {
                positions: Some(150_000),
                time: None,
                memory: MEMORY,
            },
            &CancelToken::default(),
            &mut |_| {},
        );
        let taken = peak() - before;
        assert!(taken < MEMORY + BESIDE, "{}: {taken} bytes", game.id);
    }
}
