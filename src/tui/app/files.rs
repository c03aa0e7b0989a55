//! The files of the player: saved games, results, exports and settings.

use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;

use super::App;
use crate::escape::escape_text;
use crate::record::PlayedGame;
use crate::session::{SessionStore, text};
use crate::storage::results::Results;
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::SaveError;
use crate::storage::stats::Stats;
use crate::storage::{self, Loaded, StorageError};
use crate::tui::screens::AnyScreen;
use crate::tui::screens::replay::ReplayScreen;
use crate::tui::screens::table::TableScreen;

impl App {
    /// Loads from and saves to these files from now on.
    pub(in crate::tui) fn set_store(&mut self, store: SessionStore) {
        self.unseen_introductions = store.data_files.unseen_introductions().to_vec();
        if let Some(last_deal) = store.data_files.last_deal() {
            self.deal_choices.restore(&last_deal);
            self.reset_menu();
        }
        self.last_deal = self.deal_choices.last_deal();
        self.store = Some(store);
    }

    fn notify_exported(&mut self, exported: Result<PathBuf, StorageError>) {
        match exported {
            Ok(path) => self.context.notify(text::exported(&path)),
            Err(error) => self.context.notify_error(text::not_exported(&error)),
        }
    }

    fn notify_warnings(&mut self, warnings: &[StorageError]) {
        if let Some(text) = text::warnings(warnings) {
            self.context.notify_error(text);
        }
    }

    pub(super) fn load_saved_games(&mut self) {
        let Some(store) = &mut self.store else {
            return;
        };
        let Loaded { value, warnings } = store.saves.unfinished_games();
        if let Some(menu) = self.menu_mut() {
            menu.set_saved_games(value);
        }
        self.notify_warnings(&warnings);
    }

    pub(super) fn resume(&mut self, id: &SaveId) {
        if self.return_to_table(id) {
            return;
        }
        let Some(store) = &mut self.store else {
            return;
        };
        match store.load(id, self.context.now) {
            Ok(session) => {
                let resumed = text::resumed(session.game());
                self.show_table(TableScreen::new(session));
                self.context.notify(resumed);
            }
            Err(error) => {
                self.load_saved_games();
                self.context.notify_error(error.to_string());
            }
        }
    }

    /// Reads the results again, which another window may have added to.
    pub(super) fn load_results(&mut self) {
        let Some(store) = &mut self.store else {
            return;
        };
        let reloaded = store.saves.reload_results();
        let Loaded { value, warnings } = store.saves.all_stats();
        let results = store.saves.results().clone();
        self.show_results(results, &value);
        self.notify_warnings(reloaded.err().as_slice());
        self.notify_warnings(&warnings);
    }

    /// Replaces the results; an open results screen shows them with these statistics.
    pub fn show_results(&mut self, results: Arc<Results>, stats: &[Stats]) {
        if let Some(screen) = self.screens.find_mut(AnyScreen::try_as_results_mut) {
            screen.set_results(&results, stats);
        }
        self.context.results = results;
    }

    pub(super) fn replay_finished(&mut self, id: &SaveId) {
        let Some(store) = &mut self.store else {
            return;
        };
        match store.saves.load_read_only(id) {
            Ok(played) if played.game.moves().len() > 0 => {
                let review = store.finished_review(id, &played);
                let replay = ReplayScreen::new(played, review);
                self.screens.push(replay.into());
            }
            Ok(_) => self.context.notify_error("This game has no moves"),
            Err(error) => self.context.notify_error(error.to_string()),
        }
    }

    pub(super) fn export(&mut self) {
        let table = self.screens.find(AnyScreen::try_as_table_ref);
        if let (Some(_), Some(table)) = (&self.store, table) {
            self.notify_exported(storage::export(table.session().played(), None));
        }
    }

    pub(super) fn export_finished(&mut self, id: &SaveId) {
        if let Some(store) = &mut self.store {
            let played = store.saves.load_read_only(id);
            self.notify_exported(played.and_then(|played| storage::export(&played, None)));
        }
    }

    /// Saves the settings, which introductions were seen and what was chosen in the menu, each if it has
    /// changed. Called once before each frame, because writing a synced file takes time.
    pub(in crate::tui) fn save_settings(&mut self) {
        let Some(store) = &mut self.store else {
            return;
        };
        let cx = &mut self.context;
        store
            .data_files
            .set_unseen_introductions(&self.unseen_introductions);
        let last_deal = self.deal_choices.last_deal();
        if last_deal != self.last_deal {
            store.data_files.save_last_deal(&last_deal);
            self.last_deal = last_deal;
        }
        match store.settings_file.save_if_changed(cx.config.chosen()) {
            Ok(None) => return,
            Ok(Some(backup)) => {
                let name = backup.file_name().unwrap_or_default().to_string_lossy();
                let name = escape_text(&name);
                cx.notify(format!("Saved. The old settings file is now {name}"));
            }
            Err(error) => {
                cx.notify_error(format!("Settings not saved: {error}"));
            }
        }
        self.refresh();
    }

    /// Saves the game on the table if it has changed, and the review of a replay.
    pub(super) fn save(&mut self) {
        let Some(store) = &mut self.store else {
            return;
        };
        let cx = &mut self.context;
        // Without another reference, results are added in place and not copied.
        cx.results = Arc::default();
        if let Some(table) = self.screens.find_mut(AnyScreen::try_as_table_mut)
            && let Some(notice) = store.save_if_changed(table.session_mut(), cx.now)
        {
            cx.notify_error(text::save_notice(&notice));
        }
        cx.results = store.saves.results().clone();
        let replay = self.screens.find_mut(AnyScreen::try_as_replay_mut);
        if let Some(review) = replay.and_then(ReplayScreen::review_mut) {
            store.save_review(review);
        }
    }

    /// Saves the settings and the game on the table for the last time. Returns the games that could not
    /// be saved.
    pub(in crate::tui) fn close(&mut self, now: Timestamp) -> Vec<(PlayedGame, SaveError)> {
        self.save_settings();
        let table = self.screens.find(AnyScreen::try_as_table_ref);
        let table = table.map(TableScreen::session);
        let store = self.store.as_mut();
        store.map_or_else(Vec::new, |store| store.close_all(table, now))
    }
}
