//! Writes the replies as text or as JSON.

use std::io::{self, Write};
use std::mem;

use serde_json::{Value, json};

use super::reply::{Facts, Notice, NoticeKind, Rejection, Reply};
use crate::json::{self, joined};
use crate::rules::Move;

/// Writes replies, and notices between them.
pub(super) struct Printer<'a> {
    out: &'a mut dyn Write,
    is_json: bool,
    /// Whether to show that a line can be typed.
    has_prompt: bool,
    /// Whether the prompt is the last thing written.
    is_prompt_shown: bool,
    /// In JSON, what is to be said besides the next reply.
    notices: Vec<Notice>,
    /// In JSON, what the line has asked for.
    facts: Facts,
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

    pub(super) fn is_json(&self) -> bool {
        self.is_json
    }

    /// Writes a reply, and a notice after it. `changed` is whether another game came to the front, and the moves of
    /// the game shown before the line and after it.
    pub(super) fn write_reply(
        &mut self,
        reply: &Reply,
        notice: Option<String>,
        (opened, before, after): (bool, &[Move], &[Move]),
        is_replay: bool,
        state: Option<&Value>,
    ) -> io::Result<()> {
        if !self.is_json() {
            let text = reply.as_ref().map_or_else(Rejection::text, String::as_str);
            self.print(text)?;
            return notice.map_or(Ok(()), |notice| self.print(&notice));
        }
        let kind = NoticeKind::Error;
        self.notices
            .extend(notice.map(|text| Notice { kind, text }));
        let (notices, facts) = (mem::take(&mut self.notices), mem::take(&mut self.facts));
        let (undone, made) = if opened {
            (0, &[][..])
        } else {
            let pairs = before.iter().zip(after);
            let common = pairs.take_while(|(one, other)| one == other).count();
            (before.len() - common, &after[common..])
        };
        let answer = json!({
            "ok": reply.is_ok(),
            "understood": !matches!(reply, Err(Rejection::NotUnderstood(_))),
            "answer": reply.as_deref().ok(),
            "error": reply.as_ref().err().map(Rejection::text),
            "notices": notices,
        });
        let change = json!({
            "opened": opened,
            "undone": undone,
            "made": made,
            "replay": is_replay,
            "state": state,
        });
        self.print(&json::to_line(joined(joined(answer, json!(facts)), change)))
    }

    /// What the line has asked for, to be filled in.
    pub(super) fn facts(&mut self) -> &mut Facts {
        &mut self.facts
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
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

    /// Notes that a line was typed after the prompt.
    pub(super) fn end_prompt(&mut self) {
        self.is_prompt_shown = false;
    }

    /// Prints what cannot wait for the reply to a line. In JSON, the next reply has it.
    pub(super) fn print_notice(&mut self, kind: NoticeKind, text: &str) {
        if self.is_json() {
            let text = text.to_owned();
            return self.notices.push(Notice { kind, text });
        }
        // If this cannot be written, neither can the reply, which reports it.
        _ = self.print(text);
    }
}
