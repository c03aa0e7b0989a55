//! Illegal moves are refused with a true reason and change nothing.

mod truth;

use larboard::rules::{Move, PileId, Status};

use crate::rules::naive::{Naive, shuffled_deck};
use crate::rules::players::{RANDOM_PLAYERS, Rng};
use crate::rules::random_tables::random_table;
use crate::rules::sample_games::sample_games;
use crate::rules::setup::Setup;
use truth::is_true;

const OTHER_MOVES: [Move; 5] = [
    Move::Draw,
    Move::Deal,
    Move::DiscardMiddle,
    Move::DiscardAll,
    Move::Redeal,
];

/// Returns every transfer with one of these counts, and every other move.
fn moves(counts: impl Iterator<Item = u8> + Clone) -> impl Iterator<Item = Move> {
    let pairs = PileId::all().flat_map(|from| PileId::all().map(move |to| (from, to)));
    pairs
        .flat_map(move |(from, to)| {
            counts
                .clone()
                .map(move |count| Move::Transfer { from, to, count })
        })
        .chain(OTHER_MOVES)
}

/// Checks the reason given for each illegal move of a position.
fn check_reasons(setup: &Setup, counts: impl Iterator<Item = u8> + Clone) {
    let legal = setup.legal_moves();
    if setup.rules.is_won(&setup.table) {
        return;
    }
    let dealt = setup.table.clone();
    for mv in moves(counts).filter(|mv| !legal.contains(mv)) {
        let reason = setup.rules.explain_illegal(&setup.table, mv);
        assert!(
            is_true(&setup.naive, &setup.table, mv, &reason),
            "{mv}: {reason}\n{}\n{}",
            setup.naive.title(),
            setup.position
        );
    }
    assert_eq!(setup.table, dealt);
}

/// Returns positions of a game: its deal, positions reached in play, and random tables.
fn setups(naive: &Naive, each: u64) -> Vec<Setup> {
    let mut setups = Vec::new();
    for seed in 0..each {
        let mut rng = Rng::new(seed);
        let mut setup = Setup::deal(naive, &shuffled_deck(seed, naive.decks()));
        for _ in 0..seed * 25 {
            if !setup.legal.is_empty() {
                let attempt = RANDOM_PLAYERS[1].choose(&setup, &mut rng);
                setup.make(attempt);
            }
        }
        setups.push(Setup::from_position(naive, setup.position));
        setups.push(Setup::from_position(naive, random_table(naive, &mut rng)));
        setups.push(Setup::from_position(naive, random_table(naive, &mut rng)));
    }
    setups
}

#[test]
fn illegal_moves_are_refused_with_a_true_reason() {
    for naive in Naive::all() {
        for setup in setups(&naive, 2) {
            check_reasons(&setup, [0, 1, 2, 4, 255].into_iter());
        }
    }
}

#[test]
#[ignore = "takes minutes: every count from 0 to 255, of which the test above tries five"]
fn illegal_moves_of_every_count_are_refused_with_a_true_reason() {
    for naive in Naive::all() {
        for setup in setups(&naive, 5) {
            check_reasons(&setup, 0..=255);
        }
    }
}

#[test]
fn moves_in_a_won_game_are_refused_because_it_is_won() {
    let won = sample_games()
        .iter()
        .filter(|sample| sample.naive.is_moving_left());
    for sample in won.filter(|sample| sample.end == Status::Won) {
        let mut game = sample.game();
        for attempt in &sample.moves {
            game.play(attempt.to_string().parse().expect("valid move"))
                .expect("legal move");
        }
        let last = game
            .table()
            .pile_ids()
            .iter()
            .filter(|pile| pile.is_tableau())
            .last();
        let king = Move::single_card(PileId::foundation(0), last.expect("tableau"));
        let refused = game.play(king).expect_err("game is over");
        assert_eq!(refused.reason, "The game is won");
    }
}
