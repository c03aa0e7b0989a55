//! The program's files: where they are, what they hold, and how one is written without losing data.

pub mod daily;
mod error;
pub mod file_ops;
mod game_result;
mod lock;
pub mod results;
pub mod save_folder;
pub mod saves;
pub mod settings;
pub mod small_files;
pub mod stats;

use std::env;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

pub use error::{Loaded, StorageError};

use crate::record::{PlayedGame, Record};

/// Returns the folder of saved games and results: `LARBOARD_HOME`, or else a folder in the
/// platform's data folder. `None` if the platform has none.
pub fn data_dir() -> Option<PathBuf> {
    own_dir(|platform| platform.data_dir())
}

/// Returns the folder of the settings file: `LARBOARD_HOME`, or else a folder in the platform's
/// configuration folder. `None` if the platform has none.
pub fn config_dir() -> Option<PathBuf> {
    own_dir(|platform| platform.config_dir())
}

/// Checks `LARBOARD_HOME`.
///
/// # Errors
/// It begins with `~`, which few shells replace after an equals sign or within quotes.
pub fn check_home() -> Result<(), StorageError> {
    let home = env::var_os("LARBOARD_HOME").unwrap_or_default();
    if home.as_encoded_bytes().starts_with(b"~") {
        return Err(StorageError::HomeWithTilde);
    }
    Ok(())
}

fn own_dir(choose: fn(&dyn BaseStrategy) -> PathBuf) -> Option<PathBuf> {
    match env::var_os("LARBOARD_HOME") {
        Some(home) if !home.is_empty() => Some(home.into()),
        _ => {
            let platform = etcetera::base_strategy::choose_native_strategy().ok()?;
            Some(choose(&platform).join("larboard"))
        }
    }
}

/// Writes the record of a game to a new file: of the given path, else of one in the current folder,
/// named after the game and its seed, unless such a file has the record already. Returns the path.
///
/// # Errors
/// The file exists already or cannot be written.
pub fn export(played: &PlayedGame, path: Option<&Path>) -> Result<PathBuf, StorageError> {
    let record = Record::from_played_game(played);
    let text = record.to_file_text()?;
    if let Some(path) = path {
        file_ops::create_new(path, text.as_bytes()).map_err(StorageError::write(path))?;
        return Ok(path.to_owned());
    }
    let game = played.game.rules().info().id;
    let seed = played.game.seed().map(|seed| format!("-{seed}"));
    let stem = format!("{game}{}", seed.unwrap_or_default());
    let folder = env::current_dir().map_err(StorageError::write("."))?;
    for path in file_ops::numbered_paths(&folder, &stem, ".json") {
        match file_ops::create_new(&path, text.as_bytes()) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                if has_record(&path, &record) {
                    return Ok(path);
                }
            }
            Err(source) => return Err(StorageError::Write { path, source }),
            Ok(()) => return Ok(path),
        }
    }
    Err(StorageError::write(folder)(ErrorKind::AlreadyExists.into()))
}

/// Whether a file has a record, which may differ in the playing time and the program that wrote it.
fn has_record(path: &Path, record: &Record) -> bool {
    let file = file_ops::open_to_read(path).ok();
    let bytes = file.and_then(|file| Record::read_limited(file).ok());
    let other = bytes.and_then(|bytes| Record::from_slice(&bytes).ok());
    other.is_some_and(|mut other| {
        other.header.seconds = record.header.seconds;
        other.generator.clone_from(&record.generator);
        other.to_string() == record.to_string()
    })
}

/// Writes a record that could not be saved elsewhere to a new file in the program's data folder,
/// or else in the system's folder for temporary files, and returns its path.
///
/// # Errors
/// Neither folder is writable.
pub fn emergency_save(record: &str) -> io::Result<PathBuf> {
    let save_in = |folder: PathBuf| {
        file_ops::create_dir_all(&folder)?;
        file_ops::create_named(&folder, "larboard-", ".json", record.as_bytes())
    };
    match data_dir().map(save_in) {
        Some(Ok(path)) => Ok(path),
        _ => save_in(env::temp_dir()),
    }
}
