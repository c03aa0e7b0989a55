//! The review of the game in play, once it is over.

use super::game_review::GameReview;
use super::state::Session;
use crate::review::ReviewError;
use crate::storage::results::GameOutcome;

impl Session {
    /// Returns the review of the game, if it is over and was reviewed or is being reviewed.
    pub fn review(&self) -> Option<&GameReview> {
        self.review.as_ref()
    }

    /// Returns the review of the game, to record what a search has found.
    pub fn review_mut(&mut self) -> Option<&mut GameReview> {
        self.review.as_mut()
    }

    /// Returns the review of the game for a replay of it.
    ///
    /// # Errors
    /// There is nothing to review, or the game is not over.
    pub fn review_for_replay(&self) -> Result<GameReview, ReviewError> {
        match &self.review {
            Some(review) => Ok(review.clone()),
            None if self.is_over() => self.new_review(),
            None => Err(ReviewError::InPlay),
        }
    }

    /// Sets the review of the game, once it is over.
    pub fn set_review(&mut self, review: GameReview) {
        self.review = self.is_over().then_some(review);
    }

    /// Prepares the review of a game that has just ended and starts it after a loss.
    pub(super) fn prepare_review(&mut self) {
        if !self.is_over() {
            self.review = None;
        } else if self.review.is_none() {
            self.review = self.new_review().ok();
            if self.outcome() != GameOutcome::Won {
                self.review.as_mut().map(GameReview::start);
            }
        }
    }

    fn new_review(&self) -> Result<GameReview, ReviewError> {
        GameReview::new(self.game(), self.save_state.id().cloned())
    }
}
