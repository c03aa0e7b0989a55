//! Locks between processes, each of which is the lock on an empty file.

#[cfg(unix)]
use std::fs;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::Path;
#[cfg(unix)]
use std::path::PathBuf;

use super::file_ops;

/// A locked lock file. On Unix, dropping the lock removes the file.
#[derive(Debug)]
pub(super) struct Lock {
    #[cfg(unix)]
    path: PathBuf,
    _file: File,
}

impl Lock {
    #[cfg(unix)]
    fn new(path: &Path, file: File) -> Lock {
        Lock {
            path: path.to_owned(),
            _file: file,
        }
    }

    #[cfg(not(unix))]
    fn new(_path: &Path, file: File) -> Lock {
        Lock { _file: file }
    }

    /// Locks a file, waiting for another process that has locked it for a moment.
    pub(super) fn wait(path: &Path) -> io::Result<Lock> {
        loop {
            let file = open(path)?;
            _ = file.lock();
            if has_name(&file) {
                return Ok(Lock::new(path, file));
            }
        }
    }

    /// Locks a file, creating it if necessary. `None` if another process has locked it. On a file
    /// system without locks, every process gets the lock.
    pub(super) fn acquire(path: &Path) -> io::Result<Option<Lock>> {
        loop {
            let file = open(path)?;
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Ok(None);
            }
            if has_name(&file) {
                return Ok(Some(Lock::new(path, file)));
            }
        }
    }
}

#[cfg(unix)]
impl Drop for Lock {
    fn drop(&mut self) {
        // It is still locked. If it cannot be removed, an empty file does no harm.
        _ = fs::remove_file(&self.path);
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    file_ops::create(path, options.write(true).create(true).truncate(false))
}

/// Whether a file was not removed: its owner may have done so before it was locked here.
#[cfg(unix)]
fn has_name(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.nlink() > 0)
}

/// An open lock file is never removed here.
#[cfg(not(unix))]
fn has_name(_file: &File) -> bool {
    true
}
