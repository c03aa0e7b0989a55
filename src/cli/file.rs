//! Files named on the command line, and JSON output.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Failure;
use crate::escape::{escape_path, io_error_message};
use crate::json;
use crate::record::{PlayedGame, Record, RecordError};

/// Whether a path is `-`, which means standard input or output.
pub fn is_stdio(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Rejects more than one `-`.
pub fn reject_repeated_stdio<'a>(
    files: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    if files.into_iter().filter(|path| is_stdio(path)).count() > 1 {
        let message = "- (standard input or output) can be given only once";
        return Err(Failure::usage(message));
    }
    Ok(())
}

/// Writes a note to standard error. If that is closed, the note is lost.
pub fn print_note(text: &str) {
    _ = writeln!(io::stderr(), "note: {text}");
}

/// Reads a file with a record, up to the size limit.
pub(super) fn read_bytes(path: &Path) -> Result<Vec<u8>, RecordError> {
    let bytes = if is_stdio(path) {
        Record::read_limited(io::stdin().lock())
    } else {
        File::open(path).and_then(Record::read_limited)
    };
    bytes.map_err(|error| RecordError::unreadable(&error))
}

/// Reads and replays a record.
pub(super) fn read_record(path: &Path) -> Result<PlayedGame, RecordError> {
    Record::from_slice(&read_bytes(path)?)?.to_played_game()
}

/// Like [`read_record`], with an error that names the file.
pub(super) fn require_record(path: &Path) -> Result<PlayedGame, Failure> {
    read_record(path).map_err(|error| read_failure(path, &error))
}

/// Opens a file to read it.
pub fn open(path: &Path) -> Result<File, Failure> {
    File::open(path).map_err(|error| read_failure(path, &RecordError::unreadable(&error)))
}

/// Returns the failure of a file that cannot be used.
pub fn read_failure(path: &Path, reason: &dyn Display) -> Failure {
    Failure::failed(format!("{}: {reason}", escape_path(path)))
}

/// Returns the message of a failed write to a file.
pub fn write_error_message(path: &Path, error: &io::Error) -> String {
    let (name, reason) = (escape_path(path), io_error_message(error));
    format!("cannot write {name}: {reason}")
}

/// Rounds a time in seconds to milliseconds, as JSON output has it.
pub fn to_milliseconds(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// Writes a JSON object as one line.
pub fn write_json_line(out: &mut dyn Write, object: Value) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", json::to_line(object))?)
}
