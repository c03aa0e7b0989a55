//! The state side by side with the keeper of saved games and the settings file: whatever changes the
//! one is at once brought to the others, before anything is drawn.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;

use super::action::Action;
use super::app::{App, Screen};
use super::errand::Errand;
use super::seat::Seat;
use super::study::Report;
use super::update::{learn, update};
use crate::escape::{escaped, reason};
use crate::record::Sitting;
use crate::rules::{Rules, Variant};
use crate::store;
use crate::store::keeper::{Keeper, Saved, Unkept};
use crate::store::settings::SettingsFile;
use crate::store::sittings::Id;
use crate::words::taken_up;

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
        self.attend(now);
    }

    /// Takes in what a search has found, and keeps what came of it; says whether there is something
    /// new to be seen.
    #[inline(never)]
    pub fn learn(&mut self, report: &Report, now: Timestamp) -> bool {
        let seen = learn(&mut self.app, report, now);
        self.attend(now);
        seen
    }

    fn attend(&mut self, now: Timestamp) {
        self.keep(now);
        if let Some(errand) = self.app.errand.take() {
            self.run(errand, now);
            self.keep(now);
        }
    }

    /// Not part of the loop, which is to need little of the stack: a game is large.
    #[inline(never)]
    fn run(&mut self, errand: Errand, now: Timestamp) {
        match errand {
            Errand::List => self.list(),
            Errand::TakeUp(id) => self.take_up(&id, now),
            Errand::TakeUpBefore => self.take_up_before(now),
            Errand::Results => self.results(),
            Errand::LookAt(id) => self.look_at(&id),
            Errand::Export => self.export(),
            Errand::ExportKept(id) => self.export_kept(&id),
        }
    }

    fn list(&mut self) {
        let (begun, wrong) = self.keeper.unfinished();
        self.app.menu.set_begun(begun);
        wrong.into_iter().for_each(|line| self.app.refuse(line));
    }

    /// Sits down again at a sitting: at the table or beside it as it stands, else as it was saved.
    fn take_up(&mut self, id: &Id, now: Timestamp) {
        let is_it = |seat: &Seat| seat.kept.id() == Some(id);
        if self.app.seat.as_ref().is_some_and(is_it) {
            self.app.screen = Screen::Table;
            return;
        }
        let seat = match self.app.earlier.iter().position(is_it) {
            Some(at) => {
                let mut seat = self.app.earlier.remove(at);
                self.keeper.again(&mut seat.kept, now);
                Ok(seat)
            }
            None => {
                let taken = self.keeper.take_up(id, now);
                taken.map(|(sitting, kept)| Seat::again(sitting, kept))
            }
        };
        match seat {
            Ok(seat) => {
                let words = taken_up(seat.game());
                self.app.take_seat(seat);
                self.app.tell(words);
            }
            Err(why) => {
                self.list();
                self.app.refuse(why);
            }
        }
    }

    fn take_up_before(&mut self, now: Timestamp) {
        let Some(seat) = &self.app.seat else { return };
        let game = seat.game().rules().profile().id;
        let is_before = |saved: &Saved| {
            saved.profile.id == game && Some(&saved.id) != seat.kept.id() && !saved.elsewhere
        };
        let (unfinished, wrong) = self.keeper.unfinished();
        if let Some(before) = unfinished.into_iter().find(is_before) {
            self.take_up(&before.id, now);
        }
        wrong.into_iter().for_each(|line| self.app.refuse(line));
    }

    /// Looks up the results, which another window may have added to.
    fn results(&mut self) {
        self.app.ledger.results = Arc::default();
        let wrong = self.keeper.look_up();
        self.share_results();
        self.app.ledger.open();
        wrong.into_iter().for_each(|line| self.app.refuse(line));
    }

    fn look_at(&mut self, id: &Id) {
        match self.keeper.look_at(id) {
            Ok(sitting) if sitting.game.moves().len() > 0 => {
                self.app.results_over = Some(self.app.screen);
                self.app.watch(sitting);
            }
            Ok(_) => self.app.refuse("no move stands in this game"),
            Err(why) => self.app.refuse(why),
        }
    }

    fn export_kept(&mut self, id: &Id) {
        match self.keeper.look_at(id) {
            Ok(sitting) => {
                let exported = store::export(&sitting);
                self.tell_export(exported);
            }
            Err(why) => self.app.refuse(why),
        }
    }

    fn export(&mut self) {
        let Some(seat) = &self.app.seat else { return };
        let exported = store::export(&seat.sitting);
        self.tell_export(exported);
    }

    fn tell_export(&mut self, exported: io::Result<PathBuf>) {
        match exported {
            Ok(path) => {
                let path = escaped(&path.to_string_lossy());
                self.app.tell(format!("exported to {path}"));
            }
            Err(error) => {
                let why = reason(&error);
                self.app.refuse(format!("not exported: {why}"));
            }
        }
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
        // While the keeper adds to them nobody else has them, so that they need not be copied.
        self.app.ledger.results = Arc::default();
        let told = self
            .keeper
            .keep(&mut seat.kept, &seat.sitting, outcome, now);
        told.into_iter().for_each(|line| self.app.refuse(line));
        self.share_results();
    }

    /// Lets the state know the results.
    fn share_results(&mut self) {
        self.app.ledger.results = self.keeper.results().clone();
    }

    /// Saves all that was on the table for the last time; gives back what could not be, and why.
    pub fn leave(&mut self, now: Timestamp) -> Vec<(Sitting<Variant>, Unkept)> {
        let App { seat, earlier, .. } = &self.app;
        let keeper = &mut self.keeper;
        // The one on the table last: it is the one to be taken up next time.
        let seats = earlier.iter().chain(seat);
        let unsaved = seats.filter_map(|seat| {
            let why = keeper.leave(&seat.kept, &seat.sitting, now).err()?;
            Some((seat.sitting.clone(), why))
        });
        unsaved.collect()
    }
}
