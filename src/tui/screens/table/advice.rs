//! Hints, odds and the solver at the table.

use super::TableScreen;
use crate::describe::{approx_count, position_text};
use crate::player::{Advice, View};
use crate::proofs::Assessment;
use crate::session::{
    Command, Found, GivenHint, Question, Refusal, SearchReply, VerdictResponse, text,
};
use crate::tui::action::Action;
use crate::tui::context::Context;
use crate::tui::screen::{Request, Screen};

impl TableScreen {
    /// Whether the player has asked for a hint and none is known yet.
    pub(super) fn is_awaiting_hint(&self) -> bool {
        let question = self.session().advisor().pending_advice();
        let is_possible =
            question == Some(Question::Hint) && !self.session().advisor().is_known_lost();
        is_possible && self.view.hint.is_none()
    }

    /// Says that there is no hint, and which key to use next.
    pub(super) fn notify_no_hint(&self, refusal: &Refusal, cx: &mut Context) {
        if self.session().advisor().is_known_lost() {
            return self.notify_verdict(cx);
        }
        let mode = self.mode();
        let ask = cx.key_hint(mode, Action::Analyze, "ask the solver");
        cx.notify(with_hint(refusal.to_string(), ask));
    }

    /// Shows the odds of the position as far as they are known, and has them refined.
    pub(super) fn request_odds(&mut self, cx: &mut Context) {
        match self.session().advisor().odds_refusal() {
            Some(Refusal::Lost) => self.notify_verdict(cx),
            Some(refusal) => cx.notify_error(refusal.to_string()),
            None => {
                self.session_mut()
                    .advisor_mut()
                    .request_advice(Question::Odds);
                self.notify_odds(cx);
            }
        }
    }

    /// Shows the odds of the position, or that they are not known yet.
    fn notify_odds(&self, cx: &mut Context) {
        match self
            .session()
            .advisor()
            .advice()
            .and_then(|advice| advice.odds)
        {
            Some(odds) => {
                let unseen = View::new(self.game()).unseen().len();
                cx.notify(text::odds(odds, unseen));
            }
            None => cx.notify("Trying sample deals"),
        }
    }

    /// Shows what the fair player has found: the odds, or its move in place of the first hint.
    pub(super) fn show_advice(&mut self, advice: Advice, cx: &mut Context) {
        match self.session_mut().advisor_mut().record_advice(advice) {
            Some(Question::Odds) => self.notify_odds(cx),
            Some(Question::Hint) => {
                let is_forgotten = self.view.hint.is_none();
                if is_forgotten && cx.message.is_none() {
                    return;
                }
                match self.session_mut().give_best_hint() {
                    Some(given) => self.show_hint(&given, cx),
                    None if is_forgotten && !self.is_awaiting_hint() => {
                        self.notify_no_hint(&Refusal::NoAdvice, cx);
                    }
                    None => {}
                }
            }
            None => {}
        }
    }

    /// Shows a hint: marks both its ends and puts the cursor on it, so that the next Select plays it.
    pub(super) fn show_hint(&mut self, given: &GivenHint, cx: &mut Context) {
        let table = &mut self.view;
        table.hint = Some(given.hint.mv);
        table.move_cursor_to_source(given.hint.mv);
        let text = text::hint(self.game(), given);
        cx.notify(format!("{}: {text}", given.heading()));
    }

    pub fn record_search_reply(
        &mut self,
        reply: &SearchReply,
        cx: &mut Context,
    ) -> Option<Request> {
        let advisor = self.session_mut().advisor_mut();
        match &reply.found {
            Found::Progress(positions) => {
                advisor.record_progress(*positions);
                self.notify_progress(cx);
            }
            Found::Review(review) => advisor.record_review(&reply.request, review),
            Found::Advice(advice) => self.show_advice(advice.clone(), cx),
            Found::Finished(result) => {
                let search = advisor.record_search_result(&reply.request, result)?;
                return self.present_verdict(search.show_solution, cx);
            }
        }
        None
    }

    /// Says what is to be said about the table, but not over another screen: where the deal comes from,
    /// and that the game is lost.
    pub fn announce(&mut self, cx: &mut Context) {
        if let Some(text) = self.deal_note.take() {
            cx.notify_error(text);
        }
        // An error stays until the next key; the header says the same.
        if self.session_mut().advisor_mut().announce_loss() && !cx.has_error_message() {
            self.notify_verdict(cx);
        }
    }

    /// Shows the verdict on the position, or starts a search for it. With `show_solution` the
    /// winning line is opened as a replay.
    pub(super) fn analyze(&mut self, show_solution: bool, cx: &mut Context) -> Option<Request> {
        let (settings, now) = (&cx.settings, cx.now);
        let advisor = self.session_mut().advisor_mut();
        match advisor.request_verdict(show_solution, settings, now) {
            VerdictResponse::Won => cx.notify(text::GAME_WON),
            VerdictResponse::Review => {}
            VerdictResponse::Searching => {
                self.cancel_selection();
                self.notify_progress(cx);
            }
            VerdictResponse::Known => {
                self.cancel_selection();
                return self.present_verdict(show_solution, cx);
            }
        }
        None
    }

    /// Opens the winning line if it is wanted and known; else shows the verdict.
    fn present_verdict(&self, show_solution: bool, cx: &mut Context) -> Option<Request> {
        let solution = if show_solution {
            self.session().advisor().solution()
        } else {
            Ok(None)
        };
        match solution {
            Ok(Some(solution)) => {
                return Some(Request::OpenSolution(Box::new(solution)));
            }
            Ok(None) => self.notify_verdict(cx),
            Err(too_long) => cx.notify_error(too_long.to_string()),
        }
        None
    }

    /// Shows how far the search for the verdict is.
    fn notify_progress(&self, cx: &mut Context) {
        let advisor = self.session().advisor();
        let Some(search) = advisor.pending_verdict() else {
            return;
        };
        let text = format!(
            "Searching: {}, {} of {} s. Any key cancels",
            approx_count(advisor.positions_searched(), "position"),
            search.elapsed(cx.now).as_secs(),
            search.budget.time_limit().as_secs(),
        );
        cx.notify(text);
    }

    /// Shows what is known about the position and which keys to use next.
    pub(super) fn notify_verdict(&self, cx: &mut Context) {
        let assessment = self.session().advisor().proofs().assessment();
        let hint = |action, does: &str| cx.key_hint(self.mode(), action, does);
        let hints = match assessment {
            Assessment::LostDeal => vec![hint(Action::NewDeal, "new deal")],
            Assessment::Lost(Some(moves)) => {
                let does = format!("back to {}", position_text(moves));
                vec![hint(Action::Game(Command::UndoToWinnable), &does)]
            }
            Assessment::Lost(None) => vec![hint(Action::Game(Command::Undo), "undo")],
            Assessment::Winnable(_) => vec![
                hint(Action::Game(Command::Hint), "next move"),
                hint(Action::ShowSolution, "all moves"),
            ],
            Assessment::NotYetKnown => vec![hint(Action::Analyze, "search longer")],
            Assessment::Inconclusive => Vec::new(),
        };
        let hints: Vec<String> = hints.into_iter().flatten().collect();
        let hints = (!hints.is_empty()).then(|| hints.join(", "));
        let text = text::verdict(assessment);
        cx.notify(with_hint(text, hints));
    }
}

/// Adds the hint of a key to a message.
pub(super) fn with_hint(text: String, hint: Option<String>) -> String {
    match hint {
        Some(hint) => format!("{text}. {hint}"),
        None => text,
    }
}
