//! Invariants of randomly played games.

use larboard::cards::Card;
use larboard::rules::{PileId, Status, Table};

use crate::fuzz::check_invariants;
use crate::rules::naive::Naive;
use crate::rules::sample_games::{play, sample_games};
use crate::rules::setup::read_move;

fn tableau(table: &Table) -> Vec<PileId> {
    table
        .pile_ids()
        .iter()
        .filter(|pile| pile.is_tableau())
        .collect()
}

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

#[test]
fn in_the_sliding_games_the_spaces_are_at_the_right() {
    for sample in sample_games().iter().filter(|sample| sample.naive.slides()) {
        sample.for_each_position(|game| {
            let piles = tableau(game.table());
            let spaces = piles.iter().map(|&pile| game.table().is_empty(pile));
            assert!(spaces.is_sorted(), "{:?}", game.table());
        });
    }
}

#[test]
fn in_moving_left_the_face_up_part_of_a_pile_is_one_run() {
    let builds = |pair: &[Card]| {
        let (upper, lower) = (pair[1], pair[0]);
        upper.rank().number() + 1 == lower.rank().number() && upper.is_red() != lower.is_red()
    };
    for sample in sample_games()
        .iter()
        .filter(|sample| sample.naive.is_moving_left())
    {
        sample.for_each_position(|game| {
            for pile in tableau(game.table()) {
                assert!(game.table().face_up(pile).windows(2).all(builds));
            }
        });
    }
}
