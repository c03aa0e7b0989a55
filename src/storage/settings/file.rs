//! The settings file: where it lies, and how a change gets into it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Error, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::{ConfigError, EditedSettings, Settings, edit, parse};
use crate::escape::io_error_message;
use crate::storage::{AtomicFile, config_dir, create_unique, open_regular_file};

/// The most bytes a settings file may have.
const MAX_SETTINGS_BYTES: u64 = 1 << 16;

/// The settings file and what it is known to say.
#[derive(Debug)]
pub struct SettingsFile {
    /// Where it lies; nowhere, where the platform names no folder for it.
    path: Option<PathBuf>,
    /// The settings the file has, as far as they could be followed.
    saved: Settings,
    /// The settings that were to be kept last, whether or not that could be done.
    last_attempted: Settings,
}

impl SettingsFile {
    /// Opens the player's settings file, and says what in it cannot be followed. A file that is
    /// not there sets nothing.
    pub fn open() -> (SettingsFile, Vec<ConfigError>) {
        SettingsFile::open_at(config_dir().map(|folder| folder.join("settings.toml")))
    }

    /// Opens the settings file of a path.
    pub fn open_at(path: Option<PathBuf>) -> (SettingsFile, Vec<ConfigError>) {
        let text = path.as_deref().map_or(Ok(String::new()), read_text);
        let (kept, complaints) = match text {
            Ok(text) => parse(&text),
            Err(error) => {
                let what = format!("it cannot be read: {}", io_error_message(&error));
                (
                    Settings::default(),
                    vec![ConfigError {
                        line: None,
                        message: what,
                    }],
                )
            }
        };
        let tried = kept.clone();
        (
            SettingsFile {
                path,
                saved: kept,
                last_attempted: tried,
            },
            complaints,
        )
    }

    /// The settings the file has.
    pub fn settings(&self) -> &Settings {
        &self.saved
    }

    /// Where the file lies, or would.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Keeps the settings if they have changed since they were to be kept last. Where the file has
    /// something that could not be followed and would be lost, the whole of it is set aside under a
    /// name that is returned.
    ///
    /// # Errors
    /// They cannot be kept, and what is in the file stays there.
    pub fn save_if_changed(&mut self, settings: &Settings) -> io::Result<Option<PathBuf>> {
        if self.last_attempted == *settings {
            return Ok(None);
        }
        self.last_attempted = settings.clone();
        let path = self.path.as_ref().ok_or_else(|| {
            Error::new(
                ErrorKind::NotFound,
                "the platform names no folder for settings",
            )
        })?;
        // What another window has put there since stays, but for what was changed here.
        let EditedSettings {
            text,
            discarded_invalid: lost,
        } = match read_text(path) {
            Ok(text) => edit(&text, &self.saved, settings),
            Err(error) if error.kind() == ErrorKind::InvalidData => EditedSettings {
                discarded_invalid: true,
                ..edit("", &self.saved, settings)
            },
            Err(error) => return Err(error),
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let target = AtomicFile::check_writable(path)?;
        let aside = match lost {
            true => Some(back_up(path)?),
            false => None,
        };
        target.write(&text)?;
        self.saved = settings.clone();
        Ok(aside)
    }
}

/// The text of a file; none, where there is no file. What is there and is no text is invalid data.
fn read_text(path: &Path) -> io::Result<String> {
    let file = match open_regular_file(path, OpenOptions::new().read(true)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(String::new()),
        file => file?,
    };
    let mut bytes = Vec::new();
    file.take(MAX_SETTINGS_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_SETTINGS_BYTES {
        return Err(Error::new(
            ErrorKind::InvalidData,
            "it is larger than 64 KiB",
        ));
    }
    let text = String::from_utf8(bytes);
    text.map_err(|_| Error::new(ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// Copies a file under a new name in its folder, and says which.
fn back_up(path: &Path) -> io::Result<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let (mut copy, name) = create_unique(folder, "settings-", "toml")?;
    let copied = File::open(path).and_then(|mut file| io::copy(&mut file, &mut copy));
    copied
        .and_then(|_| copy.sync_all())
        .inspect_err(|_| _ = fs::remove_file(&name))?;
    Ok(name)
}
