//! What is open: does what screens request, opens games and other screens, and saves what was played.

use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;

use super::action::{Action, Mode};
use super::context::Context;
use super::deal_choices::DealChoices;
use super::next::Next;
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
use crate::difficulty::Difficulty;
use crate::escape::escape_text;
use crate::record::PlayedGame;
use crate::session::{
    DealSource, Dealt, Found, GameReview, Profile, Purpose, SearchReply, SearchRequest, Session,
    Start, text,
};
use crate::storage::data_files::LastDeal;
use crate::storage::results::Results;
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::SaveError;
use crate::storage::settings::{Deals, Setting};
use crate::storage::stats::Stats;
use crate::storage::{self, Loaded, StorageError};
use crate::variant::Variant;

/// The open screens, and the profile that their games come from and are saved in.
#[derive(Debug)]
pub struct Navigator {
    screens: ScreenStack,
    pub profile: Profile,
    /// What the menu was set to when it was last open.
    choices: DealChoices,
    /// What was chosen when that was last saved.
    last_deal: LastDeal,
    /// What the terminal should copy to its clipboard.
    copied: Option<String>,
}

impl Navigator {
    /// Opens the menu of a player.
    pub fn new(profile: Profile) -> Navigator {
        let mut choices = DealChoices::default();
        if let Some(last_deal) = profile.small_files.last_deal() {
            choices.restore(&last_deal);
        }
        Navigator {
            profile,
            screens: ScreenStack::new(MenuScreen::new(choices.clone(), false).into()),
            last_deal: choices.last_deal(),
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
                    below.input_changed(&line, cx);
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
                let dealer = &mut self.profile.dealer;
                let session = dealer.deal_graded(&rules, Difficulty::ALL, cx.now);
                self.start_session(session, cx);
            }
            Request::Start(session) => self.start_session(*session, cx),
            Request::Resume(id) => self.resume(&id, cx),
            Request::Forget(ids) => {
                let at_table = saved_id(&self.screens);
                let (removed, kept) = self.profile.forget(&ids, at_table);
                self.load_saved_games(cx);
                let text = text::forgotten(removed, kept.as_ref());
                match kept {
                    Some(_) => cx.notify_error(text),
                    None => cx.notify(text),
                }
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
            Request::ReplayFinished(id) => match self.profile.finished_game(&id) {
                Ok((played, review)) if played.game.moves().len() > 0 => {
                    self.screens.push(ReplayScreen::new(played, review).into());
                }
                Ok(_) => cx.notify_error("This game has no moves"),
                Err(error) => cx.notify_error(error.to_string()),
            },
            Request::Export => {
                if let Some(table) = self.screens.table()
                    && self.profile.has_files()
                {
                    notify_exported(storage::export(table.session().played(), None), cx);
                }
            }
            Request::ExportFinished(id) => {
                let played = self.profile.saves.load_read_only(&id);
                notify_exported(played.and_then(|played| storage::export(&played, None)), cx);
            }
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
        if !self.profile.has_files() {
            return;
        }
        let saves = &mut self.profile.saves;
        // Another window may have added to them.
        let reloaded = saves.reload_results();
        let Loaded { value, warnings } = saves.all_stats();
        let results = saves.results().clone();
        notify_warnings(reloaded.err().as_slice(), cx);
        notify_warnings(&warnings, cx);
        self.show_results(results, &value, cx);
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
        let Loaded { value, warnings } = self.profile.saves.unfinished_games();
        notify_warnings(&warnings, cx);
        if let Some(menu) = self.screens.menu_mut() {
            menu.set_saved_games(value);
        }
    }

    /// Replaces the results; an open results screen shows them with these statistics.
    pub fn show_results(&mut self, results: Arc<Results>, stats: &[Stats], cx: &mut Context) {
        if let Some(screen) = self.screens.find_mut(AnyScreen::try_as_results_mut) {
            screen.set_results(&results, stats);
        }
        cx.results = results;
    }

    /// Saves the settings and what was chosen, each if it has changed. Returns whether there is anything to say about
    /// it.
    pub fn save_settings(&mut self, cx: &mut Context) -> bool {
        if !self.profile.has_files() {
            return false;
        }
        let last_deal = self.choices.last_deal();
        if last_deal != self.last_deal {
            self.profile.small_files.save_last_deal(&last_deal);
            self.last_deal = last_deal;
        }
        match self
            .profile
            .settings_file
            .save_if_changed(cx.config.chosen())
        {
            Ok(None) => return false,
            Ok(Some(backup)) => {
                let name = backup.file_name().unwrap_or_default().to_string_lossy();
                let name = escape_text(&name);
                cx.notify(format!("Saved. The old settings file is now {name}"));
            }
            Err(error) => cx.notify_error(format!("Settings not saved: {error}")),
        }
        true
    }

    /// Saves the game on the table if it has changed, and the review of a replay.
    pub fn save(&mut self, cx: &mut Context) {
        if !self.profile.has_files() {
            return;
        }
        // Without another reference, results are added in place and not copied.
        cx.results = Arc::default();
        if let Some(table) = self.screens.table_mut()
            && let Some(notice) = self.profile.save(table.session_mut(), cx.now)
        {
            cx.notify_error(text::save_notice(&notice));
        }
        cx.results = self.profile.saves.results().clone();
        let replay = self.screens.replay_mut();
        if let Some(review) = replay.and_then(|replay| replay.review_mut()) {
            self.profile.save_review(review);
        }
    }

    /// Saves the settings and the game on the table for the last time. Returns the games that could not
    /// be saved.
    pub fn close(&mut self, now: Timestamp, cx: &mut Context) -> Vec<(PlayedGame, SaveError)> {
        self.save_settings(cx);
        let table = self.screens.table().map(TableScreen::session);
        self.profile.close_all(table, now)
    }

    /// Goes back to a saved game if it is on the table, or else loads it.
    fn resume(&mut self, id: &SaveId, cx: &mut Context) {
        if saved_id(&self.screens) == Some(id) {
            return self.return_to_table(cx);
        }
        match self.profile.load(id, cx.now) {
            Ok(session) => {
                let resumed = text::resumed(session.game());
                self.show_table(TableScreen::new(session), cx);
                cx.notify(resumed);
            }
            Err(error) => {
                self.load_saved_games(cx);
                cx.notify_error(error.to_string());
            }
        }
    }

    fn return_to_table(&mut self, cx: &mut Context) {
        while !self.screens.top().is_table() {
            self.close_top(cx);
        }
    }

    /// Never inlined: a game is large, and the event loop should need little of the stack.
    #[inline(never)]
    fn deal_from(&mut self, source: DealSource, rules: Variant, cx: &mut Context) {
        let (now, at_table) = (cx.now, saved_id(&self.screens));
        let today = || cx.today();
        let is_won = match self.profile.deal(source, &rules, today, at_table, now) {
            Dealt::New(session, note) => {
                self.start_session(*session, cx);
                if let Some(table) = self.screens.table_mut() {
                    table.set_deal_note(note);
                }
                return self.screens.announce(cx);
            }
            Dealt::Searching => {
                let wait = DealSearchScreen::new(rules, now);
                return self.screens.push(wait.into());
            }
            Dealt::Resumed { session, is_won } => {
                self.show_table(TableScreen::new(*session), cx);
                is_won
            }
            Dealt::AtTable { is_won } => {
                self.return_to_table(cx);
                is_won
            }
        };
        if let Some(table) = self.screens.table() {
            let restart = cx.key_hint(Mode::Table, Action::Restart, "from the deal");
            let game = table.session().game();
            cx.notify(text::daily_resumed(game, is_won, restart.as_deref()));
        }
    }

    /// Starts a game that was dealt, or one played on from a replay.
    pub fn start_session(&mut self, session: Session, cx: &mut Context) {
        self.show_table(TableScreen::start(session), cx);
    }

    /// Closes all screens and shows a table; the first time that a game is opened, also its introduction.
    fn show_table(&mut self, table: TableScreen, cx: &mut Context) {
        self.profile.dealer.look_for(table.game().rules());
        let is_first = self.profile.introduces(table.session());
        let introduction = is_first.then(|| table.help(HelpPage::Introduction, &cx.keymap));
        let mut left = None;
        for screen in self.screens.replace_all(table.into()) {
            self.remember_choices(&screen);
            if let AnyScreen::Table(table) = screen {
                left = Some(table.into_session());
            }
        }
        let Some(table) = self.screens.table_mut() else {
            return;
        };
        let left = self.profile.open(table.session_mut(), left, cx.now);
        if left.is_kept {
            let key = cx.keymap.key_for(Mode::Table, Action::Menu);
            let key = key.map_or("menu".to_owned(), |key| key.to_string());
            cx.notify(text::game_kept(&format!("{key}, Continue")));
        }
        if let Some(error) = left.error {
            cx.notify_error(error.to_string());
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
            self.profile.dealer.record_verdict(&result.verdict);
            let is_wanted = self.screens.top().is_deal_search();
            let found = is_wanted
                .then(|| self.profile.dealer.deal_found(cx.now))
                .flatten();
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
            return self.profile.dealer.search_request();
        }
        let screens = self.screens.visible();
        let requests = screens.filter_map(|screen| screen.search_request(cx));
        requests.last().or_else(|| {
            let source = cx.config.source_of_another_deal();
            let is_wanted = source == DealSource::Random(Deals::Winnable);
            let is_playing = self.screens.table().is_some();
            (is_wanted && is_playing).then(|| self.profile.dealer.search_request())?
        })
    }

    /// Takes what the terminal should copy to its clipboard, if a screen has requested that.
    pub fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }
}

/// Returns the id of the game at the table, if it is saved.
fn saved_id(screens: &ScreenStack) -> Option<&SaveId> {
    screens.table()?.session().save_state().id()
}

fn notify_exported(exported: Result<PathBuf, StorageError>, cx: &mut Context) {
    match exported {
        Ok(path) => cx.notify(text::exported(&path)),
        Err(error) => cx.notify_error(text::not_exported(&error)),
    }
}

fn notify_warnings(warnings: &[StorageError], cx: &mut Context) {
    if let Some(text) = text::warnings(warnings) {
        cx.notify_error(text);
    }
}
