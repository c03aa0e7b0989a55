//! Files that are replaced as a whole, and their temporary files.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Error, ErrorKind};
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

#[cfg(unix)]
use rustix::fs::OFlags;
use tempfile::{NamedTempFile, TempPath};

use super::file_ops;

/// Maximum number of symbolic links to follow.
const MAX_SYMLINKS: usize = 40;

/// End of the name of a temporary file.
const TEMP_SUFFIX: &str = ".larboard-tmp";

/// Maximum number of characters that the name of a temporary file takes from the name of its file. A
/// name has at most 255 bytes.
const MAX_TEMP_STEM_CHARS: usize = 50;

/// Maximum number of temporary files of one file at a time, each of another process.
const MAX_TEMPS: usize = 100;

/// A file that is replaced as a whole, and that is known to be writable.
#[derive(Clone, Debug)]
pub struct AtomicFile {
    /// The file itself, with symbolic links resolved.
    path: PathBuf,
    /// Whether it is a pipe or a device, which cannot be replaced.
    is_stream: bool,
}

impl AtomicFile {
    /// Checks that a file can be written, without changing it.
    ///
    /// # Errors
    /// The path is a folder, or the file or its folder is missing or not writable.
    pub fn check_writable(path: &Path) -> io::Result<AtomicFile> {
        let file = AtomicFile {
            path: resolve_symlinks(path)?,
            is_stream: fs::metadata(path)
                .is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()),
        };
        if file.path.is_dir() || is_dir_path(path) {
            return Err(Error::new(ErrorKind::IsADirectory, "it is a folder"));
        }
        if !file.is_stream {
            if file.path.exists() {
                file_ops::open(&file.path, OpenOptions::new().write(true))?;
            }
            create_temp(&file.path)?;
        }
        Ok(file)
    }

    /// Whether the file is a pipe or a device. A write to it may block.
    pub fn is_stream(&self) -> bool {
        self.is_stream
    }

    /// Replaces the contents of the file. On an error, the old contents remain.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, text: &str) -> io::Result<()> {
        if self.is_stream {
            let mut stream = file_ops::open(&self.path, OpenOptions::new().write(true))?;
            return file_ops::write_all(&mut stream, text.as_bytes());
        }
        let mut temp = create_temp(&self.path)?;
        if let Ok(metadata) = fs::metadata(&self.path) {
            let permissions = inheritable_permissions(&metadata);
            file_ops::set_permissions(temp.as_file(), permissions)?;
        }
        file_ops::write_all(&mut temp, text.as_bytes())?;
        file_ops::sync(temp.as_file())?;
        file_ops::persist(temp, &self.path)?;
        // Some file systems cannot sync a folder; the file itself is synced.
        _ = File::open(parent_dir(&self.path)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Returns the permissions that a file passes on to the one that replaces it. Never those to run as
/// its owner or group: the new file may have others.
#[cfg(unix)]
fn inheritable_permissions(metadata: &fs::Metadata) -> fs::Permissions {
    fs::Permissions::from_mode(metadata.mode() & 0o777)
}

/// Returns the permissions that a file passes on to the one that replaces it.
#[cfg(not(unix))]
fn inheritable_permissions(metadata: &fs::Metadata) -> fs::Permissions {
    metadata.permissions()
}

/// Creates the temporary file that will replace a file. It is removed on drop unless it is persisted.
///
/// Its name is that of the file, so a process that is killed leaves one at most, which the next write
/// removes. The process that writes it holds a lock on it.
pub(super) fn create_temp(path: &Path) -> io::Result<NamedTempFile> {
    for n in 0..MAX_TEMPS {
        let temp = temp_path(path, n);
        for _ in 0..2 {
            match create_locked(&temp) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    if !remove_stale_temp(&temp) {
                        break;
                    }
                }
                // Another process took the file for one that a killed process left.
                Ok(None) => break,
                Ok(Some(file)) => {
                    let path = TempPath::try_from_path(temp)?;
                    return Ok(NamedTempFile::from_parts(file, path));
                }
                Err(error) => return Err(error),
            }
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Creates a new file and locks it. `None` if another process has locked or removed it meanwhile.
fn create_locked(path: &Path) -> io::Result<Option<File>> {
    let file = file_ops::open(path, OpenOptions::new().write(true).create_new(true))?;
    let is_ours = match file.try_lock() {
        Err(TryLockError::WouldBlock) => false,
        // A file system without locks: nobody else takes the file for stale.
        Err(TryLockError::Error(_)) => true,
        Ok(()) => is_same_file(&file, path),
    };
    Ok(is_ours.then_some(file))
}

/// Removes a temporary file that no living process is writing. Returns whether it is gone.
fn remove_stale_temp(path: &Path) -> bool {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
    // What cannot be opened, as a symbolic link, or locked is not known to be stale.
    let Ok(file) = options.open(path) else {
        return fs::symlink_metadata(path).is_err();
    };
    let is_stale = file.metadata().is_ok_and(|metadata| metadata.is_file())
        && file.try_lock().is_ok()
        && is_same_file(&file, path);
    is_stale && fs::remove_file(path).is_ok()
}

/// Removes the temporary files in a folder that no living process is writing. Ignores errors, because
/// a leftover file does no harm.
pub(super) fn remove_stale_temps(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(TEMP_SUFFIX) {
            remove_stale_temp(&entry.path());
        }
    }
}

/// Returns the name of a temporary file of a file, which is hidden.
fn temp_path(path: &Path, n: usize) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem: String = name.chars().take(MAX_TEMP_STEM_CHARS).collect();
    let number = match n {
        0 => String::new(),
        n => format!("-{n}"),
    };
    parent_dir(path).join(format!(".{stem}{number}{TEMP_SUFFIX}"))
}

/// Whether a path still names an open file.
#[cfg(unix)]
pub(super) fn is_same_file(file: &File, path: &Path) -> bool {
    let is_same = file.metadata().and_then(|opened| {
        let named = fs::symlink_metadata(path)?;
        Ok((opened.dev(), opened.ino()) == (named.dev(), named.ino()))
    });
    is_same.unwrap_or(false)
}

/// Whether a path still names an open file: always, because an open file cannot be removed here.
#[cfg(not(unix))]
pub(super) fn is_same_file(_: &File, _: &Path) -> bool {
    true
}

fn parent_dir(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Follows symbolic links to the file they lead to, whether it exists or not.
fn resolve_symlinks(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_SYMLINKS {
        if !path.is_symlink() || path.exists() && !path.is_file() {
            return Ok(path);
        }
        let link = fs::read_link(&path)?;
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(Error::other("too many symbolic links"))
}

/// Whether a path is written as a folder's.
fn is_dir_path(path: &Path) -> bool {
    path.file_name().is_none() || path.to_string_lossy().ends_with(std::path::is_separator)
}
