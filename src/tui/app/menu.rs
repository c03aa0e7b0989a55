//! The menu and what was chosen in it last.

use super::App;
use crate::storage::last_deal::LastDeal;
use crate::storage::save_manager::SavedGame;
use crate::tui::effect::Effect;
use crate::tui::screen::Screen;
use crate::tui::screens::menu::{MenuRow, MenuScreen};
use crate::variant::Variant;

impl App {
    pub(super) fn open_menu(&mut self, effects: &mut Vec<Effect>) {
        let mut choices = self.deal_choices.clone();
        if let Some(table) = self.table() {
            choices.select_game(table.session().game().rules());
        }
        let menu = MenuScreen::new(choices, true);
        self.screens.push(menu);
        effects.push(Effect::LoadSavedGames);
    }

    /// Shows the saved games in the menu.
    pub fn set_saved_games(&mut self, saved_games: Vec<SavedGame>) {
        if let Some(menu) = self.menu_mut() {
            menu.set_saved_games(saved_games);
        }
        self.refresh();
    }

    /// Selects a game in the menu.
    pub fn select_in_menu(&mut self, rules: &Variant) {
        self.deal_choices.select_game(rules);
        self.reset_menu();
    }

    /// Returns what was chosen last in the menu.
    pub fn last_deal(&self) -> LastDeal {
        self.deal_choices.last_deal()
    }

    /// Selects in the menu what was chosen last when the program ran before.
    pub fn restore_last_deal(&mut self, last_deal: &LastDeal) {
        self.deal_choices
            .set_preferred(self.services.preferred_source());
        self.deal_choices.restore(last_deal);
        self.reset_menu();
        self.refresh();
    }

    fn reset_menu(&mut self) {
        let choices = self.deal_choices.clone();
        if let Some(menu) = self.menu_mut() {
            *menu = MenuScreen::new(choices, false);
        }
    }

    /// Selects in the menu the saved game to continue, if there is one.
    pub fn select_continue(&mut self) {
        if let Some(menu) = self.menu_mut() {
            menu.select_row(MenuRow::Continue);
        }
        self.refresh();
    }

    /// Remembers what was chosen in the menu, if that is the screen that was closed.
    pub(super) fn remember_choices(&mut self, closed: &dyn Screen) {
        if let Some(menu) = closed.downcast_ref::<MenuScreen>() {
            self.deal_choices = menu.choices.clone();
        }
    }

    /// Returns the menu, if it is open.
    pub fn menu_mut(&mut self) -> Option<&mut MenuScreen> {
        self.screens.find_mut()
    }
}
