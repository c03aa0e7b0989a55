//! The stack of open screens: who receives the keys, what is drawn, and when the next event is due.

use jiff::Timestamp;
use ratatui::buffer::Buffer;

use super::action::Action;
use super::context::Context;
use super::footer;
use super::frame::{Frame, split, window_size};
use super::screen::{PromptKind, Request};
use super::screens::AnyScreen;
use super::screens::menu::MenuScreen;
use super::screens::replay::ReplayScreen;
use super::screens::table::TableScreen;
use super::widgets::fill;
use crate::storage::settings::Setting;

/// The open screens. There is always at least one; the last one is on top and receives key input.
#[derive(Debug)]
pub struct ScreenStack {
    bottom: AnyScreen,
    above: Vec<AnyScreen>,
}

impl ScreenStack {
    pub fn new(bottom: AnyScreen) -> ScreenStack {
        let above = Vec::new();
        ScreenStack { bottom, above }
    }

    /// Returns the screen that receives key input.
    pub fn top(&self) -> &AnyScreen {
        self.above.last().unwrap_or(&self.bottom)
    }

    /// Returns the screen that receives key input, mutably.
    pub fn top_mut(&mut self) -> &mut AnyScreen {
        self.above.last_mut().unwrap_or(&mut self.bottom)
    }

    /// Returns the screen below the one that receives key input, if there is one.
    pub fn below_top_mut(&mut self) -> Option<&mut AnyScreen> {
        self.iter_mut().nth_back(1)
    }

    /// Opens a screen on top of the others.
    pub fn push(&mut self, screen: AnyScreen) {
        self.above.push(screen);
    }

    /// Closes the top screen and returns it; `None` if it is the only one.
    pub fn pop(&mut self) -> Option<AnyScreen> {
        self.above.pop()
    }

    /// Closes all screens and opens another one; returns those that were closed.
    pub fn replace_all(&mut self, screen: AnyScreen) -> Vec<AnyScreen> {
        let mut closed = vec![std::mem::replace(&mut self.bottom, screen)];
        closed.append(&mut self.above);
        closed
    }

    /// Returns the topmost screen of a kind, even if others cover it: `find(AnyScreen::try_as_menu_ref)`.
    pub fn find<T>(&self, kind: fn(&AnyScreen) -> Option<&Box<T>>) -> Option<&T> {
        self.iter().rev().find_map(kind).map(Box::as_ref)
    }

    /// Returns the topmost screen of a kind, mutably.
    pub fn find_mut<T>(
        &mut self,
        kind: fn(&mut AnyScreen) -> Option<&mut Box<T>>,
    ) -> Option<&mut T> {
        self.iter_mut().rev().find_map(kind).map(Box::as_mut)
    }

