//! Replies to typed lines, as text or as JSON.

use serde::Serialize;

use crate::game::Game;
use crate::json::PositionJson;
use crate::rules::Move;
use crate::session::Refusal;
use crate::variant;

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
pub(super) struct ReplyJson<'a> {
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
    pub(super) fn new(
        reply: &'a Reply,
        notices: &'a [String],
        before: &GameMoves,
        after: &GameMoves,
        game: Option<&'a Game>,
        replay: bool,
    ) -> ReplyJson<'a> {
        let opened = before.opened_games != after.opened_games;
        let pairs = before.moves.iter().zip(&after.moves);
        let common = if opened {
            after.moves.len()
        } else {
            pairs.take_while(|(one, other)| one == other).count()
        };
        ReplyJson {
            ok: reply.is_ok(),
            understood: !matches!(reply, Err(Rejection::NotUnderstood(_))),
            answer: reply.as_deref().ok(),
            error: reply.as_ref().err().map(Rejection::text),
            notices,
            opened,
            undone: if opened {
                0
            } else {
                before.moves.len() - common
            },
            made: after.moves[common..]
                .iter()
                .map(ToString::to_string)
                .collect(),
            replay,
            state: game.map(PositionJson::new),
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
