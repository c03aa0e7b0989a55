//! All writing of files, and reading them up to a limit.
//!
//! A file is written beside its target, synced and renamed, so that it is replaced whole or not at
//! all; a device, which cannot be replaced, is written to. The program writes files here and nowhere else, so that a test can let each operation fail.

#![expect(
    clippy::disallowed_methods,
    reason = "the one module that writes files"
)]

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::iter;
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown};
use std::path::{Path, PathBuf};

use failure::injected_failure;
#[cfg(feature = "failing-files")]
pub use failure::with_failure;

/// Maximum number of symbolic links to follow.
const MAX_SYMLINKS: usize = 40;

/// Failures that a test asks for.
#[cfg(feature = "failing-files")]
mod failure {
    use std::cell::Cell;
    use std::io::{self, Error};

    thread_local! {
        /// The number of operations that succeed before one that fails, and its error.
        // Clippy overlooks the `const` where the macro expands in another way, as on Windows.
        #[allow(clippy::missing_const_for_thread_local)]
        static FAILURE: Cell<Option<(usize, i32)>> = const { Cell::new(None) };
    }

    /// Runs code on this thread while one of its file operations fails with an error of the operating
    /// system, after a number of operations that succeed. Also returns whether it failed, which it
    /// does not if there are fewer operations.
    pub fn with_failure<T>(successes: usize, os_error: i32, run: impl FnOnce() -> T) -> (T, bool) {
        FAILURE.set(Some((successes, os_error)));
        let result = run();
        (result, FAILURE.take().is_none())
    }

    /// Returns the error of a test that wants this operation to fail.
    pub(super) fn injected_failure() -> io::Result<()> {
        let Some((successes, os_error)) = FAILURE.take() else {
            return Ok(());
        };
        let remaining = successes
            .checked_sub(1)
            .ok_or_else(|| Error::from_raw_os_error(os_error))?;
        FAILURE.set(Some((remaining, os_error)));
        Ok(())
    }
}

#[cfg(not(feature = "failing-files"))]
mod failure {
    /// Lets every operation go on.
    pub(super) fn injected_failure() -> std::io::Result<()> {
        Ok(())
    }
}

/// Opens a file.
pub fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    injected_failure()?;
    options.open(path)
}

/// Opens a regular file, and nothing else: opening a pipe may block, and a device may never end.
pub(super) fn open_regular(path: &Path, options: &OpenOptions) -> io::Result<File> {
    require_regular(path)?;
    open(path, options)
}

/// Returns an error if a path names something that is not a regular file.
fn require_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(Error::other("it is not a regular file")),
        _ => Ok(()),
    }
}

/// Opens a regular file for reading.
pub(super) fn open_to_read(path: &Path) -> io::Result<File> {
    open_regular(path, OpenOptions::new().read(true))
}

/// Opens a regular file that exists for writing.
pub(super) fn open_to_write(path: &Path) -> io::Result<File> {
    open_regular(path, OpenOptions::new().write(true))
}

/// Reads a regular file, up to a number of bytes.
pub(super) fn read_limited(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = open_to_read(path)?;
    file.take(max_bytes).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Replaces a text file, also where the file system refuses to keep its permissions.
pub fn write_text(path: &Path, text: &str) -> io::Result<()> {
    let path = resolve_symlinks(path)?;
    if is_stream(&path) {
        return write_all(
            &mut open(&path, OpenOptions::new().write(true))?,
            text.as_bytes(),
        );
    }
    replace(&path, text, |new| {
        if let Ok(metadata) = fs::metadata(&path) {
            let permissions = inheritable_permissions(&metadata);
            _ = injected_failure().and_then(|()| new.set_permissions(permissions));
        }
        sync(new)
    })?;
    sync_folder(parent_dir(&path));
    Ok(())
}

/// Writes a file that must not exist.
pub(super) fn create_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = create(path, OpenOptions::new().write(true).create_new(true))?;
    let written = write_all(&mut file, bytes).and_then(|()| sync(&file));
    written.inspect_err(|_| _ = fs::remove_file(path))
}

/// Writes a new file with a random name and the permissions of any new file. Returns its path.
pub(super) fn create_named(
    folder: &Path,
    prefix: &str,
    suffix: &str,
    bytes: &[u8],
) -> io::Result<PathBuf> {
    let path = folder.join(format!("{prefix}{:08x}{suffix}", rand::random::<u32>()));
    create_new(&path, bytes)?;
    Ok(path)
}

/// Creates the file that is to replace another one. What a program that was killed has left of it is removed.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    _ = fs::remove_file(&new);
    let file = open(&new, OpenOptions::new().write(true).create_new(true))?;
    inherit_owner(&new, path);
    Ok((new, file))
}

/// Replaces a file as a whole. `prepare` is called before the new file gets the name of the old one.
/// On an error, the old file remains. A file that cannot be renamed, because it is a mount point, is written in place.
pub(super) fn replace(
    path: &Path,
    text: &str,
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    require_regular(path)?;
    let (new, mut file) = create_beside(path)?;
    let written = write_all(&mut file, text.as_bytes()).and_then(|()| prepare(&file));
    drop(file);
    let replaced = written.and_then(|()| match rename(&new, path) {
        Err(error) if error.kind() == ErrorKind::ResourceBusy => {
            _ = fs::remove_file(&new);
            let mut file = open_regular(path, OpenOptions::new().write(true).truncate(true))?;
            write_all(&mut file, text.as_bytes()).and_then(|()| sync(&file))
        }
        renamed => renamed,
    });
    replaced.inspect_err(|_| _ = fs::remove_file(&new))
}

