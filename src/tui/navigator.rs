//! What is open: does what screens request, opens games and other screens, and saves what was played.

use std::sync::Arc;

use jiff::Timestamp;

use super::action::{Action, Mode};
use super::context::Context;
use super::deal_choices::DealChoices;
use super::next::Next;
use super::player_files::PlayerFiles;
use super::screen::{HelpPage, Request};
use super::screen_stack::ScreenStack;
use super::screens::AnyScreen;
use super::screens::deal_search::DealSearchScreen;
use super::screens::help::HelpScreen;
use super::screens::menu::MenuScreen;
use super::screens::prompt::Prompt;
use super::screens::replay::ReplayScreen;
use super::screens::results::ResultsScreen;
use super::screens::settings::SettingsScreen;
use super::screens::table::TableScreen;
use crate::record::PlayedGame;
use crate::session::{
    DailyAttempt, DealSource, DealSupply, Found, GameReview, Purpose, SearchReply, SearchRequest,
    SeedSource, Session, SessionStore, Start, text,
};
use crate::storage::data_files::GAME_KEPT_NOTE;
use crate::storage::results::Results;
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::SaveError;
use crate::storage::settings::{Deals, Setting};
use crate::storage::stats::Stats;
use crate::variant::Variant;

/// The open screens, where their games come from, and the files they are saved in.
#[derive(Debug)]
pub struct Navigator {
    screens: ScreenStack,
    pub files: PlayerFiles,
    deals: DealSupply,
    /// What the menu was set to when it was last open.
    choices: DealChoices,
    /// What the terminal should copy to its clipboard.
    copied: Option<String>,
}

impl Navigator {
    /// Opens the menu. `seeds` are those of random deals.
    pub fn new(seeds: SeedSource) -> Navigator {
        let choices = DealChoices::default();
        Navigator {
            files: PlayerFiles::new(&choices),
            deals: DealSupply::new(seeds),
            screens: ScreenStack::new(MenuScreen::new(choices.clone(), false).into()),
            choices,
            copied: None,
        }
    }

    pub fn screens(&self) -> &ScreenStack {
        &self.screens
    }

    pub fn screens_mut(&mut self) -> &mut ScreenStack {
        &mut self.screens
    }

    /// Loads from and saves to these files from now on.
    pub fn open_files(&mut self, store: SessionStore) {
        self.files.open(store, &mut self.choices);
        self.reset_menu();
    }

    fn reset_menu(&mut self) {
        if let Some(menu) = self.screens.menu_mut() {
            *menu = MenuScreen::new(self.choices.clone(), false);
        }
    }

    /// Opens the first screen. Problems with the settings are shown already.
    pub fn open(&mut self, start: Start, warning: Option<String>, cx: &mut Context) {
        if let Some(warning) = warning {
            cx.notify_error(warning);
        }
        match start {
            Start::Menu => {
                self.load_saved_games(cx);
                if cx.config.override_reason(Setting::Deals).is_none()
                    && let Some(menu) = self.screens.menu_mut()
                {
                    menu.select_continue();
                }
            }
            Start::Game(session) => {
                if session.save_state().id().is_some() && cx.message.is_none() {
                    cx.notify(text::resumed(session.game()));
                }
                self.show_table(TableScreen::new(*session), cx);
            }
            Start::NewDeal(rules) => {
                self.choices.select_game(&rules);
                self.reset_menu();
                self.deal_from(cx.config.deal_source(), rules, cx);
                self.load_saved_games(cx);
            }
            Start::Replay(played) => {
                let review = GameReview::new(&played.game, None);
                self.screens
                    .replace_all(ReplayScreen::new(*played, review).into());
            }
        }
        self.save(cx);
    }

    /// Does what screens request.
    pub fn handle_requests(
        &mut self,
        requests: impl IntoIterator<Item = Request>,
        cx: &mut Context,
    ) -> Next {
        let mut next = Next::Draw;
        for request in requests {
            next = next.max(self.handle_request(request, cx));
            self.save(cx);
        }
        next
    }

