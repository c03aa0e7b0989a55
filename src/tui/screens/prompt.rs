//! Prompt: a line typed at the bottom of the window.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use crate::tui::action::{Action, Mode};
use crate::tui::frame::Frame;
use crate::tui::screen::{Context, PromptKind, Request, Screen};
use crate::tui::services::Services;
use crate::tui::widgets::write;
use crate::tui::wrap::display_width;

/// Maximum length of the line, in bytes.
const MAX_LEN: usize = 44;

/// Columns for the longest line, its label, its cursor and a gap.
const TEXT_WIDTH: u16 = 6 + MAX_LEN as u16 + 4;

/// A line being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    kind: PromptKind,
    text: String,
}

impl Prompt {
    /// Opens an empty line.
    pub fn new(kind: PromptKind) -> Prompt {
        Prompt::with_text(kind, String::new())
    }

    /// Opens a line that begins with a text.
    pub fn with_text(kind: PromptKind, text: String) -> Prompt {
        Prompt { kind, text }
    }
}

impl Screen for Prompt {
    fn mode(&self) -> Mode {
        Mode::Prompt
    }

    fn handle_action(&mut self, action: Action, cx: &mut Context<'_>) {
        match action {
            Action::InsertChar(c) if self.text.len() < MAX_LEN && !c.is_control() => {
                self.text.push(c);
                cx.request(Request::InputChanged(self.text.clone()));
            }
            Action::Backspace if !self.text.is_empty() => {
                self.text.pop();
                cx.request(Request::InputChanged(self.text.clone()));
            }
            Action::Select => {
                cx.request(Request::Submit(self.kind, self.text.trim().to_owned()));
            }
            Action::Backspace | Action::Cancel | Action::Close | Action::Click(_) => {
                cx.request(Request::Close);
            }
            _ => {}
        }
    }

    fn lay_out(&mut self, _services: &Services, frame: &mut Frame) {
        frame.cover_lower_screens();
        frame.reserved_width = TEXT_WIDTH;
        let typed = display_width(self.kind.label()) + display_width(&self.text);
        frame.focus = Some(Position::new(frame.content.x + typed, frame.message_row));
    }

    fn render(&self, services: &Services, frame: &Frame, buf: &mut Buffer) {
        let theme = &services.theme;
        let row = frame.message_row;
        let x = write(buf, frame.content.x, row, self.kind.label(), theme.dim);
        let x = write(buf, x, row, &self.text, theme.strong);
        write(buf, x, row, "_", theme.cursor);
    }

    fn pauses_clock(&self) -> bool {
        false
    }
}
