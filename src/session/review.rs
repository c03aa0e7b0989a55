//! A finished game and its review.

use std::sync::Arc;
use std::time::Duration;

use super::search::{Found, SearchReply, SearchRequest, Task};
use crate::game::Game;
use crate::proofs::Proofs;
use crate::review::{self, Review, ReviewError, Reviewer};
use crate::solver::{Budget, LOSS_BUDGET, VERDICT_TIME_LIMITS};
use crate::storage::small_files::Practice;

/// Time limit of each search for the move that lost the game, when the player asks for longer ones.
const LONG_SEARCH_TIME: Duration = VERDICT_TIME_LIMITS[0];

/// A game and its review, as far as that has come.
#[derive(Clone, Debug)]
pub struct GameReview {
    reviewer: Arc<Reviewer>,
    is_running: bool,
    is_saved: bool,
    /// What the player has found of its questions.
    practice: Practice,
}

impl GameReview {
    /// Prepares the review of a game up to its current position, which begins with what is proven.
    pub(super) fn begin(game: &Arc<Game>, proofs: &Arc<Proofs>) -> GameReview {
        let reviewer = Reviewer::begin(Arc::clone(game), Arc::clone(proofs));
        GameReview {
            reviewer: Arc::new(reviewer),
            is_running: false,
            is_saved: false,
            practice: Practice::default(),
        }
    }

    /// Prepares the review of a game that has something to review.
    ///
    /// # Errors
    /// There is nothing to review.
    pub fn new(game: &Arc<Game>) -> Result<GameReview, ReviewError> {
        Reviewer::check(game)?;
        let proofs = Arc::new(Proofs::new(game));
        Ok(GameReview::begin(game, &proofs))
    }

    /// Uses the saved review of the game, if it is of the same moves.
    pub fn restore(&mut self, (review, practice): (Review, Practice)) {
        if review.is_complete && review.is_of(self.game().moves()) {
            Arc::make_mut(&mut self.reviewer).restore(review);
            (self.is_saved, self.practice) = (true, practice);
        }
    }

    /// Returns the review to save with what was found, if it is complete and was not returned before.
    pub(super) fn take_unsaved(&mut self) -> Option<(&Review, &Practice)> {
        let is_news = self.review().is_complete && !std::mem::replace(&mut self.is_saved, true);
        is_news.then(|| (self.review(), &self.practice))
    }

    pub fn practice(&self) -> &Practice {
        &self.practice
    }

    /// Returns what was found, to change it.
    pub fn practice_mut(&mut self) -> &mut Practice {
        self.is_saved = false;
        &mut self.practice
    }

    /// Returns the number of the latest of the moves that are asked for and for which no better one was found.
    pub fn next_asked(&self) -> Option<usize> {
        let asked = self.review().asked_points().map(|(number, ..)| number);
        asked
            .filter(|number| !self.practice.found.contains(number))
            .last()
    }

    /// Says how many of the better moves that are asked for were found. `None` if none is asked for.
    pub fn found_text(&self) -> Option<String> {
        let all = self.review().asked_points().count();
        (all > 0).then(|| format!(". {} of {all} found", self.practice.found.len()))
    }

    pub fn review(&self) -> &Review {
        &self.reviewer.review
    }

    /// Returns the game, at the last position of the review.
    pub fn game(&self) -> &Game {
        &self.reviewer.game
    }

    /// Returns what is proven about the game.
    pub(super) fn proofs(&self) -> &Arc<Proofs> {
        &self.reviewer.proofs
    }

    /// Starts or continues the search.
    pub fn start(&mut self) {
        self.is_running = !self.review().is_complete;
    }

    /// Cancels the search. Returns whether it was running.
    pub fn cancel(&mut self) -> bool {
        std::mem::take(&mut self.is_running)
    }

    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// Whether nothing has been found out yet about when the game was lost.
    pub fn is_at_start(&self) -> bool {
        self.is_running && *self.review() == Review::default()
    }

    /// Whether longer searches may find out when the game was lost.
    pub fn can_search_longer(&self) -> bool {
        self.reviewer.budget == LOSS_BUDGET && !self.is_loss_found()
    }

    /// Searches longer for the move that lost the game, with this memory in bytes.
    pub(super) fn search_longer(&mut self, memory: usize) {
        if !self.is_loss_found() {
            let budget = Budget::for_verdict(LONG_SEARCH_TIME, memory);
            Arc::make_mut(&mut self.reviewer).search_again(budget);
            (self.is_running, self.is_saved) = (true, false);
        }
    }

    /// Whether it is known when the game was lost.
    pub fn is_loss_found(&self) -> bool {
        self.review().proofs.is_complete(self.game().moves().len())
    }

    /// Returns the search to run, if it is running.
    pub fn search_request(&self) -> Option<SearchRequest> {
        self.is_running.then(|| SearchRequest {
            game: Arc::clone(&self.reviewer.game),
            budget: self.reviewer.budget,
            task: Task::Review {
                reviewer: Arc::clone(&self.reviewer),
                until_loss: false,
            },
        })
    }

    /// Records what was found so far, if it is the answer to a request for it.
    pub fn record(&mut self, reply: &SearchReply) {
        if let Found::Review(found) = &reply.found
            && self.search_request().as_ref() == Some(&reply.request)
            && found.review.is_of(self.game().moves())
        {
            self.reviewer = Arc::clone(found);
            self.is_running = !self.review().is_complete;
        }
    }

    /// Says how far the review is, or what decided the game.
    pub fn status(&self) -> String {
        let is_at_deal = self.game().moves().len() == 0;
        if self.review().is_complete || (is_at_deal && self.is_loss_found()) {
            review::summary(self.game(), self.review())
        } else {
            self.reviewer.progress()
        }
    }

    /// Says how far the review is, or what decided the game, and lists the turning points, a line each.
    pub fn description(&self) -> String {
        review::with_turning_points(self.game(), self.review(), self.status())
    }

    /// Says when the game was lost, as far as that is proven.
    pub fn loss_text(&self) -> Option<String> {
        review::loss_text(self.game(), self.review())
    }
}
