//! Small files in the data folder that the program can do without: the introductions seen, what was
//! chosen last in the menu, and the reviews of finished games. If one cannot be read or written, an
//! introduction is shown again, the menu opens as before, and a game is reviewed again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::file_ops;
use crate::record::SaveId;
use crate::review::{self, Practice, Review};
use crate::variant;

/// Size up to which a file is read: more than the review of the longest game needs.
const MAX_BYTES: u64 = 16 << 20;

/// One id per line.
const INTRODUCTIONS: &str = "introductions.txt";

const LAST_DEAL: &str = "last-deal.json";

/// The id of the note that a game which is left can be continued, shown once like an introduction.
pub const GAME_KEPT_NOTE: &str = "game-kept";

/// What the player chose last in the menu.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastDeal {
    pub game: String,
    /// The value of each option by name, as in a record.
    pub rules: BTreeMap<String, String>,
}

/// A review in its file. One without the number of its method was made by another.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptReview {
    #[serde(default)]
    method: u32,
    #[serde(flatten)]
    review: Review,
    #[serde(flatten)]
    practice: Practice,
}

#[derive(Debug)]
pub struct SmallFiles {
    /// `None` if there is no data folder. Then nothing is read or written.
    folder: Option<PathBuf>,
    /// The ids of the introductions that were seen. `None` if that cannot be read: then all were.
    seen: Option<BTreeSet<String>>,
}

impl SmallFiles {
    /// Reads which introductions were seen.
    pub fn open(folder: Option<&Path>) -> SmallFiles {
        let mut files = SmallFiles {
            folder: folder.map(Path::to_owned),
            seen: None,
        };
        files.seen = match files.read_text(INTRODUCTIONS) {
            Err(error) if error.kind() == ErrorKind::NotFound => Some(BTreeSet::new()),
            text => text
                .ok()
                .map(|text| text.lines().map(str::to_owned).collect()),
        };
        files
    }

    /// Whether the player sees an introduction for the first time, which from now on was seen.
    pub fn introduce(&mut self, id: &str) -> bool {
        let mut ids = variant::introduction_ids();
        ids.push(GAME_KEPT_NOTE);
        let Some(seen) = self.seen.as_mut().filter(|_| ids.contains(&id)) else {
            return false;
        };
        if !seen.insert(id.to_owned()) {
            return false;
        }
        ids.retain(|id| seen.contains(*id));
        self.write_text(INTRODUCTIONS, &(ids.join("\n") + "\n"));
        true
    }

    /// Whether the player has not seen an introduction yet.
    pub fn is_new(&self, id: &str) -> bool {
        self.seen.as_ref().is_some_and(|seen| !seen.contains(id))
    }

    pub fn last_deal(&self) -> Option<LastDeal> {
        self.read_json(LAST_DEAL)
    }

    pub fn save_last_deal(&self, last_deal: &LastDeal) {
        self.write_json(LAST_DEAL, last_deal);
    }

    /// Returns the review of a saved game, if it was made by the method of today, and what was found of its questions.
    pub fn review(&self, id: &SaveId) -> Option<(Review, Practice)> {
        let kept: KeptReview = self.read_json(&review_name(id))?;
        (kept.method == review::METHOD).then_some((kept.review, kept.practice))
    }

    /// Saves the review of a saved game. What was found before stays, unless something else was.
    pub fn save_review(&self, id: &SaveId, review: &Review, practice: &Practice) {
        let before = Some(practice).filter(|practice| **practice == Practice::default());
        let before = before.and_then(|_| self.review(id));
        let kept = KeptReview {
            method: review::METHOD,
            review: review.clone(),
            practice: before.map_or(practice.clone(), |(_, practice)| practice),
        };
        self.write_json(&review_name(id), &kept);
    }

    /// Removes the review of a saved game, if there is one.
    pub fn remove_review(&self, id: &SaveId) {
        if let Some(folder) = &self.folder {
            _ = fs::remove_file(folder.join(review_name(id)));
        }
    }

    fn read_text(&self, name: &str) -> io::Result<String> {
        let folder = self.folder.as_ref().ok_or(ErrorKind::Unsupported)?;
        let bytes = file_ops::read_limited(&folder.join(name), MAX_BYTES)?;
        String::from_utf8(bytes).map_err(io::Error::other)
    }

    /// Replaces a file, and creates its folder if necessary.
    fn write_text(&self, name: &str, text: &str) {
        if let Some(folder) = &self.folder {
            let path = folder.join(name);
            _ = file_ops::create_dir_all(path.parent().unwrap_or(folder))
                .and_then(|()| file_ops::write_text(&path, text));
        }
    }

    fn read_json<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_str(&self.read_text(name).ok()?).ok()
    }

    fn write_json(&self, name: &str, value: &impl Serialize) {
        if let Ok(json) = serde_json::to_string(value) {
            self.write_text(name, &(json + "\n"));
        }
    }
}

fn review_name(id: &SaveId) -> String {
    format!("reviews/{id}.json")
}
