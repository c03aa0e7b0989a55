//! The settings file: reading it, and saving changes to it.

use std::fs;
use std::io::{self, Error, ErrorKind};
use std::path::{Path, PathBuf};

use super::{ConfigError, EditedSettings, Settings, edit, parse};
use crate::escape::io_error_message;
use crate::storage::{StorageError, config_dir, file_ops};

/// Maximum size of a settings file in bytes.
const MAX_SETTINGS_BYTES: u64 = 1 << 16;

/// The settings file and the settings in it.
#[derive(Debug)]
pub struct SettingsFile {
    /// `None` if the platform has no configuration folder.
    path: Option<PathBuf>,
    /// The valid settings in the file.
    saved: Settings,
    /// The settings of the last attempt to save, whether it succeeded or not.
    last_attempted: Settings,
}

impl SettingsFile {
    /// Reads the player's settings file and returns the errors in it. A missing file is empty.
    pub fn open() -> (SettingsFile, Vec<ConfigError>) {
        SettingsFile::open_at(config_dir().map(|folder| folder.join("settings.toml")))
    }

    /// Reads the settings file at a path and returns the errors in it.
    pub fn open_at(path: Option<PathBuf>) -> (SettingsFile, Vec<ConfigError>) {
        let text = path.as_deref().map_or(Ok(String::new()), read_text);
        let (saved, errors) = match text {
            Ok(text) => parse(&text),
            Err(error) => {
                let error = ConfigError {
                    line: None,
                    message: format!("cannot be read: {}", io_error_message(&error)),
                };
                (Settings::default(), vec![error])
            }
        };
        let file = SettingsFile {
            path,
            last_attempted: saved.clone(),
            saved,
        };
        (file, errors)
    }

    /// Returns the valid settings in the file.
    pub fn settings(&self) -> &Settings {
        &self.saved
    }

    /// Returns the path of the file, whether it exists or not.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Saves the settings if they have changed since the last attempt. If that would discard
    /// something invalid that the player wrote, the whole file is copied first, and the path of the
    /// copy is returned.
    ///
    /// # Errors
    /// The settings cannot be saved. The file remains as it was.
    pub fn save_if_changed(
        &mut self,
        settings: &Settings,
    ) -> Result<Option<PathBuf>, StorageError> {
        if self.last_attempted == *settings {
            return Ok(None);
        }
        self.last_attempted = settings.clone();
        let path = self.path.as_ref().ok_or(StorageError::NoConfigDir)?;
        let backup = self
            .save(path, settings)
            .map_err(StorageError::write(path))?;
        self.saved = settings.clone();
        Ok(backup)
    }

    fn save(&self, path: &Path, settings: &Settings) -> io::Result<Option<PathBuf>> {
        // Editing the file as it is now keeps what another process has changed since.
        let edited = match read_text(path) {
            Ok(text) => edit(&text, &self.saved, settings),
            Err(error) if error.kind() == ErrorKind::InvalidData => EditedSettings {
                discarded_invalid: true,
                ..edit("", &self.saved, settings)
            },
            Err(error) => return Err(error),
        };
        if let Some(folder) = path.parent() {
            file_ops::create_dir_all(folder)?;
        }
        let backup = edited.discarded_invalid.then(|| back_up(path));
        let backup = backup.transpose()?;
        file_ops::write_text(path, &edited.text)?;
        Ok(backup)
    }
}

/// Reads a text file; a missing file is empty. A file that is not text, or too large, is an error of
/// kind `InvalidData`.
fn read_text(path: &Path) -> io::Result<String> {
    let bytes = match file_ops::read_limited(path, MAX_SETTINGS_BYTES + 1) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(String::new()),
        bytes => bytes?,
    };
    let invalid = |message: &str| Error::new(ErrorKind::InvalidData, message);
    if bytes.len() as u64 > MAX_SETTINGS_BYTES {
        return Err(invalid("it is larger than 64 KiB"));
    }
    String::from_utf8(bytes).map_err(|_| invalid("it is not UTF-8 text"))
}

/// Copies a file to a new file in the same folder and returns the path of the copy.
fn back_up(path: &Path) -> io::Result<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new("."));
    file_ops::create_named(folder, "settings-", ".toml", &fs::read(path)?)
}
