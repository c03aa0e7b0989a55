//! The review of the game that a replay shows: its search, its odds and its turning points.

use super::ReplayScreen;
use crate::review;
use crate::session::{FinishedGame, Found, SearchReply, text};
use crate::tui::action::{Action, Mode};
use crate::tui::services::Services;

impl ReplayScreen {
    /// Returns the review if it has begun: its odds are shown then.
    pub(super) fn shown_review(&self) -> Option<&FinishedGame> {
        self.review()
            .filter(|review| review.is_running() || !review.review().moves.is_empty())
    }

    /// Records what a search for the review has found.
    pub fn record_search_reply(&mut self, reply: &SearchReply, services: &mut Services) {
        let Ok(review) = &mut self.review else {
            return;
        };
        let was_running = review.is_running();
        if let Found::Review(found) = &reply.found {
            review.record(&reply.request, found);
        }
        if was_running && review.review().is_complete {
            services.notify(review.status());
        }
    }

    /// Starts the review, or cancels it; says what decided the game if it is complete.
    pub(super) fn toggle_review(&mut self, services: &mut Services) {
        let review = match &mut self.review {
            Ok(review) => review,
            Err(error) => return services.notify_error(error.to_string()),
        };
        if review.cancel() {
            return services.notify(text::REVIEW_CANCELED);
        }
        review.start();
        services.notify(review.status());
    }

    /// Goes to the next turning point of the review, or to the previous one.
    pub(super) fn go_to_turning_point(&mut self, forward: bool, services: &mut Services) {
        let here = self.moves_made();
        let reviews = self.review().into_iter();
        let points = reviews.flat_map(|review| review.review().turning_points());
        let points: Vec<usize> = points.map(|(number, _)| number).collect();
        let mut numbers = points.iter().copied();
        let next = if forward {
            numbers.find(|&number| number > here)
        } else {
            numbers.rfind(|&number| number < here)
        };
        match (next, self.shown_review()) {
            (Some(number), _) => {
                self.jump(number);
                self.notify_move(services);
            }
            (None, None) => {
                let key = services.key_hint(Mode::Replay, Action::Review, "review the game");
                services.notify_error(key.unwrap_or_else(|| "Not reviewed".into()));
            }
            (None, Some(_)) if points.is_empty() => {
                services.notify("No move changed the odds by 20 points");
            }
            (None, Some(_)) => services.notify("No more turning points"),
        }
    }

    /// Returns the odds at the position shown, or how far the review is.
    pub(super) fn odds_text(&self) -> String {
        let Some(review) = self.shown_review() else {
            return String::new();
        };
        match review.review().odds_at(self.moves_made()) {
            Some(odds) => format!("odds {}", review::odds_text(odds)),
            None if review.is_running() => review.status(),
            None => String::new(),
        }
    }
}
