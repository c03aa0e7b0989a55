//! Invariants of randomly played games.

use larboard::rules::Status;

use crate::fuzz::check_invariants;
use crate::rules::naive::Naive;
use crate::rules::sample_games::{play, sample_games};
use crate::rules::setup::read_move;

#[test]
fn both_implementations_agree_on_every_table_and_legal_move() {
    // Playing the games has compared them. This checks that the games cover enough.
    for naive in Naive::all() {
        let games = || {
            sample_games()
                .iter()
                .filter(|sample| sample.naive.title() == naive.title())
        };
        let ends = |end| games().filter(|sample| sample.end == end).count();
        assert!(ends(Status::Won) > 0, "no win in {}", naive.title());
        let moves: usize = games().map(|sample| sample.moves.len()).sum();
        assert!(moves > 300, "{moves} moves of {}", naive.title());
    }
    let lost = sample_games()
        .iter()
        .filter(|sample| sample.end == Status::Lost)
        .count();
    assert!(lost > 20, "{lost} games lost");
}

#[test]
#[ignore = "takes ten minutes or more: plays a hundred rounds, the other tests three"]
fn both_implementations_agree_in_a_hundred_more_rounds() {
    assert_eq!(play(1000..1100).len(), 100 * 4 * Naive::all().len());
}

#[test]
fn the_invariants_of_a_game_hold_in_every_position() {
    for sample in sample_games() {
        sample.for_each_position(check_invariants);
        let mut game = sample.game();
        for attempt in &sample.moves {
            let before = game.table().clone();
            game.play(read_move(&attempt.to_string()))
                .expect("legal move");
            let after = game.table().clone();
            game.undo().expect("there was a move");
            assert_eq!(*game.table(), before);
            game.redo().expect("there was a move");
            assert_eq!(*game.table(), after);
        }
    }
}
