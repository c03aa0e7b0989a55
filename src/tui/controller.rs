//! Runs side effects, and saves every change of the state before the next frame is drawn.

use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;

use super::action::Action;
use super::app::App;
use super::effect::Effect;
use super::screens::table::TableScreen;
use crate::escape::escape_text;
use crate::record::PlayedGame;
use crate::session::{SearchReply, SessionStore, text};
use crate::storage::last_deal::LastDeal;
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::SaveError;
use crate::storage::{self, Loaded, StorageError};

/// What the event loop has to do after an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Continues.
    Continue,
    /// Stops the program until it is continued.
    Suspend,
    /// Ends the program.
    Quit,
}

/// The state of the front end with the saved games, results and settings.
#[derive(Debug)]
pub struct Controller {
    /// The state of the front end.
    pub app: App,
    store: SessionStore,
    /// What the file of the last deal says, or what was chosen before there was one.
    last_deal: LastDeal,
}

impl Controller {
    /// Combines a state with the files.
    pub fn new(mut app: App, store: SessionStore) -> Controller {
        app.services.unseen_introductions = store.introductions.unseen().to_vec();
        if let Some(last_deal) = store.last_deal.load() {
            app.restore_last_deal(&last_deal);
        }
        Controller {
            last_deal: app.last_deal(),
            app,
            store,
        }
    }

    /// Handles an action, runs the effects that it requests, and saves what has changed.
    pub fn update(&mut self, action: Action, now: Timestamp) -> Control {
        let effects = self.app.update(action, now);
        self.save_if_dirty(now);
        self.run(effects, now)
    }

    /// Runs effects and saves what they have changed.
    pub fn run(&mut self, effects: Vec<Effect>, now: Timestamp) -> Control {
        let mut control = Control::Continue;
        for effect in effects {
            match effect {
                Effect::Quit => control = Control::Quit,
                Effect::Suspend => control = Control::Suspend,
                effect => {
                    self.run_effect(effect, now);
                    self.save_if_dirty(now);
                }
            }
        }
        control
    }

    /// Handles the reply of a search and saves the game if it has changed. Returns whether there is
    /// something new to show.
    #[inline(never)]
    pub fn handle_search_reply(&mut self, reply: &SearchReply, now: Timestamp) -> bool {
        let is_new = self.app.handle_search_reply(reply, now);
        self.save_if_dirty(now);
        is_new
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
                if let Some(table) = self.app.table() {
                    let exported = storage::export(table.session().played(), None);
                    self.notify_exported(exported);
                }
            }
            Effect::ExportFinished(id) => {
                let played = self.store.saves.load_read_only(&id);
                self.notify_exported(played.and_then(|played| storage::export(&played, None)));
            }
            Effect::Suspend | Effect::Quit => {}
        }
    }

    fn notify(&mut self, result: Result<String, String>) {
        match result {
            Ok(text) => self.app.services.notify(text),
            Err(text) => self.app.services.notify_error(text),
        }
        self.app.refresh();
    }

    fn notify_exported(&mut self, result: Result<PathBuf, StorageError>) {
        let exported = result.map(|path| text::exported(&path));
        self.notify(exported.map_err(|error| text::not_exported(&error)));
    }

    fn notify_warnings(&mut self, warnings: &[StorageError]) {
        if let Some(text) = text::warnings(warnings) {
            self.notify(Err(text));
        }
    }

    fn load_saved_games(&mut self) {
        let Loaded { value, warnings } = self.store.saves.unfinished_games();
        self.app.set_saved_games(value);
        self.notify_warnings(&warnings);
    }

    /// Resumes a game: as the player left it in this run, else as it was saved.
    fn resume(&mut self, id: &SaveId, now: Timestamp) {
        if self.app.return_to_table(id) {
            return;
        }
        if let Some(table) = self.app.take_previous_table(id) {
            self.store.saves.reopen(table.session().save_state(), now);
            self.app.resume(table);
            return;
        }
        match self.store.load(id, now) {
            Ok(session) => self.app.resume(TableScreen::new(session)),
            Err(error) => {
                self.load_saved_games();
                self.notify(Err(error.to_string()));
            }
        }
    }

    fn resume_previous(&mut self, now: Timestamp) {
        let Some(table) = self.app.table() else {
            return;
        };
        let Loaded { value, warnings } = self.store.previous_game(table.session());
        if let Some(id) = value {
            self.resume(&id, now);
        }
        self.notify_warnings(&warnings);
    }

    /// Reads the results again, which another window may have added to.
    fn load_results(&mut self) {
        self.app.services.results = Arc::default();
        let reloaded = self.store.saves.reload_results();
        let Loaded { value, warnings } = self.store.saves.all_stats();
        self.app
            .show_results(self.store.saves.results().clone(), &value);
        self.notify_warnings(reloaded.err().as_slice());
        self.notify_warnings(&warnings);
    }

    fn replay_finished(&mut self, id: &SaveId) {
        match self.store.saves.load_read_only(id) {
            Ok(played) if played.game.moves().len() > 0 => {
                let review = self.store.finished_review(id, &played);
                self.app.open_replay(played, review);
            }
            Ok(_) => self.notify(Err("This game has no moves".into())),
            Err(error) => self.notify(Err(error.to_string())),
        }
    }

    /// Saves the settings, which introductions were seen, what was chosen in the menu and the game on
    /// the table, each if it has changed.
    fn save_if_dirty(&mut self, now: Timestamp) {
        let unseen = &self.app.services.unseen_introductions;
        self.store.introductions.set_unseen(unseen);
        let last_deal = self.app.last_deal();
        if last_deal != self.last_deal {
            self.store.last_deal.save(&last_deal);
            self.last_deal = last_deal;
        }
        match self
            .store
            .settings_file
            .save_if_changed(&self.app.services.settings)
        {
            Ok(None) => {}
            Ok(Some(backup)) => {
                let name = backup.file_name().unwrap_or_default().to_string_lossy();
                let name = escape_text(&name);
                self.notify(Ok(format!("Saved. The old settings file is now {name}")));
            }
            Err(error) => {
                self.notify(Err(format!("Settings not saved: {error}")));
            }
        }
        // Without another reference, results are added in place and not copied.
        self.app.services.results = Arc::default();
        let table = self.app.table_mut();
        let notice = table.and_then(|table| self.store.save_if_changed(table.session_mut(), now));
        self.app.services.results = self.store.saves.results().clone();
        if let Some(review) = self.app.replay_review_mut() {
            self.store.save_review(review);
        }
        if let Some(notice) = notice {
            self.notify(Err(text::save_notice(&notice)));
        }
    }

    /// Saves all open games for the last time. Returns those that could not be saved.
    pub fn close(&mut self, now: Timestamp) -> Vec<(PlayedGame, SaveError)> {
        self.store.close_all(self.app.sessions(), now)
    }
}
