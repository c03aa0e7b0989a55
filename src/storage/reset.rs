//! Moves results to a backup beside them.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::iter;
use std::path::{Path, PathBuf};

use jiff::civil::Date;

use super::error::StorageError;
use super::file_ops;
use super::game_result::GameResult;
use crate::rules::GameInfo;

/// Moves a results file to a new folder beside it, named after a day, and writes the lines of other games than the
/// one named again. Returns the folder, in which the file has all lines.
///
/// # Errors
/// The file cannot be moved, or not all of it could be written again, in which case the error names the folder.
pub(super) fn move_results(
    file: &Path,
    info: Option<&GameInfo>,
    today: Date,
) -> Result<PathBuf, StorageError> {
    let data_dir = file.parent().unwrap_or(file);
    let folder = free_folder(data_dir, today).map_err(StorageError::write(data_dir))?;
    let backup = folder.join(file.file_name().unwrap_or(OsStr::new("results")));
    let moved = file_ops::create_dir_all(&folder).and_then(|()| file_ops::rename(file, &backup));
    if let Err(source) = moved {
        _ = fs::remove_dir(&folder);
        return Err(StorageError::write(file)(source));
    }
    let kept = info.map_or(Ok(()), |info| copy_lines_of_others(&backup, info, file));
    kept.map_err(|source| {
        // What another window has added meanwhile stays.
        let is_free = fs::symlink_metadata(file).is_err();
        if is_free && file_ops::rename(&backup, file).is_ok() {
            _ = fs::remove_dir(&folder);
            return StorageError::write(file)(source);
        }
        let path = backup.clone();
        StorageError::ResultsMoved { path, source }
    })?;
    Ok(folder)
}

/// Returns the path of a folder that is not there yet.
fn free_folder(data_dir: &Path, today: Date) -> io::Result<PathBuf> {
    let numbers = (2..1000).map(|n| format!("-{n}"));
    let mut folders = iter::once(String::new())
        .chain(numbers)
        .map(|number| data_dir.join(format!("results-{today}{number}")));
    let free = folders.find(|folder| fs::symlink_metadata(folder).is_err());
    free.ok_or_else(|| ErrorKind::AlreadyExists.into())
}

/// Appends the lines that are not results of a game to a file.
fn copy_lines_of_others(from: &Path, info: &GameInfo, to: &Path) -> io::Result<()> {
    let bytes = file_ops::read_limited(from, u64::MAX)?;
    let is_other = |line: &&[u8]| {
        let result = GameResult::from_line(line);
        result.is_none_or(|result| result.deal.kind.info.id != info.id)
    };
    let lines = bytes.split(|byte| *byte == b'\n');
    let others: Vec<&[u8]> = lines.filter(is_other).collect();
    if others.concat().is_empty() {
        return Ok(());
    }
    file_ops::append_lines(to, &others.join(&b'\n'))
}
