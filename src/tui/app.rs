//! State of the front end: the stack of screens, what they share, and the files of the player.

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::Style;

use super::action::{Action, Mode};
use super::deal_choices::DealChoices;
use super::footer;
use super::frame::{Frame, TooSmall};
use super::keymap::{Key, Keymap};
use super::screen::{Context, PromptKind, Request, Screen, ScreenStack};
use super::screens::deal_search::DealSearchScreen;
use super::screens::menu::{MenuRow, MenuScreen};
use super::screens::replay::ReplayScreen;
use super::screens::results::ResultsScreen;
use super::screens::settings::SettingsScreen;
use super::screens::table::TableScreen;
use super::services::Services;
use super::table::view::TableView;
use super::theme::Appearance;
use super::widgets::{write, write_centered};
use super::wrap::display_width;
use crate::escape::escape_text;
use crate::game::Game;
use crate::record::PlayedGame;
use crate::review::Reviewer;
use crate::session::{
    DealSearch, DealSource, FinishedGame, Found, Purpose, SearchReply, SearchRequest, SeedSource,
    Session, SessionStore, Start, text,
};
use crate::storage::data_files::LastDeal;
use crate::storage::results::Results;
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::SaveError;
use crate::storage::settings::{Deals, Setting};
use crate::storage::stats::Stats;
use crate::storage::{self, Loaded, StorageError};
use crate::variant::Variant;

/// What the event loop does next. Of several, the last one includes the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Next {
    /// Waits for the next event: there is nothing new to show.
    Wait,
    /// Draws the frame.
    Draw,
    /// Draws the whole window, because its contents are lost.
    Redraw,
    /// Stops the program until it is continued.
    Suspend,
    /// Ends the program.
    Quit,
}

/// State of the front end.
#[derive(Debug)]
pub struct App {
    pub services: Services,
    /// Saved games, results and settings. Without it nothing is loaded or saved.
    store: Option<SessionStore>,
    /// What the file of the last deal says, or what was chosen before there was one.
    last_deal: LastDeal,
    screens: ScreenStack,
    /// What the menu was set to when it was last open.
    deal_choices: DealChoices,
    /// The search for the next winnable deal.
    deal_search: Option<DealSearch>,
    frame: Arc<Frame>,
    /// Whether the program is stopped, so that the clock does not run.
    is_suspended: bool,
    /// Whether keys go to the program, as far as the terminal says.
    has_focus: bool,
}

impl App {
    /// Opens the menu. `seeds` are those of random deals.
    pub fn new(appearance: Appearance, keymap: Keymap, size: (u16, u16), seeds: SeedSource) -> App {
        let choices = DealChoices::default();
        let mut app = App {
            services: Services::new(appearance, keymap, size, seeds),
            store: None,
            last_deal: choices.last_deal(),
            screens: ScreenStack::new(MenuScreen::new(choices.clone(), false)),
            deal_choices: choices,
            deal_search: None,
            frame: Arc::default(),
            is_suspended: false,
            has_focus: true,
        };
        app.refresh();
        app
    }

    /// Handles an action: the top screen changes its state, and what it requests is done. Every move
    /// is saved before the next frame is drawn.
    pub fn update(&mut self, action: Action, now: Timestamp) -> Next {
        self.services.now = now;
        // The time since a stop without warning was not played.
        if action != Action::Resumed {
            self.advance_clock();
        }
        // The terminal need not say that it has the focus again.
        self.has_focus |= !matches!(action, Action::Tick | Action::Resize(..));
        let requests = self.requests(action);
        self.save();
        let next = self.handle_requests(requests);
        self.refresh();
        if action == Action::Suspend {
            return Next::Suspend;
        }
        next
    }

