//! The open screens: passes events to them, does what they request, and draws the frames.

use std::mem;

use jiff::Timestamp;
use ratatui::buffer::Buffer;

use super::action::{Action, Mode};
use super::board::paint::draw_floating;
use super::context::Context;
use super::footer;
use super::frame::{Canvas, Frame, split};
use super::keymap::{Key, Use};
use super::screen::{HelpPage, Prompt, Request, Screen};
use super::screens::help::HelpScreen;
use super::screens::menu::MenuScreen;
use super::screens::results::ResultsScreen;
use super::screens::settings::SettingsScreen;
use super::screens::table::TableScreen;
use super::theme::Role;
use crate::record::PlayedGame;
use crate::session::{DealSource, Found, SearchReply, SearchRequest, Session, Task};
use crate::storage::saves::SaveError;
use crate::storage::settings::{Deals, Setting};

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

/// The open screens, at least one. The last one receives key input.
#[derive(Debug)]
pub(super) struct Screens {
    /// The game in play, below the others.
    pub(super) table: Option<Box<TableScreen>>,
    pub(super) others: Vec<Box<dyn Screen>>,
}

impl Screens {
    fn all(&self) -> impl DoubleEndedIterator<Item = &dyn Screen> {
        let table = self.table.iter().map(|table| &**table as &dyn Screen);
        table.chain(self.others.iter().map(|screen| &**screen))
    }

