//! Reading and writing small files whole.

use std::io;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::atomic_file::AtomicFile;
use super::file_ops;

/// Size in bytes up to which a file is read: more than the review of the longest game needs.
const MAX_SIZE: u64 = 16 << 20;

/// Reads a text file.
///
/// # Errors
/// The file is missing, not a regular file, or not valid UTF-8.
pub(super) fn read(path: &Path) -> io::Result<String> {
    String::from_utf8(file_ops::read_limited(path, MAX_SIZE)?).map_err(io::Error::other)
}

/// Reads a JSON file. `None` if it is missing or cannot be used.
pub(super) fn read_json<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_str(&read(path).ok()?).ok()
}

/// Replaces a file, and creates its folder if necessary.
///
/// # Errors
/// The file cannot be written; the old one remains.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    file_ops::create_dir_all(path.parent().unwrap_or(path))?;
    AtomicFile::check_writable(path)?.write(text)
}

/// Replaces a JSON file, and creates its folder if necessary.
///
/// # Errors
/// The file cannot be written; the old one remains.
pub(super) fn write_json(path: &Path, value: &impl Serialize) -> io::Result<()> {
    write(path, &(serde_json::to_string(value)? + "\n"))
}
