//! Opening the menu, a table or a replay, and dealing.

use jiff::Timestamp;

use super::App;
use crate::record::PlayedGame;
use crate::session::{DailyProgress, DealSource, FinishedGame, Session, Start, text};
use crate::storage::save_dir::SaveId;
use crate::storage::settings::Setting;
use crate::tui::action::{Action, Mode};
use crate::tui::screens::AnyScreen;
use crate::tui::screens::deal_search::DealSearchScreen;
use crate::tui::screens::menu::{MenuRow, MenuScreen};
use crate::tui::screens::replay::ReplayScreen;
use crate::tui::screens::table::TableScreen;
use crate::variant::Variant;

impl App {
    /// Opens the first screen. Problems with the settings are shown already.
    pub(in crate::tui) fn open(&mut self, start: Start, warning: Option<String>) {
        if let Some(warning) = warning {
            self.context.notify_error(warning);
        }
        match start {
            Start::Menu => {
                self.load_saved_games();
                if self
                    .context
                    .config
                    .override_reason(Setting::Deals)
                    .is_none()
                    && let Some(menu) = self.menu_mut()
                {
                    menu.select_row(MenuRow::Continue);
                }
            }
            Start::Game(session) => {
                if session.save_state().id().is_some() && self.context.message.is_none() {
                    self.context.notify(text::resumed(session.game()));
                }
                self.open_table(*session);
            }
            Start::NewDeal(rules) => {
                self.deal_choices.select_game(&rules);
                self.reset_menu();
                self.deal_from(self.context.config.deal_source(), rules);
                self.load_saved_games();
            }
            Start::Replay(played) => self.start_replay(*played),
        }
        self.save();
        self.refresh();
    }

    /// Opens a replay as the only screen, so that the program ends with it.
    pub fn start_replay(&mut self, played: PlayedGame) {
        let review = FinishedGame::new(&played.game, None);
        self.screens
            .replace_all(ReplayScreen::new(played, review).into());
        self.refresh();
    }

    pub(super) fn reset_menu(&mut self) {
        let choices = self.deal_choices.clone();
        if let Some(menu) = self.menu_mut() {
            *menu = MenuScreen::new(choices, false);
        }
    }

    /// Remembers what was chosen in the menu, if that is the screen that was closed.
    pub(super) fn remember_choices(&mut self, closed: &AnyScreen) {
        if let AnyScreen::Menu(menu) = closed {
            self.deal_choices = menu.choices.clone();
        }
    }

    /// Closes all screens and shows a table.
    pub(super) fn show_table(&mut self, table: TableScreen) {
        let rules = table.session().game().rules().clone();
        for screen in self.screens.replace_all(table.into()) {
            self.remember_choices(&screen);
            if let AnyScreen::Table(left) = screen
                && let Some(store) = &mut self.store
                && let Err(error) = store.leave(left.into_session(), self.context.now)
            {
                self.context.notify_error(error.to_string());
            }
        }
        self.dealer.look_for(&rules);
        self.introduce_game();
    }

    /// Opens the introduction to a game, the first time that one is opened.
    fn introduce_game(&mut self) {
        let Some(table) = self.screens.find(AnyScreen::try_as_table_ref) else {
            return;
        };
        let is_new = table.is_new();
        let id = table.session().game().rules().introduction().id;
        let unseen = &mut self.unseen_introductions;
        if let Some(index) = unseen.iter().position(|&unseen| unseen == id)
            && is_new
        {
            unseen.remove(index);
            let help = table.help(&self.context.keymap);
            self.handle_request(help);
        }
    }

    /// Starts a game that was dealt, or one played on from a replay.
    pub fn start_session(&mut self, session: Session) {
        self.show_table(TableScreen::start(session));
        self.refresh();
    }

    pub(super) fn deal_from(&mut self, source: DealSource, rules: Variant) {
        let (now, zone) = (self.context.now, self.context.time_zone);
        let today = || zone().to_datetime(now).date();
        let mut daily_note = None;
        if let (DealSource::Daily(day), Some(store)) = (source, &mut self.store)
            && source.is_of(&rules)
        {
            let progress = store.daily_progress(&rules, day.unwrap_or_else(today));
            daily_note = text::daily_note(&progress);
            if let DailyProgress::InProgress(id) = progress
                && self.resume_daily(&id)
            {
                return;
            }
        }
        match self.dealer.deal(source, &rules, today, now) {
            Some(session) => {
                let note = text::random_deal_note(source, &rules).or(daily_note);
                self.start_session(session);
                if let Some(table) = self.table_mut() {
                    table.set_deal_note(note);
                }
                self.announce();
            }
            None => {
                let wait = DealSearchScreen::new(rules, now);
                self.screens.push(wait.into());
            }
        }
    }

    /// Resumes the game of a daily deal; returns whether it could be loaded.
    fn resume_daily(&mut self, id: &SaveId) -> bool {
        self.resume(id);
        let Some(table) = self.table().filter(|table| table.is_of(id)) else {
            return false;
        };
        let resumed = text::resumed(table.session().game());
        let cx = &mut self.context;
        let restart = cx.key_hint(Mode::Table, Action::Restart, "from the deal");
        let parts = [Some(resumed), restart];
        cx.notify(parts.into_iter().flatten().collect::<Vec<_>>().join(". "));
        self.refresh();
        true
    }

    /// Lets the table say what there is to say about it, unless another screen is above it.
    pub(super) fn announce(&mut self) {
        if let AnyScreen::Table(table) = self.screens.top_mut() {
            table.announce(&mut self.context);
        }
    }

    pub fn deal(&mut self, rules: Variant, seed: u64, now: Timestamp) {
        self.start_session(Session::deal(rules, seed, now));
    }

    pub fn open_table(&mut self, session: Session) {
        self.show_table(TableScreen::new(session));
        self.refresh();
    }

    /// Goes back to the table if it shows a saved game; returns whether it does.
    pub(super) fn return_to_table(&mut self, id: &SaveId) -> bool {
        let is_open = self.table().is_some_and(|table| table.is_of(id));
        if is_open {
            while !self.screens.top().is_table() {
                self.close_top();
            }
        }
        is_open
    }
}
