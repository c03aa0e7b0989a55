//! Memory limits of the solver and of the fair player, measured by the peak memory of the process. The
//! test has its own binary, so that nothing else runs in the process.

#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, reason = "a test that cannot continue fails")]

use larboard::game::Game;
use larboard::player::{FairPlayer, View};
use larboard::rules::shuffled_deck;
use larboard::solver::{Budget, CancelToken};
use larboard::variant;

/// Returns the peak memory of the process in bytes.
fn peak_memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("process status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    1024 * number.expect("VmHWM in KiB")
}

#[test]
fn searches_stay_within_their_memory_limits() {
    const MEMORY: usize = 3 << 20;
    // Code, stacks and tables are not part of the limit.
    const OVERHEAD: usize = 3 << 20;
    let before = peak_memory();
    let games = variant::games().map(|game| (game, [].as_slice()));
    let single_left = variant::find("single-left").expect("game id");
    let warfield = (single_left, [("style", "warfield")].as_slice());
    for (game, options) in games.into_iter().chain([warfield]) {
        let rules = variant::new(game, options).expect("valid options");
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
        let used = peak_memory() - before;
        assert!(used < MEMORY + OVERHEAD, "{}: {used} bytes", game.id);
    }
    assert!(peak_memory() > before, "the searches used no memory");
    // The fair player searches sample deals one after the other.
    const PLAYER_MEMORY: usize = 64 << 20;
    for game in variant::games() {
        let game = Game::new(variant::new(game, &[]).expect("valid options"), 3);
        let mut player = FairPlayer::new(game.rules().clone(), View::new(&game), 3, 300_000);
        player.decide(&CancelToken::default());
        let used = peak_memory() - before;
        assert!(used < PLAYER_MEMORY, "{used} bytes");
    }
}
