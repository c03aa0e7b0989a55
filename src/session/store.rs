//! Storage for sessions: saved games, results and the settings file.

use jiff::Timestamp;
use jiff::civil::Date;

use super::play::Session;
use super::review::GameReview;
use crate::game::{DealName, GameKind};
use crate::record::PlayedGame;
use crate::review::ReviewError;
use crate::storage::StorageError;
use crate::storage::data_files::DataFiles;
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::{SaveError, SaveManager, SaveNotice};
use crate::storage::settings::SettingsFile;
use crate::variant::Variant;

/// How far the player has come with the daily deal of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyProgress {
    pub is_won: bool,
    pub attempt: DailyAttempt,
}

/// The unfinished game of a daily deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DailyAttempt {
    /// There is none: the deal was not played, or every game is over.
    None,
    /// The saved game that can be resumed.
    Saved(SaveId),
    OpenElsewhere,
}

/// Saved games, results and settings of the player.
#[derive(Debug)]
pub struct SessionStore {
    pub saves: SaveManager,
    pub settings_file: SettingsFile,
    pub data_files: DataFiles,
    /// The games that the player has left and that could not be saved.
    unsaved: Vec<Session>,
}

impl SessionStore {
    pub fn new(saves: SaveManager, settings_file: SettingsFile) -> SessionStore {
        SessionStore {
            data_files: DataFiles::open(saves.data_dir()),
            saves,
            settings_file,
            unsaved: Vec::new(),
        }
    }

    /// Returns how far the player has come with the deal of a day, in a game with these options.
    pub fn daily_progress(&mut self, rules: &Variant, day: Date) -> DailyProgress {
        let kind = GameKind::new(rules);
        // Another window may have won. What cannot be read is said where results are shown.
        _ = self.saves.reload_results();
        let mut attempts = self.saves.unfinished_games().value;
        attempts.retain(|saved| saved.daily == Some(day) && saved.deal.kind == kind);
        let is_won = self.saves.results().daily_wins().is_won(day, kind.info);
        let attempt = match attempts.iter().find(|saved| !saved.locked_by_other) {
            Some(saved) => DailyAttempt::Saved(saved.id.clone()),
            None if !attempts.is_empty() => DailyAttempt::OpenElsewhere,
            None => DailyAttempt::None,
        };
        DailyProgress { is_won, attempt }
    }

    /// Tells a game that is opened what the solver showed of its deal in earlier games.
    pub fn recall(&self, session: &mut Session) {
        let deal = DealName::new(session.game());
        session.recall_shown_moves(self.saves.results().shown_moves(&deal));
    }

    /// Saves a game if it has changed. Returns a notice if that fails for the first time, or
    /// succeeds again.
    pub fn save_if_changed(&mut self, session: &mut Session, now: Timestamp) -> Option<SaveNotice> {
        let notice = session.save_if_changed(&mut self.saves, now);
        if let Some(review) = session.advisor_mut().review_mut() {
            self.save_review(review);
        }
        notice
    }

    /// Keeps the review of a saved game, if it is complete and not kept yet.
    pub fn save_review(&mut self, review: &mut GameReview) {
        if let Some(id) = review.take_id_to_save() {
            self.data_files.save_review(&id, review.review());
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
        if let Some(kept) = self.data_files.review(id) {
            review.restore(kept);
        }
        Ok(review)
    }

    /// Saves a game that the player leaves. If that fails, the game is kept as it is until it is loaded
    /// again or saved at the end.
    ///
    /// # Errors
    /// The game or its result could not be saved.
    pub fn leave(&mut self, mut session: Session, now: Timestamp) -> Result<(), SaveError> {
        session.set_clock_running(false, now);
        let left = session.close(&mut self.saves, now);
        if left.is_err() {
            self.unsaved.push(session);
        }
        left
    }

    /// Removes saved games for good, except the one at the table. Returns how many were removed, and why the
    /// others were not.
    pub fn forget(
        &mut self,
        ids: &[SaveId],
        at_table: Option<&SaveId>,
    ) -> (usize, Option<StorageError>) {
        let (mut removed, mut kept) = (0, None);
        for id in ids {
            let forgotten = match at_table {
                Some(open) if open == id => Err(StorageError::GameOpenHere),
                _ => self.saves.forget(id),
            };
            match forgotten {
                Ok(()) => {
                    let is_removed = |session: &Session| session.save_state().id() == Some(id);
                    self.unsaved.retain(|session| !is_removed(session));
                    self.data_files.remove_review(id);
                    removed += 1;
                }
                Err(error) => kept = Some(error),
            }
        }
        (removed, kept)
    }

    /// Saves the open game, and those that could not be saved when they were left. Returns those that
    /// still could not.
    pub fn close_all(
        &mut self,
        open: Option<&Session>,
        now: Timestamp,
    ) -> Vec<(PlayedGame, SaveError)> {
        let sessions = self.unsaved.iter().chain(open);
        let unsaved = sessions.filter_map(|session| {
            let closed = session.close(&mut self.saves, now);
            Some((session.played().clone(), closed.err()?))
        });
        unsaved.collect()
    }

    /// Loads a saved game; one that could not be saved, as the player left it.
    ///
    /// # Errors
    /// The game is open in another window, cannot be read, or is invalid.
    pub fn load(&mut self, id: &SaveId, now: Timestamp) -> Result<Session, StorageError> {
        let is_wanted = |session: &mut Session| session.save_state().id() == Some(id);
        if let Some(left) = self.unsaved.extract_if(.., is_wanted).next() {
            return Ok(left);
        }
        let (played, save_state) = self.saves.load(id, now)?;
        Ok(Session::resume(played, save_state))
    }
}
