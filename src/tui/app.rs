//! State of the front end: the stack of screens, what they share, and the files of the player.

mod files;
mod open;
mod search;

use std::sync::Arc;

use jiff::Timestamp;
use ratatui::buffer::Buffer;

use super::action::{Action, Mode};
use super::board::BoardView;
use super::context::Context;
use super::deal_choices::DealChoices;
use super::footer;
use super::frame::Frame;
use super::keymap::Key;
use super::screen::{PromptKind, Request};
use super::screen_stack::ScreenStack;
use super::screens::AnyScreen;
use super::screens::help::HelpScreen;
use super::screens::menu::MenuScreen;
use super::screens::peek::PeekScreen;
use super::screens::prompt::Prompt;
use super::screens::replay::ReplayScreen;
use super::screens::results::ResultsScreen;
use super::screens::settings::SettingsScreen;
use super::screens::table::TableScreen;
use crate::session::{Dealer, SeedSource, SessionStore};
use crate::storage::data_files::LastDeal;
use crate::storage::settings::Setting;

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
    pub context: Context,
    /// Saved games, results and settings. Without it nothing is loaded or saved.
    store: Option<SessionStore>,
    /// What the file of the last deal says, or what was chosen before there was one.
    last_deal: LastDeal,
    screens: ScreenStack,
    /// What the menu was set to when it was last open.
    deal_choices: DealChoices,
    dealer: Dealer,
    /// What the terminal should copy to its clipboard.
    copied: Option<String>,
    /// Ids of the introductions that the player has not seen yet.
    pub unseen_introductions: Vec<&'static str>,
    frame: Arc<Frame>,
    /// Whether the program is stopped, so that the clock does not run.
    is_suspended: bool,
    /// Whether keys go to the program, as far as the terminal says.
    has_focus: bool,
}

