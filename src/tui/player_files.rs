//! The files of the player: saved games, results, exports, settings, and what was seen and chosen.

use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use super::context::Context;
use super::deal_choices::DealChoices;
use super::screen_stack::ScreenStack;
use crate::escape::escape_text;
use crate::record::PlayedGame;
use crate::review::ReviewError;
use crate::session::{DailyProgress, GameReview, Session, SessionStore, text};
use crate::storage::data_files::LastDeal;
use crate::storage::results::Results;
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::{SaveError, SavedGame};
use crate::storage::stats::Stats;
use crate::storage::{self, Loaded, StorageError};
use crate::variant::Variant;

/// The files of the player. What is wrong with one is said in the message of the context.
#[derive(Debug)]
pub struct PlayerFiles {
    /// Without it nothing is loaded or saved, as in tests and benchmarks.
    store: Option<SessionStore>,
    /// What the file of the last deal says, or what was chosen before there was one.
    last_deal: LastDeal,
    /// Ids of the introductions that the player has not seen yet.
    pub unseen_introductions: Vec<&'static str>,
}

impl PlayerFiles {
    /// Begins without files.
    pub fn new(choices: &DealChoices) -> PlayerFiles {
        PlayerFiles {
            store: None,
            last_deal: choices.last_deal(),
            unseen_introductions: Vec::new(),
        }
    }

    /// Opens a store, and restores what was chosen in the menu.
    pub fn open(&mut self, store: SessionStore, choices: &mut DealChoices) {
        self.unseen_introductions = store.data_files.unseen_introductions().to_vec();
        if let Some(last_deal) = store.data_files.last_deal() {
            choices.restore(&last_deal);
        }
        self.last_deal = choices.last_deal();
        self.store = Some(store);
    }

    /// Returns the saved games to continue.
    pub fn saved_games(&mut self, cx: &mut Context) -> Option<Vec<SavedGame>> {
        let Loaded { value, warnings } = self.store.as_mut()?.saves.unfinished_games();
        notify_warnings(&warnings, cx);
        Some(value)
    }

    /// Loads a saved game.
    pub fn load(&mut self, id: &SaveId, now: Timestamp) -> Option<Result<Session, StorageError>> {
        Some(self.store.as_mut()?.load(id, now))
    }

    /// Removes saved games for good, except the one at the table, and says so.
    pub fn forget(&mut self, ids: &[SaveId], at_table: Option<&SaveId>, cx: &mut Context) {
        if let Some(store) = &mut self.store {
            let (removed, kept) = store.forget(ids, at_table);
            let text = text::forgotten(removed, kept.as_ref());
            match kept {
                Some(_) => cx.notify_error(text),
                None => cx.notify(text),
            }
        }
    }

    /// Loads a finished game, with its review or why there is none.
    pub fn load_finished(
        &mut self,
        id: &SaveId,
        cx: &mut Context,
    ) -> Option<(PlayedGame, Result<GameReview, ReviewError>)> {
        let store = self.store.as_mut()?;
        match store.saves.load_read_only(id) {
            Ok(played) if played.game.moves().len() > 0 => {
                let review = store.finished_review(id, &played);
                return Some((played, review));
            }
            Ok(_) => cx.notify_error("This game has no moves"),
            Err(error) => cx.notify_error(error.to_string()),
        }
        None
    }

    /// Returns how far the player has come with a daily deal.
    pub fn daily_progress(&mut self, rules: &Variant, day: Date) -> Option<DailyProgress> {
        Some(self.store.as_mut()?.daily_progress(rules, day))
    }

    /// Reads the results again, which another window may have added to.
    pub fn load_results(&mut self, cx: &mut Context) -> Option<(Arc<Results>, Vec<Stats>)> {
        let saves = &mut self.store.as_mut()?.saves;
        let reloaded = saves.reload_results();
        let Loaded { value, warnings } = saves.all_stats();
        notify_warnings(reloaded.err().as_slice(), cx);
        notify_warnings(&warnings, cx);
        Some((saves.results().clone(), value))
    }

    /// Exports a game.
    pub fn export(&self, played: &PlayedGame, cx: &mut Context) {
        if self.store.is_some() {
            notify_exported(storage::export(played, None), cx);
        }
    }

    /// Exports a finished game.
    pub fn export_finished(&mut self, id: &SaveId, cx: &mut Context) {
        if let Some(store) = &mut self.store {
            let played = store.saves.load_read_only(id);
            notify_exported(played.and_then(|played| storage::export(&played, None)), cx);
        }
    }

    /// Saves the game on the table if it has changed, and the review of a replay.
    pub fn save(&mut self, screens: &mut ScreenStack, cx: &mut Context) {
        let Some(store) = &mut self.store else {
            return;
        };
        // Without another reference, results are added in place and not copied.
        cx.results = Arc::default();
        if let Some(table) = screens.table_mut()
            && let Some(notice) = store.save_if_changed(table.session_mut(), cx.now)
        {
            cx.notify_error(text::save_notice(&notice));
        }
        cx.results = store.saves.results().clone();
        if let Some(review) = screens.replay_mut().and_then(|replay| replay.review_mut()) {
            store.save_review(review);
        }
    }

    /// Tells a game that is opened what the solver showed of its deal in earlier games.
    pub fn recall(&self, session: &mut Session) {
        if let Some(store) = &self.store {
            store.recall(session);
        }
    }

    /// Saves a game that the player leaves.
    pub fn leave(&mut self, session: Session, cx: &mut Context) {
        if let Some(store) = &mut self.store
            && let Err(error) = store.leave(session, cx.now)
        {
            cx.notify_error(error.to_string());
        }
    }

    /// Whether the player sees an introduction for the first time, which from now on was seen.
    pub fn introduce(&mut self, id: &str) -> bool {
        let seen = self
            .unseen_introductions
            .extract_if(.., |unseen| *unseen == id);
        seen.count() > 0
    }

    /// Saves the settings, which introductions were seen and what was chosen in the menu, each if it has
    /// changed. Returns whether there is anything to say about it.
    pub fn save_settings(&mut self, choices: &DealChoices, cx: &mut Context) -> bool {
        let Some(store) = &mut self.store else {
            return false;
        };
        store
            .data_files
            .set_unseen_introductions(&self.unseen_introductions);
        let last_deal = choices.last_deal();
        if last_deal != self.last_deal {
            store.data_files.save_last_deal(&last_deal);
            self.last_deal = last_deal;
        }
        match store.settings_file.save_if_changed(cx.config.chosen()) {
            Ok(None) => return false,
            Ok(Some(backup)) => {
                let name = backup.file_name().unwrap_or_default().to_string_lossy();
                let name = escape_text(&name);
                cx.notify(format!("Saved. The old settings file is now {name}"));
            }
            Err(error) => cx.notify_error(format!("Settings not saved: {error}")),
        }
        true
    }

    /// Saves the open game for the last time. Returns the games that could not be saved.
    pub fn close(
        &mut self,
        open: Option<&Session>,
        now: Timestamp,
    ) -> Vec<(PlayedGame, SaveError)> {
        let store = self.store.as_mut();
        store.map_or_else(Vec::new, |store| store.close_all(open, now))
    }
}

fn notify_exported(exported: Result<PathBuf, StorageError>, cx: &mut Context) {
    match exported {
        Ok(path) => cx.notify(text::exported(&path)),
        Err(error) => cx.notify_error(text::not_exported(&error)),
    }
}

fn notify_warnings(warnings: &[StorageError], cx: &mut Context) {
    if let Some(text) = text::warnings(warnings) {
        cx.notify_error(text);
    }
}
