//! The introductions that the player has seen: a file with one id per line.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::file_ops;
use crate::variant;

#[derive(Debug, Default)]
pub struct IntroductionsFile {
    /// `None` if there is no folder for the file.
    path: Option<PathBuf>,
    unseen: Vec<&'static str>,
}

impl IntroductionsFile {
    /// Reads the file in the data folder. All introductions count as seen if that is not possible.
    pub fn open(data_dir: Option<&Path>) -> IntroductionsFile {
        let path = data_dir.map(|folder| folder.join("introductions.txt"));
        let seen = path.as_deref().and_then(read);
        let unseen = seen.map_or(Vec::new(), |seen| {
            let ids = variant::introduction_ids().into_iter();
            ids.filter(|id| seen.lines().all(|line| line != *id))
                .collect()
        });
        IntroductionsFile { path, unseen }
    }

    pub fn unseen(&self) -> &[&'static str] {
        &self.unseen
    }

    /// Replaces the ids of the introductions that the player has not seen.
    pub fn set_unseen(&mut self, unseen: &[&'static str]) {
        if self.unseen == unseen {
            return;
        }
        self.unseen = unseen.to_vec();
        let ids = variant::introduction_ids().into_iter();
        let seen = ids.filter(|id| !unseen.contains(id));
        let text: String = seen.map(|id| format!("{id}\n")).collect();
        if let Some(path) = &self.path {
            // If the file cannot be written, an introduction is shown again, which does no harm.
            _ = file_ops::create_dir_all(path.parent().unwrap_or(path))
                .and_then(|()| file_ops::write_text(path, &text));
        }
    }
}

/// Reads the file; a missing one is empty. `None` if it cannot be read.
fn read(path: &Path) -> Option<String> {
    match file_ops::read_small_text(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Some(String::new()),
        text => text.ok(),
    }
}
