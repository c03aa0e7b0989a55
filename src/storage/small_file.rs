//! Reading and writing small files whole.

use std::fs::OpenOptions;
use std::io::{self, Read};
use std::path::Path;

use super::atomic_file::AtomicFile;
use super::file_ops;

/// Reads a text file up to a number of bytes.
///
/// # Errors
/// The file is missing, not a regular file, or not valid UTF-8.
pub(super) fn read(path: &Path, max_bytes: u64) -> io::Result<String> {
    let file = file_ops::open_regular(path, OpenOptions::new().read(true))?;
    let mut text = String::new();
    file.take(max_bytes).read_to_string(&mut text)?;
    Ok(text)
}

/// Replaces a file, and creates its folder if necessary.
///
/// # Errors
/// The file cannot be written; the old one remains.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    file_ops::create_dir_all(path.parent().unwrap_or(path))?;
    AtomicFile::check_writable(path)?.write(text)
}
