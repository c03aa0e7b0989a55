//! The facts of a game that its record, its saved game and its line of results share.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::fields::{is_default, known_whole_number, lenient, whole_number};
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

/// How a game was played, as every file about it says: its fields are those of a record and of a line of results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Header {
    /// The playing time in whole seconds, without overlays and suspension.
    #[serde(deserialize_with = "whole_number")]
    pub seconds: u64,
    /// The number of undos, which the game counts.
    #[serde(deserialize_with = "whole_number")]
    pub undos: u32,
    /// The number of hints given.
    #[serde(deserialize_with = "whole_number")]
    pub hints: u32,
    /// The number of moves that the solver showed.
    #[serde(deserialize_with = "whole_number")]
    pub shown: u32,
    /// How often else the player was told more than the table shows. `None` if that is not known.
    #[serde(deserialize_with = "known_whole_number")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<u32>,
    /// How often that was a warning that no win is left. Never exported.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "is_default")]
    pub warned: u32,
    /// The number of moves that were made as a hint said, which the game counts. Never exported.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "is_default")]
    pub hinted: u32,
    /// The day whose daily deal this is, if it was dealt as that. Never exported.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "is_default")]
    pub daily: Option<Date>,
}

impl Header {
    /// Returns what is exported.
    #[must_use]
    pub fn exported(self) -> Header {
        Header {
            warned: 0,
            hinted: 0,
            daily: None,
            ..self
        }
    }

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
