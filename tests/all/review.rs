//! Reviews of games: mistakes, luck and the verdict of the solver.

use std::sync::OnceLock;

use larboard::game::Game;
use larboard::review::{Judgment, MoveVerdict, Review, ReviewError, Reviewer};
use larboard::rules::Move;
use larboard::solver::CancelToken;

use crate::freecell::freecell;
use crate::games;

/// Random moves in a deal that can be won until the last of them.
const MOVES: &str = "t7-t2 t3-f2 t2-t6x3 t3-t5x2 t4-t3x2 t5-t3x6 t3-t7x7 t7-t2x7 t2-t5x3 t7-t1x4 \
    t2-t1x4 t1-t2x4 t4-t7x3 t2-t1x4 t4-t3 t5-t4 t6-t1x2 t7-t6x2 t6-t7x3 t6-t1x2 t5-t4 t1-t6x13 \
    t4-t5 t5-t4 t7-t6x3 t6-t7x3 t7-t6x3 t1-t7x3 t1-t3 t2-t3x2 t6-t4x19 t3-t5 t4-t7x11 t7-t4x11 \
    t4-t7x11 t6-t7 t7-t6x16 t1-t6x3";

/// A game of which the last move is a mistake.
fn reviewed_game() -> Game {
    let moves: Vec<Move> = MOVES
        .split_whitespace()
        .map(|mv| mv.parse().expect("a move"))
        .collect();
    let game = games::deal("yakutat-bay", 2);
    game.with_history(&moves, 0, 0).expect("legal moves")
}

fn review(game: &Game) -> Review {
    let mut reviewer = Reviewer::new(game).expect("something to review");
    while reviewer.step(&CancelToken::default()) {}
    reviewer.review().clone()
}

/// The review of that game, made once.
fn known_review() -> &'static Review {
    static REVIEW: OnceLock<Review> = OnceLock::new();
    REVIEW.get_or_init(|| review(&reviewed_game()))
}

#[test]
fn mistakes_and_luck_are_told_apart() {
    let review = known_review();
    assert!(review.is_complete);
    let points: Vec<_> = review.turning_points().collect();
    let expected = [(28, Judgment::GoodLuck), (38, Judgment::Mistake)];
    assert_eq!(points, expected);
    let mistake = &review.moves[37];
    assert_eq!(mistake.verdict, MoveVerdict::GaveAway);
    assert!(
        review.moves[..37]
            .iter()
            .all(|review| review.verdict == MoveVerdict::Kept)
    );
    let mut game = reviewed_game();
    game.seek(37);
    for &mv in &mistake.better.as_ref().expect("better moves").moves {
        game.play(mv).expect("a legal move");
    }
}

#[test]
fn odds_change_only_by_moves_and_new_cards() {
    for pair in known_review().moves.windows(2) {
        let [one, next] = pair else { continue };
        assert_eq!(one.after, next.before);
        assert!(
            one.chosen.won <= one.before.won,
            "no move wins a sample deal that was lost"
        );
        assert_eq!(one.before.count(), one.chosen.count());
    }
}

#[test]
fn a_canceled_review_continues_to_the_same_end() {
    let game = reviewed_game();
    let mut reviewer = Reviewer::new(&game).expect("something to review");
    let canceled = CancelToken::default();
    canceled.cancel();
    let mut steps = 0;
    while reviewer.step(&CancelToken::default()) {
        let before = reviewer.review().clone();
        assert!(!reviewer.step(&canceled));
        assert_eq!(*reviewer.review(), before);
        steps += 1;
    }
    assert!(steps > 5);
    assert_eq!(reviewer.review(), known_review());
}

#[test]
fn with_all_cards_in_sight_the_odds_are_the_verdict_of_the_solver() {
    let mut game = Game::new(freecell(), 1);
    game.play(game.legal_moves()[0]).expect("a legal move");
    let review = review(&game);
    let [only] = &review.moves[..] else {
        panic!("one move: {review:?}");
    };
    assert_eq!((only.before.count(), only.after.count()), (1, 1));
    assert_eq!(only.verdict == MoveVerdict::Kept, only.after.won == 1);
}

#[test]
fn games_without_moves_or_choices_are_not_reviewed() {
    let mut forced = games::deal("single-left", 1);
    forced.play(forced.legal_moves()[0]).expect("a legal move");
    assert_eq!(Reviewer::check(&forced), Err(ReviewError::NoChoices));
    let deal = games::deal("yakutat-bay", 2);
    assert_eq!(Reviewer::check(&deal), Err(ReviewError::NoMoves));
}
