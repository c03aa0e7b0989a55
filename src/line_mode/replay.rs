//! Looking at a game move by move, by typed lines.

use std::io::{self, Write};

use super::{
    Exit, OutputOptions, Repl, Request, Response, SearchControl, SessionState, unknown_command,
};
use crate::describe::{self, pluralize};
use crate::record::PlayedGame;

/// What can be typed besides what tells of the table.
const REPLAY_COMMANDS: [(&str, &str); 7] = [
    ("on [N or all], or l, j, an empty line", "the next moves"),
    ("back [N or all], or h, k", "so many moves back"),
    ("start, end, or a number, or # and one", "to that position"),
    ("play-on", "play on from here, in a game of your own"),
    (
        "status, table, peek, find, moves, names, rules, export",
        "as at the table",
    ),
    (
        "menu, take-up, play, replay, over, results, settings",
        "as at the table too",
    ),
    ("close, or q", "back to where you were"),
];

/// Tells a game that was played move by move, from its deal, until it is closed or left: then
/// returns true, and false at the end of the lines. `grant` exports it, and sits down to play on
/// from where it stands.
///
/// # Errors
/// The answer could not be written.
pub fn run_replay(
    sitting: &mut PlayedGame,
    lines: impl Iterator<Item = String>,
    out: &mut impl Write,
    manner: &mut OutputOptions,
    searching: &SearchControl,
    mut grant: impl FnMut(Request, &mut PlayedGame, &mut OutputOptions) -> Response,
) -> io::Result<bool> {
    sitting.game.seek(0);
    let mut player = Repl {
        state: &mut SessionState::new(&sitting.game),
        played: sitting,
        options: manner,
        out,
        search_control: searching,
        handle_request: &mut grant,
    };
    let (status, moves) = (player.status(), pluralize(player.total_moves(), "move"));
    writeln!(
        player.out,
        "{status}\nA replay of {moves}: on tells the next, help the commands."
    )?;
    player.out.flush()?;
    for line in lines {
        let Ok(words) = player.handle_replay_line(line.trim()) else {
            return Ok(true);
        };
        writeln!(player.out, "{words}")?;
        player.out.flush()?;
    }
    Ok(false)
}

impl Repl<'_> {
    /// How many moves the game has, those taken back too.
    fn total_moves(&self) -> usize {
        let game = &self.played.game;
        game.moves().len() + game.undone().len()
    }

    /// The answer to a line of a replay, unless it is left.
    fn handle_replay_line(&mut self, line: &str) -> Result<String, Exit> {
        let line = line.trim_start_matches('#').trim_start();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        let here = self.played.game.moves().len();
        let many = match rest {
            "" => Some(1),
            "all" => Some(self.total_moves()),
            number => number.parse().ok(),
        };
        Ok(match (&*word, many) {
            ("" | "on" | "l" | "j", Some(many)) => self.step_forward(many),
            ("back" | "h" | "k", Some(many)) => self.seek(here.saturating_sub(many)),
            ("start", _) => self.seek(0),
            ("end", _) => self.seek(usize::MAX),
            ("close" | "q" | "quit", _) => return Err(Exit),
            ("play-on", _) => self.request_message(Request::PlayFromHere)?,
            ("help" | "?", _) => {
                let told = REPLAY_COMMANDS.map(|(typed, about)| format!("{typed}: {about}"));
                told.join("\n")
            }
            _ => match (word.parse(), self.handle_query(line)) {
                (Ok(number), _) => self.seek(number),
                (_, Some(told)) => told?,
                (_, None) => unknown_command(line),
            },
        })
    }

    /// Goes to the position after so many moves, and says which it is.
    fn seek(&mut self, moves: usize) -> String {
        self.played.game.seek(moves);
        let there = self.played.game.moves().len();
        format!("move {there} of {}", self.total_moves())
    }

    /// Tells the next moves, a line each.
    fn step_forward(&mut self, many: usize) -> String {
        let mut told = Vec::new();
        for _ in 0..many {
            let at = self.played.game.moves().len();
            let before = describe::snapshot(self.played.game.table());
            self.played.game.seek(at + 1);
            let game = &self.played.game;
            if game.moves().len() == at {
                break;
            }
            let words = describe::changes(&before, game.last_move_changes(), self.notation());
            told.push(format!("{}. {}", at + 1, self.with_hand_view(words)));
        }
        if self.played.game.undone().len() == 0 {
            told.extend(
                self.outcome_text()
                    .or(Some("that was the last move".into())),
            );
        }
        told.join("\n")
    }
}
