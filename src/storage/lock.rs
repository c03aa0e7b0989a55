//! Locks between processes, each of which is the lock on an empty file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::file_ops;

/// A locked lock file. On Unix, dropping the lock removes the file.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Whether the lock still protects anything: whether its file was not deleted.
    pub(super) fn is_valid(&self) -> bool {
        is_same_file(&self.file, &self.path)
    }

    /// Locks a file, waiting for another process that has locked it only for a moment.
    ///
    /// # Errors
    /// The lock cannot be created, or the other process does not release it.
    pub(super) fn wait(path: &Path) -> io::Result<Lock> {
        /// How often to try, and the pause between two tries: so short that another window which saves again and
        /// again is met between two saves.
        const TRIES: usize = 1000;
        const PAUSE: Duration = Duration::from_millis(1);

        for _ in 0..TRIES {
            if let Some(lock) = Lock::acquire(path)? {
                return Ok(lock);
            }
            thread::sleep(PAUSE);
        }
        Err(io::Error::other("it is locked by another window"))
    }

    /// Locks a file, creating it if necessary. `None` if another process has locked it. On a file
    /// system without locks, every process gets the lock.
    pub(super) fn acquire(path: &Path) -> io::Result<Option<Lock>> {
        // Opening a link that someone planted would lock or create another file.
        if path.is_symlink() {
            fs::remove_file(path)?;
        }
        // Limited, because on a file system without stable inode numbers the check always fails.
        let mut retries = 0..100;
        loop {
            let file = file_ops::create(
                path,
                OpenOptions::new().write(true).create(true).truncate(false),
            )?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Ok(None),
                // The previous owner removed the file after it was opened here, so this lock
                // protects nothing.
                Ok(()) if !is_same_file(&file, path) && retries.next().is_some() => {}
                _ => {
                    let path = path.to_owned();
                    return Ok(Some(Lock { path, file }));
                }
            }
        }
    }
}

#[cfg(unix)]
impl Drop for Lock {
    fn drop(&mut self) {
        // The file is still locked here, unless it is another process's that replaced a deleted one.
        // If it cannot be removed, an empty file does no harm.
        if self.is_valid() {
            _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether a path still names an open file.
#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> bool {
    let is_same = file.metadata().and_then(|opened| {
        let named = fs::symlink_metadata(path)?;
        Ok((opened.dev(), opened.ino()) == (named.dev(), named.ino()))
    });
    is_same.unwrap_or(false)
}

/// Whether a path still names an open file: always, because an open file cannot be removed here.
#[cfg(not(unix))]
fn is_same_file(_: &File, _: &Path) -> bool {
    true
}
