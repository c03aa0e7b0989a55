//! Messages at the table: what came of a command and what is known, with the keys to use next.

use crate::describe::{approx_count, pluralize, position_text};
use crate::player::View;
use crate::proofs::Assessment;
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
        let redo = self.key(Action::Game(Command::Redo), "redo");
        with_hint(text::back_at_winnable(moves), redo)
    }

    /// Says why a command was refused.
    pub(super) fn refusal(&self, refusal: &Refusal) -> String {
        let hint = match refusal {
            Refusal::NothingToUndo => self.key(Action::Menu, "other games"),
            _ => None,
        };
        with_hint(refusal.to_string(), hint)
    }

    /// Says that there is no hint, and which key to use next.
    pub(super) fn no_hint(&self, refusal: &Refusal) -> String {
        if self.session.advisor().is_known_lost() {
            return self.verdict();
        }
        with_hint(
            refusal.to_string(),
            self.key(Action::Analyze, "ask the solver"),
        )
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
        Some(format!(
            "Searching: {}, {} of {} s. Any key cancels",
            approx_count(advisor.positions_searched(), "position"),
            search.elapsed(self.cx.now).as_secs(),
            search.budget.time_limit().as_secs(),
        ))
    }

    /// Returns what is known about the position and which keys to use next.
    pub(super) fn verdict(&self) -> String {
        let assessment = self.session.advisor().proofs().assessment();
        let hints = match assessment {
            Assessment::LostDeal => vec![self.key(Action::NewDeal, "new deal")],
            Assessment::Lost(Some(moves)) => {
                let does = format!("back to {}", position_text(moves));
                vec![self.key(Action::Game(Command::UndoToWinnable), &does)]
            }
            Assessment::Lost(None) => vec![self.key(Action::Game(Command::Undo), "undo")],
            Assessment::Winnable(_) => vec![
                self.key(Action::Game(Command::Hint), "next move"),
                self.key(Action::ShowSolution, "all moves"),
            ],
            Assessment::NotYetKnown => vec![self.key(Action::Analyze, "search longer")],
            Assessment::Inconclusive => Vec::new(),
        };
        let hints: Vec<String> = hints.into_iter().flatten().collect();
        let hints = (!hints.is_empty()).then(|| hints.join(", "));
        let text = with_hint(text::verdict(assessment), hints);
        match assessment {
            Assessment::Lost(_) => format!("{text}, or play on."),
            _ => text,
        }
    }

    /// Returns the key of an action and what it does, if there is one.
    fn key(&self, action: Action, does: &str) -> Option<String> {
        self.cx.key_hint(self.mode, action, does)
    }
}

/// Adds what to do next to a message.
fn with_hint(text: String, hint: Option<String>) -> String {
    match hint {
        Some(hint) => format!("{text}. {hint}"),
        None => text,
    }
}
