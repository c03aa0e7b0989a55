//! What the screens load, save, export and remove. What is wrong with a file is said in the message.

use std::path::PathBuf;
use std::sync::Arc;

use super::context::Context;
use crate::escape::escape_text;
use crate::record::PlayedGame;
use crate::review::ReviewError;
use crate::session::{GameReview, Session, text};
use crate::storage::save_folder::SaveId;
use crate::storage::saves::SavedGame;
use crate::storage::stats::Stats;
use crate::storage::{self, Loaded, StorageError};

impl Context {
    /// Returns the saved games to continue.
    pub fn saved_games(&mut self) -> Vec<SavedGame> {
        let Loaded { value, warnings } = self.profile.saves.list();
        self.notify_warnings(&warnings);
        value
    }

    /// Removes saved games for good, except the one at the table, and says so.
    pub fn forget(&mut self, games: &[SavedGame], at_table: Option<&SaveId>) {
        let (removed, kept) = self.profile.forget(games, at_table);
        let text = text::forgotten(removed, kept.as_ref());
        match kept {
            Some(_) => self.notify_error(text),
            None => self.notify(text),
        }
    }

    /// Loads a finished game, with its review or why there is none.
    pub fn finished_game(
        &mut self,
        id: &SaveId,
    ) -> Option<(PlayedGame, Result<GameReview, ReviewError>)> {
        match self.profile.finished_game(id) {
            Ok((played, review)) if played.game.moves().len() > 0 => return Some((played, review)),
            Ok(_) => self.notify_error("This game has no moves"),
            Err(error) => self.notify_error(error.to_string()),
        }
        None
    }

    /// Reads the results again, which another window may have added to, and returns their statistics.
    pub fn load_results(&mut self) -> Vec<Stats> {
        if !self.profile.has_files() {
            return self.results.all_stats([]);
        }
        let saves = &mut self.profile.saves;
        let reloaded = saves.refresh();
        let Loaded { value, warnings } = saves.all_stats();
        self.results = saves.results().clone();
        self.notify_warnings(reloaded.err().as_slice());
        self.notify_warnings(&warnings);
        value
    }

    /// Exports a game.
    pub fn export(&mut self, played: &PlayedGame) {
        if self.profile.has_files() {
            self.notify_exported(storage::export(played, None));
        }
    }

    /// Exports a finished game.
    pub fn export_finished(&mut self, id: &SaveId) {
        let played = self.profile.saves.load_read_only(id);
        self.notify_exported(played.and_then(|(played, _)| storage::export(&played, None)));
    }

    /// Saves a game if it has changed.
    pub fn save(&mut self, session: &mut Session) {
        if !self.profile.has_files() {
            return;
        }
        // Without another reference, results are added in place and not copied.
        self.results = Arc::default();
        let is_news = self.profile.save(session, self.now);
        self.results = self.profile.saves.results().clone();
        if is_news {
            self.notify_error(text::save_notice(session));
        }
    }

    /// Saves the settings and what was chosen in the menu, each if it has changed. Called once before each frame,
    /// because writing a synced file takes time.
    pub fn save_settings(&mut self) {
        if !self.profile.has_files() {
            return;
        }
        let last_deal = self.choices.last_deal();
        if last_deal != self.last_deal {
            self.profile.small_files.save_last_deal(&last_deal);
            self.last_deal = last_deal;
        }
        let settings = self.config.chosen();
        match self.profile.settings_file.save_if_changed(settings) {
            Ok(None) => {}
            Ok(Some(backup)) => {
                let name = backup.file_name().unwrap_or_default().to_string_lossy();
                let name = escape_text(&name);
                self.notify(format!("Saved. The old settings file is now {name}"));
            }
            Err(error) => self.notify_error(format!("Settings not saved: {error}")),
        }
    }

    fn notify_exported(&mut self, exported: Result<PathBuf, StorageError>) {
        match exported {
            Ok(path) => self.notify(text::exported(&path)),
            Err(error) => self.notify_error(text::not_exported(&error)),
        }
    }

    fn notify_warnings(&mut self, warnings: &[StorageError]) {
        if let Some(text) = text::warnings(warnings) {
            self.notify_error(text);
        }
    }
}
