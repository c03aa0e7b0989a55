//! The event loop: waits for events, has them handled and draws the next frame.

use std::io;
use std::sync::Arc;

use crossterm::event::MouseEventKind;
use ratatui::Terminal;
use ratatui::layout::Size;
use thiserror::Error;

use super::action::{Action, Mode};
use super::backend::WindowBackend;
use super::controller::{Control, Controller};
use super::event::{Event, EventQueue};
use super::frame::Frame;
use super::keymap::Key;
use super::mouse::MouseState;
use super::solver_worker::SolverWorker;
use super::terminal::TerminalGuard;
use crate::escape::io_error_message;
use crate::session::MonotonicClock;
use crate::storage::settings::BoolSetting;

/// Error that ends the program.
#[derive(Debug, Error)]
pub enum TuiError {
    /// The terminal cannot be used.
    #[error("cannot use the terminal: {}", io_error_message(.0))]
    Terminal(#[from] io::Error),
    /// The program has panicked and printed a message.
    #[error("internal error, see above")]
    Panicked,
}

/// Everything that the event loop works with.
pub(super) struct EventLoop {
    pub(super) controller: Controller,
    pub(super) events: EventQueue,
    pub(super) worker: SolverWorker,
    pub(super) guard: TerminalGuard,
    pub(super) terminal: Terminal<WindowBackend>,
    pub(super) clock: MonotonicClock,
    pub(super) mouse: MouseState,
    /// The frame that the player sees, which clicks are meant for.
    pub(super) shown: Arc<Frame>,
}

/// What to draw after an event. Of several, the last one includes the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Refresh {
    /// Nothing.
    Nothing,
    /// The frame.
    Frame,
    /// The whole window, because its contents are lost.
    Window,
    /// Nothing any more: the program ends.
    Quit,
}

impl EventLoop {
    /// Draws a frame, waits for events, and handles all that have happened; until the program ends.
    pub(super) fn run(&mut self) -> Result<(), TuiError> {
        // A terminal without an alternate screen shows what was there before.
        let mut change = Refresh::Window;
        while change != Refresh::Quit {
            let services = &self.controller.app.services;
            self.guard.set_mouse_capture(services.is_mouse_enabled())?;
            let has_clock = services.settings.is_on(BoolSetting::Clock);
            self.guard.set_focus_reports(has_clock)?;
            if change != Refresh::Nothing && self.guard.is_active() {
                if change == Refresh::Window {
                    self.terminal.clear()?;
                }
                self.draw()?;
            }
            self.worker.sync(&self.controller.app);
            change = self.handle_events()?;
        }
        Ok(())
    }

    /// Waits for the next event or deadline, then handles everything that has happened.
    fn handle_events(&mut self) -> Result<Refresh, TuiError> {
        let deadline = self.controller.app.deadline();
        let deadline = deadline.map(|deadline| self.clock.instant_at(deadline));
        let mut next = self.events.wait(deadline);
        let mut change = Refresh::Nothing;
        if self.clock.resync_after_sleep() {
            self.controller.update(Action::Resumed, self.clock.now());
            change = Refresh::Frame;
        }
        if next.is_none() {
            return self.update(Action::Tick);
        }
        while let Some(event) = next {
            change = change.max(self.handle_event(event)?);
            if change == Refresh::Quit {
                break;
            }
            next = self.events.try_next();
        }
        Ok(change)
    }

    fn handle_event(&mut self, event: Event) -> Result<Refresh, TuiError> {
        match event {
            Event::Key(key) => {
                let action = self.controller.app.resolve_key(Key::from(key));
                self.update(action)
            }
            Event::Mouse(event) => {
                let app = &mut self.controller.app;
                if matches!(event.kind, MouseEventKind::Down(_)) && app.finish_animation() {
                    self.shown = Arc::clone(app.frame());
                }
                let now = self.clock.now();
                for action in self.mouse.handle_event(event, &self.shown, now) {
                    if self.update(action)? == Refresh::Quit {
                        return Ok(Refresh::Quit);
                    }
                }
                Ok(Refresh::Frame)
            }
            Event::Paste(text) => {
                if self.controller.app.mode() == Mode::Prompt {
                    for c in text.chars() {
                        self.update(Action::InsertChar(c))?;
                    }
                }
                Ok(Refresh::Frame)
            }
            // Even to the same size: a window that was smaller for a moment has lost its contents.
            Event::Resized => Ok(Refresh::Window),
            Event::Focus(has_focus) => {
                let now = self.clock.now();
                self.controller.app.set_focus(has_focus, now);
                Ok(Refresh::Frame)
            }
            Event::Suspend => self.update(Action::Suspend),
            Event::Resume => {
                self.guard.resume()?;
                self.update(Action::Resumed)?;
                Ok(Refresh::Window)
            }
            Event::SearchReply(reply) => {
                let now = self.clock.now();
                Ok(if self.controller.handle_search_reply(&reply, now) {
                    Refresh::Frame
                } else {
                    Refresh::Nothing
                })
            }
            Event::Terminate => Ok(Refresh::Quit),
            Event::Panicked => Err(TuiError::Panicked),
        }
    }

    fn update(&mut self, action: Action) -> Result<Refresh, TuiError> {
        match self.controller.update(action, self.clock.now()) {
            Control::Continue => {}
            Control::Quit => return Ok(Refresh::Quit),
            Control::Suspend => {
                #[cfg(unix)]
                self.guard.suspend()?;
            }
        }
        Ok(Refresh::Frame)
    }

    /// Draws the frame and sends what differs from the last one.
    fn draw(&mut self) -> io::Result<()> {
        let (controller, now) = (&mut self.controller, self.clock.now());
        self.terminal.draw(|frame| {
            let Size { width, height } = frame.area().as_size();
            if (width, height) != controller.app.services.size {
                controller.update(Action::Resize(width, height), now);
            }
            controller.app.render(frame.buffer_mut());
            if let Some(focus) = controller.app.frame().focus {
                frame.set_cursor_position(focus);
            }
        })?;
        self.shown = Arc::clone(self.controller.app.frame());
        Ok(())
    }
}
