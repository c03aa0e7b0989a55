//! Reads typed lines, and what is answered: a text and facts, or why a line is rejected.

use std::error::Error;
use std::io::{BufRead, Read};

use serde::Serialize;
use serde_json::Value;

use crate::escape::quote;
use crate::rules::Move;
use crate::solver::Tally;
use crate::variant;

/// Maximum number of bytes of a line. The rest is ignored.
const MAX_LINE_BYTES: u64 = 1000;

/// Reads lines up to the first that cannot be read. A line longer than any command is cut, and bytes
/// that are not UTF-8 are replaced. A byte order mark before a line is left out.
pub fn read_lines(mut input: impl BufRead) -> impl Iterator<Item = String> {
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        // An error ends the line, and the next one the input.
        let mut start = input.by_ref().take(MAX_LINE_BYTES);
        _ = start.read_until(b'\n', &mut line);
        if start.limit() == 0 && !line.ends_with(b"\n") {
            _ = input.skip_until(b'\n');
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches('\n').trim_start_matches('\u{feff}');
        (!line.is_empty()).then(|| text.to_owned())
    })
}

/// The answer to a line, or why the line was rejected.
pub(super) type Reply = Result<String, Rejection>;

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

impl<E: Error> From<E> for Rejection {
    fn from(error: E) -> Rejection {
        Rejection::Refused(error.to_string())
    }
}

pub(super) fn game_names() -> String {
    variant::games().map(|info| info.id).join(", ")
}

pub(super) fn no_game_open() -> Rejection {
    let id = variant::games()[0].id;
    Rejection::Refused(format!("No game open. Type: play {id}"))
}

pub(super) fn unknown_command(line: &str) -> Rejection {
    Rejection::NotUnderstood(if line.is_empty() {
        "Type a move, or help".into()
    } else {
        format!("Unknown: {}. help: all commands", quote(line))
    })
}

pub(super) fn unknown_game(name: &str) -> Rejection {
    let (name, games) = (quote(name), game_names());
    Rejection::NotUnderstood(format!("Unknown game {name}. The games are {games}"))
}

/// What a notice, a message besides the answers, is about.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum NoticeKind {
    /// A saved game was resumed.
    Resumed,
    /// The game cannot be won any more, or when it was lost.
    Lost,
    /// A shorter win is known.
    Shorter,
    /// A search runs.
    Searching,
    /// Something could not be read or saved, or can be again.
    Error,
}

/// What a line has asked for, besides the text that says it.
#[derive(Debug, Default, Serialize)]
pub(super) struct Facts {
    /// A move, and what it is for.
    pub hint: Option<Value>,
    pub odds: Option<Tally>,
    pub verdict: Option<&'static str>,
    /// The next moves of a winning line.
    pub solution: Option<Vec<Move>>,
    pub review: Option<Value>,
    /// A try to find a better move, and what it does.
    pub better: Option<Value>,
    /// The games, and those to resume.
    pub menu: Option<Value>,
    pub finished: Option<Vec<Value>>,
    pub results: Option<Vec<Value>>,
}
