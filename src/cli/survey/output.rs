//! The file of a survey: its earlier results are read, and the new ones appended.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::cli::{Failure, file};
use crate::player::PlayerKind;
use crate::storage::file_ops;
use crate::survey::{DealResult, SurveyEntry, SurveyFileEnd, SurveyResults};
use crate::variant::Variant;

/// Where the results of the deals go, and those that are there already.
pub(super) struct Output {
    pub(super) known: SurveyResults,
    pub(super) target: SurveyTarget,
}

pub(super) enum SurveyTarget {
    None,
    Stdout,
    File(PathBuf, File),
}

impl Output {
    /// Opens the output. Reads and locks a regular file and removes an incomplete last line. Totals
    /// count the deals of these seeds.
    pub(super) fn open(path: Option<&Path>, seeds: &Range<u64>) -> Result<Output, Failure> {
        let mut known = SurveyResults::counting(seeds.clone());
        let target = match path {
            None => SurveyTarget::None,
            Some(path) if file::is_stdio(path) => SurveyTarget::Stdout,
            Some(path) => {
                let failed =
                    |error: io::Error| Failure::Failed(file::write_error_message(path, &error));
                let mut options = OpenOptions::new();
                let file = file_ops::open(path, options.create(true).append(true));
                let mut file = file.map_err(failed)?;
                // A pipe or a device holds no earlier deals, and reading it could block.
                if file.metadata().map_err(failed)?.is_file() {
                    file = open_locked(path).map_err(failed)?;
                    let end = read_deals(&mut known, path, BufReader::new(&file))?;
                    prepare_to_append(&mut file, path, end).map_err(failed)?;
                }
                SurveyTarget::File(path.to_owned(), file)
            }
        };
        Ok(Output { known, target })
    }
}

/// Opens a survey file for reading and appending, and locks it against other surveys. On a file
/// system without locks, every survey gets the lock.
fn open_locked(path: &Path) -> io::Result<File> {
    // Windows cannot truncate a file that is open for appending.
    let append = cfg!(unix);
    let mut options = OpenOptions::new();
    let file = file_ops::open(path, options.read(true).write(true).append(append))?;
    match file.try_lock() {
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::Error::other("another survey is writing to it")),
    }
}

/// Removes an incomplete last line, or adds a missing line end, and moves to the end of the file.
fn prepare_to_append(file: &mut File, path: &Path, end: SurveyFileEnd) -> io::Result<()> {
    if let SurveyFileEnd::Truncated { line, bytes } = end {
        file_ops::set_len(file, bytes)?;
        let name = file::display_name(path);
        file::print_note(&format!("{name}: removed the incomplete line {line}"));
    }
    file.seek(SeekFrom::End(0))?;
    if end == SurveyFileEnd::NoLineEnd {
        file_ops::write_all(file, b"\n")?;
    }
    Ok(())
}

impl SurveyTarget {
    /// Writes a line for each result, all at once, so that a reader of a pipe need not wait.
    pub(super) fn write(
        &mut self,
        rules: &Variant,
        player: Option<PlayerKind>,
        results: &[DealResult],
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        if let SurveyTarget::None = self {
            return Ok(());
        }
        let mut lines = Vec::new();
        for &result in results {
            let entry = SurveyEntry::new(rules, player, result);
            file::write_json_line(&mut lines, &entry)?;
        }
        match self {
            SurveyTarget::None => Ok(()),
            SurveyTarget::Stdout => {
                out.write_all(&lines)?;
                Ok(out.flush()?)
            }
            SurveyTarget::File(path, file) => file_ops::write_all(file, &lines)
                .map_err(|error| Failure::Failed(file::write_error_message(path, &error))),
        }
    }
}

/// Adds the deals of an open file, and returns how it ends. The error names the file.
pub(super) fn read_deals(
    deals: &mut SurveyResults,
    path: &Path,
    input: impl BufRead,
) -> Result<SurveyFileEnd, Failure> {
    deals
        .read(input)
        .map_err(|message| file::read_failure(path, &message))
}
