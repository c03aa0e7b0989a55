//! The state side by side with the keeper of saved games and the settings file: whatever changes the
//! one is at once brought to the others, before anything is drawn.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;

use super::action::Action;
use super::app::{App, Screen};
use super::effect::Effect;
use super::solver_requests::SearchReply;
use super::table_state::TableState;
use super::update::{handle_search_reply, update};
use crate::describe::resume_text;
use crate::escape::{escape_text, io_error_message};
use crate::record::PlayedGame;
use crate::storage;
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::{SaveError, SaveManager, SavedGame};
use crate::storage::settings::SettingsFile;

/// What the loop holds in its hands.
#[derive(Debug)]
pub struct Controller {
    /// What the front end knows.
    pub app: App,
    save_manager: SaveManager,
    settings_file: SettingsFile,
}

impl Controller {
    /// A state, a keeper and a settings file.
    pub fn new(app: App, keeper: SaveManager, file: SettingsFile) -> Controller {
        Controller {
            app,
            save_manager: keeper,
            settings_file: file,
        }
    }

    /// Does what is asked, and keeps what came of it.
    pub fn update(&mut self, action: Action, now: Timestamp) {
        update(&mut self.app, action, now);
        self.flush(now);
    }

    /// Takes in what a search has found, and keeps what came of it; says whether there is something
    /// new to be seen.
    #[inline(never)]
    pub fn handle_search_reply(&mut self, report: &SearchReply, now: Timestamp) -> bool {
        let seen = handle_search_reply(&mut self.app, report, now);
        self.flush(now);
        seen
    }

    fn flush(&mut self, now: Timestamp) {
        self.save_if_dirty(now);
        if let Some(errand) = self.app.pending_effect.take() {
            self.run_effect(errand, now);
            self.save_if_dirty(now);
        }
    }

    /// Not part of the loop, which is to need little of the stack: a game is large.
    #[inline(never)]
    fn run_effect(&mut self, errand: Effect, now: Timestamp) {
        match errand {
            Effect::LoadSavedGames => self.load_saved_games(),
            Effect::Resume(id) => self.resume(&id, now),
            Effect::ResumePrevious => self.resume_previous(now),
            Effect::LoadResults => self.load_results(),
            Effect::ReplayFinished(id) => self.replay_finished(&id),
            Effect::Export => self.export(),
            Effect::ExportFinished(id) => self.export_finished(&id),
        }
    }

    fn load_saved_games(&mut self) {
        let (begun, wrong) = self.save_manager.unfinished_games();
        self.app.menu.set_saved_games(begun);
        wrong
            .into_iter()
            .for_each(|line| self.app.notify_error(line));
    }

    /// Sits down again at a sitting: at the table or beside it as it stands, else as it was saved.
    fn resume(&mut self, id: &SaveId, now: Timestamp) {
        let is_it = |seat: &TableState| seat.save_state.id() == Some(id);
        if self.app.table.as_ref().is_some_and(is_it) {
            self.app.screen = Screen::Table;
            return;
        }
        let seat = match self.app.previous_tables.iter().position(is_it) {
            Some(at) => {
                let mut seat = self.app.previous_tables.remove(at);
                self.save_manager.reopen(&mut seat.save_state, now);
                Ok(seat)
            }
            None => {
                let taken = self.save_manager.load(id, now);
                taken.map(|(sitting, kept)| TableState::resumed(sitting, kept))
            }
        };
        match seat {
            Ok(seat) => {
                let words = resume_text(seat.game());
                self.app.show_table(seat);
                self.app.notify(words);
            }
            Err(why) => {
                self.load_saved_games();
                self.app.notify_error(why);
            }
        }
    }

    fn resume_previous(&mut self, now: Timestamp) {
        let Some(seat) = &self.app.table else { return };
        let game = seat.game().rules().info().id;
        let is_before = |saved: &SavedGame| {
            saved.info.id == game
                && Some(&saved.id) != seat.save_state.id()
                && !saved.locked_by_other
        };
        let (unfinished, wrong) = self.save_manager.unfinished_games();
        if let Some(before) = unfinished.into_iter().find(is_before) {
            self.resume(&before.id, now);
        }
        wrong
            .into_iter()
            .for_each(|line| self.app.notify_error(line));
    }

    /// Looks up the results, which another window may have added to.
    fn load_results(&mut self) {
        self.app.results_screen.results = Arc::default();
        let wrong = self.save_manager.reload_results();
        self.sync_results();
        self.app.results_screen.refresh();
        wrong
            .into_iter()
            .for_each(|line| self.app.notify_error(line));
    }

    fn replay_finished(&mut self, id: &SaveId) {
        match self.save_manager.load_read_only(id) {
            Ok(sitting) if sitting.game.moves().len() > 0 => {
                self.app.return_screen = Some(self.app.screen);
                self.app.open_replay(sitting);
            }
            Ok(_) => self.app.notify_error("no move stands in this game"),
            Err(why) => self.app.notify_error(why),
        }
    }

    fn export_finished(&mut self, id: &SaveId) {
        match self.save_manager.load_read_only(id) {
            Ok(sitting) => {
                let exported = storage::export(&sitting);
                self.notify_export(exported);
            }
            Err(why) => self.app.notify_error(why),
        }
    }

    fn export(&mut self) {
        let Some(seat) = &self.app.table else { return };
        let exported = storage::export(&seat.played);
        self.notify_export(exported);
    }

    fn notify_export(&mut self, exported: io::Result<PathBuf>) {
        match exported {
            Ok(path) => {
                let path = escape_text(&path.to_string_lossy());
                self.app.notify(format!("exported to {path}"));
            }
            Err(error) => {
                let why = io_error_message(&error);
                self.app.notify_error(format!("not exported: {why}"));
            }
        }
    }

    /// Saves the settings and the game on the table, each if it has changed.
    fn save_if_dirty(&mut self, now: Timestamp) {
        match self.settings_file.save_if_changed(&self.app.settings) {
            Ok(None) => {}
            Ok(Some(aside)) => {
                let name = aside.file_name().unwrap_or_default().to_string_lossy();
                let words = format!("kept; the file as it was is now {}", escape_text(&name));
                self.app.notify(words);
            }
            Err(error) => {
                let words = format!("the settings are not kept: {}", io_error_message(&error));
                self.app.notify_error(words);
            }
        }
        let Some(seat) = &mut self.app.table else {
            return;
        };
        let outcome = seat.outcome();
        // While the keeper adds to them nobody else has them, so that they need not be copied.
        self.app.results_screen.results = Arc::default();
        let told =
            self.save_manager
                .save_if_changed(&mut seat.save_state, &seat.played, outcome, now);
        told.into_iter()
            .for_each(|line| self.app.notify_error(line));
        self.sync_results();
    }

    /// Lets the state know the results.
    fn sync_results(&mut self) {
        self.app.results_screen.results = self.save_manager.results().clone();
    }

    /// Saves all that was on the table for the last time; gives back what could not be, and why.
    pub fn close(&mut self, now: Timestamp) -> Vec<(PlayedGame, SaveError)> {
        let App {
            table: seat,
            previous_tables: earlier,
            ..
        } = &self.app;
        let keeper = &mut self.save_manager;
        // The one on the table last: it is the one to be taken up next time.
        let seats = earlier.iter().chain(seat);
        let unsaved = seats.filter_map(|seat| {
            let why = keeper.close(&seat.save_state, &seat.played, now).err()?;
            Some((seat.played.clone(), why))
        });
        unsaved.collect()
    }
}
