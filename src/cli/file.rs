//! Records named on the command line, and what is written to standard output as JSON.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Failure;
use crate::escape::{self, escape_text, io_error_message};
use crate::record::{PlayedGame, Record};

/// Whether a name stands for standard input or output.
pub(super) fn is_stdio(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Refuses a second name that stands for standard input or output.
pub(super) fn reject_repeated_stdio<'a>(
    files: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    if files.into_iter().filter(|path| is_stdio(path)).count() > 1 {
        let line = "- is standard input or output, and can be named only once";
        return Err(Failure::Usage(line.into()));
    }
    Ok(())
}

/// A file's name, fit to be shown.
pub(super) fn display_name(path: &Path) -> String {
    escape_text(&path.to_string_lossy())
}

/// Reads and replays the record in a file; else says why it is refused.
pub(super) fn read_session(path: &Path) -> Result<PlayedGame, String> {
    let record = if is_stdio(path) {
        Record::from_reader(io::stdin().lock())
    } else {
        let file = File::open(path)
            .map_err(|error| format!("cannot be read: {}", io_error_message(&error)))?;
        Record::from_reader(file)
    };
    record
        .and_then(|record| record.to_played_game())
        .map_err(|refused| refused.to_string())
}

/// As [`read_session`], for a command that cannot go on without the record.
pub(super) fn require_session(path: &Path) -> Result<PlayedGame, Failure> {
    read_session(path).map_err(|why| Failure::Failed(format!("{}: {why}", display_name(path))))
}

/// Writes an object on one line.
pub(super) fn write_json_line(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value)
        .map_err(|error| Failure::Failed(format!("standard output: {error}")))?;
    Ok(writeln!(out, "{}", escape::escape_json(&text))?)
}
