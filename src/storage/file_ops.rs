//! The file operations of every write of the program.
//!
//! Writes go through here and nowhere else, so that a test can let each of them fail in turn.

use std::cell::Cell;
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Error, Read, Write};
#[cfg(unix)]
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

#[cfg(unix)]
use rustix::fs::OFlags;
use tempfile::NamedTempFile;

thread_local! {
    static FAILURE: Cell<Option<InjectedFailure>> = const { Cell::new(None) };
}

/// Failure that a test injects.
#[derive(Clone, Copy)]
struct InjectedFailure {
    /// Number of operations that succeed before it.
    successes: usize,
    os_error: i32,
}

/// Runs code on this thread while one of its file operations fails with an error of the operating
/// system, after a number of operations that succeed. Also returns whether it failed, which it does
/// not if there are fewer operations. For tests.
pub fn with_failure<T>(successes: usize, os_error: i32, run: impl FnOnce() -> T) -> (T, bool) {
    FAILURE.set(Some(InjectedFailure {
        successes,
        os_error,
    }));
    let result = run();
    (result, FAILURE.take().is_none())
}

/// Fails if a test wants this operation to fail.
fn injected_failure() -> io::Result<()> {
    match FAILURE.take() {
        None => Ok(()),
        Some(InjectedFailure {
            successes: 0,
            os_error,
        }) => Err(Error::from_raw_os_error(os_error)),
        Some(failure) => {
            FAILURE.set(Some(InjectedFailure {
                successes: failure.successes - 1,
                ..failure
            }));
            Ok(())
        }
    }
}

/// Opens a file for writing.
pub(crate) fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    injected_failure()?;
    options.open(path)
}

/// Opens a regular file, and nothing else: opening a pipe may block, and a device may never end.
/// The open never blocks, even if the file was replaced by a pipe after the check.
pub(crate) fn open_regular(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let require_file = |metadata: Metadata| {
        if metadata.is_file() {
            Ok(())
        } else {
            Err(Error::other("it is not a regular file"))
        }
    };
    fs::metadata(path).map_or(Ok(()), require_file)?;
    #[cfg(unix)]
    options.custom_flags(OFlags::NONBLOCK.bits() as i32);
    let file = open(path, options)?;
    file.metadata().and_then(require_file)?;
    Ok(file)
}

/// Opens a regular file for reading.
pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    open_regular(path, OpenOptions::new().read(true))
}

/// Opens a regular file that exists for writing.
pub(crate) fn open_to_write(path: &Path) -> io::Result<File> {
    open_regular(path, OpenOptions::new().write(true))
}

/// Reads a regular file, up to a number of bytes.
pub(crate) fn read_limited(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = open_to_read(path)?;
    file.take(max_bytes).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Creates a folder and those above it.
pub(crate) fn create_dir_all(path: &Path) -> io::Result<()> {
    injected_failure()?;
    fs::create_dir_all(path)
}

/// Writes all bytes.
pub(crate) fn write_all(file: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    // As on a disk that gets full, the first bytes are written.
    injected_failure()
        .or_else(|error| file.write_all(&bytes[..bytes.len() / 2]).and(Err(error)))?;
    file.write_all(bytes)
}

/// Makes a file survive a power failure.
pub(crate) fn sync(file: &File) -> io::Result<()> {
    injected_failure()?;
    file.sync_all()
}

/// Changes the mode of a file.
pub(crate) fn set_permissions(file: &File, permissions: Permissions) -> io::Result<()> {
    injected_failure()?;
    file.set_permissions(permissions)
}

/// Renames a file, replacing the one that has the new name.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    injected_failure()?;
    fs::rename(from, to)
}

/// Gives a temporary file its final name, replacing the file that has it.
pub(crate) fn persist(temp: NamedTempFile, path: &Path) -> io::Result<()> {
    injected_failure()?;
    temp.persist(path)?;
    Ok(())
}

/// Gives a temporary file its own name for good.
pub(crate) fn keep(temp: NamedTempFile) -> io::Result<PathBuf> {
    injected_failure()?;
    let (_, path) = temp.keep()?;
    Ok(path)
}
