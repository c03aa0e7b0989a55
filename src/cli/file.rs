//! Records named on the command line, and what is written to standard output as JSON.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Failure;
use crate::escape::{self, escaped, reason};
use crate::record::{Record, Sitting};
use crate::rules::Variant;

/// Whether a name stands for standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Refuses a second name that stands for standard input or output.
pub(super) fn check_standard<'a>(
    files: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    if files.into_iter().filter(|path| is_standard(path)).count() > 1 {
        let line = "- is standard input or output, and can be named only once";
        return Err(Failure::Usage(line.into()));
    }
    Ok(())
}

/// A file's name, fit to be shown.
pub(super) fn name(path: &Path) -> String {
    escaped(&path.to_string_lossy())
}

/// Reads and replays the record in a file; else says why it is refused.
pub(super) fn open(path: &Path) -> Result<Sitting<Variant>, String> {
    let record = if is_standard(path) {
        Record::load(io::stdin().lock())
    } else {
        let file =
            File::open(path).map_err(|error| format!("cannot be read: {}", reason(&error)))?;
        Record::load(file)
    };
    record
        .and_then(|record| record.open())
        .map_err(|refused| refused.to_string())
}

/// As [`open`], for a command that cannot go on without the record.
pub(super) fn need(path: &Path) -> Result<Sitting<Variant>, Failure> {
    open(path).map_err(|why| Failure::Undone(format!("{}: {why}", name(path))))
}

/// Writes an object on one line.
pub(super) fn json_line(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value)
        .map_err(|error| Failure::Undone(format!("standard output: {error}")))?;
    Ok(writeln!(out, "{}", escape::json(&text))?)
}
