//! Hints and odds.

use super::TableScreen;
use crate::player::{Advice, View};
use crate::session::{GivenHint, Question, Refusal, text};
use crate::tui::action::Action;
use crate::tui::screen::{Context, Screen};

impl TableScreen {
    /// Whether the player has asked for a hint and none is known yet.
    pub(super) fn is_awaiting_hint(&self) -> bool {
        let question = self.session().pending_advice();
        let is_possible = question == Some(Question::Hint) && !self.is_known_lost();
        is_possible && self.view.hint.is_none()
    }

    /// Whether the player knows that the position is lost.
    fn is_known_lost(&self) -> bool {
        let session = self.session();
        let is_lost = session.analysis().proven_positions().is_lost();
        is_lost && session.status_label().is_some()
    }

    /// Says that there is no hint, and which key to use next.
    pub(super) fn notify_no_hint(&self, refusal: &Refusal, cx: &mut Context<'_>) {
        if self.is_known_lost() {
            return self.notify_verdict(cx);
        }
        let (mode, services) = (self.mode(), &mut *cx.services);
        let ask = services.key_hint(mode, Action::Analyze, "ask the solver");
        services.notify(with_hint(refusal.to_string(), ask));
    }

    /// Shows the odds of the position as far as they are known, and has them refined.
    pub(super) fn request_odds(&mut self, cx: &mut Context<'_>) {
        if self.session().analysis().is_forced() {
            cx.services.notify_error(Refusal::NoOdds.to_string());
            return;
        }
        self.session_mut().request_advice(Question::Odds);
        self.notify_odds(cx);
    }

    /// Shows the odds of the position, or that they are not known yet.
    fn notify_odds(&self, cx: &mut Context<'_>) {
        match self.session().advice().and_then(|advice| advice.odds) {
            Some(odds) => {
                let unseen = View::new(self.game()).unseen().len();
                cx.services.notify(text::odds(odds, unseen));
            }
            None => cx.services.notify("Trying sample deals"),
        }
    }

    /// Shows what the fair player has found: the odds, or its move in place of the first hint.
    pub(super) fn show_advice(&mut self, advice: Advice, cx: &mut Context<'_>) {
        match self.session_mut().record_advice(advice) {
            Some(Question::Odds) => self.notify_odds(cx),
            Some(Question::Hint) => {
                let is_forgotten = self.view.hint.is_none();
                if is_forgotten && cx.services.message.is_none() {
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
    pub(super) fn show_hint(&mut self, given: &GivenHint, cx: &mut Context<'_>) {
        let table = &mut self.view;
        table.hint = Some(given.hint.mv);
        table.move_cursor_to_source(given.hint.mv);
        let text = text::hint(self.game(), given);
        let (number, count) = (given.index + 1, given.count);
        cx.services
            .notify(format!("Hint {number} of {count}: {text}"));
    }
}

/// Adds the hint of a key to a message.
pub(super) fn with_hint(text: String, hint: Option<String>) -> String {
    match hint {
        Some(hint) => format!("{text}. {hint}"),
        None => text,
    }
}
