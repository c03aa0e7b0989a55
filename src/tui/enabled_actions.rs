//! What is of use as things stand, and what the bottom line and the help say of it.

use super::action::Action;
use super::app::{App, Mode, Overlay, Screen};
use super::keymap::Binding;
use super::menu::MenuRow;
use super::results::ResultsPage;
use crate::rules::{PileId, PileKind};
use crate::session::Ending;
use crate::storage::settings::Setting;

impl App {
    /// The mode whose keys the bottom line names: at the table of a game that is over, those of its
    /// end.
    pub fn footer_mode(&self) -> Mode {
        match (self.mode(), &self.table) {
            (Mode::Table | Mode::HandGame, Some(seat)) if seat.session.ending().is_some() => {
                Mode::GameOver
            }
            (mode, _) => mode,
        }
    }

    /// Whether an action is of use as things stand, so that the bottom line names it.
    pub fn is_enabled(&self, action: Action) -> bool {
        if let Some(&Overlay::Peek(place)) = self.overlays.last() {
            let next = self
                .table
                .as_ref()
                .and_then(|seat| seat.next_peek_pile(place));
            return match action {
                Action::Peek => next.is_some(),
                _ => matches!(action, Action::Cancel | Action::Close),
            };
        }
        if let Some(&Overlay::Settings(row)) = self.overlays.last() {
            // A complaint is only read.
            return action != Action::Select || row < Setting::ALL.len();
        }
        match action {
            Action::Peek => return false,
            Action::NextMatch => return !self.help.query.is_empty(),
            _ => {}
        }
        if self.mode() == Mode::Menu {
            let on_a_game = matches!(self.menu.row(), MenuRow::Game(_));
            return match action {
                // There may be no table to go back to.
                Action::Cancel => self.table.is_some(),
                Action::Select => !on_a_game && !self.menu.is_in_saved_games(),
                Action::Navigate(_) => on_a_game,
                _ => true,
            };
        }
        if self.mode() == Mode::Results && matches!(action, Action::Select | Action::Export) {
            return self.results_screen.page == ResultsPage::Games
                && !self.results_screen.games().is_empty();
        }
        let Some(seat) = &self.table else { return true };
        match action {
            Action::Replay => seat.game().moves().len() > 0,
            Action::Undo => {
                let given_up = seat.session.ending() == Some(Ending::GivenUp);
                given_up || seat.game().moves().len() > 0 || !self.previous_tables.is_empty()
            }
            // What goes nowhere is only let go.
            Action::Select if self.mode() == Mode::Selected => !seat.drop_targets().is_empty(),
            // What is home already goes there no more.
            Action::MoveHome => seat.selection.is_none_or(|held| !held.from.is_foundation()),
            Action::Draw if !seat.is_hand_game() => seat.can_draw(),
            Action::Autofinish => seat.game().autofinish_line().is_some(),
            Action::UndoToWinnable => seat.session.analysis().last_winnable_index().is_some(),
            Action::ShowSolution => seat.session.analysis().revealed_winning_move().is_some(),
            _ => self.applies_to_game(action),
        }
    }

    /// What the bottom line says of a key: of the stock, what this game does with it; of a game
    /// begun, that it is dealt already.
    pub fn footer_label(&self, binding: &Binding) -> &'static str {
        let on_begun = self.mode() == Mode::Menu && self.menu.is_in_saved_games();
        match &self.table {
            _ if on_begun && binding.action == Action::NewDeal => "take up",
            Some(seat)
                if binding.action == Action::Draw && seat.game().is_stock_dealt_to_tableau() =>
            {
                "deal"
            }
            // With the whole line to share, in fewer words than at the end itself.
            _ if self.footer_mode() != self.mode() => match binding.action {
                Action::Cancel => "the end",
                Action::Undo => "undo",
                Action::NewDeal => "new",
                Action::Restart => "again",
                _ => binding.footer,
            },
            _ => binding.footer,
        }
    }

    /// Whether an action ever has a meaning in the game on the table, so that the help names it.
    pub fn applies_to_game(&self, action: Action) -> bool {
        let Some(seat) = self.table.as_ref().filter(|_| self.screen == Screen::Table) else {
            return true;
        };
        let places = seat.game().table().pile_ids();
        let has = |role: PileKind| places.iter().any(|place| place.kind() == role);
        match action {
            Action::Draw => has(PileKind::Stock),
            Action::SelectWaste => has(PileKind::Waste),
            Action::SelectReserve => has(PileKind::Reserve),
            Action::Digit(n) if n != 0 => places.contains(PileId::tableau(usize::from(n) - 1)),
            Action::Digit(_) => places.contains(PileId::tableau(9)),
            Action::SelectFoundation => seat.game().rules().allows_foundation_return(),
            Action::AutoplaySafe => seat.game().rules().has_safe_autoplay(),
            _ => true,
        }
    }

    /// The first key for an action and what it does: `v: search longer`. `None` if the action has no
    /// key.
    pub fn key_hint(&self, action: Action, does: &str) -> Option<String> {
        let key = self.keymap.key_for(self.mode(), action);
        key.map(|key| format!("{key}: {does}"))
    }
}
