//! The facts of a game that its record, its saved game and its line of results share.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::fields::{is_default, parsed};
use crate::rules::Status;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "lowercase")]
pub enum GameOutcome {
    /// The game is in progress and does not count yet.
    Playing,
    /// The cards are home, or none is left in the hand.
    Won,
    /// No legal move was left.
    Lost,
    /// The player gave up.
    #[strum(serialize = "given up")]
    GivenUp,
}

impl GameOutcome {
    pub(super) fn new(status: Status, given_up: bool) -> GameOutcome {
        match status {
            Status::Playing if given_up => GameOutcome::GivenUp,
            Status::Playing => GameOutcome::Playing,
            Status::Won => GameOutcome::Won,
            Status::Lost => GameOutcome::Lost,
        }
    }

    /// Whether the game is over and cannot be resumed.
    pub fn is_final(self) -> bool {
        self != GameOutcome::Playing
    }
}

/// The kinds of wins, the better the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Win {
    /// More than half of the moves were hints, or the solver has shown a solution of the deal.
    Solved,
    /// With help.
    Won,
    /// Without help.
    Clean,
}

/// How a game was played, as every file about it says. A new fact is also a field of a record, and of a line
/// of results if it should be there too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Header {
    /// The playing time in whole seconds, without overlays and suspension.
    pub seconds: u64,
    /// The number of hints given.
    pub hints: u32,
    /// The number of moves that the solver showed.
    pub shown: u32,
    /// How often else the player was told more than the table shows. `None` if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<u32>,
    /// The number of moves that were made as a hint said. Never exported.
    #[serde(skip_serializing_if = "is_default")]
    pub hinted: u32,
    /// The day whose daily deal this is, if it was dealt as that. Never exported.
    #[serde(deserialize_with = "parsed", skip_serializing_if = "Option::is_none")]
    pub daily: Option<Date>,
}

impl Header {
    /// Whether the player is known to have been told more than the table shows.
    pub fn has_help(&self) -> bool {
        (self.hints, self.shown, self.asked.unwrap_or(0)) != (0, 0, 0)
    }

    /// Returns the kind of a win in so many moves.
    pub fn win(&self, moves: usize) -> Win {
        if self.shown > 0 || 2 * u64::from(self.hinted) > moves as u64 {
            Win::Solved
        } else if (self.hints, self.shown, self.asked) == (0, 0, Some(0)) {
            Win::Clean
        } else {
            Win::Won
        }
    }
}