    /// Lets the screens handle an action, and returns what they request.
    pub fn requests(&mut self, action: Action) -> Vec<Request> {
        if action != Action::Tick {
            self.finish_animation();
        }
        if !action.is_passive() {
            self.services.message = None;
        }
        let mut was_canceled = false;
        for screen in self.screens.iter_mut() {
            was_canceled |= screen.before_action(action, &mut self.services);
        }
        let is_searching = self.screens.top().is::<DealSearchScreen>();
        match action {
            Action::Resize(columns, rows) => self.services.size = (columns, rows),
            Action::Quit => return vec![Request::Quit],
            Action::Suspend => self.is_suspended = true,
            Action::Resumed => self.is_suspended = false,
            // A key that cancels a search does not close the table.
            Action::Close if was_canceled => {}
            _ if is_searching => return self.forward(action),
            Action::NextTheme => self.services.cycle_setting(Setting::Theme, false),
            Action::ToggleFourColors => self.services.cycle_setting(Setting::FourColors, false),
            Action::Settings if self.mode() != Mode::Settings => {
                return vec![Request::Open(Box::new(SettingsScreen::default()))];
            }
            Action::Results if self.mode() != Mode::Results => {
                return vec![Request::OpenResults];
            }
            _ => return self.forward(action),
        }
        Vec::new()
    }

    /// Passes an action to the top screen, and the tick to all visible ones.
    fn forward(&mut self, action: Action) -> Vec<Request> {
        let mut cx = Context::new(&mut self.services);
        if action == Action::Tick {
            for screen in self.screens.visible_mut() {
                screen.handle_action(action, &mut cx);
            }
        } else {
            self.screens.top_mut().handle_action(action, &mut cx);
        }
        cx.requests
    }

    fn handle_requests(&mut self, requests: Vec<Request>) -> Next {
        let mut next = Next::Draw;
        for request in requests {
            next = next.max(self.handle_request(request));
            self.save();
        }
        next
    }

    /// Never inlined: a game is large, and the event loop should need little of the stack.
    #[inline(never)]
    fn handle_request(&mut self, request: Request) -> Next {
        match request {
            Request::Open(screen) => self.screens.push(screen),
            Request::Close => return self.close_top(),
            Request::Quit => return Next::Quit,
            Request::OpenMenu => {
                let mut choices = self.deal_choices.clone();
                if let Some(table) = self.table() {
                    choices.select_game(table.session().game().rules());
                }
                let menu = MenuScreen::new(choices, true);
                self.screens.push(Box::new(menu));
                self.load_saved_games();
            }
            Request::OpenResults => {
                let menu = self.screens.find::<MenuScreen>();
                let chosen = menu.and_then(|menu| menu.choices.rules());
                let table = self.table();
                let rules = table.map(|table| table.session().game().rules().clone());
                let results = ResultsScreen::new(&self.services.results, chosen.or(rules));
                self.screens.push(Box::new(results));
                self.load_results();
            }
            Request::InputChanged(line) => {
                if let Some(below) = self.screens.below_top_mut() {
                    below.input_changed(&line);
                }
            }
            Request::Submit(kind, line) => return self.submit(kind, &line),
            Request::Deal(rules, seed) => self.deal(rules, seed, self.services.now),
            Request::DealFrom(source, rules) => self.deal_from(source, rules),
            Request::Start(session) => self.start_session(*session),
            Request::Resume(id) => self.resume(&id),
            Request::PlayLine(moves) => {
                let next = self.close_top();
                if let Some(table) = self.screens.top_mut().downcast_mut::<TableScreen>() {
                    table.play_line(&moves, &mut Context::new(&mut self.services));
                }
                return next;
            }
            Request::CountShownMoves(moves) => {
                if let Some(table) = self.table_mut() {
                    table.session_mut().count_shown_moves(moves);
                }
            }
            Request::ReplayFinished(id) => self.replay_finished(&id),
            Request::Export => self.export(),
            Request::ExportFinished(id) => self.export_finished(&id),
        }
        Next::Draw
    }