impl App {
    /// Opens the menu. `seeds` are those of random deals.
    pub fn new(context: Context, seeds: SeedSource) -> App {
        let choices = DealChoices::default();
        let mut app = App {
            context,
            store: None,
            last_deal: choices.last_deal(),
            screens: ScreenStack::new(MenuScreen::new(choices.clone(), false).into()),
            deal_choices: choices,
            dealer: Dealer::new(seeds),
            copied: None,
            unseen_introductions: Vec::new(),
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
        self.context.now = now;
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
            self.context.message = None;
        }
        let mut was_canceled = false;
        for screen in self.screens.iter_mut() {
            was_canceled |= screen.before_action(action, &mut self.context);
        }
        let is_searching = self.screens.top().is_deal_search();
        match action {
            Action::Resize(columns, rows) => self.context.look.resize((columns, rows)),
            Action::Quit => return vec![Request::Quit],
            Action::Suspend => self.is_suspended = true,
            Action::Resumed => self.is_suspended = false,
            // A key that cancels a search does not close the table.
            Action::Close if was_canceled => {}
            _ if is_searching => return self.forward(action),
            Action::NextTheme => self.context.cycle_setting(Setting::Theme, false),
            Action::ToggleFourColors => self.context.cycle_setting(Setting::FourColors, false),
            Action::Settings if self.mode() != Mode::Settings => {
                return vec![Request::OpenSettings];
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
        let cx = &mut self.context;
        if action == Action::Tick {
            let screens = self.screens.visible_mut();
            let requests = screens.filter_map(|screen| screen.handle_action(action, cx));
            return requests.collect();
        }
        let request = self.screens.top_mut().handle_action(action, cx);
        request.into_iter().collect()
    }

    fn handle_requests(&mut self, requests: impl IntoIterator<Item = Request>) -> Next {
        let mut next = Next::Draw;
        for request in requests {
            next = next.max(self.handle_request(request));
            self.save();
        }
        next
    }

    /// Never inlined: a game is large, and the event loop should need little of the stack.
    #[inline(never)]
    pub(super) fn handle_request(&mut self, request: Request) -> Next {
        match request {
            Request::OpenSettings => self.screens.push(SettingsScreen::default().into()),
            Request::OpenPrompt(kind, text) => self.screens.push(Prompt::new(kind, text).into()),
            Request::OpenHelp { rules, modes, keys } => {
                let has_mouse = self.context.config.settings().is_on(Setting::Mouse);
                let help = HelpScreen::new(rules, modes, keys, has_mouse);
                self.screens.push(help.into());
            }
            Request::OpenPeek(piles) => self.screens.push(PeekScreen::new(piles).into()),
            Request::OpenReplay(shown) => {
                let (played, review) = *shown;
                self.screens.push(ReplayScreen::new(played, review).into());
            }
            Request::OpenSolution(game) => {
                let replay = ReplayScreen::of_solution(*game, self.context.now);
                self.screens.push(replay.into());
            }
            Request::Close => return self.close_top(),
            Request::Quit => return Next::Quit,
            Request::OpenMenu => {
                let mut choices = self.deal_choices.clone();
                if let Some(table) = self.table() {
                    choices.select_game(table.session().game().rules());
                }
                let menu = MenuScreen::new(choices, true);
                self.screens.push(menu.into());
                self.load_saved_games();
            }
            Request::OpenResults => {
                let menu = self.screens.find(AnyScreen::try_as_menu_ref);
                let chosen = menu.and_then(|menu| menu.choices.rules());
                let table = self.table();
                let rules = table.map(|table| table.session().game().rules().clone());
                let results = ResultsScreen::new(&self.context.results, chosen.or(rules));
                self.screens.push(results.into());
                self.load_results();
            }
            Request::InputChanged(line) => {
                if let Some(below) = self.screens.below_top_mut() {
                    below.input_changed(&line);
                }
            }
            Request::Submit(kind, line) => return self.submit(kind, &line),
            Request::Deal(rules, seed) => self.deal(rules, seed, self.context.now),
            Request::DealFrom(source, rules) => self.deal_from(source, rules),
            Request::DealGraded(rules) => {
                let session = self.dealer.deal_graded(&rules, self.context.now);
                self.start_session(session);
            }
            Request::Start(session) => self.start_session(*session),
            Request::Resume(id) => self.resume(&id),
            Request::PlayLine(moves) => {
                let next = self.close_top();
                if let AnyScreen::Table(table) = self.screens.top_mut() {
                    table.play_line(&moves, &mut self.context);
                }
                return next;
            }
            Request::CountShownMoves(moves) => {
                if let Some(table) = self.table_mut() {
                    table.session_mut().count_shown_moves(moves);
                }
            }
            Request::Copy(text) => {
                self.context.notify_copied(text.clone());
                self.copied = Some(text);
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
                self.remember_choices(&closed);
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
        match below.submit(kind, line, &mut self.context) {
            Ok(request) => {
                self.screens.pop();
                self.handle_requests(request)
            }
            Err(error) => {
                self.context.notify_error(error);
                Next::Draw
            }
        }
    }

    /// Records whether the terminal has the focus. Without it, the clock does not run.
    pub fn set_focus(&mut self, has_focus: bool, now: Timestamp) -> Next {
        self.context.now = now;
        self.advance_clock();
        self.has_focus = has_focus;
        self.refresh();
        Next::Draw
    }

    fn advance_clock(&mut self) {
        let now = self.context.now;
        if let Some(table) = self.table_mut() {
            table.session_mut().advance_clock(now);
        }
    }

    /// Lets the clock of the game run if nothing but the table has the player's attention.
    fn restart_clock(&mut self) {
        let is_paused = self.screens.visible().any(|screen| screen.pauses_clock());
        let is_running = !self.is_suspended && self.has_focus && !is_paused;
        let now = self.context.now;
        if let Some(table) = self.table_mut() {
            table.session_mut().set_clock_running(is_running, now);
        }
    }

    /// Ends the animation, so that a click hits the final table. Returns whether there was one.
    pub fn finish_animation(&mut self) -> bool {
        let mut screens = self.screens.visible_mut();
        let board = screens.find_map(|screen| screen.board_mut());
        let was_running = board.is_some_and(BoardView::finish_animation);
        drop(screens);
        if was_running {
            self.refresh();
        }
        was_running
    }

    pub fn mode(&self) -> Mode {
        self.screens.top().mode()
    }

    /// Handles a key. Alt and a key without a binding is Esc and then the key, as tmux sends them within
    /// half a second; but what is hard to take back takes the key alone.
    pub fn press(&mut self, key: Key, now: Timestamp) -> Next {
        let keymap = &self.context.keymap;
        let plain = key.without_alt();
        let Some(plain) = plain.filter(|_| keymap.action(self.mode(), key).is_none()) else {
            return self.update(self.resolve_key(key), now);
        };
        let next = self.update(self.resolve_key(Key::ESC), now);
        let action = self.resolve_key(plain);
        if next == Next::Quit || action.needs_own_key() {
            return next;
        }
        next.max(self.update(action, now))
    }

    /// Returns the action of a key. Where a second key is awaited that may be left out, the keys of
    /// the table work too, except for letters, which may have been meant for a pile. In a window
    /// that is too small the program can only be quit.
    pub fn resolve_key(&self, key: Key) -> Action {
        let mode = self.mode();
        let keymap = &self.context.keymap;
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
        let deadlines = screens.filter_map(|screen| screen.deadline());
        let board = self.visible_board();
        let next_frame = board.and_then(|board| board.animation().next_frame_at());
        let others = next_frame.into_iter().chain(self.next_second_at());
        deadlines.chain(others).min()
    }

    /// Returns when the clock in the header will show another second, if it is shown.
    fn next_second_at(&self) -> Option<Timestamp> {
        let is_drawn = self.frame.too_small.is_none();
        let is_shown = is_drawn && self.context.config.settings().is_on(Setting::Clock);
        let table = self.table().filter(|_| is_shown)?;
        table.session().next_second_at()
    }

    /// Computes the layout of the next frame.
    pub fn refresh(&mut self) {
        let mut frame = Frame::new(self.context.look.size());
        let [area, ..] = footer::split(frame.area);
        for screen in self.screens.visible_mut() {
            frame.add(screen.lay_out(&self.context, area));
            if frame.too_small.is_some() {
                break;
            }
        }
        match &mut frame.too_small {
            Some(too_small) => too_small.size = footer::window_size(too_small.size),
            None => footer::lay_out(&**self.screens.top(), &self.context, &mut frame),
        }
        self.frame = Arc::new(frame);
        self.restart_clock();
    }

    /// Draws the frame on an empty buffer.
    pub fn render(&self, buf: &mut Buffer) {
        let (cx, frame) = (&self.context, &self.frame);
        let theme = cx.look.theme();
        buf.set_style(frame.area, theme.background);
        if let Some(too_small) = frame.too_small {
            too_small.render(theme.text, frame.area, buf);
            return;
        }
        for screen in self.screens.visible() {
            screen.render(cx, buf);
        }
        footer::render(cx, frame, buf);
        // Cards in flight stay below other screens.
        if let Some(board) = self.screens.top().board() {
            board.render_floating(theme, buf);
        }
        theme.transliterate(buf);
    }

    pub fn frame(&self) -> &Arc<Frame> {
        &self.frame
    }

    /// Takes what the terminal should copy to its clipboard, if a screen has answered that.
    pub fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    pub fn screens(&self) -> &ScreenStack {
        &self.screens
    }

    /// Returns the board that is visible: that of the table, or that of a replay.
    pub fn visible_board(&self) -> Option<&BoardView> {
        let mut screens = self.screens.visible();
        screens.find_map(|screen| screen.board())
    }

    /// Returns the table, even if another screen covers it.
    pub fn table(&self) -> Option<&TableScreen> {
        self.screens.find(AnyScreen::try_as_table_ref)
    }

    pub fn table_mut(&mut self) -> Option<&mut TableScreen> {
        self.screens.find_mut(AnyScreen::try_as_table_mut)
    }

    pub fn menu_mut(&mut self) -> Option<&mut MenuScreen> {
        self.screens.find_mut(AnyScreen::try_as_menu_mut)
    }
}
