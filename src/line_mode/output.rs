//! Writes the replies as text or as JSON.

use std::io;

use serde::Serialize;

use super::commands::Place;
use super::io::{Facts, Rejection, Reply};
use super::{Repl, ReplyFormat};
use crate::json::{self, PositionJson};
use crate::rules::Move;

/// A reply as a JSON object.
#[derive(Serialize)]
struct ReplyJson<'a> {
    ok: bool,
    understood: bool,
    answer: Option<&'a str>,
    error: Option<&'a str>,
    notices: &'a [String],
    #[serde(flatten)]
    facts: Facts,
    opened: bool,
    undone: usize,
    made: Vec<String>,
    replay: bool,
    state: Option<PositionJson<'a>>,
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
        let (notices, facts) = (
            std::mem::take(&mut self.notices),
            std::mem::take(&mut self.facts),
        );
        let (after, place) = (self.game_moves(), self.place());
        let opened = before.opened_games != after.opened_games;
        let (undone, made) = if opened {
            (0, &[][..])
        } else {
            let pairs = before.moves.iter().zip(&after.moves);
            let common = pairs.take_while(|(one, other)| one == other).count();
            (before.moves.len() - common, &after.moves[common..])
        };
        let line = json::to_line(&ReplyJson {
            ok: reply.is_ok(),
            understood: !matches!(reply, Err(Rejection::NotUnderstood(_))),
            answer: reply.as_deref().ok(),
            error: reply.as_ref().err().map(Rejection::text),
            notices: &notices,
            facts,
            opened,
            undone,
            made: made.iter().map(ToString::to_string).collect(),
            replay: matches!(place, Place::Replay(_)),
            state: place.game().map(|game| PositionJson::new(game, true)),
        })?;
        self.print(&line)
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