    /// Closes the top screen; the program ends with the last one.
    fn close_top(&mut self) -> Next {
        match self.screens.pop() {
            Some(closed) => {
                self.remember_choices(&*closed);
                self.announce();
                Next::Draw
            }
            None => Next::Quit,
        }
    }

    /// Passes a typed line to the screen below the prompt, which stays open if there is an error.
    fn submit(&mut self, kind: PromptKind, line: &str) -> Next {
        let Some(below) = self.screens.below_top_mut() else {
            return Next::Draw;
        };
        let mut cx = Context::new(&mut self.services);
        let submitted = below.submit(kind, line, &mut cx);
        let requests = cx.requests;
        match submitted {
            Ok(()) => {
                self.screens.pop();
                self.handle_requests(requests)
            }
            Err(error) => {
                self.services.notify_error(error);
                Next::Draw
            }
        }
    }

    /// Records whether the terminal has the focus. Without it, the clock does not run.
    pub fn set_focus(&mut self, has_focus: bool, now: Timestamp) -> Next {
        self.services.now = now;
        self.advance_clock();
        self.has_focus = has_focus;
        self.refresh();
        Next::Draw
    }

    fn advance_clock(&mut self) {
        let now = self.services.now;
        if let Some(table) = self.table_mut() {
            table.session_mut().advance_clock(now);
        }
    }

    /// Lets the clock of the game run if nothing but the table has the player's attention.
    fn restart_clock(&mut self) {
        let is_paused = self.screens.visible().any(Screen::pauses_clock);
        let is_running = !self.is_suspended && self.has_focus && !is_paused;
        let now = self.services.now;
        if let Some(table) = self.table_mut() {
            table.session_mut().set_clock_running(is_running, now);
        }
    }

    /// Ends the animation, so that a click hits the final table. Returns whether there was one.
    pub fn finish_animation(&mut self) -> bool {
        let mut screens = self.screens.visible_mut();
        let view = screens.find_map(|screen| screen.table_view_mut());
        let was_running = view.is_some_and(TableView::finish_animation);
        drop(screens);
        if was_running {
            self.refresh();
        }
        was_running
    }

    pub fn mode(&self) -> Mode {
        self.screens.top().mode()
    }

    /// Returns the action of a key. Where a second key is awaited that may be left out, the keys of
    /// the table work too, except for letters, which may have been meant for a pile. In a window
    /// that is too small the program can only be quit.
    pub fn resolve_key(&self, key: Key) -> Action {
        let mode = self.mode();
        let keymap = &self.services.keymap;
        let action = keymap.action(mode, key);
        if self.frame.too_small.is_some() {
            return match action {
                Some(Action::Suspend) => Action::Suspend,
                Some(Action::Quit | Action::Close) => Action::Quit,
                _ => Action::NoOp,
            };
        }
        let is_letter = key.typed_char().is_some_and(char::is_alphabetic);
        let has_table_keys = match mode {
            Mode::ChooseFoundation => true,
            Mode::AwaitSuit | Mode::AwaitDigit => !is_letter,
            _ => false,
        };
        let table_action = || keymap.action(Mode::Table, key).filter(|_| has_table_keys);
        action.or_else(table_action).unwrap_or(Action::NoOp)
    }

    /// Returns when the next [`Action::Tick`] is due, if one is.
    pub fn deadline(&self) -> Option<Timestamp> {
        let screens = self.screens.visible();
        let deadlines = screens.filter_map(Screen::deadline);
        let view = self.visible_table();
        let next_frame = view.and_then(|view| view.animation.next_frame_at());
        let others = next_frame.into_iter().chain(self.next_second_at());
        deadlines.chain(others).min()
    }

    /// Returns when the clock in the header will show another second, if it is shown.
    fn next_second_at(&self) -> Option<Timestamp> {
        let is_drawn = self.frame.too_small.is_none();
        let is_shown = is_drawn && self.services.settings.is_on(Setting::Clock);
        let table = self.table().filter(|_| is_shown)?;
        table.session().next_second_at()
    }

