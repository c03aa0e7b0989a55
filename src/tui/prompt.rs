//! Prompt: a line typed at the bottom of the window.

use super::action::Action;
use super::screen::PromptKind;

/// Maximum length of the line, in bytes.
const MAX_LEN: usize = 44;

/// A line being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prompt {
    pub(super) kind: PromptKind,
    pub(super) text: String,
}

impl Prompt {
    /// Returns the line with its label.
    pub(super) fn line(&self) -> String {
        format!("{}{}", self.kind.label(), self.text)
    }

    /// Changes the line. Returns whether the action is one that does.
    pub(super) fn edit(&mut self, action: Action) -> bool {
        match action {
            Action::InsertChar(c) if self.text.len() < MAX_LEN && !c.is_control() => {
                self.text.push(c);
            }
            Action::Backspace if !self.text.is_empty() => _ = self.text.pop(),
            Action::DeleteWord => {
                let words = self.text.trim_end();
                let last = words.rfind(' ').map_or(0, |space| space + 1);
                self.text.truncate(last);
            }
            Action::DeleteLine => self.text.clear(),
            _ => return false,
        }
        true
    }
}