    fn all_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut (dyn Screen + 'static)> {
        let table = self.table.iter_mut();
        let table = table.map(|table| &mut **table as &mut (dyn Screen + 'static));
        table.chain(self.others.iter_mut().map(|screen| &mut **screen))
    }

    /// Returns the number of screens that an opaque one hides.
    fn hidden_count(&self) -> usize {
        let opaque = self.all().enumerate();
        let opaque = opaque.filter(|(_, screen)| screen.is_opaque());
        opaque.last().map_or(0, |(index, _)| index)
    }

    /// Returns the screens that are visible, the lowest first: those from the topmost opaque one up.
    fn visible(&self) -> impl Iterator<Item = &dyn Screen> {
        self.all().skip(self.hidden_count())
    }

    fn visible_mut(&mut self) -> impl Iterator<Item = &mut (dyn Screen + 'static)> {
        let hidden = self.hidden_count();
        self.all_mut().skip(hidden)
    }

    pub(super) fn top(&self) -> &dyn Screen {
        match (&self.table, self.others.len()) {
            (Some(table), 0) => &**table,
            // Without a table there is always another screen.
            (_, count) => &*self.others[count - 1],
        }
    }

    fn top_mut(&mut self) -> Option<&mut (dyn Screen + 'static)> {
        self.all_mut().next_back()
    }
}

/// State of the front end.
#[derive(Debug)]
pub struct App {
    pub context: Context,
    pub(super) screens: Screens,
    /// The line that is typed for the top screen, if one is.
    pub(super) prompt: Option<Prompt>,
    /// The frame that the player sees, which clicks are meant for.
    pub frame: Frame,
    /// Whether the program is stopped, or has no focus as far as the terminal says, so that the clock does not run.
    is_away: bool,
}

impl App {
    /// Opens the menu.
    pub fn new(context: Context) -> App {
        let menu = MenuScreen::new(&context);
        App {
            context,
            screens: Screens {
                table: None,
                others: vec![Box::new(menu)],
            },
            prompt: None,
            frame: Frame::default(),
            is_away: false,
        }
    }

    /// Handles an action: the top screen changes its state, and what it requests is done. Every move
    /// is saved before the next frame is drawn.
    pub fn update(&mut self, action: Action, now: Timestamp) -> Next {
        self.context.advance(now);
        // The time since a stop without warning was not played.
        if action != Action::Resumed {
            self.with_session(Session::advance_clock);
        }
        if !matches!(action, Action::Tick | Action::Resize(..)) {
            self.note_activity();
        }
        let requests = self.requests(action);
        self.save();
        let next = self.handle_requests(requests);
        self.run_clock();
        match action {
            Action::Suspend => Next::Suspend,
            Action::Redraw => Next::Redraw,
            _ => next,
        }
    }

    /// Lets the screens handle an action, and returns what they request.
    pub fn requests(&mut self, action: Action) -> Vec<Request> {
        if action != Action::Tick {
            self.finish_animation();
        }
        let cx = &mut self.context;
        if !action.is_passive() {
            cx.message = None;
        }
        let mut was_canceled = false;
        for screen in self.screens.all_mut() {
            was_canceled |= screen.before_action(action, cx);
        }
        match action {
            Action::Tick => {
                let screens = self.screens.visible_mut();
                let requests = screens.filter_map(|screen| screen.handle_action(action, cx));
                return requests.collect();
            }
            Action::Resize(columns, rows) => cx.size = (columns, rows),
            Action::Quit => return vec![Request::Quit],
            Action::Suspend => self.is_away = true,
            Action::Resumed | Action::Redraw => {}
            // A key that cancels a search does nothing else.
            _ if was_canceled => {}
            _ if self.prompt.is_some() => return self.type_in_prompt(action).into_iter().collect(),
            _ => return self.request(action).into_iter().collect(),
        }
        Vec::new()
    }

    /// Does what an action does on all screens, or lets the top one handle it.
    fn request(&mut self, action: Action) -> Option<Request> {
        let (mode, cx) = (self.mode(), &mut self.context);
        match action {
            Action::NextTheme => cx.cycle_setting(Setting::Theme, false),
            Action::ToggleFourColors => cx.cycle_setting(Setting::FourColors, false),
            Action::Settings if mode != Mode::Settings => {
                let shows_board = self.screens.top().board().is_some();
                return Some(Request::open(SettingsScreen {
                    selected: 0,
                    shows_board,
                }));
            }
            Action::Help if mode != Mode::Overlay => {
                let help = HelpScreen::about(self.screens.top(), HelpPage::Keys, cx);
                return help.map(Request::open);
            }
            Action::Results if mode != Mode::Results => {
                let mut screens = self.screens.all().rev();
                let rules = screens.find_map(|screen| screen.rules(cx));
                return Some(Request::open(ResultsScreen::new(rules.as_ref(), cx)));
            }
            _ => return self.screens.top_mut()?.handle_action(action, cx),
        }
        None
    }

    /// Changes the line that is typed, or passes it to the top screen. It stays open if there is an error.
    fn type_in_prompt(&mut self, action: Action) -> Option<Request> {
        let (prompt, top) = (self.prompt.as_mut()?, self.screens.top_mut()?);
        let cx = &mut self.context;
        if prompt.edit(action) {
            return None;
        }
        match action {
            Action::Select => match top.submit(prompt.kind, prompt.typed(), cx) {
                Ok(request) => {
                    self.prompt = None;
                    return request;
                }
                Err(error) => cx.notify_error(error),
            },
            Action::Backspace | Action::Cancel | Action::Close | Action::Click(_) => {
                self.prompt = None;
                self.announce();
            }
            _ => {}
        }
        None
    }

    fn handle_requests(&mut self, requests: impl IntoIterator<Item = Request>) -> Next {
        let mut next = Next::Draw;
        for request in requests {
            next = next.max(self.handle_request(request));
            self.save();
        }
        next
    }

    /// Does what a screen requests. Never inlined: a game is large, and the event loop should need little of
    /// the stack.
    #[inline(never)]
    fn handle_request(&mut self, request: Request) -> Next {
        match request {
            Request::Open(screen) => {
                self.screens.others.push(screen);
                self.announce();
            }
            Request::Prompt(kind) => {
                let rules = self.screens.top().rules(&self.context);
                self.prompt = Some(Prompt::new(kind, rules));
            }
            Request::Close => return self.close_top(),
            Request::CloseReplay(review) => {
                self.with_session(|session, _| session.set_review(*review));
                return self.close_top();
            }
            Request::CloseAndAct(action) => {
                let next = self.close_top();
                return next.max(self.update(action, self.context.now));
            }
            Request::Quit => return Next::Quit,
            Request::Start(session) => self.start_session(*session),
            Request::Deal(source, rules) => self.deal_from(source, rules),
            Request::Resume(id) => self.resume(&id),
            Request::Guide(session) => {
                self.screens
                    .others
                    .push(Box::new(TableScreen::new(*session)));
            }
            Request::PlayLine(moves) => {
                self.close_top();
                if let Some(table) = &mut self.screens.table {
                    table.play_line(&moves, &mut self.context);
                }
            }
            Request::CountShownMoves(moves) => {
                self.with_session(|session, _| session.tell_solution(moves));
            }
        }
        Next::Draw
    }

    /// Closes the top screen; the program ends with the last one.
    pub(super) fn close_top(&mut self) -> Next {
        if self.screens.all().nth(1).is_none() {
            return Next::Quit;
        }
        self.screens.others.pop();
        self.announce();
        Next::Draw
    }

    /// Records whether the terminal has the focus. Without it, the clock does not run.
    pub fn set_focus(&mut self, has_focus: bool, now: Timestamp) -> Next {
        self.context.advance(now);
        self.with_session(Session::advance_clock);
        if has_focus {
            self.note_activity();
        }
        self.is_away = !has_focus;
        self.run_clock();
        Next::Draw
    }

    /// Ends the animation, so that a click hits the final table. Returns whether there was one.
    pub fn finish_animation(&mut self) -> bool {
        let is_covered = self.is_board_covered();
        let screens = self.screens.visible_mut();
        let ended = screens.map(|screen| screen.finish_animation(is_covered));
        ended.fold(false, |any, ended| any | ended)
    }

    pub fn mode(&self) -> Mode {
        match &self.prompt {
            Some(_) => Mode::Prompt,
            None => self.screens.top().mode(),
        }
    }

    /// Handles a key. Alt and a key without a binding is Esc and then the key, as tmux sends them within
    /// half a second; but what is hard to take back takes the key alone, and a line that is typed stays.
    pub fn press(&mut self, key: Key, now: Timestamp) -> Next {
        let keymap = &self.context.keymap;
        let plain = key.without_alt();
        let is_bound = keymap.action(self.mode(), key).is_some();
        // It would close the line, and do something at the table.
        let has_typed = self
            .prompt
            .as_ref()
            .is_some_and(|prompt| !prompt.typed().is_empty());
        let Some(plain) = plain.filter(|_| !is_bound && !has_typed) else {
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
        let action = keymap.action(mode, key).or_else(|| {
            let key = key.in_us_layout()?;
            keymap.action(mode, key)
        });
        if self.frame.too_small.is_some() {
            return match action {
                Some(action @ (Action::Suspend | Action::Redraw)) => action,
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

    /// Returns when the next [`Action::Tick`] is due, if one is: for a screen, or for the clock in the header.
    pub fn deadline(&self) -> Option<Timestamp> {
        let deadlines = self.screens.visible().filter_map(Screen::deadline);
        let is_shown = |setting| self.context.config.settings().is_on(setting);
        let has_clock = self.frame.too_small.is_none() && is_shown(Setting::Clock);
        let table = self.table().filter(|_| has_clock);
        let next_second = table.and_then(|table| table.session.clock.next_second_at());
        let cx = &self.context;
        let of_clock = |due| cx.now.saturating_add(due - cx.steady).ok();
        deadlines.filter_map(of_clock).chain(next_second).min()
    }

    /// Draws the next frame on an empty buffer.
    pub fn draw(&mut self, buf: &mut Buffer) {
        let cx = &self.context;
        let (theme, frame) = (cx.theme(), Frame::new(cx.size));
        buf.set_style(frame.area, theme[Role::Background]);
        let [area, ..] = split(frame.area);
        let canvas = &mut Canvas { theme, frame, buf };
        canvas.frame.is_covered = self.is_board_covered();
        for screen in self.screens.visible_mut() {
            canvas.frame.begin_screen();
            screen.draw(cx, area, canvas);
            if let Some(too_small) = canvas.frame.too_small {
                canvas.fill(canvas.frame.area, " ", theme[Role::Background]);
                let key = cx.keymap.key_for(Mode::Table, Action::Close);
                too_small.render(key.map(|key| format!("{key} quit")), canvas);
                self.frame = mem::take(&mut canvas.frame);
                return;
            }
        }
        let mut buttons = self.screens.top().key_row(cx);
        if let Some(prompt) = &self.prompt {
            canvas.frame.begin_screen();
            canvas.frame.status = prompt.about(cx);
            let keymap = &cx.keymap;
            buttons = keymap.buttons(Mode::Prompt, |key| Use::Ready(key.footer));
        }
        // What happened is said when the cards have come.
        let board = self.screens.top().board();
        let is_moving = board.is_some_and(|board| board.animation.is_running());
        footer::draw(buttons, self.prompt.as_ref(), is_moving, cx, canvas);
        // Cards in flight stay below other screens.
        if !canvas.frame.is_covered
            && let Some(board) = board
        {
            draw_floating(&board.layout, canvas);
        }
        theme.transliterate(canvas.buf);
        self.frame = mem::take(&mut canvas.frame);
    }

    /// Handles the reply of a search if the search is still requested.
    #[inline(never)]
    pub fn handle_search_reply(&mut self, reply: &SearchReply, now: Timestamp) -> Next {
        if self.search_request().as_ref() != Some(&reply.request) {
            return Next::Wait;
        }
        self.context.advance(now);
        self.with_session(Session::advance_clock);
        let cx = &mut self.context;
        let is_of_deal = matches!(reply.request.task, Task::Deal);
        if is_of_deal && let Found::Finished(result) = &reply.found {
            cx.profile.dealer.record_verdict(&result.verdict);
        }
        // What was found about another game is nothing to a screen below.
        let screens = self.screens.all_mut();
        let requests = screens.filter_map(|screen| {
            let is_asked = is_of_deal || screen.search_request(cx).as_ref() == Some(&reply.request);
            is_asked.then(|| screen.record_search_reply(reply, cx))?
        });
        let requests: Vec<Request> = requests.collect();
        if is_of_deal && requests.is_empty() {
            return Next::Wait;
        }
        self.handle_requests(requests);
        self.announce();
        self.save();
        self.run_clock();
        Next::Draw
    }

    /// Returns the search that should run now: one for a screen, else one for the next deal.
    pub fn search_request(&self) -> Option<SearchRequest> {
        let cx = &self.context;
        let visible = self.screens.visible();
        let requests = visible.filter_map(|screen| screen.search_request(cx));
        requests.last().or_else(|| {
            let is_winnable =
                cx.config.source_of_another_deal() == DealSource::Random(Deals::Winnable);
            let is_wanted = is_winnable && self.table().is_some();
            is_wanted.then(|| cx.profile.dealer.search_request())?
        })
    }

    /// Saves the game on the table if it has changed, with its review.
    pub(super) fn save(&mut self) {
        if let Some(table) = &mut self.screens.table {
            self.context.save(&mut table.session);
        }
    }

    /// Saves the settings and the game on the table for the last time. Returns the games that could not
    /// be saved.
    pub(super) fn close(&mut self, now: Timestamp) -> Vec<(PlayedGame, SaveError)> {
        self.context.save_settings();
        let table = self.screens.table.as_mut();
        let open = table.map(|table| &mut table.session);
        self.context.profile.close_all(open, now)
    }

    fn is_board_covered(&self) -> bool {
        self.prompt.is_some() || self.screens.top().board().is_none()
    }

    /// Returns the table, even if another screen covers it.
    pub fn table(&self) -> Option<&TableScreen> {
        self.screens.table.as_deref()
    }

    /// Lets the top screen say what there is to say about it.
    pub(super) fn announce(&mut self) {
        if self.prompt.is_none()
            && let Some(top) = self.screens.top_mut()
            && let Some(request) = top.announce(&mut self.context)
        {
            self.handle_request(request);
        }
    }

    /// Tells the game in play what the time is.
    fn with_session(&mut self, tell: impl FnOnce(&mut Session, Timestamp)) {
        let now = self.context.now;
        if let Some(table) = &mut self.screens.table {
            tell(&mut table.session, now);
        }
    }

    /// Notes that the player does something. The terminal need not say that it has the focus again.
    fn note_activity(&mut self) {
        self.is_away = false;
        self.with_session(|session, now| session.clock.note_activity(now));
    }

    /// Lets the clock of the game run if no other screen has the attention of a player who is there.
    pub(super) fn run_clock(&mut self) {
        let is_running = !self.is_away && self.screens.others.is_empty();
        self.with_session(|session, now| session.set_clock_running(is_running, now));
    }
}
