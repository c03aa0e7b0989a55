//! Writes the replies as text or as JSON.

use std::io::{self, Write};
use std::mem;

use serde_json::{Value, json};

use super::reply::{Facts, NoticeKind};

/// Writes replies, and notices between them.
pub(super) struct Printer<'a> {
    out: &'a mut dyn Write,
    pub(super) is_json: bool,
    /// Whether to show that a line can be typed.
    has_prompt: bool,
    /// Whether the prompt is the last thing written.
    pub(super) is_prompt_shown: bool,
    /// In JSON, what is to be said besides the next reply.
    pub(super) notices: Vec<Value>,
    /// In JSON, what the line has asked for, to be filled in.
    pub(super) facts: Facts,
}

impl<'a> Printer<'a> {
    pub(super) fn new(out: &'a mut dyn Write, is_json: bool, has_prompt: bool) -> Printer<'a> {
        Printer {
            out,
            is_json,
            has_prompt,
            is_prompt_shown: false,
            notices: Vec::new(),
            facts: Facts::default(),
        }
    }

    pub(super) fn print(&mut self, text: &str) -> io::Result<()> {
        // A notice does not share the line of the prompt, which follows it again.
        let was_prompt_shown = mem::take(&mut self.is_prompt_shown);
        if was_prompt_shown {
            writeln!(self.out)?;
        }
        writeln!(self.out, "{text}")?;
        if was_prompt_shown {
            self.show_prompt()
        } else {
            self.out.flush()
        }
    }

    pub(super) fn show_prompt(&mut self) -> io::Result<()> {
        if self.has_prompt {
            self.is_prompt_shown = true;
            write!(self.out, "> ")?;
        }
        self.out.flush()
    }

    /// Prints what cannot wait for the reply to a line. In JSON, the next reply has it.
    pub(super) fn print_notice(&mut self, kind: NoticeKind, text: &str) {
        if self.is_json {
            return self.notices.push(json!({ "kind": kind, "text": text }));
        }
        // If this cannot be written, neither can the reply, which reports it.
        _ = self.print(text);
    }
}
