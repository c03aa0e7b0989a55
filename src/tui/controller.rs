//! Keeps the state of the front end and the files in step: every change is saved before the next
//! frame is drawn.

use std::sync::Arc;

use jiff::Timestamp;

use super::action::Action;
use super::app::{App, Screen};
use super::effect::Effect;
use super::table_state::TableState;
use super::update::{handle_search_reply, update};
use crate::escape::{escape_text, io_error_message};
use crate::record::PlayedGame;
use crate::session::{SearchReply, SessionStore, SettingsSaved, export, text};
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::SaveError;

/// The state of the front end with the saved games, results and settings.
#[derive(Debug)]
pub struct Controller {
    /// The state of the front end.
    pub app: App,
    store: SessionStore,
}

impl Controller {
    /// Combines a state with the files.
    pub fn new(app: App, store: SessionStore) -> Controller {
        Controller { app, store }
    }

    /// Handles an action and saves what came of it.
    pub fn update(&mut self, action: Action, now: Timestamp) {
        update(&mut self.app, action, now);
        self.flush(now);
    }

    /// Takes in what a search reports and saves what came of it; returns whether there is something
    /// new to show.
    #[inline(never)]
    pub fn handle_search_reply(&mut self, reply: &SearchReply, now: Timestamp) -> bool {
        let is_new = handle_search_reply(&mut self.app, reply, now);
        self.flush(now);
        is_new
    }

    fn flush(&mut self, now: Timestamp) {
        self.save_if_dirty(now);
        if let Some(effect) = self.app.pending_effect.take() {
            self.run_effect(effect, now);
            self.save_if_dirty(now);
        }
    }

    /// Never inlined: a game is large, and the event loop should need little of the stack.
    #[inline(never)]
    fn run_effect(&mut self, effect: Effect, now: Timestamp) {
        match effect {
            Effect::LoadSavedGames => self.load_saved_games(),
            Effect::Resume(id) => self.resume(&id, now),
            Effect::ResumePrevious => self.resume_previous(now),
            Effect::LoadResults => self.load_results(),
            Effect::ReplayFinished(id) => self.replay_finished(&id),
            Effect::Export => {
                let exported = self.app.table.as_ref();
                let exported = exported.map(|table| export(table.session.played(), None));
                exported.into_iter().for_each(|told| self.notify(told));
            }
            Effect::ExportFinished(id) => {
                let played = self.store.load_finished(&id);
                self.notify(played.and_then(|played| export(&played, None)));
            }
        }
    }

    fn notify(&mut self, told: Result<String, String>) {
        match told {
            Ok(text) => self.app.notify(text),
            Err(text) => self.app.notify_error(text),
        }
    }

    fn notify_errors(&mut self, errors: Option<String>) {
        errors
            .into_iter()
            .for_each(|line| self.app.notify_error(line));
    }

    fn load_saved_games(&mut self) {
        let (unfinished, errors) = self.store.unfinished_games();
        self.app.menu.set_saved_games(unfinished);
        self.notify_errors(errors);
    }

    /// Resumes a game: as the player left it in this run, else as it was saved.
    fn resume(&mut self, id: &SaveId, now: Timestamp) {
        let is_it = |table: &TableState| table.session.save_state().id() == Some(id);
        if self.app.table.as_ref().is_some_and(is_it) {
            self.app.screen = Screen::Table;
            return;
        }
        let table = match self.app.previous_tables.iter().position(is_it) {
            Some(at) => {
                let mut table = self.app.previous_tables.remove(at);
                self.store.reopen(&mut table.session, now);
                Ok(table)
            }
            None => self.store.load(id, now).map(TableState::new),
        };
        match table {
            Ok(table) => {
                let text = text::resumed(table.game());
                self.app.show_table(table);
                self.app.notify(text);
            }
            Err(error) => {
                self.load_saved_games();
                self.app.notify_error(error);
            }
        }
    }

    fn resume_previous(&mut self, now: Timestamp) {
        let Some(table) = &self.app.table else { return };
        let (previous, errors) = self.store.previous_game(&table.session);
        if let Some(id) = previous {
            self.resume(&id, now);
        }
        self.notify_errors(errors);
    }

    /// Reads the results again, which another window may have added to.
    fn load_results(&mut self) {
        self.app.results_screen.results = Arc::default();
        let errors = self.store.reload_results();
        self.sync_results();
        self.app.results_screen.refresh();
        self.notify_errors(errors);
    }

    fn replay_finished(&mut self, id: &SaveId) {
        match self.store.load_finished(id) {
            Ok(played) if played.game.moves().len() > 0 => {
                self.app.return_screen = Some(self.app.screen);
                self.app.open_replay(played);
            }
            Ok(_) => self.app.notify_error("This game has no moves"),
            Err(error) => self.app.notify_error(error),
        }
    }

    /// Saves the settings and the game on the table, each if it has changed.
    fn save_if_dirty(&mut self, now: Timestamp) {
        match self.store.save_settings(&self.app.settings) {
            SettingsSaved::Saved => {}
            SettingsSaved::BackedUp(backup) => {
                let name = backup.file_name().unwrap_or_default().to_string_lossy();
                let name = escape_text(&name);
                self.app
                    .notify(format!("Saved. The old settings file is now {name}"));
            }
            SettingsSaved::Failed(error) => {
                let reason = io_error_message(&error);
                self.app
                    .notify_error(format!("Settings not saved: {reason}"));
            }
        }
        let Some(table) = &mut self.app.table else {
            return;
        };
        // While they are added to nobody else holds them, so that they need not be copied.
        self.app.results_screen.results = Arc::default();
        let errors = self.store.save_if_changed(&mut table.session, now);
        self.notify_errors(errors);
        self.sync_results();
    }

    /// Hands the results to the state.
    fn sync_results(&mut self) {
        self.app.results_screen.results = self.store.results().clone();
    }

    /// Saves all open games for the last time; returns those that could not be saved.
    pub fn close(&mut self, now: Timestamp) -> Vec<(PlayedGame, SaveError)> {
        let App {
            table,
            previous_tables,
            ..
        } = &self.app;
        let tables = previous_tables.iter().chain(table);
        let sessions = tables.map(|table| &table.session);
        self.store.close_all(sessions, now)
    }
}
