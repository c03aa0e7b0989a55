//! The ids of saved games.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The permanent id of a saved game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct SaveId(String);

impl SaveId {
    /// Longer than any generated id.
    const MAX_LEN: usize = 100;

    /// Creates an id: the date and a random number, so that a wrong clock cannot make two equal.
    pub fn new(now: Timestamp) -> SaveId {
        let day = now.strftime("%Y%m%d");
        SaveId(format!("{day}-{:016x}", rand::random::<u64>()))
    }
}

/// Error for text that is no id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not an id")]
pub struct ParseSaveIdError;

impl TryFrom<String> for SaveId {
    type Error = ParseSaveIdError;

    /// Rejects anything that could name a file in another folder.
    fn try_from(text: String) -> Result<SaveId, ParseSaveIdError> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let is_valid = (1..=SaveId::MAX_LEN).contains(&text.len()) && text.chars().all(is_allowed);
        is_valid.then_some(SaveId(text)).ok_or(ParseSaveIdError)
    }
}

impl fmt::Display for SaveId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
