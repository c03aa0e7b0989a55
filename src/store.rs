//! Files: where the program keeps its own, and how one is written so that nothing is lost.

pub mod figures;
pub mod keeper;
pub mod results;
pub mod settings;
pub mod sittings;

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

use crate::record::{Record, Sitting};
use crate::rules::Rules;

/// How many links are followed from a name to its file.
const MOST_LINKS: usize = 40;

/// The folder of the program's own files: `LARBOARD_HOME`, or the platform's folder for a
/// program's data. None where the platform names none.
pub fn home() -> Option<PathBuf> {
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
pub fn config() -> Option<PathBuf> {
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
pub struct Target {
    /// The file itself, links followed.
    file: PathBuf,
    /// Whether it is a pipe or a device, which cannot be replaced.
    stream: bool,
}

impl Target {
    /// Finds out whether a file can be written, and changes nothing.
    ///
    /// # Errors
    /// It cannot: it is a folder, or its folder is missing or closed to us.
    pub fn check(path: &Path) -> io::Result<Target> {
        let target = Target {
            file: followed(path)?,
            stream: fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir()),
        };
        if target.file.is_dir() || names_a_folder(path) {
            return Err(Error::new(ErrorKind::IsADirectory, "it is a folder"));
        }
        if !target.stream {
            if target.file.exists() {
                OpenOptions::new().write(true).open(&target.file)?;
            }
            let (_, beside) = target.beside()?;
            fs::remove_file(beside)?;
        }
        Ok(target)
    }

    /// Writes the file whole, or leaves what is there as it is.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, text: &str) -> io::Result<()> {
        if self.stream {
            let mut stream = OpenOptions::new().write(true).open(&self.file)?;
            return stream.write_all(text.as_bytes());
        }
        let (file, beside) = self.beside()?;
        let written = self
            .fill(file, text)
            .and_then(|()| fs::rename(&beside, &self.file));
        match &written {
            // The first error is the one to tell.
            Err(_) => _ = fs::remove_file(&beside),
            // Where a folder cannot be synced, the file at least was.
            Ok(()) => _ = File::open(self.folder()).and_then(|folder| folder.sync_all()),
        }
        written
    }

    fn fill(&self, mut file: File, text: &str) -> io::Result<()> {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        match fs::metadata(&self.file) {
            Ok(known) => file.set_permissions(known.permissions()),
            Err(_) => Ok(()),
        }
    }

    /// A new file beside the one that is meant.
    fn beside(&self) -> io::Result<(File, PathBuf)> {
        create_new(self.folder(), ".larboard-", "tmp")
    }

    fn folder(&self) -> &Path {
        match self.file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }
}

/// Opens a file, but nothing that only looks like one: at a pipe one waits for ever, and a device
/// may never end. Nor does it wait where something else has come there since it was looked at.
fn open(path: &Path, how: &mut OpenOptions) -> io::Result<File> {
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
pub fn export<R: Rules>(sitting: &Sitting<R>) -> io::Result<PathBuf> {
    let game = sitting.game.rules().profile().id;
    let seed = sitting.game.seed().map(|seed| format!("-{seed}"));
    let stem = format!("{game}{}", seed.unwrap_or_default());
    let folder = env::current_dir()?;
    let names = (1..1000).map(|n| match n {
        1 => format!("{stem}.json"),
        n => format!("{stem}-{n}.json"),
    });
    let (mut file, path) = create_first(&folder, names)?;
    fill_new(&mut file, &path, &Record::of(sitting).to_string())?;
    Ok(path)
}

/// Writes the record of a sitting to a file that must not be there yet.
///
/// # Errors
/// It is there, or cannot be written.
pub fn export_to<R: Rules>(path: &Path, sitting: &Sitting<R>) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    fill_new(&mut file, path, &Record::of(sitting).to_string())
}

/// Writes a text to a new file in the program's folder, or else in the system's for what is
/// passing, and says where.
///
/// # Errors
/// Neither can be written.
pub fn rescue(text: &str) -> io::Result<PathBuf> {
    let put = |folder: PathBuf| {
        fs::create_dir_all(&folder)?;
        let (mut file, path) = create_new(&folder, "larboard-", "json")?;
        fill_new(&mut file, &path, text)?;
        Ok(path)
    };
    match home().map(put) {
        Some(Ok(path)) => Ok(path),
        _ => put(env::temp_dir()),
    }
}

/// Fills a new file, or removes it.
fn fill_new(file: &mut File, path: &Path, text: &str) -> io::Result<()> {
    let written = file.write_all(text.as_bytes());
    // The first error is the one to tell.
    written
        .and_then(|()| file.sync_all())
        .inspect_err(|_| _ = fs::remove_file(path))
}

/// A file of a new name in a folder.
fn create_new(folder: &Path, prefix: &str, extension: &str) -> io::Result<(File, PathBuf)> {
    let now = Timestamp::now().as_second();
    let names = (0..100).map(|n| format!("{prefix}{now}-{}-{n}.{extension}", process::id()));
    create_first(folder, names)
}

/// A file of the first of these names that is not taken.
fn create_first(
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
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if !path.is_symlink() || path.exists() && !path.is_file() {
            return Ok(path);
        }
        let link = fs::read_link(&path)?;
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(Error::other("too many links"))
}

/// Whether a path is written like a folder's.
fn names_a_folder(path: &Path) -> bool {
    path.file_name().is_none() || path.to_string_lossy().ends_with(std::path::is_separator)
}
