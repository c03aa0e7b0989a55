//! The event loop: waits for events, has them handled and draws the next frame.

use std::io;
use std::sync::mpsc;

use crossterm::event::{MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::layout::Size;
use thiserror::Error;

use super::action::{Action, Mode};
use super::app::{App, Next};
use super::config::SettingOverride;
use super::keymap::Key;
use super::mouse::MouseState;
use super::theme::{Appearance, is_light};
use crate::escape::io_error_message;
use crate::session::{SearchReply, SearchRunner, instant_at, system_time};
use crate::storage::settings::Setting;
#[cfg(unix)]
use crate::terminal::JobSignals;
use crate::terminal::{Event, EventQueue, TerminalGuard, WindowBackend, is_answer_due};

/// Where the cursor is after a suit in the first row, if suits are two cells wide.
const WIDE_SUIT_END: (u16, u16) = (1, 3);

/// Error that ends the program.
#[derive(Debug, Error)]
pub enum TuiError {
    /// The terminal cannot be used.
    #[error("cannot use the terminal: {}", io_error_message(.0))]
    Terminal(#[from] io::Error),
    /// The signal of this number has ended the program.
    #[error("ended by signal {0}")]
    Stopped(i32),
    /// The program has panicked and printed a message.
    #[error("internal error, see above")]
    Panicked,
}

/// Everything that the event loop works with.
pub(super) struct EventLoop {
    pub(super) app: App,
    pub(super) events: EventQueue,
    #[cfg(unix)]
    pub(super) signals: JobSignals,
    pub(super) runner: SearchRunner,
    /// The replies of the runner, each announced by [`Event::Message`].
    pub(super) replies: mpsc::Receiver<Box<SearchReply>>,
    pub(super) guard: TerminalGuard,
    pub(super) terminal: Terminal<WindowBackend>,
    pub(super) mouse: MouseState,
}

impl EventLoop {
    /// Draws a frame, waits for events, and handles all that have happened; until the program ends.
    pub(super) fn run(&mut self) -> Result<(), TuiError> {
        // A terminal without an alternate screen shows what was there before.
        let mut next = Next::Redraw;
        while next != Next::Quit {
            self.app.context.save_settings();
            #[cfg(unix)]
            if next == Next::Suspend {
                self.guard.suspend(|| self.signals.is_continued())?;
            }
            let cx = &self.app.context;
            let settings = cx.config.settings();
            self.guard
                .set_mouse_capture(settings.is_on(Setting::Mouse))?;
            let appearance = cx.appearance();
            let has_suits = next == Next::Redraw && !appearance.ascii;
            let text = if has_suits { "♠" } else { "" };
            self.guard.ask(text, appearance.depends_on_background())?;
            if let Some(text) = self.app.context.copied.take() {
                self.guard.copy_to_clipboard(&text);
            }
            if next != Next::Wait && self.guard.is_active() {
                if next == Next::Redraw {
                    self.terminal.clear()?;
                }
                self.draw()?;
            }
            self.runner.sync(self.app.search_request());
            next = self.handle_events()?;
        }
        Ok(())
    }

    /// Waits for the next event or deadline, then handles everything that has happened.
    fn handle_events(&mut self) -> Result<Next, TuiError> {
        let deadline = self.app.deadline().map(instant_at);
        let mut event = self.events.wait(deadline);
        let mut next = Next::Wait;
        if event.is_none() {
            return Ok(self.update(Action::Tick));
        }
        while let Some(happened) = event {
            next = next.max(self.handle_event(happened)?);
            if next >= Next::Suspend {
                break;
            }
            event = self.events.try_next();
        }
        Ok(next)
    }

    fn handle_event(&mut self, event: Event) -> Result<Next, TuiError> {
        Ok(match event {
            Event::Key(key) => {
                let next = self.app.press(Key::from(key), system_time());
                // It takes the way of the signal, so that the last signal counts.
                #[cfg(unix)]
                if next == Next::Suspend && self.signals.request_suspend().is_ok() {
                    return Ok(Next::Wait);
                }
                if next == Next::Redraw {
                    self.guard.renew()?;
                }
                next
            }
            Event::Mouse(event) => self.handle_mouse(event)?,
            Event::Paste(text) => {
                if self.app.mode() == Mode::Prompt && self.app.frame.too_small.is_none() {
                    for c in text.chars() {
                        self.update(Action::InsertChar(c));
                    }
                }
                Next::Draw
            }
            // Even to the same size: a window that was smaller for a moment has lost its contents.
            // So has a terminal to which the session was attached anew, and it has other modes.
            Event::Resized => {
                self.guard.send_modes()?;
                Next::Redraw
            }
            Event::Focus(has_focus) => self.app.set_focus(has_focus, system_time()),
            Event::Background(color) => {
                let cx = &mut self.app.context;
                cx.set_appearance(Appearance {
                    light_background: is_light(color),
                    ..*cx.appearance()
                });
                Next::Draw
            }
            Event::CursorPosition(..) if !is_answer_due() => Next::Wait,
            Event::CursorPosition(row, column) => {
                self.guard.answered();
                if (row, column) != WIDE_SUIT_END {
                    return Ok(Next::Wait);
                }
                self.app.context.add_override(SettingOverride::WIDE_SUITS);
                Next::Redraw
            }
            Event::Suspend => self.update(Action::Suspend),
            Event::Resume => {
                self.guard.renew()?;
                self.update(Action::Resumed).max(Next::Redraw)
            }
            Event::Message => match self.replies.try_recv() {
                Ok(reply) => self.app.handle_search_reply(&reply, system_time()),
                Err(_) => Next::Wait,
            },
            Event::Terminate(signal) => return Err(TuiError::Stopped(signal)),
            Event::Panicked => return Err(TuiError::Panicked),
        })
    }

    fn handle_mouse(&mut self, event: MouseEvent) -> io::Result<Next> {
        let is_press = matches!(event.kind, MouseEventKind::Down(_));
        if is_press && self.app.finish_animation() {
            self.draw()?;
        }
        let mut next = Next::Draw;
        for action in self
            .mouse
            .handle_event(event, &self.app.frame, system_time())
        {
            next = next.max(self.update(action));
        }
        Ok(next)
    }

    fn update(&mut self, action: Action) -> Next {
        self.app.update(action, system_time())
    }

    /// Draws the frame and sends what differs from the last one.
    fn draw(&mut self) -> io::Result<()> {
        let (app, now) = (&mut self.app, system_time());
        self.terminal.draw(|frame| {
            let Size { width, height } = frame.area().as_size();
            if (width, height) != app.context.size {
                app.update(Action::Resize(width, height), now);
            }
            app.draw(frame.buffer_mut());
            if let Some(focus) = app.frame.focus {
                frame.set_cursor_position(focus);
            }
        })?;
        Ok(())
    }
}
