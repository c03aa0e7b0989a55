//! Review of a game: how each move changed the odds, and whether it was a mistake or bad luck.
//!
//! The moves up to a new card are one decision. Its sample deals fit what could be seen before it,
//! and the solver searches each of them before and after the moves, which separates the effect of
//! the moves from that of the new card. `docs/review.md` describes the method.

mod decision;
mod move_review;
mod reviewer;
mod text;

pub use move_review::{
    BetterMoves, Judgment, LossReason, METHOD, MoveReview, MoveVerdict, Review, TurningPoint,
};
pub use reviewer::{Practice, ReviewError, Reviewer};
pub use text::{
    decision_text, decisive_move, gave_away_text, loss_text, odds_text, summary,
    turning_point_rows, turning_point_text, with_turning_points,
};