    /// Never inlined: a game is large, and the event loop should need little of the stack.
    #[inline(never)]
    fn handle_request(&mut self, request: Request, cx: &mut Context) -> Next {
        match request {
            Request::OpenSettings => self.screens.push(SettingsScreen::default().into()),
            Request::OpenPrompt(kind, text) => self.screens.push(Prompt::new(kind, text).into()),
            Request::OpenHelp {
                rules,
                modes,
                keys,
                page,
            } => {
                let has_mouse = cx.config.settings().is_on(Setting::Mouse);
                let help = HelpScreen::new(rules, modes, keys, has_mouse, page);
                self.screens.push(help.into());
            }
            Request::Open(screen) => self.screens.push(AnyScreen::Other(screen)),
            Request::OpenReplay(shown) => {
                let (played, review) = *shown;
                self.screens.push(ReplayScreen::new(played, review).into());
            }
            Request::OpenSolution(game) => {
                let replay = ReplayScreen::of_solution(*game, cx.now);
                self.screens.push(replay.into());
            }
            Request::Close | Request::CloseAndAct(_) => return self.close_top(cx),
            Request::Quit => return Next::Quit,
            Request::OpenMenu => self.open_menu(cx),
            Request::OpenResults => self.open_results(cx),
            Request::InputChanged(line) => {
                if let Some(below) = self.screens.below_top_mut() {
                    below.input_changed(&line);
                }
            }
            Request::Submit(kind, line) => {
                let request = self.screens.submit(kind, &line, cx);
                return self.handle_requests(request, cx);
            }
            Request::Deal(rules, seed) => {
                self.start_session(Session::deal(rules, seed, cx.now), cx);
            }
            Request::DealFrom(source, rules) => self.deal_from(source, rules, cx),
            Request::DealGraded(rules) => {
                let session = self.deals.deal_graded(&rules, cx.now);
                self.start_session(session, cx);
            }
            Request::Start(session) => self.start_session(*session, cx),
            Request::Resume(id) => self.resume(&id, cx),
            Request::Forget(ids) => {
                let open = self.screens.table().map(TableScreen::session);
                let open = open.and_then(|session| session.save_state().id());
                self.files.forget(&ids, open, cx);
                self.load_saved_games(cx);
            }
            Request::PlayLine(moves) => {
                let next = self.close_top(cx);
                if let AnyScreen::Table(table) = self.screens.top_mut() {
                    table.play_line(&moves, cx);
                }
                return next;
            }
            Request::CountShownMoves(moves) => {
                if let Some(table) = self.screens.table_mut() {
                    table.session_mut().count_shown_moves(moves);
                }
            }
            Request::Copy(text) => {
                cx.notify_copied(format!("Copied: {text}"));
                self.copied = Some(text);
            }
            Request::ReplayFinished(id) => {
                let finished = self.files.load_finished(&id, cx);
                if let Some((played, review)) = finished {
                    self.screens.push(ReplayScreen::new(played, review).into());
                }
            }
            Request::Export => {
                if let Some(table) = self.screens.table() {
                    self.files.export(table.session().played(), cx);
                }
            }
            Request::ExportFinished(id) => self.files.export_finished(&id, cx),
        }
        Next::Draw
    }

    /// Opens the menu over the table, whose game is selected.
    fn open_menu(&mut self, cx: &mut Context) {
        let mut choices = self.choices.clone();
        if let Some(table) = self.screens.table() {
            choices.select_game(table.session().game().rules());
        }
        self.screens.push(MenuScreen::new(choices, true).into());
        self.load_saved_games(cx);
    }

    /// Opens the results, with the game that is selected in the menu or at the table.
    fn open_results(&mut self, cx: &mut Context) {
        let menu = self.screens.find(AnyScreen::try_as_menu_ref);
        let selected = menu.and_then(|menu| menu.choices().rules());
        let table = self.screens.table();
        let rules = table.map(|table| table.session().game().rules().clone());
        let results = ResultsScreen::new(&cx.results, selected.or(rules).as_ref());
        self.screens.push(results.into());
        if let Some((results, stats)) = self.files.load_results(cx) {
            self.show_results(results, &stats, cx);
        }
    }

    /// Closes the top screen; the program ends with the last one.
    fn close_top(&mut self, cx: &mut Context) -> Next {
        match self.screens.pop() {
            Some(closed) => {
                self.remember_choices(&closed);
                self.screens.announce(cx);
                Next::Draw
            }
            None => Next::Quit,
        }
    }

    fn load_saved_games(&mut self, cx: &mut Context) {
        if let Some(saved_games) = self.files.saved_games(cx)
            && let Some(menu) = self.screens.menu_mut()
        {
            menu.set_saved_games(saved_games);
        }
    }

    /// Replaces the results; an open results screen shows them with these statistics.
    pub fn show_results(&mut self, results: Arc<Results>, stats: &[Stats], cx: &mut Context) {
        if let Some(screen) = self.screens.find_mut(AnyScreen::try_as_results_mut) {
            screen.set_results(&results, stats);
        }
        cx.results = results;
    }

    /// Saves the settings, and what was seen and chosen. Returns whether there is anything to say about it.
    pub fn save_settings(&mut self, cx: &mut Context) -> bool {
        self.files.save_settings(&self.choices, cx)
    }

    /// Saves the game on the table if it has changed, and the review of a replay.
    pub fn save(&mut self, cx: &mut Context) {
        self.files.save(&mut self.screens, cx);
    }

    /// Saves the settings and the game on the table for the last time. Returns the games that could not
    /// be saved.
    pub fn close(&mut self, now: Timestamp, cx: &mut Context) -> Vec<(PlayedGame, SaveError)> {
        self.save_settings(cx);
        let table = self.screens.table().map(TableScreen::session);
        self.files.close(table, now)
    }

    /// Goes back to a saved game if it is on the table, or else loads it.
    fn resume(&mut self, id: &SaveId, cx: &mut Context) {
        if self.screens.table().is_some_and(|table| table.is_of(id)) {
            while !self.screens.top().is_table() {
                self.close_top(cx);
            }
            return;
        }
        match self.files.load(id, cx.now) {
            Some(Ok(session)) => {
                let resumed = text::resumed(session.game());
                self.show_table(TableScreen::new(session), cx);
                cx.notify(resumed);
            }
            Some(Err(error)) => {
                self.load_saved_games(cx);
                cx.notify_error(error.to_string());
            }
            None => {}
        }
    }

