//! The results file: one line per outcome of a game, only ever appended to.
//!
//! An incomplete last line, which a crash leaves, is skipped, and the next result starts on a new line.
//!
//! A summary beside the file stores what the lines of a long file add up to, so that they are not
//! read again. The summary can be deleted at any time.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::summary::{self, Summary};
use super::{MAX_LINE_BYTES, Results};
use crate::storage::error::{Loaded, StorageError};
use crate::storage::file_ops;
use crate::storage::game_result::{GameResult, result_line};
use crate::storage::save_dir::SaveId;

/// Maximum number of bytes that are read at a time: enough for a million games.
const MAX_READ_BYTES: u64 = 1 << 28;

/// Number of unread bytes from which on writing a summary is worth it.
const SUMMARY_INTERVAL_BYTES: u64 = 1 << 20;

/// The results file and its contents.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    results: Arc<Results>,
}

impl ResultsFile {
    /// Reads the file; a missing file is empty. Results of games without a saved game may be folded.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn open(
        path: PathBuf,
        saved_games: impl FnOnce() -> HashSet<SaveId>,
    ) -> Result<Loaded<ResultsFile>, StorageError> {
        ResultsFile::read(path.clone(), saved_games).map_err(StorageError::read(path))
    }

    fn read(
        path: PathBuf,
        saved_games: impl FnOnce() -> HashSet<SaveId>,
    ) -> io::Result<Loaded<ResultsFile>> {
        let mut loaded = Loaded {
            value: ResultsFile::empty(path),
            warnings: Vec::new(),
        };
        let path = &loaded.value.path;
        let mut file = match file_ops::open_to_read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(loaded),
            file => file?,
        };
        let length = file.metadata()?.len();
        let summary_path = path.with_file_name("results-summary.json");
        let text = summary::read_text(&summary_path);
        let summary = Summary::parse(&text, &mut file).and_then(|summary| {
            let bytes = summary.bytes;
            Some((Results::from_summary(summary)?, bytes))
        });
        let (mut results, start) = summary.unwrap_or_default();
        drop(text);
        file.seek(SeekFrom::Start(start))?;
        let unread = length.saturating_sub(start);
        let is_summarized = unread >= SUMMARY_INTERVAL_BYTES;
        let saved_games = is_summarized.then(saved_games).unwrap_or_default();
        // Without the list of saved games, each game may have one.
        let has_save = |id: &SaveId| !is_summarized || saved_games.contains(id);
        let bytes = BufReader::new(file.by_ref().take(MAX_READ_BYTES));
        let bytes_read = results.read_lines(bytes, &has_save)?;
        if is_summarized {
            results.fold(|id, _| !has_save(id));
            // Without a summary the lines are read again the next time.
            _ = results.write_summary(&summary_path, &mut file, start + bytes_read);
        }
        if unread > MAX_READ_BYTES {
            loaded.warnings.push(StorageError::ResultsTooLong {
                path: path.clone(),
                mib: (start + MAX_READ_BYTES) >> 20,
            });
        } else if results.too_long_lines > 0 {
            loaded.warnings.push(StorageError::ResultLinesTooLong {
                path: path.clone(),
                max_bytes: MAX_LINE_BYTES,
                count: results.too_long_lines,
            });
        }
        loaded.value.results = Arc::new(results);
        Ok(loaded)
    }

    /// Creates an empty list of results for a file, without reading it.
    pub fn empty(path: PathBuf) -> ResultsFile {
        let results = Arc::default();
        ResultsFile { path, results }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the results read and added.
    pub fn results(&self) -> &Arc<Results> {
        &self.results
    }

    /// Makes the file survive a power failure, as far as the system can.
    pub fn sync(&self) {
        // Windows can only sync a file that is open for writing.
        let file = file_ops::open_to_write(&self.path);
        _ = file.and_then(|file| file_ops::sync(&file));
    }

    /// Appends a result to the file.
    ///
    /// # Errors
    /// The file cannot be written. The results before remain.
    pub fn append(&mut self, result: GameResult) -> Result<(), StorageError> {
        result_line(&result)
            .map_err(io::Error::from)
            .and_then(|line| append_line(&self.path, &line))
            .map_err(StorageError::write(&self.path))?;
        // Others that share the results still have the old ones.
        Arc::make_mut(&mut self.results).add(result);
        Ok(())
    }
}

/// Appends a line to a file, first ending an incomplete line that a crash left.
fn append_line(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        file_ops::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    let options = options.read(true).append(true).create(true);
    let mut file = file_ops::open_regular(path, options)?;
    let is_complete = ends_with_newline(&mut file)?;
    let separator = if is_complete { "" } else { "\n" };
    // A single write, so that lines of several processes do not mix.
    file_ops::write_all(&mut file, format!("{separator}{line}\n").as_bytes())
}

fn ends_with_newline(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}
