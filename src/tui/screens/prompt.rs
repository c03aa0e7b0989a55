//! Prompt: a line typed at the bottom of the window.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::action::{Action, Mode};
use crate::tui::context::Context;
use crate::tui::frame::Frame;
use crate::tui::screen::{PromptKind, Request, Screen};

/// Maximum length of the line, in bytes.
const MAX_LEN: usize = 44;

/// A line being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    kind: PromptKind,
    text: String,
}

impl Prompt {
    /// Opens a line that begins with a text.
    pub fn new(kind: PromptKind, text: String) -> Prompt {
        Prompt { kind, text }
    }

    fn truncate(&mut self, len: usize) -> Request {
        self.text.truncate(len);
        Request::InputChanged(self.text.clone())
    }
}

impl Screen for Prompt {
    fn mode(&self) -> Mode {
        Mode::Prompt
    }

    fn handle_action(&mut self, action: Action, _cx: &mut Context) -> Option<Request> {
        match action {
            Action::InsertChar(c) if self.text.len() < MAX_LEN && !c.is_control() => {
                self.text.push(c);
                Some(Request::InputChanged(self.text.clone()))
            }
            Action::Backspace if !self.text.is_empty() => {
                let last = self.text.chars().next_back().map_or(0, char::len_utf8);
                Some(self.truncate(self.text.len() - last))
            }
            Action::DeleteWord => {
                let words = self.text.trim_end();
                let last = words.rfind(' ').map_or(0, |space| space + 1);
                Some(self.truncate(last))
            }
            Action::DeleteLine => Some(self.truncate(0)),
            Action::Select => Some(Request::Submit(self.kind, self.text.trim().to_owned())),
            Action::Backspace | Action::Cancel | Action::Close | Action::Click(_) => {
                Some(Request::Close)
            }
            _ => None,
        }
    }

    fn draw(&mut self, _: &Context, _: Rect, frame: &mut Frame, _: &mut Buffer) {
        frame.prompt = Some(format!("{}{}", self.kind.label(), self.text));
    }

    fn pauses_clock(&self) -> bool {
        false
    }
}
