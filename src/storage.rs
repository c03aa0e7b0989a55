//! The program's files: where they are, and how to write one without losing data.

pub mod results;
pub mod save_dir;
pub mod save_manager;
pub mod settings;
pub mod stats;

use std::env;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Error, ErrorKind, Write};
#[cfg(unix)]
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
#[cfg(unix)]
use rustix::fs::OFlags;
use tempfile::NamedTempFile;

use crate::record::{PlayedGame, Record};
use crate::rules::Rules;

/// Most symbolic links to follow to a file.
const MAX_SYMLINKS: usize = 40;

/// Returns the folder of saved games and results: `LARBOARD_HOME`, or else a folder in the
/// platform's data folder. `None` if the platform has none.
pub fn data_dir() -> Option<PathBuf> {
    home_override().or_else(|| {
        let strategy = etcetera::base_strategy::choose_native_strategy().ok()?;
        Some(strategy.data_dir().join("larboard"))
    })
}

/// Returns the folder of the settings file: `LARBOARD_HOME`, or else a folder in the platform's
/// configuration folder. `None` if the platform has none.
pub fn config_dir() -> Option<PathBuf> {
    home_override().or_else(|| {
        let strategy = etcetera::base_strategy::choose_native_strategy().ok()?;
        Some(strategy.config_dir().join("larboard"))
    })
}

fn home_override() -> Option<PathBuf> {
    let home = env::var_os("LARBOARD_HOME")?;
    (!home.is_empty()).then(|| home.into())
}

/// A file that is replaced as a whole, and that is known to be writable.
#[derive(Debug)]
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
                OpenOptions::new().write(true).open(&file.path)?;
            }
            file.create_temp()?;
        }
        Ok(file)
    }

    /// Replaces the contents of the file. On an error, the old contents remain.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, text: &str) -> io::Result<()> {
        if self.is_stream {
            let mut stream = OpenOptions::new().write(true).open(&self.path)?;
            return stream.write_all(text.as_bytes());
        }
        let mut temp = self.create_temp()?;
        temp.write_all(text.as_bytes())?;
        temp.as_file().sync_all()?;
        if let Ok(metadata) = fs::metadata(&self.path) {
            temp.as_file().set_permissions(metadata.permissions())?;
        }
        temp.persist(&self.path)?;
        // Some file systems cannot sync a folder; the file itself is synced.
        _ = File::open(self.parent_dir()).and_then(|folder| folder.sync_all());
        Ok(())
    }

    fn create_temp(&self) -> io::Result<NamedTempFile> {
        create_temp(self.parent_dir(), ".larboard-", ".tmp")
    }

    fn parent_dir(&self) -> &Path {
        match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }
}

/// Creates a file with a random name and the permissions of any new file. It is removed on drop
/// unless it is kept or persisted.
fn create_temp(folder: &Path, prefix: &str, suffix: &str) -> io::Result<NamedTempFile> {
    temp_builder(prefix, suffix).tempfile_in(folder)
}

fn temp_builder<'a>(prefix: &'a str, suffix: &'a str) -> tempfile::Builder<'a, 'a> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(suffix);
    #[cfg(unix)]
    builder.permissions(fs::Permissions::from_mode(0o666));
    builder
}

/// Opens a regular file, and nothing else: opening a pipe may block, and a device may never end.
/// The open never blocks, even if the file was replaced by a pipe after the check.
fn open_regular_file(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let require_file = |metadata: Metadata| match metadata.is_file() {
        true => Ok(()),
        false => Err(Error::other("it is not a regular file")),
    };
    fs::metadata(path).map_or(Ok(()), require_file)?;
    #[cfg(unix)]
    options.custom_flags(OFlags::NONBLOCK.bits() as i32);
    let file = options.open(path)?;
    file.metadata().and_then(require_file)?;
    Ok(file)
}

/// Writes the record of a game to a new file in the current folder, named after the game and its
/// seed, and returns its path.
///
/// # Errors
/// The file cannot be written.
pub fn export<R: Rules + ?Sized>(played: &PlayedGame<R>) -> io::Result<PathBuf> {
    let game = played.game.rules().info().id;
    let seed = played.game.seed().map(|seed| format!("-{seed}"));
    let stem = format!("{game}{}", seed.unwrap_or_default());
    let folder = env::current_dir()?;
    let paths = (1..1000).map(|n| match n {
        1 => folder.join(format!("{stem}.json")),
        n => folder.join(format!("{stem}-{n}.json")),
    });
    for path in paths {
        match export_to(&path, played) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            result => return result.map(|()| path),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Writes the record of a game to a new file.
///
/// # Errors
/// The file exists already or cannot be written.
pub fn export_to<R: Rules + ?Sized>(path: &Path, played: &PlayedGame<R>) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    let record = Record::from_played_game(played).to_string();
    file.write_all(record.as_bytes())
        .and_then(|()| file.sync_all())
        // Report the first error, not one of the cleanup.
        .inspect_err(|_| _ = fs::remove_file(path))
}

/// Writes a record that could not be saved elsewhere to a new file in the program's data folder,
/// or else in the system's folder for temporary files, and returns its path.
///
/// # Errors
/// Neither folder is writable.
pub fn emergency_save(record: &str) -> io::Result<PathBuf> {
    let save_in = |folder: PathBuf| {
        fs::create_dir_all(&folder)?;
        write_and_keep(
            create_temp(&folder, "larboard-", ".json")?,
            record.as_bytes(),
        )
    };
    match data_dir().map(save_in) {
        Some(Ok(path)) => Ok(path),
        _ => save_in(env::temp_dir()),
    }
}

/// Fills a temporary file and makes it permanent.
fn write_and_keep(mut file: NamedTempFile, bytes: &[u8]) -> io::Result<PathBuf> {
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    let (_, path) = file.keep()?;
    Ok(path)
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
