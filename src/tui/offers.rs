//! What is of use as things stand, and what the bottom line and the help say of it.

use super::action::Action;
use super::app::{App, Mode, Overlay, Screen};
use super::keymap::Binding;
use super::ledger::Page;
use super::menu::Row;
use super::seat::Ending;
use crate::rules::{Place, Role, Rules};
use crate::store::settings::Setting;

impl App {
    /// The mode whose keys the bottom line names: at the table of a game that is over, those of its
    /// end.
    pub fn foot(&self) -> Mode {
        match (self.mode(), &self.seat) {
            (Mode::Table | Mode::Hand, Some(seat)) if seat.ending.is_some() => Mode::Ended,
            (mode, _) => mode,
        }
    }

    /// Whether an action is of use as things stand, so that the bottom line names it.
    pub fn offers(&self, action: Action) -> bool {
        if let Some(&Overlay::Peek(place)) = self.overlays.last() {
            let next = self.seat.as_ref().and_then(|seat| seat.peeked_after(place));
            return match action {
                Action::Peek => next.is_some(),
                _ => matches!(action, Action::LetGo | Action::Close),
            };
        }
        if let Some(&Overlay::Settings(row)) = self.overlays.last() {
            // A complaint is only read.
            return action != Action::Press || row < Setting::ALL.len();
        }
        match action {
            Action::Peek => return false,
            Action::NextFound => return !self.help.sought.is_empty(),
            _ => {}
        }
        if self.mode() == Mode::Menu {
            let on_a_game = matches!(self.menu.row(), Row::Game(_));
            return match action {
                // There may be no table to go back to.
                Action::LetGo => self.seat.is_some(),
                Action::Press => !on_a_game && !self.menu.is_at_begun(),
                Action::Walk(_) => on_a_game,
                _ => true,
            };
        }
        if self.mode() == Mode::Ledger && matches!(action, Action::Press | Action::Export) {
            return self.ledger.page == Page::Games && !self.ledger.games().is_empty();
        }
        let Some(seat) = &self.seat else { return true };
        match action {
            Action::Replay => seat.game().moves().len() > 0,
            Action::Undo => {
                let given_up = seat.ending == Some(Ending::GivenUp);
                given_up || seat.game().moves().len() > 0 || !self.earlier.is_empty()
            }
            // What goes nowhere is only let go.
            Action::Press if self.mode() == Mode::Held => !seat.targets().is_empty(),
            // What is home already goes there no more.
            Action::Home => seat.held.is_none_or(|held| !held.from.is_foundation()),
            Action::Draw if !seat.in_hand() => seat.can_turn(),
            Action::Finish => seat.finish().is_some(),
            Action::BackToWin => seat.study.way_back().is_ok(),
            Action::Show => seat.study.proven().is_some(),
            _ => self.knows(action),
        }
    }

    /// What the bottom line says of a key: of the stock, what this game does with it; of a game
    /// begun, that it is dealt already.
    pub fn brief(&self, binding: &Binding) -> &'static str {
        let on_begun = self.mode() == Mode::Menu && self.menu.is_at_begun();
        match &self.seat {
            _ if on_begun && binding.action == Action::New => "take up",
            Some(seat) if binding.action == Action::Draw && seat.game().deals() => "deal",
            // With the whole line to share, in fewer words than at the end itself.
            _ if self.foot() != self.mode() => match binding.action {
                Action::LetGo => "the end",
                Action::Undo => "undo",
                Action::New => "new",
                Action::Again => "again",
                _ => binding.brief,
            },
            _ => binding.brief,
        }
    }

    /// Whether an action ever has a meaning in the game on the table, so that the help names it.
    pub fn knows(&self, action: Action) -> bool {
        let Some(seat) = self.seat.as_ref().filter(|_| self.screen == Screen::Table) else {
            return true;
        };
        let places = seat.game().table().places();
        let has = |role: Role| places.iter().any(|place| place.role() == role);
        match action {
            Action::Draw => has(Role::Stock),
            Action::Waste => has(Role::Waste),
            Action::Reserve => has(Role::Reserve),
            Action::Digit(n) if n != 0 => places.has(Place::tableau(usize::from(n) - 1)),
            Action::Digit(_) => places.has(Place::tableau(9)),
            Action::Foundation => seat.game().rules().gives_back(),
            Action::SafeHome => seat.game().rules().goes_home_unasked(),
            _ => true,
        }
    }

    /// What the first key for an action does, as things stand: `v searches longer`. Nothing where
    /// no key is set for it.
    pub fn by_key(&self, action: Action, does: &str) -> Option<String> {
        let key = self.keymap.key(self.mode(), action);
        key.map(|key| format!("{key} {does}"))
    }
}
