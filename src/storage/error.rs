//! Errors of the program's files.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::escape::{escape_path, io_error_message};
use crate::record::RecordError;

/// Why a file was not read or written. Text repeated from a file or its name is escaped.
#[derive(Debug, Error)]
pub enum StorageError {
    #[error("there is no data folder; set LARBOARD_HOME")]
    NoDataDir,
    #[error("there is no configuration folder; set LARBOARD_HOME")]
    NoConfigDir,
    #[error("LARBOARD_HOME begins with ~, which is not replaced by your home folder; write $HOME")]
    HomeWithTilde,
    #[error("Cannot read {}: {}", escape_path(.path), io_error_message(.source))]
    Read { path: PathBuf, source: io::Error },
    #[error("{}: {}", escape_path(.path), io_error_message(.source))]
    Write { path: PathBuf, source: io::Error },
    #[error("The results are now in {}: {}", escape_path(.path), io_error_message(.source))]
    ResultsMoved { path: PathBuf, source: io::Error },
    #[error(transparent)]
    RecordTooLarge(#[from] RecordError),
    #[error("This game is open in another window")]
    GameOpenElsewhere,
    #[error("Another window has played or removed this game since it was listed")]
    GameChanged,
    #[error("This game is at the table")]
    GameOpenHere,
    #[error("Your last game is open in another window. This is another game")]
    LastGameOpenElsewhere,
    #[error("Invalid saved game {}: {source}", escape_path(.path))]
    InvalidGame { path: PathBuf, source: RecordError },
}

impl StorageError {
    pub(super) fn read(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> StorageError {
        let path = path.into();
        |source| StorageError::Read { path, source }
    }

    pub(super) fn write(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> StorageError {
        let path = path.into();
        |source| StorageError::Write { path, source }
    }
}

/// What could be read, and why something is missing.
#[derive(Debug)]
pub struct Loaded<T> {
    pub value: T,
    pub warnings: Vec<StorageError>,
}
