//! What line mode is started with, and what it ends with.

use std::path::Path;

use crate::describe::CardNotation;
use crate::record::{PlayedGame, RecordError};
use crate::session::{DealSource, Session};
use crate::storage::saves::SaveError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyFormat {
    Text,
    /// As one JSON object for the start and for each line.
    Json,
}

#[derive(Clone, Copy, Debug)]
pub struct LineModeOptions {
    /// How cards are named unless a setting or a command says otherwise.
    pub notation: CardNotation,
    /// Whether to use letters instead of suit symbols, whatever the setting says.
    pub ascii: Option<bool>,
    pub format: ReplyFormat,
    /// Whether cards have full names, whatever the setting says.
    pub full_names: bool,
    /// Whether to show that a line can be typed.
    pub prompt: bool,
    /// Where new deals come from, whatever the setting says.
    pub source: Option<DealSource>,
    /// Reads the record in a file, for `replay FILE`; or says why it cannot be read.
    pub read_record: fn(&Path) -> Result<PlayedGame, RecordError>,
}

#[derive(Debug, Default)]
pub struct LineModeExit {
    pub session: Option<Session>,
    pub unsaved: Vec<(PlayedGame, SaveError)>,
    /// What ended line mode too early.
    pub error: Option<ExitError>,
    /// Whether lines were typed and none of them was a command or a move.
    pub nothing_understood: bool,
}

/// Why line mode ended too early.
#[derive(Debug)]
pub enum ExitError {
    Output(std::io::Error),
    /// A search has panicked and printed a message.
    Panicked,
    /// There was no game to start with, for this reason.
    NoGame(String),
}

impl From<std::io::Error> for ExitError {
    fn from(error: std::io::Error) -> ExitError {
        ExitError::Output(error)
    }
}
