//! Storage for sessions: saved games, results, exported records and the settings file.

use std::path::Path;

use jiff::Timestamp;

use super::game_review::GameReview;
use super::state::Session;
use crate::escape::{escape_text, io_error_message};
use crate::record::PlayedGame;
use crate::review::ReviewError;
use crate::storage;
use crate::storage::introductions::IntroductionsFile;
use crate::storage::last_deal::LastDealFile;
use crate::storage::reviews::ReviewDir;
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::{SaveError, SaveManager, SavedGame};
use crate::storage::settings::SettingsFile;

/// Saved games, results and settings of the player.
#[derive(Debug)]
pub struct SessionStore {
    /// The saved games and the results.
    pub saves: SaveManager,
    /// The settings as they are in the file.
    pub settings_file: SettingsFile,
    /// The introductions that the player has seen.
    pub introductions: IntroductionsFile,
    /// What was chosen last in the menu.
    pub last_deal: LastDealFile,
    reviews: ReviewDir,
}

impl SessionStore {
    /// Combines the saved games with the settings file.
    pub fn new(saves: SaveManager, settings_file: SettingsFile) -> SessionStore {
        SessionStore {
            introductions: IntroductionsFile::open(saves.data_dir()),
            last_deal: LastDealFile::new(saves.data_dir()),
            reviews: ReviewDir::new(saves.data_dir()),
            saves,
            settings_file,
        }
    }

    /// Saves a game if it has changed. Returns a message if that fails for the first time, or
    /// succeeds again.
    pub fn save_if_changed(&mut self, session: &mut Session, now: Timestamp) -> Option<String> {
        let outcome = session.outcome();
        let (state, played) = (&mut session.save_state, &session.played);
        let message = self.saves.save_if_changed(state, played, outcome, now);
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

    /// Saves games that the player leaves, the one to resume next time last. Returns those that could
    /// not be saved.
    pub fn close_all<'a>(
        &mut self,
        sessions: impl IntoIterator<Item = &'a Session>,
        now: Timestamp,
    ) -> Vec<(PlayedGame, SaveError)> {
        let unsaved = sessions.into_iter().filter_map(|session| {
            let closed = self.saves.close(&session.save_state, &session.played, now);
            Some((session.played.clone(), closed.err()?))
        });
        unsaved.collect()
    }

    /// Loads a saved game to go on with it.
    ///
    /// # Errors
    /// Why it cannot be loaded.
    pub fn load(&mut self, id: &SaveId, now: Timestamp) -> Result<Session, String> {
        let (played, save_state) = self.saves.load(id, now)?;
        Ok(Session::resume(played, save_state))
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
        let (unfinished, errors) = self.saves.unfinished_games();
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
