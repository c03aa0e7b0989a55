//! State of the front end: handles events, and lays out the frames.

use std::sync::Arc;

use jiff::Timestamp;
use ratatui::buffer::Buffer;

use super::action::{Action, Mode};
use super::context::Context;
use super::frame::Frame;
use super::keymap::Key;
use super::navigator::Navigator;
pub use super::next::Next;
use super::screen::Request;
use super::screen_stack::ScreenStack;
use super::screens::table::TableScreen;
use crate::record::PlayedGame;
use crate::session::{Profile, SearchReply, SearchRequest, Session, Start};
use crate::storage::results::Results;
use crate::storage::save_manager::SaveError;
use crate::storage::settings::Setting;
use crate::storage::stats::Stats;
use crate::variant::Variant;

/// State of the front end.
#[derive(Debug)]
pub struct App {
    pub context: Context,
    pub navigator: Navigator,
    /// The frame that the player sees, which clicks are meant for.
    frame: Frame,
    /// Whether the program is stopped, so that the clock does not run.
    is_suspended: bool,
    /// Whether keys go to the program, as far as the terminal says.
    has_focus: bool,
}

impl App {
    /// Opens the menu of a player.
    pub fn new(context: Context, profile: Profile) -> App {
        App {
            context,
            navigator: Navigator::new(profile),
            frame: Frame::default(),
            is_suspended: false,
            has_focus: true,
        }
    }

    /// Opens the first screen. Problems with the settings are shown already.
    pub fn open(&mut self, start: Start, warning: Option<String>) {
        self.navigator.open(start, warning, &mut self.context);
        self.run_clock();
    }

    /// Handles an action: the top screen changes its state, and what it requests is done. Every move
    /// is saved before the next frame is drawn.
    pub fn update(&mut self, action: Action, now: Timestamp) -> Next {
        self.context.now = now;
        // The time since a stop without warning was not played.
        if action != Action::Resumed {
            self.navigator.screens_mut().advance_clock(self.context.now);
        }
        if !matches!(action, Action::Tick | Action::Resize(..)) {
            self.navigator.screens_mut().note_activity(now);
            // The terminal need not say that it has the focus again.
            self.has_focus = true;
        }
        let requests = self.requests(action);
        let chosen = requests.iter().find_map(|request| match request {
            Request::CloseAndAct(action) => Some(*action),
            _ => None,
        });
        let cx = &mut self.context;
        self.navigator.save(cx);
        let next = self.navigator.handle_requests(requests, cx);
        self.run_clock();
        if let Some(action) = chosen {
            return self.update(action, now);
        }
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
        let was_canceled = self
            .navigator
            .screens_mut()
            .before_action(action, &mut self.context);
        let is_searching = self.screens().top().is_deal_search();
        match action {
            Action::Resize(columns, rows) => self.context.look.resize((columns, rows)),
            Action::Quit => return vec![Request::Quit],
            Action::Suspend => self.is_suspended = true,
            Action::Resumed => self.is_suspended = false,
            // A key that cancels a search does not close the table.
            Action::Close if was_canceled => {}
            _ if is_searching => {
                return self
                    .navigator
                    .screens_mut()
                    .handle_action(action, &mut self.context);
            }
            Action::NextTheme => self.context.cycle_setting(Setting::Theme, false),
            Action::ToggleFourColors => self.context.cycle_setting(Setting::FourColors, false),
            Action::Settings if self.mode() != Mode::Settings => {
                return vec![Request::OpenSettings];
            }
            Action::Results if self.mode() != Mode::Results => {
                return vec![Request::OpenResults];
            }
            _ => {
                return self
                    .navigator
                    .screens_mut()
                    .handle_action(action, &mut self.context);
            }
        }
        Vec::new()
    }

    /// Records whether the terminal has the focus. Without it, the clock does not run.
    pub fn set_focus(&mut self, has_focus: bool, now: Timestamp) -> Next {
        self.context.now = now;
        self.navigator.screens_mut().advance_clock(self.context.now);
        self.has_focus = has_focus;
        if has_focus {
            self.navigator.screens_mut().note_activity(now);
        }
        self.run_clock();
        Next::Draw
    }

    /// Ends the animation, so that a click hits the final table. Returns whether there was one.
    pub fn finish_animation(&mut self) -> bool {
        self.navigator.screens_mut().finish_animation()
    }

    pub fn mode(&self) -> Mode {
        self.screens().top().mode()
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
        let action = keymap.action(mode, key).or_else(|| {
            let key = key.in_us_layout()?;
            keymap.action(mode, key)
        });
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
        let has_header = self.frame.too_small.is_none();
        self.screens().deadline(&self.context, has_header)
    }

    /// Lets the clock of the game run if the player is there.
    fn run_clock(&mut self) {
        let is_attended = !self.is_suspended && self.has_focus;
        self.navigator
            .screens_mut()
            .run_clock(is_attended, self.context.now);
    }

    /// Draws the next frame on an empty buffer.
    pub fn draw(&mut self, buf: &mut Buffer) {
        self.frame = self.navigator.screens_mut().draw(&self.context, buf);
    }

    /// Returns the frame that is shown.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Takes what the terminal should copy to its clipboard, if a screen has requested that.
    pub fn take_copied(&mut self) -> Option<String> {
        self.navigator.take_copied()
    }

    pub fn screens(&self) -> &ScreenStack {
        self.navigator.screens()
    }

    /// Returns the table, even if another screen covers it.
    pub fn table(&self) -> Option<&TableScreen> {
        self.screens().table()
    }

    /// Returns the table mutably, even if another screen covers it.
    pub fn table_mut(&mut self) -> Option<&mut TableScreen> {
        self.navigator.screens_mut().table_mut()
    }

    /// Handles the reply of a search if the search is still requested.
    #[inline(never)]
    pub fn handle_search_reply(&mut self, reply: &SearchReply, now: Timestamp) -> Next {
        if self.search_request().as_ref() != Some(&reply.request) {
            return Next::Wait;
        }
        self.context.now = now;
        self.navigator.screens_mut().advance_clock(now);
        let cx = &mut self.context;
        if !self.navigator.record_search_reply(reply, cx) {
            return Next::Wait;
        }
        self.run_clock();
        Next::Draw
    }

    /// Returns the search that should run now.
    pub fn search_request(&self) -> Option<SearchRequest> {
        self.navigator.search_request(&self.context)
    }

    pub fn deal(&mut self, rules: Variant, seed: u64, now: Timestamp) {
        self.start_session(Session::deal(rules, seed, now));
    }

    /// Starts a game that was dealt.
    pub fn start_session(&mut self, session: Session) {
        self.navigator.start_session(session, &mut self.context);
        self.run_clock();
    }

    /// Replaces the results; an open results screen shows them with these statistics.
    pub fn show_results(&mut self, results: Arc<Results>, stats: &[Stats]) {
        self.navigator
            .show_results(results, stats, &mut self.context);
    }

    /// Saves the settings, and what was seen and chosen. Called once before each frame, because writing a
    /// synced file takes time.
    pub(super) fn save_settings(&mut self) {
        self.navigator.save_settings(&mut self.context);
    }

    /// Saves the settings and the game on the table for the last time. Returns the games that could not
    /// be saved.
    pub(super) fn close(&mut self, now: Timestamp) -> Vec<(PlayedGame, SaveError)> {
        self.navigator.close(now, &mut self.context)
    }
}