    /// Computes the layout of the next frame.
    pub fn refresh(&mut self) {
        let mut frame = Frame::new(self.services.size);
        let [area, ..] = footer::split(frame.area);
        for screen in self.screens.visible_mut() {
            frame.add(screen.lay_out(&self.services, area));
            if frame.too_small.is_some() {
                break;
            }
        }
        match &mut frame.too_small {
            Some(too_small) => too_small.size = footer::window_size(too_small.size),
            None => footer::lay_out(self.screens.top(), &self.services, &mut frame),
        }
        self.frame = Arc::new(frame);
        self.restart_clock();
    }

    /// Draws the frame on an empty buffer.
    pub fn render(&self, buf: &mut Buffer) {
        let (services, frame) = (&self.services, &self.frame);
        let theme = &services.theme;
        buf.set_style(frame.area, theme.background);
        if let Some(too_small) = frame.too_small {
            render_too_small(too_small, theme.text, frame.area, buf);
            return;
        }
        for screen in self.screens.visible() {
            screen.render(services, buf);
        }
        footer::render(services, frame, buf);
        // Cards in flight stay below other screens.
        if let Some(view) = self.screens.top().table_view() {
            view.render_floating(theme, buf);
        }
        theme.transliterate(buf);
    }

    pub fn frame(&self) -> &Arc<Frame> {
        &self.frame
    }

    pub fn screens(&self) -> &ScreenStack {
        &self.screens
    }

    /// Returns the table that is visible: the one in play, or that of a replay.
    pub fn visible_table(&self) -> Option<&TableView> {
        let mut screens = self.screens.visible();
        screens.find_map(|screen| screen.table_view())
    }

    /// Returns the table, even if another screen covers it.
    pub fn table(&self) -> Option<&TableScreen> {
        self.screens.find()
    }

    pub fn table_mut(&mut self) -> Option<&mut TableScreen> {
        self.screens.find_mut()
    }

