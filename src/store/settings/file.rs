//! The settings file: where it lies, and how a change gets into it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Error, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::{Complaint, Edited, Settings, edited, read};
use crate::escape::reason;
use crate::store::{Target, config, create_new, open};

/// The most bytes a settings file may have.
const LARGEST: u64 = 1 << 16;

/// The settings file and what it is known to say.
#[derive(Debug)]
pub struct SettingsFile {
    /// Where it lies; nowhere, where the platform names no folder for it.
    path: Option<PathBuf>,
    /// The settings the file has, as far as they could be followed.
    kept: Settings,
    /// The settings that were to be kept last, whether or not that could be done.
    tried: Settings,
}

impl SettingsFile {
    /// Opens the player's settings file, and says what in it cannot be followed. A file that is
    /// not there sets nothing.
    pub fn open() -> (SettingsFile, Vec<Complaint>) {
        SettingsFile::at(config().map(|folder| folder.join("settings.toml")))
    }

    /// Opens the settings file of a path.
    pub fn at(path: Option<PathBuf>) -> (SettingsFile, Vec<Complaint>) {
        let text = path.as_deref().map_or(Ok(String::new()), text_of);
        let (kept, complaints) = match text {
            Ok(text) => read(&text),
            Err(error) => {
                let what = format!("it cannot be read: {}", reason(&error));
                (Settings::default(), vec![Complaint { line: None, what }])
            }
        };
        let tried = kept.clone();
        (SettingsFile { path, kept, tried }, complaints)
    }

    /// The settings the file has.
    pub fn settings(&self) -> &Settings {
        &self.kept
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
    pub fn keep(&mut self, settings: &Settings) -> io::Result<Option<PathBuf>> {
        if self.tried == *settings {
            return Ok(None);
        }
        self.tried = settings.clone();
        let path = self.path.as_ref().ok_or_else(|| {
            Error::new(
                ErrorKind::NotFound,
                "the platform names no folder for settings",
            )
        })?;
        // What another window has put there since stays, but for what was changed here.
        let Edited { text, lost } = match text_of(path) {
            Ok(text) => edited(&text, &self.kept, settings),
            Err(error) if error.kind() == ErrorKind::InvalidData => Edited {
                lost: true,
                ..edited("", &self.kept, settings)
            },
            Err(error) => return Err(error),
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let target = Target::check(path)?;
        let aside = match lost {
            true => Some(set_aside(path)?),
            false => None,
        };
        target.write(&text)?;
        self.kept = settings.clone();
        Ok(aside)
    }
}

/// The text of a file; none, where there is no file. What is there and is no text is invalid data.
fn text_of(path: &Path) -> io::Result<String> {
    let file = match open(path, OpenOptions::new().read(true)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(String::new()),
        file => file?,
    };
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Error::new(
            ErrorKind::InvalidData,
            "it is larger than 64 KiB",
        ));
    }
    let text = String::from_utf8(bytes);
    text.map_err(|_| Error::new(ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// Copies a file under a new name in its folder, and says which.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let (mut copy, name) = create_new(folder, "settings-", "toml")?;
    let copied = File::open(path).and_then(|mut file| io::copy(&mut file, &mut copy));
    copied
        .and_then(|_| copy.sync_all())
        .inspect_err(|_| _ = fs::remove_file(&name))?;
    Ok(name)
}
