//! Reads typed lines, and writes the replies as text or as JSON.

use std::io::{self, BufRead, ErrorKind};

use serde::Serialize;

use super::commands::Place;
use super::{Repl, ReplyFormat};
use crate::json::{self, PositionJson};
use crate::rules::Move;
use crate::session::Refusal;
use crate::variant;

/// Maximum number of bytes of a line. The rest is ignored.
const MAX_LINE_BYTES: usize = 1000;

/// Reads lines up to the first that cannot be read. A line longer than any command is cut, and bytes
/// that are not UTF-8 are replaced.
pub fn read_lines(mut input: impl BufRead) -> impl Iterator<Item = String> {
    std::iter::from_fn(move || read_line(&mut input))
}

fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut has_bytes = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let text = &chunk[..end.unwrap_or(chunk.len())];
        line.extend(text.iter().take(MAX_LINE_BYTES - line.len()));
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        has_bytes |= used > 0;
        if end.is_some() || used == 0 {
            return has_bytes.then(|| String::from_utf8_lossy(&line).into_owned());
        }
    }
}

/// The answer to a line, or why the line was rejected.
pub(super) type Reply = Result<String, Rejection>;

/// Why a line was rejected.
#[derive(Debug)]
pub(super) enum Rejection {
    /// The line is no command and no move, or a command with invalid arguments.
    NotUnderstood(String),
    /// The command or move is not possible now.
    Refused(String),
}

impl Rejection {
    pub(super) fn text(&self) -> &str {
        match self {
            Rejection::NotUnderstood(text) | Rejection::Refused(text) => text,
        }
    }
}

impl From<Refusal> for Rejection {
    fn from(refusal: Refusal) -> Rejection {
        Rejection::Refused(refusal.to_string())
    }
}

/// Says that a command needs a game.
pub(super) fn no_game_open() -> Rejection {
    Rejection::Refused(format!(
        "No game open. Type: play {}",
        variant::games()[0].id
    ))
}

/// A reply as a JSON object.
#[derive(Serialize)]
struct ReplyJson<'a> {
    ok: bool,
    understood: bool,
    answer: Option<&'a str>,
    error: Option<&'a str>,
    notices: &'a [String],
    opened: bool,
    undone: usize,
    made: Vec<String>,
    replay: bool,
    state: Option<PositionJson<'a>>,
}

impl<'a> ReplyJson<'a> {
    /// Describes a reply, what was said besides, and what the line changed in the game shown.
    fn new(
        reply: &'a Reply,
        notices: &'a [String],
        before: &GameMoves,
        after: &GameMoves,
        place: Place<'a>,
    ) -> ReplyJson<'a> {
        let opened = before.opened_games != after.opened_games;
        let (undone, made) = if opened {
            (0, &[][..])
        } else {
            let pairs = before.moves.iter().zip(&after.moves);
            let common = pairs.take_while(|(one, other)| one == other).count();
            (before.moves.len() - common, &after.moves[common..])
        };
        ReplyJson {
            ok: reply.is_ok(),
            understood: !matches!(reply, Err(Rejection::NotUnderstood(_))),
            answer: reply.as_deref().ok(),
            error: reply.as_ref().err().map(Rejection::text),
            notices,
            opened,
            undone,
            made: made.iter().map(ToString::to_string).collect(),
            replay: matches!(place, Place::Replay(_)),
            state: place.game().map(PositionJson::new),
        }
    }
}

/// The game shown and its moves, to find out what a line changes.
#[derive(Clone, Debug, Default)]
pub(super) struct GameMoves {
    /// The number of games opened so far.
    pub(super) opened_games: usize,
    /// The moves of the game shown.
    pub(super) moves: Vec<Move>,
}

impl Repl<'_> {
    /// Writes a reply, and a notice after it.
    pub(super) fn write_reply(
        &mut self,
        reply: &Reply,
        notice: Option<String>,
        before: &GameMoves,
    ) -> io::Result<()> {
        if self.options.format == ReplyFormat::Text {
            let text = reply.as_ref().map_or_else(Rejection::text, String::as_str);
            self.print(text)?;
            return notice.map_or(Ok(()), |notice| self.print(&notice));
        }
        self.notices.extend(notice);
        let notices = std::mem::take(&mut self.notices);
        let after = self.game_moves();
        let json = ReplyJson::new(reply, &notices, before, &after, self.place());
        let line = json::to_line(&json)?;
        self.print(&line)
    }

    /// Writes the reply to `quit`, which is empty.
    pub(super) fn write_last_reply(&mut self, before: &GameMoves) -> io::Result<()> {
        match self.options.format {
            ReplyFormat::Text => Ok(()),
            ReplyFormat::Json => self.write_reply(&Ok(String::new()), None, before),
        }
    }

    /// The game shown and its moves, if the next reply has to say what changed.
    pub(super) fn game_moves(&self) -> GameMoves {
        if self.options.format == ReplyFormat::Text {
            return GameMoves::default();
        }
        GameMoves {
            opened_games: self.opened_games,
            moves: self
                .place()
                .game()
                .map_or(Vec::new(), |game| game.moves().collect()),
        }
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        // A notice does not share the line of the prompt, which follows it again.
        let was_prompt_shown = std::mem::take(&mut self.is_prompt_shown);
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
        if self.options.prompt {
            self.is_prompt_shown = true;
            write!(self.out, "> ")?;
        }
        self.out.flush()
    }

    /// Prints what cannot wait for the reply to a line. In JSON, the next reply has it.
    pub(super) fn print_notice(&mut self, text: &str) {
        if self.options.format == ReplyFormat::Json {
            return self.notices.push(text.into());
        }
        // If this cannot be written, neither can the reply, which reports it.
        _ = self.print(text);
    }
}