    /// Returns all screens, the lowest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &AnyScreen> {
        std::iter::once(&self.bottom).chain(&self.above)
    }

    /// Returns all screens, the lowest first, mutably.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut AnyScreen> {
        std::iter::once(&mut self.bottom).chain(&mut self.above)
    }

    /// Returns the screens that are visible: those from the topmost opaque one up.
    pub fn visible(&self) -> impl Iterator<Item = &AnyScreen> {
        self.iter().skip(self.first_visible())
    }

    /// Returns the visible screens, mutably.
    pub fn visible_mut(&mut self) -> impl Iterator<Item = &mut AnyScreen> {
        let first = self.first_visible();
        self.iter_mut().skip(first)
    }

    fn first_visible(&self) -> usize {
        let opaque = self.above.iter().rposition(|screen| screen.is_opaque());
        opaque.map_or(0, |index| index + 1)
    }

    /// Returns the table, even if another screen covers it.
    pub fn table(&self) -> Option<&TableScreen> {
        self.find(AnyScreen::try_as_table_ref)
    }

    /// Returns the table mutably, even if another screen covers it.
    pub fn table_mut(&mut self) -> Option<&mut TableScreen> {
        self.find_mut(AnyScreen::try_as_table_mut)
    }

    pub fn menu_mut(&mut self) -> Option<&mut MenuScreen> {
        self.find_mut(AnyScreen::try_as_menu_mut)
    }

    pub fn replay_mut(&mut self) -> Option<&mut ReplayScreen> {
        self.find_mut(AnyScreen::try_as_replay_mut)
    }

    /// Lets every screen stop what any key ends. Returns whether a search was stopped.
    pub fn before_action(&mut self, action: Action, cx: &mut Context) -> bool {
        let stopped = self
            .iter_mut()
            .map(|screen| screen.before_action(action, cx));
        stopped.fold(false, |any, stopped| any | stopped)
    }

    /// Passes an action to the top screen, and the tick to all visible ones. Returns what they request.
    pub fn handle_action(&mut self, action: Action, cx: &mut Context) -> Vec<Request> {
        if action == Action::Tick {
            let screens = self.visible_mut();
            let requests = screens.filter_map(|screen| screen.handle_action(action, cx));
            return requests.collect();
        }
        let request = self.top_mut().handle_action(action, cx);
        request.into_iter().collect()
    }

    /// Passes a typed line to the screen below the prompt, which stays open if there is an error. Returns
    /// what the screen requests.
    pub fn submit(&mut self, kind: PromptKind, line: &str, cx: &mut Context) -> Option<Request> {
        match self.below_top_mut()?.submit(kind, line, cx) {
            Ok(request) => {
                self.pop();
                request
            }
            Err(error) => {
                cx.notify_error(error);
                None
            }
        }
    }

    /// Lets the table say what there is to say about it, unless another screen is above it.
    pub fn announce(&mut self, cx: &mut Context) {
        if let AnyScreen::Table(table) = self.top_mut() {
            table.announce(cx);
        }
    }

    pub fn advance_clock(&mut self, now: Timestamp) {
        if let Some(table) = self.table_mut() {
            table.session_mut().advance_clock(now);
        }
    }

    /// Notes that the player does something.
    pub fn note_activity(&mut self, now: Timestamp) {
        if let Some(table) = self.table_mut() {
            table.session_mut().note_activity(now);
        }
    }

    /// Lets the clock of the game run if nothing but the table has the attention of a player who is there.
    pub fn run_clock(&mut self, is_attended: bool, now: Timestamp) {
        let is_paused = self.visible().any(|screen| screen.pauses_clock());
        if let Some(table) = self.table_mut() {
            table
                .session_mut()
                .set_clock_running(is_attended && !is_paused, now);
        }
    }

    /// Ends the animation of the table that is visible. Returns whether there was one.
    pub fn finish_animation(&mut self) -> bool {
        let is_covered = self.top().board().is_none();
        let screens = self.visible_mut();
        let ended = screens.map(|screen| screen.finish_animation(is_covered));
        ended.fold(false, |any, ended| any | ended)
    }

    /// Returns when the next [`Action::Tick`] is due, if one is: for a screen,
    /// an animation, or the clock in the header if `has_header`.
    pub fn deadline(&self, cx: &Context, has_header: bool) -> Option<Timestamp> {
        let deadlines = self.visible().filter_map(|screen| screen.deadline());
        let board = self.visible().find_map(|screen| screen.board());
        let next_frame = board.and_then(|board| board.animation().next_frame_at());
        let has_clock = has_header && cx.config.settings().is_on(Setting::Clock);
        let table = self.table().filter(|_| has_clock);
        let next_second = table.and_then(|table| table.session().next_second_at());
        deadlines.chain(next_frame).chain(next_second).min()
    }

    /// Draws the visible screens, and the rows below them.
    pub fn draw(&mut self, cx: &Context, buf: &mut Buffer) -> Frame {
        let theme = cx.look.theme();
        let mut frame = Frame::new(cx.look.size());
        buf.set_style(frame.area, theme.background);
        let [area, ..] = split(frame.area);
        frame.is_covered = self.top().board().is_none();
        for screen in self.visible_mut() {
            frame.begin_screen();
            screen.draw(cx, area, &mut frame, buf);
            if let Some(too_small) = &mut frame.too_small {
                too_small.size = window_size(too_small.size);
                fill(buf, frame.area, " ", theme.background);
                too_small.render(theme.text, frame.area, buf);
                return frame;
            }
        }
        footer::draw(&**self.top(), cx, &mut frame, buf);
        // Cards in flight stay below other screens.
        if let Some(board) = self.top().board() {
            board.render_floating(theme, buf);
        }
        theme.transliterate(buf);
        frame
    }
}
