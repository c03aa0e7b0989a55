//! The facts of a game that its record, its saved game and its line of results share.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::fields::{deserialize_day, is_default};

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
    /// The number of moves that were made as a hint said. Never exported.
    #[serde(skip_serializing_if = "is_default")]
    pub hinted: u32,
    /// The day whose daily deal this is, if it was dealt as that. Never exported.
    #[serde(
        deserialize_with = "deserialize_day",
        skip_serializing_if = "Option::is_none"
    )]
    pub daily: Option<Date>,
}

impl Header {
    /// Whether a win in so many moves counts as solved: the solver showed some, or hints most of them.
    pub fn is_solved(&self, moves: usize) -> bool {
        self.shown > 0 || 2 * u64::from(self.hinted) > moves as u64
    }
}
