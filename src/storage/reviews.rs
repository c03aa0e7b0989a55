//! Reviews of finished games: a file for each, in a folder of their own.

use std::fs::OpenOptions;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::atomic_file::AtomicFile;
use super::file_ops;
use super::save_dir::SaveId;
use crate::review::Review;

/// Size in bytes up to which a file is read: more than the review of the longest game needs.
const MAX_SIZE: u64 = 16 << 20;

/// The folder of reviews.
#[derive(Debug)]
pub struct ReviewDir {
    /// `None` if there is no data folder.
    path: Option<PathBuf>,
}

impl ReviewDir {
    /// Uses a folder in the data folder, which need not exist yet.
    pub fn new(data_dir: Option<&Path>) -> ReviewDir {
        ReviewDir {
            path: data_dir.map(|folder| folder.join("reviews")),
        }
    }

    /// Reads the review of a saved game. `None` if there is none or the file cannot be used.
    pub fn load(&self, id: &SaveId) -> Option<Review> {
        let path = self.review_path(id)?;
        let file = file_ops::open_regular(&path, OpenOptions::new().read(true)).ok()?;
        let mut text = String::new();
        file.take(MAX_SIZE).read_to_string(&mut text).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Saves the review of a saved game. If that fails, the game can be reviewed again: that is no harm.
    pub fn save(&self, id: &SaveId, review: &Review) {
        if let Some(path) = self.review_path(id)
            && let Ok(text) = serde_json::to_string(review)
        {
            let folder = path.parent().unwrap_or(&path);
            _ = file_ops::create_dir_all(folder)
                .and_then(|()| AtomicFile::check_writable(&path)?.write(&(text + "\n")));
        }
    }

    fn review_path(&self, id: &SaveId) -> Option<PathBuf> {
        let folder = self.path.as_ref()?;
        Some(folder.join(format!("{id}.json")))
    }
}
