//! The end of a game: how it is told, and what leads on.

use super::{Player, Wish};
use crate::rules::{Rules, Status};
use crate::words;

/// What leads on from the end of a game, and from one given up.
const ON: &str =
    "new deals another, again the same; undo, replay or export this one; help the commands.";
const GO_ON: &str =
    "undo or a move goes on with it; new deals another, again the same; help the commands.";

impl<R: Rules> Player<'_, R> {
    /// Whether nothing more is to be won in the game, unless something is taken back.
    pub(super) fn is_over(&self) -> bool {
        self.recall.given_up || self.sitting.game.status() != Status::Playing
    }

    pub(super) fn give_up(&mut self) -> String {
        if self.is_over() {
            return "the game is over".into();
        }
        self.recall.given_up = true;
        self.recall.looked_back = false;
        self.end().unwrap_or_default()
    }

    /// How the game ended, how that compares, and what can be done then, if it is over.
    pub(super) fn end(&mut self) -> Option<String> {
        let outcome = self.outcome()?;
        let compared = self.wish(Wish::Compare).ok().flatten();
        let on = if self.recall.given_up { GO_ON } else { ON };
        let lines = std::iter::once(outcome).chain(compared).chain([on.into()]);
        Some(lines.collect::<Vec<_>>().join("\n"))
    }

    /// How the game ended, if it is over.
    pub(super) fn outcome(&self) -> Option<String> {
        let game = &self.sitting.game;
        let moves = game.moves().len();
        let (after, so_far) = (words::counted(moves, "move"), words::so_far(game));
        match game.status() {
            Status::Won => Some(format!("Won in {after}.")),
            Status::Lost if moves == 0 => {
                Some("Lost: this deal opens without a single legal move.".into())
            }
            Status::Lost => Some(format!(
                "Lost after {after}: there is no legal move. {so_far}."
            )),
            Status::Playing if self.recall.given_up => {
                Some(format!("Given up after {after}. {so_far}."))
            }
            Status::Playing => None,
        }
    }
}
