//! What saving costs: a sitting saved once more after another move, an ordinary one and the longest
//! there can be; and reading the results of a long life.
//!
//! `cargo bench --bench store`

#![expect(
    clippy::expect_used,
    reason = "a sitting that cannot be saved has no measure"
)]

use std::fs;
use std::path::PathBuf;

use divan::Bencher;
use jiff::Timestamp;
use larboard::game::{Game, MAX_GAME_MOVES};
use larboard::record::PlayedGame;
use larboard::storage::results::{GameOutcome, Results};
use larboard::storage::save_manager::{SaveManager, SaveState};
use larboard::variant;

fn main() {
    divan::main();
}

fn temp_data_dir() -> PathBuf {
    let home = std::env::temp_dir().join("larboard-bench-store");
    _ = fs::remove_dir_all(&home);
    home
}

/// A sitting of so many moves; once there is a card home it goes to and fro.
fn session_with_moves(moves: usize) -> PlayedGame {
    let rules =
        variant::new(variant::find("moving-left").expect("a game"), &[]).expect("the defaults");
    let mut game = Game::new(rules, 42);
    while game.moves().len() < moves {
        let legal = game.legal_moves();
        // What can be taken back by another move: a card from a foundation, and home again.
        let back = legal.iter().find(|mv| mv.to_string().starts_with('f'));
        let home = legal.iter().find(|mv| mv.to_string().contains("-f"));
        let mv = *back.or(home).or(legal.first()).expect("a legal move");
        game.play(mv).expect("a legal move");
    }
    PlayedGame::new(game)
}

#[divan::bench(args = [10, 200, MAX_GAME_MOVES - 1], sample_count = 200)]
fn save_session(bencher: Bencher<'_, '_>, moves: usize) {
    let home = temp_data_dir();
    let (mut keeper, _) = SaveManager::open(Some(home.clone()));
    let mut sitting = session_with_moves(moves);
    let mut kept = SaveState::new(&sitting);
    sitting.game.undo();
    bencher.bench_local(|| {
        sitting.hints += 1;
        keeper.save_if_changed(
            &mut kept,
            &sitting,
            GameOutcome::Playing,
            Timestamp::UNIX_EPOCH,
        )
    });
    _ = fs::remove_dir_all(home);
}

#[divan::bench(args = [100, 10_000])]
fn read_results(bencher: Bencher<'_, '_>, games: usize) {
    let lines: String = (0..games)
        .map(|n| {
            format!(
                "{{\"id\":\"20260101-{n:016x}\",\"game\":\"moosehide\",\"rules\":{{\"layout\":\
                 \"open-reserve\"}},\"seed\":{n},\"outcome\":\"lost\",\"moves\":112,\
                 \"seconds\":551,\"home\":31,\"left\":null,\"shown\":0,\"taken_over\":false,\
                 \"ended\":\"2026-01-01T00:00:00Z\"}}\n"
            )
        })
        .collect();
    bencher.bench(|| Results::default().read(lines.as_bytes()));
}
