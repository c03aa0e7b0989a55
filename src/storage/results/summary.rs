//! The summary of a long results file: what its first lines add up to.

use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::storage::AtomicFile;
use crate::storage::file_ops;
use crate::storage::game_result::GameOutcome;
use crate::storage::stats::Totals;

/// Format of the summary; another one is not read.
pub(super) const FORMAT: u32 = 2;

/// Number of bytes before the end of the summarized lines by which they are recognized.
const CHECKED_BYTES: u64 = 4096;

/// Maximum size of a summary in bytes.
const MAX_SUMMARY_BYTES: u64 = 1 << 26;

/// The summary.
#[derive(Serialize, Deserialize)]
pub(super) struct Summary<'a> {
    pub(super) format: u32,
    /// Length of the lines that are summarized.
    pub(super) bytes: u64,
    /// Hash of the last of these bytes.
    pub(super) check: u64,
    pub(super) line_count: usize,
    pub(super) unreadable_lines: usize,
    pub(super) too_long_lines: usize,
    /// The seed of each day whose deal was won, and the ids of the games won.
    #[serde(borrow)]
    pub(super) daily_wins: Vec<(u64, Vec<&'a str>)>,
    #[serde(borrow)]
    pub(super) entries: Vec<SummaryEntry<'a>>,
}

/// Results that count, in the order of the file.
#[derive(Serialize, Deserialize)]
pub(super) enum SummaryEntry<'a> {
    /// One game: its line, and its latest outcome, which may be another one.
    Game(#[serde(borrow)] &'a RawValue, GameOutcome),
    /// Several games of one kind: its id and options.
    Folded(&'a str, #[serde(borrow)] &'a RawValue, Totals),
}

impl<'a> Summary<'a> {
    /// Parses a summary. `None` if it is not one of this results file.
    pub(super) fn parse(text: &'a [u8], results: &mut File) -> Option<Summary<'a>> {
        let summary: Summary<'_> = serde_json::from_slice(text).ok()?;
        let is_valid = summary.format == FORMAT
            && hash_before(results, summary.bytes).is_ok_and(|check| check == summary.check);
        is_valid.then_some(summary)
    }

    /// Writes the summary.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        AtomicFile::check_writable(path)?.write(&serde_json::to_string(self)?)
    }
}

/// Reads the text of a summary; one that is missing or cannot be read is empty. What is cut off is not
/// parsed.
pub(super) fn read_text(path: &Path) -> Vec<u8> {
    file_ops::read_limited(path, MAX_SUMMARY_BYTES).unwrap_or_default()
}

/// Returns a hash of the last bytes before a position. It may differ between versions of the program,
/// which then read all lines again.
pub(super) fn hash_before(file: &mut File, end: u64) -> io::Result<u64> {
    let start = end.saturating_sub(CHECKED_BYTES);
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = vec![0; (end - start) as usize];
    file.read_exact(&mut bytes)?;
    let mut hasher = DefaultHasher::new();
    hasher.write(&bytes);
    Ok(hasher.finish())
}
