//! Storage for sessions: saved games, results, exported records and the settings file.

use jiff::Timestamp;

use super::review::FinishedGame;
use super::state::Session;
use crate::record::PlayedGame;
use crate::review::ReviewError;
use crate::storage::introductions::IntroductionsFile;
use crate::storage::last_deal::LastDealFile;
use crate::storage::save_dir::{ReviewDir, SaveId};
use crate::storage::save_manager::{SaveError, SaveManager, SaveNotice, SavedGame};
use crate::storage::settings::SettingsFile;
use crate::storage::{Loaded, StorageError};

/// Saved games, results and settings of the player.
#[derive(Debug)]
pub struct SessionStore {
    pub saves: SaveManager,
    pub settings_file: SettingsFile,
    pub introductions: IntroductionsFile,
    /// What was chosen last in the menu.
    pub last_deal: LastDealFile,
    reviews: ReviewDir,
}

impl SessionStore {
    pub fn new(saves: SaveManager, settings_file: SettingsFile) -> SessionStore {
        SessionStore {
            introductions: IntroductionsFile::open(saves.data_dir()),
            last_deal: LastDealFile::new(saves.data_dir()),
            reviews: ReviewDir::new(saves.data_dir()),
            saves,
            settings_file,
        }
    }

    /// Saves a game if it has changed. Returns a notice if that fails for the first time, or
    /// succeeds again.
    pub fn save_if_changed(&mut self, session: &mut Session, now: Timestamp) -> Option<SaveNotice> {
        let outcome = session.outcome();
        let (state, played) = (&mut session.save_state, &session.played);
        let notice = self.saves.save_if_changed(state, played, outcome, now);
        if let Some(review) = &mut session.review {
            review.set_id(session.save_state.id());
            self.save_review(review);
        }
        notice
    }

    /// Keeps the review of a saved game, if it is complete and not kept yet.
    pub fn save_review(&mut self, review: &mut FinishedGame) {
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
    ) -> Result<FinishedGame, ReviewError> {
        let mut review = FinishedGame::new(&played.game, Some(id.clone()))?;
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

    pub fn load(&mut self, id: &SaveId, now: Timestamp) -> Result<Session, StorageError> {
        let (played, save_state) = self.saves.load(id, now)?;
        Ok(Session::resume(played, save_state))
    }

    /// Returns the saved game of the same kind that was played before this one.
    pub fn previous_game(&mut self, session: &Session) -> Loaded<Option<SaveId>> {
        let kind = session.game().rules().info().id;
        let is_previous = |saved: &SavedGame| {
            saved.info.id == kind
                && Some(&saved.id) != session.save_state.id()
                && !saved.locked_by_other
        };
        let unfinished = self.saves.unfinished_games();
        unfinished.map(|games| Some(games.into_iter().find(is_previous)?.id))
    }
}
