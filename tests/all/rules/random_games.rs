//! Invariants of randomly played games.

use std::collections::BTreeSet;

use larboard::cards::Card;
use larboard::rules::{Move, PileId, Status, Table};

use crate::rules::both::card_counts;
use crate::rules::naive::Naive;
use crate::rules::sample_games::{play, sample_games};

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
fn no_card_is_lost_or_gained() {
    for sample in sample_games() {
        let dealt = card_counts(sample.game().table());
        assert_eq!(dealt.len(), 52);
        assert!(dealt.values().all(|&count| count == sample.naive.decks()));
        sample.for_each_position(|game| assert_eq!(card_counts(game.table()), dealt));
    }
}

#[test]
fn every_move_changes_the_table_and_can_be_undone() {
    for sample in sample_games() {
        sample.for_each_position(|game| {
            let before = game.table();
            let mut table = before.clone();
            let checkpoint = table.checkpoint();
            for &mv in &game.legal_moves() {
                game.rules().apply(&mut table, mv);
                assert_ne!(table, *before, "{mv} changes nothing");
                table.rollback(checkpoint);
                assert_eq!(table, *before, "{mv} is not rolled back");
            }
        });
    }
}

#[test]
fn a_whole_game_can_be_undone_and_redone() {
    for sample in sample_games() {
        let mut game = sample.game();
        let dealt = game.table().clone();
        let mut tables = Vec::new();
        for attempt in &sample.moves {
            tables.push(game.table().clone());
            let mv = attempt.to_string().parse().expect("valid move");
            game.play(mv).expect("legal move");
        }
        let end = game.table().clone();
        for table in tables.into_iter().rev() {
            game.undo().expect("there was a move");
            assert_eq!(*game.table(), table);
        }
        assert_eq!(game.undo(), None);
        assert_eq!(*game.table(), dealt);
        while game.redo().is_some() {}
        assert_eq!(*game.table(), end);
    }
}

#[test]
fn no_move_is_listed_twice() {
    for sample in sample_games() {
        sample.for_each_position(|game| {
            let legal = game.legal_moves();
            let once: BTreeSet<String> = legal.iter().map(Move::to_string).collect();
            assert_eq!(once.len(), legal.len());
        });
    }
}

#[test]
fn the_top_of_every_tableau_pile_is_face_up() {
    for sample in sample_games() {
        sample.for_each_position(|game| {
            let table = game.table();
            for pile in tableau(table) {
                assert!(table.is_empty(pile) || !table.face_up(pile).is_empty());
            }
        });
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

#[test]
fn a_game_is_won_when_all_cards_are_home_and_over_when_no_move_is_legal() {
    for sample in sample_games() {
        let cards = 52 * sample.naive.decks();
        sample.for_each_position(|game| {
            assert_eq!(
                game.status() == Status::Won,
                game.foundation_cards() == cards
            );
            assert_eq!(
                game.status() == Status::Playing,
                !game.legal_moves().is_empty()
            );
        });
    }
}
