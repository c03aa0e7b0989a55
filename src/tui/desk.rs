//! The state side by side with the keeper of saved games and the settings file: whatever changes the
//! one is at once brought to the others, before anything is drawn.

use jiff::Timestamp;

use super::action::Action;
use super::app::App;
use super::study::Report;
use super::update::{learn, update};
use crate::escape::{escaped, reason};
use crate::record::Sitting;
use crate::rules::Variant;
use crate::store::keeper::Keeper;
use crate::store::settings::SettingsFile;

/// What the loop holds in its hands.
#[derive(Debug)]
pub struct Desk {
    /// What the front end knows.
    pub app: App,
    keeper: Keeper,
    file: SettingsFile,
}

impl Desk {
    /// A state, a keeper and a settings file.
    pub fn new(app: App, keeper: Keeper, file: SettingsFile) -> Desk {
        Desk { app, keeper, file }
    }

    /// Does what is asked, and keeps what came of it.
    pub fn update(&mut self, action: Action, now: Timestamp) {
        update(&mut self.app, action, now);
        self.keep(now);
    }

    /// Takes in what a search has found, and keeps what came of it.
    pub fn learn(&mut self, report: &Report, now: Timestamp) {
        learn(&mut self.app, report, now);
        self.keep(now);
    }

    /// Saves the settings and the game on the table, each if it has changed.
    fn keep(&mut self, now: Timestamp) {
        match self.file.keep(&self.app.settings) {
            Ok(None) => {}
            Ok(Some(aside)) => {
                let name = aside.file_name().unwrap_or_default().to_string_lossy();
                let words = format!("kept; the file as it was is now {}", escaped(&name));
                self.app.tell(words);
            }
            Err(error) => {
                let words = format!("the settings are not kept: {}", reason(&error));
                self.app.refuse(words);
            }
        }
        let Some(seat) = &mut self.app.seat else {
            return;
        };
        let outcome = seat.outcome();
        let told = self
            .keeper
            .keep(&mut seat.kept, &seat.sitting, outcome, now);
        told.into_iter().for_each(|line| self.app.refuse(line));
    }

    /// Saves all that was on the table for the last time; gives back what could not be, and why.
    pub fn leave(&mut self) -> Option<(Sitting<Variant>, String)> {
        let App { seat, earlier, .. } = &self.app;
        // The one on the table last: it is the one to be taken up next time.
        for seat in earlier.iter().chain(seat) {
            if let Err(why) = self.keeper.leave(&seat.kept, &seat.sitting) {
                return Some((seat.sitting.clone(), why));
            }
        }
        None
    }
}
