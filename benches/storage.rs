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
use larboard::game::{Game, MOST_MOVES};
use larboard::record::Sitting;
use larboard::rules::Variant;
use larboard::store::keeper::{Keeper, Kept};
use larboard::store::results::{Outcome, Results};

fn main() {
    divan::main();
}

fn temp_data_dir() -> PathBuf {
    let home = std::env::temp_dir().join("larboard-bench-store");
    _ = fs::remove_dir_all(&home);
    home
}

/// A sitting of so many moves; once there is a card home it goes to and fro.
fn session_with_moves(moves: usize) -> Sitting<Variant> {
    let rules = Variant::of(Variant::ALL[0], &[]).expect("the defaults");
    let mut game = Game::new(rules, 42);
    while game.moves().len() < moves {
        let legal = game.legal();
        // What can be taken back by another move: a card from a foundation, and home again.
        let back = legal.iter().find(|mv| mv.to_string().starts_with('f'));
        let home = legal.iter().find(|mv| mv.to_string().contains("-f"));
        let mv = *back.or(home).or(legal.first()).expect("a legal move");
        game.play(mv).expect("a legal move");
    }
    Sitting::new(game)
}

#[divan::bench(args = [10, 200, MOST_MOVES - 1], sample_count = 200)]
fn save_session(bencher: Bencher<'_, '_>, moves: usize) {
    let home = home();
    let (mut keeper, _) = Keeper::open(Some(home.clone()));
    let mut sitting = sitting(moves);
    let mut kept = Kept::fresh(&sitting);
    sitting.game.undo();
    bencher.bench_local(|| {
        sitting.hints += 1;
        keeper.keep(&mut kept, &sitting, Outcome::Playing, Timestamp::UNIX_EPOCH)
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
