//! Storage for sessions: saved games, results, exported records and the settings file.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;

use super::game_review::GameReview;
use super::state::Session;
use crate::escape::{escape_text, io_error_message};
use crate::record::PlayedGame;
use crate::review::ReviewError;
use crate::storage;
use crate::storage::introductions::IntroductionsFile;
use crate::storage::last_deal::LastDealFile;
use crate::storage::results::Results;
use crate::storage::reviews::ReviewDir;
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::{SaveError, SaveManager, SavedGame};
use crate::storage::settings::{Settings, SettingsFile};
use crate::storage::stats::Stats;

/// Saved games, results and settings of the player.
#[derive(Debug)]
pub struct SessionStore {
    save_manager: SaveManager,
    settings_file: SettingsFile,
    introductions: IntroductionsFile,
    last_deal: LastDealFile,
    reviews: ReviewDir,
}

/// Result of saving the settings.
#[derive(Debug)]
pub enum SettingsSaved {
    /// They have not changed, or are in the file now.
    Saved,
    /// They are in the file now; the file as it was, with entries that are not valid, has this path.
    BackedUp(PathBuf),
    /// They are not in the file.
    Failed(io::Error),
}

impl SessionStore {
    /// Combines the saved games with the settings file.
    pub fn new(save_manager: SaveManager, settings_file: SettingsFile) -> SessionStore {
        SessionStore {
            introductions: IntroductionsFile::open(save_manager.data_dir()),
            last_deal: LastDealFile::new(save_manager.data_dir()),
            reviews: ReviewDir::new(save_manager.data_dir()),
            save_manager,
            settings_file,
        }
    }

    /// The file of the introductions that the player has seen.
    pub fn introductions(&mut self) -> &mut IntroductionsFile {
        &mut self.introductions
    }

    /// The file of what was chosen last in the menu.
    pub fn last_deal(&self) -> &LastDealFile {
        &self.last_deal
    }

    /// The settings as they are in the file.
    pub fn settings(&self) -> &Settings {
        self.settings_file.settings()
    }

    /// The path of the settings file, if the platform has a place for it.
    pub fn settings_path(&self) -> Option<&Path> {
        self.settings_file.path()
    }

    /// Saves the settings if they have changed.
    pub fn save_settings(&mut self, settings: &Settings) -> SettingsSaved {
        match self.settings_file.save_if_changed(settings) {
            Ok(None) => SettingsSaved::Saved,
            Ok(Some(backup)) => SettingsSaved::BackedUp(backup),
            Err(error) => SettingsSaved::Failed(error),
        }
    }

    /// The results so far.
    pub fn results(&self) -> &Arc<Results> {
        self.save_manager.results()
    }

    /// The statistics of all games, with those in progress. Also returns what was wrong with saved games.
    pub fn all_stats(&mut self) -> (Vec<Stats>, Option<String>) {
        self.save_manager.all_stats()
    }

    /// Reads the results again. Returns a message if the file has errors.
    pub fn reload_results(&mut self) -> Option<String> {
        self.save_manager.reload_results()
    }

    /// Saves a game if it has changed. Returns a message if that fails for the first time, or
    /// succeeds again.
    pub fn save_if_changed(&mut self, session: &mut Session, now: Timestamp) -> Option<String> {
        let outcome = session.outcome();
        let message = self.save_manager.save_if_changed(
            &mut session.save_state,
            &session.played,
            outcome,
            now,
        );
        if let Some(review) = &mut session.review {
            review.set_id(session.save_state.id());
            self.save_review(review);
        }
        message
    }

    /// Keeps the review of a saved game, if it is complete and not kept yet.
    pub fn save_review(&mut self, review: &mut GameReview) {
        if let Some(id) = review.id_to_save() {
            self.reviews.save(&id, review.review());
        }
    }

    /// Returns the review of a finished game as it was kept, or prepares it.
    ///
    /// # Errors
    /// There is nothing to review.
    pub fn finished_review(
        &self,
        id: &SaveId,
        played: &PlayedGame,
    ) -> Result<GameReview, ReviewError> {
        let mut review = GameReview::new(&played.game, Some(id.clone()))?;
        if let Some(kept) = self.reviews.load(id) {
            review.restore(kept);
        }
        Ok(review)
    }

    /// Saves a game that the player leaves.
    ///
    /// # Errors
    /// What could not be saved.
    pub fn close(&mut self, session: &Session, now: Timestamp) -> Result<(), SaveError> {
        self.save_manager
            .close(&session.save_state, &session.played, now)
    }

    /// Saves several games that the player leaves, the one to resume next time last. Returns those
    /// that could not be saved.
    pub fn close_all<'a>(
        &mut self,
        sessions: impl IntoIterator<Item = &'a Session>,
        now: Timestamp,
    ) -> Vec<(PlayedGame, SaveError)> {
        let mut unsaved = Vec::new();
        for session in sessions {
            if let Err(error) = self.close(session, now) {
                unsaved.push((session.played.clone(), error));
            }
        }
        unsaved
    }

    /// Notes that a game which the player had left is in front again.
    pub fn reopen(&mut self, session: &Session, now: Timestamp) {
        self.save_manager.reopen(&session.save_state, now);
    }

    /// Loads a saved game to go on with it.
    ///
    /// # Errors
    /// Why it cannot be loaded.
    pub fn load(&mut self, id: &SaveId, now: Timestamp) -> Result<Session, String> {
        let (played, save_state) = self.save_manager.load(id, now)?;
        Ok(Session::resume(played, save_state))
    }

    /// Loads a finished game to look at it.
    ///
    /// # Errors
    /// Why it cannot be loaded.
    pub fn load_finished(&self, id: &SaveId) -> Result<PlayedGame, String> {
        self.save_manager.load_read_only(id)
    }

    /// The games that can be resumed, the one played last first. Also returns what was wrong with
    /// saved games.
    pub fn unfinished_games(&mut self) -> (Vec<SavedGame>, Option<String>) {
        self.save_manager.unfinished_games()
    }

    /// The saved game of the same kind that was played before this one. Also returns what was wrong
    /// with saved games.
    pub fn previous_game(&mut self, session: &Session) -> (Option<SaveId>, Option<String>) {
        let kind = session.game().rules().info().id;
        let is_previous = |saved: &SavedGame| {
            saved.info.id == kind
                && Some(&saved.id) != session.save_state.id()
                && !saved.locked_by_other
        };
        let (unfinished, errors) = self.unfinished_games();
        let previous = unfinished.into_iter().find(is_previous);
        (previous.map(|saved| saved.id), errors)
    }
}

/// Exports a game: to a new file of the given path, else to one named after the game in the current
/// folder. Returns a message that names the file.
///
/// # Errors
/// A message that says why the game was not exported.
pub fn export(played: &PlayedGame, path: Option<&Path>) -> Result<String, String> {
    let exported = match path {
        Some(path) => storage::export_to(path, played).map(|()| path.to_owned()),
        None => storage::export(played),
    };
    match exported {
        Ok(path) => Ok(format!(
            "Exported to {}",
            escape_text(&path.to_string_lossy())
        )),
        Err(error) => Err(format!("Not exported: {}", io_error_message(&error))),
    }
}
