//! Messages at the table: what came of a command and what is known, with the keys to use next.

use crate::describe::pluralize;
use crate::player::View;
use crate::session::{Command, GivenHint, Refusal, Session, Turn, text};
use crate::tui::action::{Action, Mode};
use crate::tui::context::Context;
use crate::tui::keymap::Key;

/// What the messages depend on.
#[derive(Clone, Copy)]
pub(super) struct TableMessages<'a> {
    pub(super) session: &'a Session,
    pub(super) mode: Mode,
    pub(super) cx: &'a Context,
}

impl TableMessages<'_> {
    /// Returns a text about what a turn did; how to finish, if that has become possible.
    pub(super) fn turn(&self, text: String, turn: &Turn) -> String {
        let finish = self.finish_key().filter(|_| turn.finish_ready);
        with_hint(text, finish.map(|key| format!("{key} finishes the game")))
    }

    /// Describes a hint; the first one of a new player with a note.
    pub(super) fn hint(&self, given: &GivenHint) -> String {
        let text = text::hint(self.session.game(), given);
        let text = format!("{}: {text}", given.heading());
        let (cards, key) = (self.session.game().cards_to_finish(), self.finish_key());
        let finish = key.filter(|_| cards > 0);
        let finish = finish.map(|key| format!("{key} finishes: {}", pluralize(cards, "card")));
        let settings = self.cx.config.settings();
        let note = text::first_hint_note(self.session, settings, &self.cx.results);
        with_hint(with_hint(text, finish), note.map(str::to_owned))
    }

    fn finish_key(&self) -> Option<Key> {
        let keymap = &self.cx.keymap;
        keymap.key_for(self.mode, Action::Game(Command::Finish))
    }

    /// Says that the game is back at its last winnable position, after this many moves.
    pub(super) fn back_at_winnable(&self, moves: usize) -> String {
        text::back_at_winnable(moves, &|action| self.key_of(action))
    }

    /// Says why a command was refused, or that there is no hint, and which key to use next.
    pub(super) fn refusal(&self, refusal: &Refusal) -> String {
        let advisor = self.session.advisor();
        let refusal = match refusal {
            Refusal::NoAdvice if advisor.is_known_lost() => &Refusal::Lost,
            refusal => refusal,
        };
        let assessment = advisor.proofs().assessment();
        text::refusal(refusal, assessment, &|action| self.key_of(action))
    }

    /// Returns the odds of the position, or says that they are not known yet.
    pub(super) fn odds(&self) -> String {
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
    pub(super) fn progress(&self) -> Option<String> {
        let advisor = self.session.advisor();
        let search = advisor.pending_verdict()?;
        let seconds = search.elapsed(self.cx.now).as_secs().unsigned_abs();
        let positions = advisor.positions_searched();
        let progress = text::search_progress(positions, seconds, &search.budget);
        Some(format!("Searching: {progress}. Any key cancels"))
    }

    /// Returns what is known about the position and which keys to use next.
    pub(super) fn verdict(&self) -> String {
        let assessment = self.session.advisor().proofs().assessment();
        text::verdict(assessment, &|action| self.key_of(action))
    }

    /// Returns the first key of an action, if it has one.
    fn key_of(&self, action: &str) -> Option<String> {
        let mut bindings = self.cx.keymap.bindings(self.mode);
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
