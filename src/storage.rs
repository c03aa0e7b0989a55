//! Files: where the program keeps its own, and how one is written so that nothing is lost.

pub mod results;
pub mod save_dir;
pub mod save_manager;
pub mod settings;
pub mod stats;

use std::env;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Error, ErrorKind, Write};
#[cfg(unix)]
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process;

use etcetera::BaseStrategy;
use jiff::Timestamp;
#[cfg(unix)]
use rustix::fs::OFlags;

use crate::record::{PlayedGame, Record};
use crate::rules::Rules;

/// How many links are followed from a name to its file.
const MAX_SYMLINKS: usize = 40;

/// The folder of the program's own files: `LARBOARD_HOME`, or the platform's folder for a
/// program's data. None where the platform names none.
pub fn data_dir() -> Option<PathBuf> {
    match env::var_os("LARBOARD_HOME") {
        Some(home) if !home.is_empty() => Some(home.into()),
        _ => {
            let folders = etcetera::choose_base_strategy().ok()?;
            Some(folders.data_dir().join("larboard"))
        }
    }
}

/// The folder of the player's settings: `LARBOARD_HOME`, or the platform's folder for a program's
/// settings. None where the platform names none.
pub fn config_dir() -> Option<PathBuf> {
    match env::var_os("LARBOARD_HOME") {
        Some(home) if !home.is_empty() => Some(home.into()),
        _ => {
            let folders = etcetera::choose_base_strategy().ok()?;
            Some(folders.config_dir().join("larboard"))
        }
    }
}

/// A file to be written, known to be one that can be.
#[derive(Debug)]
pub struct AtomicFile {
    /// The file itself, links followed.
    path: PathBuf,
    /// Whether it is a pipe or a device, which cannot be replaced.
    is_stream: bool,
}

impl AtomicFile {
    /// Finds out whether a file can be written, and changes nothing.
    ///
    /// # Errors
    /// It cannot: it is a folder, or its folder is missing or closed to us.
    pub fn check_writable(path: &Path) -> io::Result<AtomicFile> {
        let target = AtomicFile {
            path: resolve_symlinks(path)?,
            is_stream: fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir()),
        };
        if target.path.is_dir() || is_dir_path(path) {
            return Err(Error::new(ErrorKind::IsADirectory, "it is a folder"));
        }
        if !target.is_stream {
            if target.path.exists() {
                OpenOptions::new().write(true).open(&target.path)?;
            }
            let (_, beside) = target.temp_sibling()?;
            fs::remove_file(beside)?;
        }
        Ok(target)
    }

    /// Writes the file whole, or leaves what is there as it is.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, text: &str) -> io::Result<()> {
        if self.is_stream {
            let mut stream = OpenOptions::new().write(true).open(&self.path)?;
            return stream.write_all(text.as_bytes());
        }
        let (file, beside) = self.temp_sibling()?;
        let written = self
            .write_contents(file, text)
            .and_then(|()| fs::rename(&beside, &self.path));
        match &written {
            // The first error is the one to tell.
            Err(_) => _ = fs::remove_file(&beside),
            // Where a folder cannot be synced, the file at least was.
            Ok(()) => _ = File::open(self.parent_dir()).and_then(|folder| folder.sync_all()),
        }
        written
    }

    fn write_contents(&self, mut file: File, text: &str) -> io::Result<()> {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        match fs::metadata(&self.path) {
            Ok(known) => file.set_permissions(known.permissions()),
            Err(_) => Ok(()),
        }
    }

    /// A new file beside the one that is meant.
    fn temp_sibling(&self) -> io::Result<(File, PathBuf)> {
        create_unique(self.parent_dir(), ".larboard-", "tmp")
    }

    fn parent_dir(&self) -> &Path {
        match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }
}

/// Opens a file, but nothing that only looks like one: at a pipe one waits for ever, and a device
/// may never end. Nor does it wait where something else has come there since it was looked at.
fn open_regular_file(path: &Path, how: &mut OpenOptions) -> io::Result<File> {
    let file_alone = |known: Metadata| match known.is_file() {
        true => Ok(()),
        false => Err(Error::other("it is no file")),
    };
    fs::metadata(path).map_or(Ok(()), file_alone)?;
    #[cfg(unix)]
    how.custom_flags(OFlags::NONBLOCK.bits() as i32);
    let file = how.open(path)?;
    file.metadata().and_then(file_alone)?;
    Ok(file)
}

/// Writes the record of a sitting to a new file in the current folder, named after the game and its
/// seed, and says where.
///
/// # Errors
/// It cannot be written.
pub fn export<R: Rules>(sitting: &PlayedGame<R>) -> io::Result<PathBuf> {
    let game = sitting.game.rules().info().id;
    let seed = sitting.game.seed().map(|seed| format!("-{seed}"));
    let stem = format!("{game}{}", seed.unwrap_or_default());
    let folder = env::current_dir()?;
    let names = (1..1000).map(|n| match n {
        1 => format!("{stem}.json"),
        n => format!("{stem}-{n}.json"),
    });
    let (mut file, path) = create_first_available(&folder, names)?;
    write_new(&mut file, &path, &Record::from_session(sitting).to_string())?;
    Ok(path)
}

/// Writes the record of a sitting to a file that must not be there yet.
///
/// # Errors
/// It is there, or cannot be written.
pub fn export_to<R: Rules>(path: &Path, sitting: &PlayedGame<R>) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    write_new(&mut file, path, &Record::from_session(sitting).to_string())
}

/// Writes a text to a new file in the program's folder, or else in the system's for what is
/// passing, and says where.
///
/// # Errors
/// Neither can be written.
pub fn emergency_save(text: &str) -> io::Result<PathBuf> {
    let put = |folder: PathBuf| {
        fs::create_dir_all(&folder)?;
        let (mut file, path) = create_unique(&folder, "larboard-", "json")?;
        write_new(&mut file, &path, text)?;
        Ok(path)
    };
    match data_dir().map(put) {
        Some(Ok(path)) => Ok(path),
        _ => put(env::temp_dir()),
    }
}

/// Fills a new file, or removes it.
fn write_new(file: &mut File, path: &Path, text: &str) -> io::Result<()> {
    let written = file.write_all(text.as_bytes());
    // The first error is the one to tell.
    written
        .and_then(|()| file.sync_all())
        .inspect_err(|_| _ = fs::remove_file(path))
}

/// A file of a new name in a folder.
fn create_unique(folder: &Path, prefix: &str, extension: &str) -> io::Result<(File, PathBuf)> {
    let now = Timestamp::now().as_second();
    let names = (0..100).map(|n| format!("{prefix}{now}-{}-{n}.{extension}", process::id()));
    create_first_available(folder, names)
}

/// A file of the first of these names that is not taken.
fn create_first_available(
    folder: &Path,
    mut names: impl Iterator<Item = String>,
) -> io::Result<(File, PathBuf)> {
    loop {
        let path = folder.join(names.next().ok_or(ErrorKind::AlreadyExists)?);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            opened => return Ok((opened?, path)),
        }
    }
}

/// The file a path leads to, whether there is one or not.
fn resolve_symlinks(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_SYMLINKS {
        if !path.is_symlink() || path.exists() && !path.is_file() {
            return Ok(path);
        }
        let link = fs::read_link(&path)?;
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(Error::other("too many links"))
}

/// Whether a path is written like a folder's.
fn is_dir_path(path: &Path) -> bool {
    path.file_name().is_none() || path.to_string_lossy().ends_with(std::path::is_separator)
}
