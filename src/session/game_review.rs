//! The review of a game: what is known of it, and the search that completes it.

use std::sync::Arc;

use super::search_request::{SearchKind, SearchRequest};
use crate::analysis::SearchTask;
use crate::game::Game;
use crate::review::{self, Review, ReviewError, Reviewer};
use crate::solver::{BACKGROUND_BUDGET, CancelToken};
use crate::storage::save_dir::SaveId;

/// A game to review, and its review as far as it has come.
#[derive(Clone, Debug)]
pub struct GameReview {
    game: Game,
    /// Id of the saved game, under which the review is saved.
    id: Option<SaveId>,
    review: Arc<Review>,
    is_running: bool,
    is_saved: bool,
}

impl GameReview {
    /// Prepares the review of a game up to its current position.
    ///
    /// # Errors
    /// There is nothing to review.
    pub fn new(game: &Game, id: Option<SaveId>) -> Result<GameReview, ReviewError> {
        Reviewer::check(game)?;
        Ok(GameReview {
            game: game.clone(),
            id,
            review: Arc::default(),
            is_running: false,
            is_saved: false,
        })
    }

    /// Uses the saved review of the game, if it is of the same moves.
    pub fn restore(&mut self, review: Review) {
        if review.is_complete && review.is_of(self.game.moves()) {
            self.review = Arc::new(review);
            self.is_saved = true;
        }
    }

    /// Sets the id of the saved game, which it gets when it is saved for the first time.
    pub(super) fn set_id(&mut self, id: Option<&SaveId>) {
        if self.id.is_none() {
            self.id = id.cloned();
        }
    }

    /// Returns the id under which to save the review, unless that has been done.
    pub(super) fn id_to_save(&mut self) -> Option<SaveId> {
        let id = self.id.clone().filter(|_| self.review.is_complete)?;
        (!std::mem::replace(&mut self.is_saved, true)).then_some(id)
    }

    /// Returns the review so far.
    pub fn review(&self) -> &Arc<Review> {
        &self.review
    }

    /// Starts or continues the search.
    pub fn start(&mut self) {
        self.is_running = !self.review.is_complete;
    }

    /// Cancels the search. Returns whether it was running.
    pub fn cancel(&mut self) -> bool {
        std::mem::take(&mut self.is_running)
    }

    /// Whether the search is running.
    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// Returns the search to run, if it is running.
    pub fn search_request(&self) -> Option<SearchRequest> {
        let rules = self.game.rules();
        self.is_running.then(|| SearchRequest {
            kind: SearchKind::Review,
            state_key: rules.state_key(self.game.table()),
            task: SearchTask {
                position_index: self.game.moves().len(),
                budget: BACKGROUND_BUDGET,
            },
        })
    }

    /// Returns the game, at the last position of the review.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Records the review so far, if it is the answer to a request for it.
    pub fn record(&mut self, request: &SearchRequest, review: &Arc<Review>) {
        if self.search_request() == Some(*request) && review.is_of(self.game.moves()) {
            self.review = Arc::clone(review);
            self.is_running = !review.is_complete;
        }
    }

    /// Says how far the review is, or in one sentence what decided the game.
    pub fn status(&self) -> String {
        let (done, all) = (self.review.moves.len(), self.game.moves().len());
        if self.review.is_complete {
            review::summary(&self.game, &self.review)
        } else {
            format!("Reviewing: move {done} of {all}")
        }
    }
}

/// Reviews a game and reports after each decision, until the review is complete or canceled.
pub fn search_review(game: &Game, cancel: &CancelToken, report: &mut dyn FnMut(Arc<Review>)) {
    let Ok(mut reviewer) = Reviewer::new(game) else {
        return;
    };
    while reviewer.step(cancel) {
        report(Arc::new(reviewer.review().clone()));
    }
    if !cancel.is_canceled() {
        report(Arc::new(reviewer.review().clone()));
    }
}
