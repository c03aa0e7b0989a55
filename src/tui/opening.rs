//! Opening games: at the start, from a deal, from a saved game.

use super::action::{Action, Mode};
use super::app::App;
use super::screen::{HelpPage, Screen};
use super::screens::deal_search::DealSearchScreen;
use super::screens::help::HelpScreen;
use super::screens::menu::MenuScreen;
use super::screens::replay::ReplayScreen;
use super::screens::table::TableScreen;
use crate::review::Reviewer;
use crate::session::{DealSource, Dealt, Session, Start, text};
use crate::storage::saves::SavedGame;
use crate::storage::settings::Setting;
use crate::variant::Variant;

impl App {
    /// Opens the first screen. Problems with the settings are shown already.
    pub fn open(&mut self, start: Start, warning: Option<String>) {
        if let Some(warning) = warning {
            self.context.report(warning);
        }
        match start {
            Start::Menu => {
                let cx = &mut self.context;
                let mut menu = MenuScreen::new(cx);
                menu.announce(cx);
                if cx.config.override_reason(Setting::Deals).is_none() {
                    menu.select_continue();
                }
                self.screens.others = vec![Box::new(menu)];
            }
            Start::Game(session) => {
                if session.played().id.is_some() && self.context.message.is_none() {
                    self.context.notify(text::resumed(session.game()));
                }
                self.show_table(TableScreen::new(*session));
            }
            Start::NewDeal(rules) => {
                let mut menu = MenuScreen::new(&self.context);
                menu.select_game(&rules);
                self.screens.others = vec![Box::new(menu)];
                let source = self.context.config.deal_source();
                self.deal_from(source, rules);
            }
            Start::Replay(played) => {
                let review = Reviewer::new(&played.game);
                self.screens.others = vec![Box::new(ReplayScreen::new(*played, review))];
            }
        }
        self.save();
        self.run_clock();
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
                if let Some(table) = &mut self.screens.table {
                    table.deal_note = note;
                }
                return self.announce();
            }
            Dealt::Searching => {
                let wait = DealSearchScreen::new(rules, self.context.steady);
                return self.screens.others.push(Box::new(wait));
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
        match cx.profile.load(saved) {
            Ok(session) => {
                let resumed = text::resumed(session.game());
                self.show_table(TableScreen::new(session));
                self.context.notify(resumed);
            }
            Err(error) => {
                // The menu lists again what there is.
                self.announce();
                self.context.report(error);
            }
        }
    }

    fn return_to_table(&mut self) {
        self.screens.others.clear();
        self.announce();
    }

    /// Starts a game that was dealt, or one played on from a replay.
    pub fn start_session(&mut self, session: Session) {
        self.context.remember_deal(session.game().rules());
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
        let left = self.screens.table.take().map(|left| left.session);
        let left = cx.profile.open(&table.session, left, cx.now);
        self.screens.table = Some(Box::new(table));
        self.screens.others.clear();
        if let Some(introduction) = introduction {
            self.screens.others.push(Box::new(introduction));
        }
        if left.is_kept {
            let key = cx.keymap.key_for(Mode::Table, Action::Menu);
            let key = key.map_or("menu".to_owned(), |key| key.to_string());
            cx.notify(text::game_kept(&format!("{key}, then Continue")));
        }
        if let Some(error) = left.error {
            cx.report(error);
        }
    }
}