/// Opens a file that may be new. A new one that root writes into a player's folder is the player's.
pub(super) fn create(path: &Path, options: &OpenOptions) -> io::Result<File> {
    require_regular(path)?;
    let is_new = !path.exists();
    let file = open(path, options)?;
    if is_new {
        inherit_owner(path, parent_dir(path));
    }
    Ok(file)
}

/// Gives a new file or folder the owner of another one, or of the folder that this one would be in, as far as the system
/// lets it.
#[cfg(unix)]
fn inherit_owner(path: &Path, from: &Path) {
    let other = fs::metadata(from).or_else(|_| fs::metadata(parent_dir(from)));
    if let Ok(other) = other
        && other.uid() != rustix::process::geteuid().as_raw()
    {
        _ = lchown(path, Some(other.uid()), Some(other.gid()));
    }
}

/// On Windows a file has the owner of the folder that it is in.
#[cfg(not(unix))]
fn inherit_owner(_path: &Path, _from: &Path) {}

/// Creates a folder and those that it is in, each with the owner of the one around it.
pub(super) fn create_dir_all(path: &Path) -> io::Result<()> {
    injected_failure()?;
    let missing = path.ancestors().take_while(|folder| !folder.exists());
    let missing: Vec<&Path> = missing.collect();
    if !missing.is_empty() {
        fs::create_dir_all(path)?;
    }
    for folder in missing.into_iter().rev() {
        inherit_owner(folder, parent_dir(folder));
    }
    Ok(())
}

/// Writes bytes to a file.
pub fn write_all(file: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    // As on a disk that gets full, the first bytes are written.
    injected_failure()
        .or_else(|error| file.write_all(&bytes[..bytes.len() / 2]).and(Err(error)))?;
    file.write_all(bytes)
}

/// Appends lines to a file, first ending an incomplete line that a crash left.
pub(super) fn append_lines(path: &Path, lines: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    let options = options.read(true).append(true).create(true);
    let mut file = create(path, options)?;
    let is_complete = ends_with_newline(&mut file)?;
    let separator: &[u8] = if is_complete { b"" } else { b"\n" };
    // A single write, so that lines of several processes do not mix.
    write_all(&mut file, &[separator, lines].concat())
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

/// Makes a file survive a power failure, where the file system can do that.
fn sync(file: &File) -> io::Result<()> {
    use ErrorKind::{InvalidInput, PermissionDenied, Unsupported};

    match injected_failure().and_then(|()| file.sync_all()) {
        Err(error) if [InvalidInput, PermissionDenied, Unsupported].contains(&error.kind()) => {
            Ok(())
        }
        synced => synced,
    }
}

/// Makes a file that was written before survive a power failure, as far as the system can.
pub(super) fn sync_written(path: &Path) {
    // Windows can only sync a file that is open for writing.
    if open_to_write(path).and_then(|file| sync(&file)).is_ok() {
        sync_folder(parent_dir(path));
    }
}

/// Syncs the names in a folder, which some file systems cannot do.
fn sync_folder(folder: &Path) {
    _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Renames a file, replacing the one that has the new name.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    injected_failure()?;
    fs::rename(from, to)
}

/// Moves a file to a folder, which is created if necessary.
pub(super) fn move_file(file: &Path, folder: &Path) -> io::Result<()> {
    create_dir_all(folder)?;
    rename(file, &folder.join(file.file_name().unwrap_or_default()))
}

/// Returns the paths in a folder that have a name, with a number after it from the second on.
pub(super) fn numbered_paths(
    folder: &Path,
    stem: &str,
    suffix: &str,
) -> impl Iterator<Item = PathBuf> {
    let numbers = (2..1000).map(|n| format!("-{n}"));
    let numbers = iter::once(String::new()).chain(numbers);
    numbers.map(move |number| folder.join(format!("{stem}{number}{suffix}")))
}

/// Whether a path names a pipe or a device, which cannot be replaced.
fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// Checks that a file can be written, without changing it.
///
/// # Errors
/// The path is a folder, or the file or its folder is missing or not writable.
pub fn check_writable(path: &Path) -> io::Result<()> {
    let target = resolve_symlinks(path)?;
    if target.is_dir() || is_dir_path(path) {
        return Err(Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    if is_stream(path) {
        return Ok(());
    }
    if target.exists() {
        open(&target, OpenOptions::new().write(true))?;
    }
    let (new, _) = create_beside(&target)?;
    fs::remove_file(new)
}

/// Returns the permissions that a file passes on to the one that replaces it. Never those to run as
/// its owner or group: the new file may have others.
fn inheritable_permissions(metadata: &Metadata) -> Permissions {
    #[cfg(unix)]
    return Permissions::from_mode(metadata.mode() & 0o777);
    #[cfg(not(unix))]
    return metadata.permissions();
}

fn parent_dir(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Follows symbolic links to the file they lead to, whether it exists or not.
pub(super) fn resolve_symlinks(path: &Path) -> io::Result<PathBuf> {
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
