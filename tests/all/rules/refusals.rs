//! Illegal moves are refused with a true reason and change nothing.

mod truth;

use larboard::rules::{Move, PileId, Status};

use crate::rules::both::Both;
use crate::rules::naive::{Naive, shuffled_deck};
use crate::rules::players::{RANDOM_PLAYERS, Rng};
use crate::rules::random_tables::random_table;
use crate::rules::scene::Scene;
use crate::rules::stories::stories;
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
fn check_reasons(scene: &Scene, counts: impl Iterator<Item = u8> + Clone) {
    let legal = scene.legal_moves();
    if scene.rules.is_won(&scene.table) {
        return;
    }
    let dealt = scene.table.clone();
    for mv in moves(counts).filter(|mv| !legal.contains(mv)) {
        let reason = scene.rules.explain_illegal(&scene.table, mv);
        assert!(
            is_true(&scene.naive, &scene.table, mv, &reason),
            "{mv}: {reason}\n{}\n{}",
            scene.naive.title(),
            scene.position
        );
    }
    assert_eq!(scene.table, dealt);
}

/// Returns positions of a game: its deal, positions reached in play, and random tables.
fn scenes(naive: &Naive, each: u64) -> Vec<Scene> {
    let mut scenes = Vec::new();
    for seed in 0..each {
        let mut rng = Rng::new(seed);
        let mut both = Both::deal(naive, &shuffled_deck(seed, naive.decks()));
        for _ in 0..seed * 25 {
            if !both.legal.is_empty() {
                let attempt = RANDOM_PLAYERS[1].choose(&both, &mut rng);
                both.play(attempt);
            }
        }
        scenes.push(Scene::from_position(naive, both.position));
        scenes.push(Scene::from_position(naive, random_table(naive, &mut rng)));
        scenes.push(Scene::from_position(naive, random_table(naive, &mut rng)));
    }
    scenes
}

#[test]
fn illegal_moves_are_refused_with_a_true_reason() {
    for naive in Naive::all() {
        for scene in scenes(&naive, 2) {
            check_reasons(&scene, [0, 1, 2, 4, 255].into_iter());
        }
    }
}

#[test]
#[ignore = "takes minutes: every count from 0 to 255, of which the test above tries five"]
fn illegal_moves_of_every_count_are_refused_with_a_true_reason() {
    for naive in Naive::all() {
        for scene in scenes(&naive, 5) {
            check_reasons(&scene, 0..=255);
        }
    }
}

#[test]
fn refused_moves_change_nothing() {
    for story in stories().iter().step_by(4) {
        let mut rng = Rng::new(7);
        let piles: Vec<PileId> = PileId::all().collect();
        story.walk(|game| {
            let mv = Move::Transfer {
                from: rng.one_of(&piles),
                to: rng.one_of(&piles),
                count: rng.below(256) as u8,
            };
            for mv in OTHER_MOVES.into_iter().chain([mv]) {
                if !game.legal_moves().contains(&mv) {
                    let mut tried = game.clone();
                    let refused = tried.play(mv).map(|_| ()).expect_err("an illegal move");
                    assert_eq!(refused.mv, mv);
                    assert!(!refused.reason.is_empty());
                    assert_eq!(tried.table(), game.table());
                    assert!(tried.moves().eq(game.moves()));
                }
            }
        });
    }
}

#[test]
fn moves_in_a_won_game_are_refused_because_it_is_won() {
    let won = stories()
        .iter()
        .filter(|story| story.naive.is_moving_left());
    for story in won.filter(|story| story.end == Status::Won) {
        let mut game = story.game();
        for attempt in &story.moves {
            game.play(attempt.to_string().parse().expect("a move"))
                .expect("a legal move");
        }
        let last = game
            .table()
            .pile_ids()
            .iter()
            .filter(|pile| pile.is_tableau())
            .last();
        let king = Move::single_card(PileId::foundation(0), last.expect("a tableau"));
        let refused = game.play(king).expect_err("the game is over");
        assert_eq!(refused.reason, "The game is won");
    }
}
