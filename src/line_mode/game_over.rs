//! The end of a game: how it is told, and what leads on.

use super::{Repl, Request};
use crate::describe;
use crate::rules::Status;

/// What leads on from the end of a game, and from one given up.
const NEXT_STEPS: &str =
    "new deals another, again the same; undo, replay or export this one; help the commands.";
const NEXT_STEPS_GIVEN_UP: &str =
    "undo or a move goes on with it; new deals another, again the same; help the commands.";

impl Repl<'_> {
    /// Whether nothing more is to be won in the game, unless something is taken back.
    pub(super) fn is_over(&self) -> bool {
        self.state.given_up || self.played.game.status() != Status::Playing
    }

    pub(super) fn give_up(&mut self) -> String {
        if self.is_over() {
            return "the game is over".into();
        }
        self.state.given_up = true;
        self.state.postmortem_done = false;
        self.game_over_text().unwrap_or_default()
    }

    /// How the game ended, how that compares, and what can be done then, if it is over.
    pub(super) fn game_over_text(&mut self) -> Option<String> {
        let outcome = self.outcome_text()?;
        let compared = self.send_request(Request::CompareResult).ok().flatten();
        let on = if self.state.given_up {
            NEXT_STEPS_GIVEN_UP
        } else {
            NEXT_STEPS
        };
        let lines = std::iter::once(outcome).chain(compared).chain([on.into()]);
        Some(lines.collect::<Vec<_>>().join("\n"))
    }

    /// How the game ended, if it is over.
    pub(super) fn outcome_text(&self) -> Option<String> {
        let game = &self.played.game;
        let moves = game.moves().len();
        let (after, so_far) = (
            describe::pluralize(moves, "move"),
            describe::progress_line(game),
        );
        match game.status() {
            Status::Won => Some(format!("Won in {after}.")),
            Status::Lost if moves == 0 => {
                Some("Lost: this deal opens without a single legal move.".into())
            }
            Status::Lost => Some(format!(
                "Lost after {after}: there is no legal move. {so_far}."
            )),
            Status::Playing if self.state.given_up => {
                Some(format!("Given up after {after}. {so_far}."))
            }
            Status::Playing => None,
        }
    }
}