    /// Opens the first screen. Problems with the settings are shown already.
    pub(super) fn open(&mut self, start: Start, warning: Option<String>) {
        if let Some(warning) = warning {
            self.services.notify_error(warning);
        }
        match start {
            Start::Menu => {
                self.load_saved_games();
                if self.services.deal_override.is_none()
                    && let Some(menu) = self.menu_mut()
                {
                    menu.select_row(MenuRow::Continue);
                }
            }
            Start::Game(session) => {
                if session.save_state().id().is_some() && self.services.message.is_none() {
                    self.services.notify(text::resumed(session.game()));
                }
                self.open_table(*session);
            }
            Start::NewDeal(rules) => {
                self.deal_choices.select_game(&rules);
                self.reset_menu();
                self.deal_from(self.services.deal_source(), rules);
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
        self.screens.replace_all(ReplayScreen::new(played, review));
        self.refresh();
    }

    fn reset_menu(&mut self) {
        let choices = self.deal_choices.clone();
        if let Some(menu) = self.menu_mut() {
            *menu = MenuScreen::new(choices, false);
        }
    }

    /// Remembers what was chosen in the menu, if that is the screen that was closed.
    fn remember_choices(&mut self, closed: &dyn Screen) {
        if let Some(menu) = closed.downcast_ref::<MenuScreen>() {
            self.deal_choices = menu.choices.clone();
        }
    }

    pub fn menu_mut(&mut self) -> Option<&mut MenuScreen> {
        self.screens.find_mut()
    }

    /// Closes all screens and shows a table.
    fn show_table(&mut self, table: TableScreen) {
        let rules = table.session().game().rules().clone();
        for screen in self.screens.replace_all(table) {
            self.remember_choices(&*screen);
            if let Ok(left) = (screen as Box<dyn Any>).downcast::<TableScreen>()
                && let Some(store) = &mut self.store
                && let Err(error) = store.leave(left.view.session, self.services.now)
            {
                self.services.notify_error(error.to_string());
            }
        }
        self.search_deals(&rules);
        self.introduce_game();
    }

    /// Opens the introduction to a game, the first time that one is opened.
    fn introduce_game(&mut self) {
        let Some(table) = self.screens.find::<TableScreen>() else {
            return;
        };
        let is_new = table.is_new();
        let id = table.session().game().rules().introduction().id;
        let unseen = &mut self.services.unseen_introductions;
        if let Some(index) = unseen.iter().position(|&unseen| unseen == id)
            && is_new
        {
            unseen.remove(index);
            let help = table.help(&self.services);
            self.screens.push(Box::new(help));
        }
    }

    /// Starts a game that was dealt, or one played on from a replay.
    pub fn start_session(&mut self, session: Session) {
        let mut table = TableScreen::new(session);
        table.view.deal_pending = table.is_new();
        self.show_table(table);
        self.refresh();
    }

    fn deal_from(&mut self, source: DealSource, rules: Variant) {
        let services = &mut self.services;
        let (now, zone) = (services.now, services.time_zone);
        let today = || zone().to_datetime(now).date();
        match services.seeds.deal(source, &rules, today, now) {
            Some(session) => {
                let note = text::random_deal_note(source, &rules);
                self.start_session(session);
                if let Some(table) = self.table_mut() {
                    table.deal_note = note;
                }
                self.announce();
            }
            None => {
                self.search_deals(&rules);
                if !self.start_found_deal() {
                    let wait = DealSearchScreen::new(rules, &self.services);
                    self.screens.push(Box::new(wait));
                }
            }
        }
    }

    /// Looks for a winnable deal of a game that has any, unless one is looked for or found.
    fn search_deals(&mut self, rules: &Variant) {
        let (search, seeds) = (&mut self.deal_search, &mut self.services.seeds);
        if !search.as_ref().is_some_and(|search| search.is_of(rules)) {
            let has_any = DealSource::Random(Deals::Winnable).is_of(rules);
            *search = has_any.then(|| DealSearch::new(rules.clone(), seeds));
        }
    }

    /// Starts the game of the deal that was found, and looks for the next one. Returns whether there was
    /// one.
    fn start_found_deal(&mut self) -> bool {
        let now = self.services.now;
        let found = self.deal_search.as_ref();
        let Some(session) = found.and_then(|search| search.start_found(now)) else {
            return false;
        };
        self.deal_search = None;
        self.start_session(session);
        true
    }

    /// Lets the table say what there is to say about it, unless another screen is above it.
    fn announce(&mut self) {
        if let Some(table) = self.screens.top_mut().downcast_mut::<TableScreen>() {
            table.announce(&mut Context::new(&mut self.services));
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
    fn return_to_table(&mut self, id: &SaveId) -> bool {
        let is_open = |table: &TableScreen| table.session().save_state().id() == Some(id);
        let is_open = self.table().is_some_and(is_open);
        if is_open {
            while !self.screens.top().is::<TableScreen>() {
                self.close_top();
            }
        }
        is_open
    }

    /// Handles the reply of a search if the search is still requested.
    #[inline(never)]
    pub fn handle_search_reply(&mut self, reply: &SearchReply, now: Timestamp) -> Next {
        if self.search_request() != Some(reply.request) {
            return Next::Wait;
        }
        self.services.now = now;
        self.advance_clock();
        let mut cx = Context::new(&mut self.services);
        if reply.request.purpose == Purpose::WinnableDeal {
            let (Found::Finished(result), Some(search)) = (&reply.found, &mut self.deal_search)
            else {
                return Next::Wait;
            };
            search.record_verdict(&result.verdict, &mut cx.services.seeds);
            if !self.screens.top().is::<DealSearchScreen>() || !self.start_found_deal() {
                return Next::Wait;
            }
        } else {
            if let Some(table) = self.screens.find_mut::<TableScreen>() {
                table.record_search_reply(reply, &mut cx);
            }
            if let Some(replay) = self.screens.find_mut::<ReplayScreen>() {
                replay.record_search_reply(reply, cx.services);
            }
            let requests = cx.requests;
            self.handle_requests(requests);
            self.announce();
        }
        self.save();
        self.refresh();
        Next::Draw
    }

    /// Returns the search that should run now: one for the table, else one for the next deal.
    pub fn search_request(&self) -> Option<SearchRequest> {
        let next_deal = || self.deal_search.as_ref()?.search_request();
        if self.screens.top().is::<DealSearchScreen>() {
            return next_deal();
        }
        let screens = self.screens.visible();
        let requests = screens.filter_map(|screen| screen.search_request(&self.services));
        requests.last().or_else(|| {
            let source = self.services.source_of_another_deal();
            let is_wanted = source == DealSource::Random(Deals::Winnable);
            (is_wanted && self.table().is_some()).then(next_deal)?
        })
    }

    /// Returns the game at the position that a request asks to search.
    pub fn searched_game(&self, request: &SearchRequest) -> Option<Game> {
        Some(match request.purpose {
            Purpose::WinnableDeal => self.deal_search.as_ref()?.game().clone(),
            _ => self.table()?.session().game().clone(),
        })
    }

    /// Returns what continues the review that a request asks for.
    pub fn requested_review(&self, request: &SearchRequest) -> Option<Reviewer> {
        let of_table = self.table().and_then(|table| table.session().review());
        let of_replay = self.screens.find().and_then(ReplayScreen::review);
        let mut finished = of_table.into_iter().chain(of_replay);
        let finished = finished.find(|game| game.search_request() == Some(*request))?;
        Some(finished.reviewer())
    }

    /// Loads from and saves to these files from now on.
    pub(super) fn set_store(&mut self, store: SessionStore) {
        self.services.unseen_introductions = store.data_files.unseen_introductions().to_vec();
        if let Some(last_deal) = store.data_files.last_deal() {
            self.deal_choices.restore(&last_deal);
            self.reset_menu();
        }
        self.last_deal = self.deal_choices.last_deal();
        self.store = Some(store);
    }

    fn notify_exported(&mut self, exported: Result<PathBuf, StorageError>) {
        match exported {
            Ok(path) => self.services.notify(text::exported(&path)),
            Err(error) => self.services.notify_error(text::not_exported(&error)),
        }
    }

    fn notify_warnings(&mut self, warnings: &[StorageError]) {
        if let Some(text) = text::warnings(warnings) {
            self.services.notify_error(text);
        }
    }

    fn load_saved_games(&mut self) {
        let Some(store) = &mut self.store else {
            return;
        };
        let Loaded { value, warnings } = store.saves.unfinished_games();
        if let Some(menu) = self.menu_mut() {
            menu.set_saved_games(value);
        }
        self.notify_warnings(&warnings);
    }

    fn resume(&mut self, id: &SaveId) {
        if self.return_to_table(id) {
            return;
        }
        let Some(store) = &mut self.store else {
            return;
        };
        match store.load(id, self.services.now) {
            Ok(session) => {
                let resumed = text::resumed(session.game());
                self.show_table(TableScreen::new(session));
                self.services.notify(resumed);
            }
            Err(error) => {
                self.load_saved_games();
                self.services.notify_error(error.to_string());
            }
        }
    }

    /// Reads the results again, which another window may have added to.
    fn load_results(&mut self) {
        let Some(store) = &mut self.store else {
            return;
        };
        let reloaded = store.saves.reload_results();
        let Loaded { value, warnings } = store.saves.all_stats();
        let results = store.saves.results().clone();
        self.show_results(results, &value);
        self.notify_warnings(reloaded.err().as_slice());
        self.notify_warnings(&warnings);
    }

    /// Replaces the results; an open results screen shows them with these statistics.
    pub fn show_results(&mut self, results: Arc<Results>, stats: &[Stats]) {
        if let Some(screen) = self.screens.find_mut::<ResultsScreen>() {
            screen.set_results(&results, stats);
        }
        self.services.results = results;
    }

    fn replay_finished(&mut self, id: &SaveId) {
        let Some(store) = &mut self.store else {
            return;
        };
        match store.saves.load_read_only(id) {
            Ok(played) if played.game.moves().len() > 0 => {
                let review = store.finished_review(id, &played);
                let replay = ReplayScreen::new(played, review);
                self.screens.push(Box::new(replay));
            }
            Ok(_) => self.services.notify_error("This game has no moves"),
            Err(error) => self.services.notify_error(error.to_string()),
        }
    }

    fn export(&mut self) {
        let table = self.screens.find::<TableScreen>();
        if let (Some(_), Some(table)) = (&self.store, table) {
            self.notify_exported(storage::export(table.session().played(), None));
        }
    }

    fn export_finished(&mut self, id: &SaveId) {
        if let Some(store) = &mut self.store {
            let played = store.saves.load_read_only(id);
            self.notify_exported(played.and_then(|played| storage::export(&played, None)));
        }
    }

    /// Saves the settings, which introductions were seen and what was chosen in the menu, each if it has
    /// changed. Called once before each frame, because writing a synced file takes time.
    pub(super) fn save_settings(&mut self) {
        let Some(store) = &mut self.store else {
            return;
        };
        let services = &mut self.services;
        store
            .data_files
            .set_unseen_introductions(&services.unseen_introductions);
        let last_deal = self.deal_choices.last_deal();
        if last_deal != self.last_deal {
            store.data_files.save_last_deal(&last_deal);
            self.last_deal = last_deal;
        }
        match store.settings_file.save_if_changed(&services.settings) {
            Ok(None) => return,
            Ok(Some(backup)) => {
                let name = backup.file_name().unwrap_or_default().to_string_lossy();
                let name = escape_text(&name);
                services.notify(format!("Saved. The old settings file is now {name}"));
            }
            Err(error) => {
                services.notify_error(format!("Settings not saved: {error}"));
            }
        }
        self.refresh();
    }

    /// Saves the game on the table if it has changed, and the review of a replay.
    fn save(&mut self) {
        let Some(store) = &mut self.store else {
            return;
        };
        let services = &mut self.services;
        // Without another reference, results are added in place and not copied.
        services.results = Arc::default();
        if let Some(table) = self.screens.find_mut::<TableScreen>()
            && let Some(notice) = store.save_if_changed(table.session_mut(), services.now)
        {
            services.notify_error(text::save_notice(&notice));
        }
        services.results = store.saves.results().clone();
        let replay = self.screens.find_mut::<ReplayScreen>();
        if let Some(review) = replay.and_then(ReplayScreen::review_mut) {
            store.save_review(review);
        }
    }

    /// Saves the settings and the game on the table for the last time. Returns the games that could not
    /// be saved.
    pub(super) fn close(&mut self, now: Timestamp) -> Vec<(PlayedGame, SaveError)> {
        self.save_settings();
        let table = self.screens.find().map(TableScreen::session);
        let store = self.store.as_mut();
        store.map_or_else(Vec::new, |store| store.close_all(table, now))
    }
}

/// Says what size is needed, as far as the window has room for that.
fn render_too_small(too_small: TooSmall, style: Style, area: Rect, buf: &mut Buffer) {
    let TooSmall { title, size } = too_small;
    let lines = [
        format!("{title} needs {size}"),
        format!("this window has {}", area.as_size()),
    ];
    if lines.iter().any(|line| display_width(line) > area.width) || area.height < 2 {
        write(buf, 0, area.height / 2, &size.to_string(), style);
        return;
    }
    let middle = area.centered_vertically(Constraint::Length(2));
    for (row, line) in middle.rows().zip(&lines) {
        write_centered(buf, row, line, style);
    }
}
