//! The review of the game in play, once it is over.

use super::game_review::GameReview;
use super::outcome::Ending;
use super::state::Session;
use crate::review::ReviewError;

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
        let review = self.review.clone().ok_or(ReviewError::InPlay);
        review.or_else(|in_play| match self.ending() {
            Some(_) => GameReview::new(self.game(), self.save_state.id().cloned()),
            None => Err(in_play),
        })
    }

    /// Sets the review of the game, once it is over.
    pub fn set_review(&mut self, review: GameReview) {
        self.review = self.ending().map(|_| review);
    }

    /// Prepares the review of a game that has just ended and starts it after a loss.
    pub(super) fn prepare_review(&mut self) {
        let Some(ending) = self.ending() else {
            self.review = None;
            return;
        };
        if self.review.is_none() {
            let id = self.save_state.id().cloned();
            self.review = GameReview::new(self.game(), id).ok();
            if let Some(review) = self.review.as_mut().filter(|_| ending != Ending::Won) {
                review.start();
            }
        }
    }
}
