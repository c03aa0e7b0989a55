//! The table in play, and those that were left for it.

use jiff::Timestamp;

use super::App;
use crate::session::{Refusal, Session, is_winnable_deal_required, text};
use crate::storage::save_dir::SaveId;
use crate::tui::effect::Effect;
use crate::tui::screen_stack::Screen;
use crate::tui::screens::deal_search::DealSearchScreen;
use crate::tui::screens::table::TableScreen;
use crate::variant::Variant;

impl App {
    pub(super) fn resume_previous(&mut self, effects: &mut Vec<Effect>) {
        match self.previous_tables.pop() {
            Some(table) => {
                let left = self.screens.replace_all(Screen::Table(Box::new(table)));
                let left: Vec<TableScreen> = left.filter_map(Screen::into_table).collect();
                self.next_tables.extend(left);
                self.update_has_previous();
                self.services.notify(text::PREVIOUS_GAME);
            }
            None => {
                self.services
                    .notify_error(Refusal::NothingToUndo.to_string());
                effects.push(Effect::ResumePrevious);
            }
        }
    }

    pub(super) fn resume_next(&mut self) {
        let Some(table) = self.next_tables.pop() else {
            return self
                .services
                .notify_error(Refusal::NothingToRedo.to_string());
        };
        let left = self.screens.replace_all(Screen::Table(Box::new(table)));
        let left: Vec<TableScreen> = left.filter_map(Screen::into_table).collect();
        self.previous_tables.extend(left);
        self.update_has_previous();
        self.services.notify(text::NEXT_GAME);
    }

    /// Shows a table on its own. The one before can be gone back to.
    fn show_table(&mut self, table: TableScreen) {
        let id = table.session().save_state().id().cloned();
        let is_other = |other: &TableScreen| {
            let other = other.session().save_state().id();
            other.is_none() || other != id.as_ref()
        };
        for screen in self.screens.replace_all(Screen::Table(Box::new(table))) {
            match screen {
                Screen::Table(table) => self.previous_tables.push(*table),
                Screen::Menu(menu) => self.deal_choices = menu.choices().clone(),
                _ => {}
            }
        }
        self.previous_tables.retain(is_other);
        self.next_tables.clear();
        self.update_has_previous();
        self.introduce_game();
    }

    /// Opens the introduction to a game, the first time that one is opened.
    fn introduce_game(&mut self) {
        let Some(table) = self.table() else {
            return;
        };
        let game = table.session().game();
        let is_new = game.total_moves() == 0;
        let id = game.rules().introduction().id;
        let unseen = &mut self.services.unseen_introductions;
        if let Some(index) = unseen.iter().position(|&unseen| unseen == id)
            && is_new
        {
            unseen.remove(index);
            self.open_help();
        }
    }

    fn update_has_previous(&mut self) {
        let has_previous = !self.previous_tables.is_empty();
        if let Some(table) = self.table_mut() {
            table.has_previous = has_previous;
        }
    }

    /// Starts a game that was dealt, or one played on from a replay.
    pub(super) fn start(&mut self, session: Session) {
        let game = session.game();
        let is_new = game.total_moves() == 0;
        self.show_table(match is_new {
            true => TableScreen::dealt(session),
            false => TableScreen::new(session),
        });
    }

    pub(super) fn deal_random(&mut self, rules: Variant) {
        let services = &mut self.services;
        let is_winnable_required =
            is_winnable_deal_required(&services.settings, services.force_winnable, &rules);
        let difficulty = services.difficulty;
        match services
            .seeds
            .next_deal(&rules, difficulty, is_winnable_required)
        {
            Some(seed) => self.start(Session::deal(rules, seed, self.services.now)),
            None => self.find_winnable_deal(rules),
        }
    }

    /// Starts the search for a winnable deal.
    pub fn find_winnable_deal(&mut self, rules: Variant) {
        let search = DealSearchScreen::new(rules, &mut self.services);
        self.screens.push(Screen::DealSearch(Box::new(search)));
        self.refresh();
    }

    /// Deals the game of a seed.
    pub fn deal(&mut self, rules: Variant, seed: u64, now: Timestamp) {
        self.start_session(Session::deal(rules, seed, now));
    }

    /// Starts a game.
    pub fn start_session(&mut self, session: Session) {
        self.start(session);
        self.refresh();
    }

    /// Opens a table.
    pub fn open_table(&mut self, session: Session) {
        self.show_table(TableScreen::new(session));
        self.refresh();
    }

    /// Resumes a saved game.
    pub fn resume(&mut self, session: Session) {
        self.resume_table(TableScreen::new(session));
    }

    /// Returns to a table that was left in this run.
    pub fn resume_table(&mut self, table: TableScreen) {
        let text = text::resumed(table.session().game());
        self.show_table(table);
        self.services.notify(text);
        self.refresh();
    }

    /// Goes back to the table if it shows a saved game; returns whether it does.
    pub fn return_to_table(&mut self, id: &SaveId) -> bool {
        let is_open = self.table().is_some_and(|table| has_id(table, id));
        if is_open {
            while !matches!(self.screens.top(), Screen::Table(_)) {
                self.close_top(&mut Vec::new());
            }
            self.refresh();
        }
        is_open
    }

    /// Removes the table of a saved game from those that were left in this run.
    pub fn take_previous_table(&mut self, id: &SaveId) -> Option<TableScreen> {
        [&mut self.previous_tables, &mut self.next_tables]
            .into_iter()
            .find_map(|tables| {
                let index = tables.iter().position(|table| has_id(table, id))?;
                Some(tables.remove(index))
            })
    }

    /// Returns the tables that the current one followed, the latest last.
    pub fn previous_tables(&self) -> &[TableScreen] {
        &self.previous_tables
    }

    /// Returns all open games, the current one last.
    pub fn sessions(&self) -> impl Iterator<Item = &Session> {
        let left = self.previous_tables.iter().chain(&self.next_tables);
        let tables = left.chain(self.table());
        tables.map(TableScreen::session)
    }

    /// Returns the game in play.
    pub fn into_session(self) -> Option<Session> {
        self.screens.into_table().map(TableScreen::into_session)
    }
}

fn has_id(table: &TableScreen, id: &SaveId) -> bool {
    table.session().save_state().id() == Some(id)
}
