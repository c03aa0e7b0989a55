//! Opening games: at the start, from a deal, from a saved game.

use std::any::Any;

use super::action::{Action, Mode};
use super::app::App;
use super::screen::{HelpPage, Screen};
use super::screens::deal_search::DealSearchScreen;
use super::screens::help::HelpScreen;
use super::screens::menu::MenuScreen;
use super::screens::replay::ReplayScreen;
use super::screens::table::TableScreen;
use crate::session::{DealSource, Dealt, GameReview, Session, Start, text};
use crate::storage::saves::SavedGame;
use crate::storage::settings::Setting;
use crate::variant::Variant;

impl App {
    /// Opens the first screen. Problems with the settings are shown already.
    pub fn open(&mut self, start: Start, warning: Option<String>) {
        if let Some(warning) = warning {
            self.context.notify_error(warning);
        }
        match start {
            Start::Menu => {
                let config = &self.context.config;
                let has_source = config.override_reason(Setting::Deals).is_some();
                self.reload_menu();
                if !has_source && let Some(menu) = self.find_mut::<MenuScreen>() {
                    menu.select_continue();
                }
            }
            Start::Game(session) => {
                if session.played().id.is_some() && self.context.message.is_none() {
                    self.context.notify(text::resumed(session.game()));
                }
                self.show_table(TableScreen::new(*session));
            }
            Start::NewDeal(rules) => {
                self.context.choices.select_game(&rules);
                let menu = MenuScreen::new(self.context.choices.clone());
                self.screens = vec![Box::new(menu)];
                let source = self.context.config.deal_source();
                self.deal_from(source, rules);
                self.reload_menu();
            }
            Start::Replay(played) => {
                let review = GameReview::new(&played.game);
                self.screens = vec![Box::new(ReplayScreen::new(*played, review))];
            }
        }
        self.save();
        self.run_clock();
    }

    /// Lists the saved games again in the menu, if it is open.
    fn reload_menu(&mut self) {
        let saved_games = self.context.saved_games();
        if let Some(menu) = self.find_mut::<MenuScreen>() {
            menu.set_saved_games(saved_games);
        }
    }

    /// Deals a game from a source, or resumes that of a daily deal. Never inlined: a game is large, and the event
    /// loop should need little of the stack.
    #[inline(never)]
    pub(super) fn deal_from(&mut self, source: DealSource, rules: Variant) {
        let at_table = self.table().and_then(TableScreen::saved_id).cloned();
        let cx = &mut self.context;
        let (now, time_zone) = (cx.now, cx.time_zone);
        let today = || time_zone().to_datetime(now).date();
        let profile = &mut cx.profile;
        let state = match profile.deal(source, &rules, today, at_table.as_ref(), now) {
            Dealt::New(session, note) => {
                self.start_session(*session);
                if let Some(table) = self.find_mut::<TableScreen>() {
                    table.deal_note = note;
                }
                return self.announce();
            }
            Dealt::Searching => {
                let wait = DealSearchScreen::new(rules, self.context.steady);
                return self.screens.push(Box::new(wait));
            }
            Dealt::Resumed { session, state } => {
                self.show_table(TableScreen::new(*session));
                state
            }
            Dealt::AtTable { state } => {
                self.return_to_table();
                state
            }
        };
        let cx = &self.context;
        let restart = cx.key_hint(Mode::Table, Action::Restart, "from the deal");
        if let Some(table) = self.table() {
            let text = text::daily_resumed(table.game(), state, restart.as_deref());
            self.context.notify(text);
        }
    }

    /// Goes back to a saved game if it is on the table, or else loads it.
    pub(super) fn resume(&mut self, saved: &SavedGame) {
        if self.table().and_then(TableScreen::saved_id) == Some(&saved.id) {
            return self.return_to_table();
        }
        let cx = &mut self.context;
        match cx.profile.load(saved, cx.now) {
            Ok(session) => {
                let resumed = text::resumed(session.game());
                self.show_table(TableScreen::new(session));
                self.context.notify(resumed);
            }
            Err(error) => {
                self.reload_menu();
                self.context.notify_error(error.to_string());
            }
        }
    }

    fn return_to_table(&mut self) {
        while self.top().board().is_none() {
            self.close_top();
        }
    }

    /// Starts a game that was dealt, or one played on from a replay.
    pub fn start_session(&mut self, session: Session) {
        self.show_table(TableScreen::start(session));
        self.run_clock();
    }

    /// Closes all screens and shows a table; the first time that a game is opened, also its introduction.
    fn show_table(&mut self, table: TableScreen) {
        let cx = &mut self.context;
        cx.profile.dealer.look_for(table.game().rules());
        let is_first = cx.profile.introduces(&table.session);
        let about = || HelpScreen::about(&table, HelpPage::Introduction, cx);
        let introduction = is_first.then(about).flatten();
        self.prompt = None;
        let mut left = None;
        for screen in std::mem::take(&mut self.screens) {
            left = self.leave(screen).or(left);
        }
        let cx = &mut self.context;
        let left = cx.profile.open(&table.session, left, cx.now);
        self.screens = vec![Box::new(table)];
        if let Some(introduction) = introduction {
            self.screens.push(Box::new(introduction));
        }
        if left.is_kept {
            let key = cx.keymap.key_for(Mode::Table, Action::Menu);
            let key = key.map_or("menu".to_owned(), |key| key.to_string());
            cx.notify(text::game_kept(&format!("{key}, Continue")));
        }
        if let Some(error) = left.error {
            cx.notify_error(error.to_string());
        }
    }

    /// Remembers what was chosen in a menu that is closed; returns the game of a table that is.
    pub(super) fn leave(&mut self, closed: Box<dyn Screen>) -> Option<Session> {
        let closed: Box<dyn Any> = closed;
        match closed.downcast::<MenuScreen>() {
            Ok(menu) => self.context.choices = menu.choices.clone(),
            Err(closed) => return Some(closed.downcast::<TableScreen>().ok()?.session),
        }
        None
    }
}
