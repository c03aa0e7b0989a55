//! Speed of saving a game again after a change, for a short, a usual and the longest possible game,
//! and of reading the results of many games.
//!
//! `cargo bench --bench storage`

#![expect(
    clippy::expect_used,
    reason = "a benchmark without its game cannot run"
)]

use std::fs;
use std::path::PathBuf;

use divan::Bencher;
use jiff::Timestamp;
use larboard::game::{Game, MAX_GAME_MOVES};
use larboard::record::{PlayedGame, SaveId};
use larboard::storage::results::Results;
use larboard::storage::saves::{SaveState, Saves};
use larboard::variant;

fn main() {
    divan::main();
}

fn temp_data_dir() -> PathBuf {
    let data_dir = std::env::temp_dir().join("larboard-bench-storage");
    _ = fs::remove_dir_all(&data_dir);
    data_dir
}

/// Plays a game of so many moves. Once a card is on a foundation, it moves back and forth.
fn game_with_moves(moves: usize) -> PlayedGame {
    let info = variant::find("moving-left").expect("game id");
    let rules = variant::new(info, &[]).expect("default options");
    let mut game = Game::new(rules, 42);
    while game.moves().len() < moves {
        let legal = game.legal_moves();
        let from_foundation = legal.iter().find(|mv| mv.to_string().starts_with('f'));
        let to_foundation = legal.iter().find(|mv| mv.to_string().contains("-f"));
        let mv = from_foundation.or(to_foundation).or(legal.first());
        game.play(*mv.expect("game in progress"))
            .expect("legal move");
    }
    PlayedGame::new(game)
}

#[divan::bench(args = [10, 200, MAX_GAME_MOVES - 1], sample_count = 200)]
fn save_game(bencher: Bencher<'_, '_>, moves: usize) {
    let data_dir = temp_data_dir();
    let mut manager = Saves::open(Some(data_dir.clone()));
    let mut played = game_with_moves(moves);
    played.id = Some(SaveId::new(Timestamp::UNIX_EPOCH));
    let mut save_state = SaveState::default();
    played.game_mut().undo();
    bencher.bench_local(|| {
        played.header.hints += 1;
        save_state.note_change();
        manager.save_if_changed(&mut save_state, &played, Timestamp::UNIX_EPOCH)
    });
    _ = fs::remove_dir_all(data_dir);
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
