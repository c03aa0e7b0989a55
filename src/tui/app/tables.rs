//! The table in play, and those that were left for it.

use std::any::Any;

use jiff::Timestamp;

use super::App;
use crate::session::{Refusal, Session, is_winnable_deal_required, text};
use crate::storage::save_dir::SaveId;
use crate::tui::effect::Effect;
use crate::tui::screens::deal_search::DealSearchScreen;
use crate::tui::screens::table::TableScreen;
use crate::variant::Variant;

impl App {
    pub(super) fn resume_previous(&mut self, effects: &mut Vec<Effect>) {
        match self.previous_tables.pop() {
            Some(table) => {
                let closed = self.replace_screens(table);
                self.next_tables.extend(closed);
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
        match self.next_tables.pop() {
            Some(table) => {
                let closed = self.replace_screens(table);
                self.previous_tables.extend(closed);
                self.services.notify(text::NEXT_GAME);
            }
            None => self
                .services
                .notify_error(Refusal::NothingToRedo.to_string()),
        }
    }

    /// Closes all screens and shows a table; returns the table that was open.
    fn replace_screens(&mut self, table: TableScreen) -> Option<TableScreen> {
        let mut closed_table = None;
        for screen in self.screens.replace_all(table) {
            self.remember_choices(&*screen);
            if let Ok(table) = (screen as Box<dyn Any>).downcast::<TableScreen>() {
                closed_table = Some(*table);
            }
        }
        closed_table
    }

    /// Shows a table on its own. The one before can be gone back to.
    fn show_table(&mut self, table: TableScreen) {
        let id = table.session().save_state().id().cloned();
        let is_other = |other: &TableScreen| {
            let other = other.session().save_state().id();
            other.is_none() || other != id.as_ref()
        };
        let closed = self.replace_screens(table);
        self.previous_tables.extend(closed);
        self.previous_tables.retain(is_other);
        self.next_tables.clear();
        self.introduce_game();
    }

    /// Opens the introduction to a game, the first time that one is opened.
    fn introduce_game(&mut self) {
        let Some(table) = self.table() else {
            return;
        };
        let is_new = table.is_new();
        let id = table.session().game().rules().introduction().id;
        let unseen = &mut self.services.unseen_introductions;
        if let Some(index) = unseen.iter().position(|&unseen| unseen == id)
            && is_new
        {
            unseen.remove(index);
            self.open_help();
        }
    }

    /// Starts a game that was dealt, or one played on from a replay.
    pub fn start_session(&mut self, session: Session) {
        let mut table = TableScreen::new(session);
        table.view.deal_pending = table.is_new();
        self.show_table(table);
        self.refresh();
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
            Some(seed) => self.deal(rules, seed, self.services.now),
            None => self.find_winnable_deal(rules),
        }
    }

    /// Starts the search for a winnable deal.
    pub fn find_winnable_deal(&mut self, rules: Variant) {
        let search = DealSearchScreen::new(rules, &mut self.services);
        self.screens.push(search);
        self.refresh();
    }

    /// Deals the game of a seed.
    pub fn deal(&mut self, rules: Variant, seed: u64, now: Timestamp) {
        self.start_session(Session::deal(rules, seed, now));
    }

    /// Opens a table.
    pub fn open_table(&mut self, session: Session) {
        self.show_table(TableScreen::new(session));
        self.refresh();
    }

    /// Resumes a game on its table.
    pub fn resume(&mut self, table: TableScreen) {
        let text = text::resumed(table.session().game());
        self.show_table(table);
        self.services.notify(text);
        self.refresh();
    }

    /// Goes back to the table if it shows a saved game; returns whether it does.
    pub fn return_to_table(&mut self, id: &SaveId) -> bool {
        let is_open = self.table().is_some_and(|table| has_id(table, id));
        if is_open {
            while !self.screens.top().is::<TableScreen>() {
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

    /// Returns all open games, the current one last.
    pub fn sessions(&self) -> impl Iterator<Item = &Session> {
        let left = self.previous_tables.iter().chain(&self.next_tables);
        let tables = left.chain(self.table());
        tables.map(TableScreen::session)
    }
}

fn has_id(table: &TableScreen, id: &SaveId) -> bool {
    table.session().save_state().id() == Some(id)
}
