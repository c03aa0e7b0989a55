//! Messages at the table: what came of a command and what is known, with the keys to use next.

use super::TableScreen;
use crate::describe::{brief_move_text, pluralize};
use crate::player::View;
use crate::session::{Command, GivenHint, Refusal, Turn, text};
use crate::tui::action::Action;
use crate::tui::context::Context;
use crate::tui::keymap::Key;
use crate::tui::screen::Screen;

impl TableScreen {
    /// Returns a text about what a turn did; how to finish, if that has become possible.
    pub(super) fn turn_text(&self, text: String, turn: &Turn, cx: &Context) -> String {
        let finish = self.finish_key(cx).filter(|_| turn.finish_ready);
        with_hint(text, finish.map(|key| format!("{key} finishes the game")))
    }

    /// Describes a hint; the first one of a new player with a note.
    pub(super) fn hint_text(&self, given: &GivenHint, cx: &Context) -> String {
        let mv = brief_move_text(self.session.game(), given.mv, given.is_ambiguous);
        let text = text::hint(given, &mv);
        let (cards, key) = (self.session.game().cards_to_finish(), self.finish_key(cx));
        let finish = key.filter(|_| cards > 0);
        let finish = finish.map(|key| format!("{key} finishes: {}", pluralize(cards, "card")));
        let settings = cx.config.settings();
        let note = text::first_hint_note(&self.session, settings, &cx.results);
        with_hint(with_hint(text, finish), note.map(str::to_owned))
    }

    fn finish_key(&self, cx: &Context) -> Option<Key> {
        cx.keymap
            .key_for(self.mode(), Action::Game(Command::Finish))
    }

    /// Says that the game is back at its last winnable position, after this many moves.
    pub(super) fn back_at_winnable_text(&self, moves: usize, cx: &Context) -> String {
        text::back_at_winnable(moves, &|action| self.key_of(action, cx))
    }

    /// Says why a command was refused, or that there is no hint, and which key to use next.
    pub(super) fn refusal_text(&self, refusal: &Refusal, cx: &Context) -> String {
        let advisor = self.session.advisor();
        let refusal = match refusal {
            Refusal::NoAdvice if advisor.is_known_lost() => &Refusal::Lost,
            refusal => refusal,
        };
        let assessment = advisor.proofs().assessment();
        text::refusal(refusal, assessment, &|action| self.key_of(action, cx))
    }

    /// Returns the odds of the position, or says that they are not known yet.
    pub(super) fn odds_text(&self) -> String {
        let advice = self.session.advisor().advice();
        match advice.and_then(|advice| advice.odds) {
            Some(odds) => {
                let unseen = View::new(self.session.game()).unseen().len();
                text::odds(odds, unseen)
            }
            None => "Trying sample deals".into(),
        }
    }

    /// Says how far the search for the verdict is, if one runs.
    pub(super) fn progress_text(&self, cx: &Context) -> Option<String> {
        let search = self.session.advisor().pending_verdict()?;
        let seconds = search.elapsed(cx.now).as_secs().unsigned_abs();
        let progress = text::search_progress(search.positions, seconds, &search.budget);
        Some(format!("Searching: {progress}. Any key cancels"))
    }

    /// Returns what is known about the position and which keys to use next.
    pub(super) fn verdict_text(&self, cx: &Context) -> String {
        let assessment = self.session.advisor().proofs().assessment();
        text::verdict(assessment, &|action| self.key_of(action, cx))
    }

    /// Returns the first key of an action, if it has one.
    fn key_of(&self, action: &str, cx: &Context) -> Option<String> {
        let mut bindings = cx.keymap.bindings(self.mode());
        let binding = bindings.find(|binding| binding.name == action)?;
        binding.keys.first().map(ToString::to_string)
    }
}

/// Adds what to do next to a message.
fn with_hint(text: String, hint: Option<String>) -> String {
    match hint {
        Some(hint) => format!("{text}. {hint}"),
        None => text,
    }
}
