//! Reviews of finished games: a file for each, in a folder of their own.

use std::path::{Path, PathBuf};

use super::save_dir::SaveId;
use super::small_file;
use crate::review::Review;

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
        small_file::read_json(&self.review_path(id)?)
    }

    /// Saves the review of a saved game. If that fails, the game is reviewed again, which does no harm.
    pub fn save(&self, id: &SaveId, review: &Review) {
        if let Some(path) = self.review_path(id) {
            _ = small_file::write_json(&path, review);
        }
    }

    fn review_path(&self, id: &SaveId) -> Option<PathBuf> {
        let folder = self.path.as_ref()?;
        Some(folder.join(format!("{id}.json")))
    }
}
