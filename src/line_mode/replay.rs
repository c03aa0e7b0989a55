//! The place where a replay is shown: a game move by move.

use super::commands::parse_count;
use super::context::LineContext;
use super::inspect::game_status;
use super::io::{Rejection, Reply, unknown_command};
use crate::describe::{self, pluralize, sentence};
use crate::session::{Replay, text};

/// A replay of a game by typed lines.
pub(super) struct ReplayPlace {
    replay: Replay,
}

impl ReplayPlace {
    /// Opens a replay at the deal. Also returns what is said about it.
    ///
    /// # Errors
    /// The game has no moves.
    pub(super) fn open(replay: Replay) -> Result<(ReplayPlace, String), Rejection> {
        let moves = match replay.total_moves() {
            0 => return Err(Rejection::Refused(text::NO_MOVES_YET.into())),
            moves => pluralize(moves, "move"),
        };
        let status = game_status(replay.game());
        let greeting =
            format!("{status}\nReplay of {moves}. next: the next move, help: all commands");
        Ok((ReplayPlace { replay }, greeting))
    }

    pub(super) fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Answers a line that is no command: the number of a move.
    pub(super) fn go_to_move(&mut self, line: &str, cx: &LineContext<'_>) -> Reply {
        let number = line.trim_start_matches('#').trim_start();
        match number.parse() {
            Ok(number) => Ok(self.seek(number)),
            Err(_) if number.is_empty() => self.step_forward(number, cx),
            Err(_) => Err(unknown_command(line)),
        }
    }

    /// Goes to the place after so many moves, or to the last.
    pub(super) fn seek(&mut self, moves: usize) -> String {
        self.replay.seek(moves);
        let (here, all) = (self.replay.moves_made(), self.replay.total_moves());
        format!("Move {here} of {all}")
    }

    pub(super) fn step_back(&mut self, count: &str) -> Reply {
        let count = parse_count("back", count)?;
        Ok(self.seek(self.replay.moves_made().saturating_sub(count)))
    }

    /// Describes the next moves, a line each.
    pub(super) fn step_forward(&mut self, count: &str, cx: &LineContext<'_>) -> Reply {
        let (count, notation) = (parse_count("next", count)?, cx.notation());
        let replay = &mut self.replay;
        let mut lines = Vec::new();
        for _ in 0..count {
            if !replay.step() {
                break;
            }
            let game = replay.game();
            let text = sentence(&describe::events(&game.last_move_events(), notation));
            let view = describe::visible_hand_text(game, notation)
                .filter(|_| !replay.outcome().is_final())
                .map_or(String::new(), |view| format!("; {view}"));
            lines.push(format!("{}. {text}{view}", replay.moves_made()));
        }
        if replay.is_at_end() {
            let headline = text::game_over_headline(replay.played(), replay.outcome());
            lines.push(headline.unwrap_or_else(|| "That was the last move".into()));
        }
        Ok(lines.join("\n"))
    }

    /// Completes the review of the game and describes it.
    pub(super) fn review(&mut self, cx: &mut LineContext<'_>) -> Reply {
        let review = self.replay.review_mut()?;
        if cx.complete_review(review) {
            return Ok(text::REVIEW_CANCELED.into());
        }
        Ok(cx.notation().replace_symbols(&review.description()))
    }
}