    /// Resumes the game of a daily deal; returns whether it could be loaded.
    fn resume_daily(&mut self, id: &SaveId, is_won: bool, cx: &mut Context) -> bool {
        self.resume(id, cx);
        let Some(table) = self.screens.table().filter(|table| table.is_of(id)) else {
            return false;
        };
        let restart = cx.key_hint(Mode::Table, Action::Restart, "from the deal");
        let game = table.session().game();
        cx.notify(text::daily_resumed(game, is_won, restart.as_deref()));
        true
    }

    fn deal_from(&mut self, source: DealSource, rules: Variant, cx: &mut Context) {
        let now = cx.now;
        let mut note = text::random_deal_note(source, &rules);
        if let DealSource::Daily(day) = source
            && source.is_available_in(&rules)
        {
            let day = day.unwrap_or_else(|| cx.today());
            let progress = self.files.daily_progress(&rules, day);
            if let Some(progress) = &progress
                && let DailyAttempt::Saved(id) = &progress.attempt
                && self.resume_daily(id, progress.is_won, cx)
            {
                return;
            }
            note = progress
                .as_ref()
                .and_then(text::daily_note)
                .map(str::to_owned);
        }
        let today = || cx.today();
        let Some(session) = self.deals.deal(source, &rules, today, now) else {
            let wait = DealSearchScreen::new(rules, now);
            self.screens.push(wait.into());
            return;
        };
        self.start_session(session, cx);
        if let Some(table) = self.screens.table_mut() {
            table.set_deal_note(note);
        }
        self.screens.announce(cx);
    }

    /// Starts a game that was dealt, or one played on from a replay.
    pub fn start_session(&mut self, session: Session, cx: &mut Context) {
        self.show_table(TableScreen::start(session), cx);
    }

    /// Closes all screens and shows a table; the first time that a game is opened, also its introduction.
    fn show_table(&mut self, mut table: TableScreen, cx: &mut Context) {
        self.files.recall(table.session_mut());
        let rules = table.session().game().rules();
        self.deals.look_for(rules);
        let is_first = table.is_new() && self.files.introduce(rules.introduction().id);
        let introduction = is_first.then(|| table.help(HelpPage::Introduction, &cx.keymap));
        let is_new = table.is_new();
        for screen in self.screens.replace_all(table.into()) {
            self.remember_choices(&screen);
            if let AnyScreen::Table(left) = screen {
                let left = left.into_session();
                let can_continue = is_new && left.save_state().can_be_continued();
                self.files.leave(left, cx);
                if can_continue && self.files.introduce(GAME_KEPT_NOTE) {
                    let key = cx.keymap.key_for(Mode::Table, Action::Menu);
                    let key = key.map_or("menu".to_owned(), |key| key.to_string());
                    cx.notify(text::game_kept(&format!("{key}, Continue")));
                }
            }
        }
        if let Some(help) = introduction {
            self.handle_request(help, cx);
        }
    }

    /// Remembers what was chosen in the menu, if that is the screen that was closed.
    fn remember_choices(&mut self, closed: &AnyScreen) {
        if let AnyScreen::Menu(menu) = closed {
            self.choices = menu.choices().clone();
        }
    }

    /// Records what a search has found. Returns whether anything that is shown has changed.
    pub fn record_search_reply(&mut self, reply: &SearchReply, cx: &mut Context) -> bool {
        if reply.request.purpose == Purpose::WinnableDeal {
            let Found::Finished(result) = &reply.found else {
                return false;
            };
            self.deals.record_verdict(&result.verdict);
            let is_wanted = self.screens.top().is_deal_search();
            let found = is_wanted.then(|| self.deals.deal_found(cx.now)).flatten();
            let Some(session) = found else {
                return false;
            };
            self.start_session(session, cx);
        } else {
            let mut request = None;
            if let Some(table) = self.screens.table_mut() {
                request = table.record_search_reply(reply, cx);
            }
            if let Some(replay) = self.screens.replay_mut() {
                replay.record_search_reply(reply, cx);
            }
            self.handle_requests(request, cx);
            self.screens.announce(cx);
        }
        self.save(cx);
        true
    }

    /// Returns the search that should run now: one for the table, else one for the next deal.
    pub fn search_request(&self, cx: &Context) -> Option<SearchRequest> {
        if self.screens.top().is_deal_search() {
            return self.deals.search_request();
        }
        let screens = self.screens.visible();
        let requests = screens.filter_map(|screen| screen.search_request(cx));
        requests.last().or_else(|| {
            let source = cx.config.source_of_another_deal();
            let is_wanted = source == DealSource::Random(Deals::Winnable);
            let is_playing = self.screens.table().is_some();
            (is_wanted && is_playing).then(|| self.deals.search_request())?
        })
    }

    /// Takes what the terminal should copy to its clipboard, if a screen has requested that.
    pub fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }
}
