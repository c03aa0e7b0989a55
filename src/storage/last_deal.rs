//! What the player chose last in the menu: a small file in the data folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::file_ops;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastDeal {
    pub game: String,
    /// The value of each option by name, as in a record.
    pub rules: BTreeMap<String, String>,
}

#[derive(Debug)]
pub struct LastDealFile {
    /// `None` if there is no folder for it.
    path: Option<PathBuf>,
}

impl LastDealFile {
    pub fn new(data_dir: Option<&Path>) -> LastDealFile {
        LastDealFile {
            path: data_dir.map(|folder| folder.join("last-deal.json")),
        }
    }

    /// Reads the file. `None` if there is none or it cannot be used.
    pub fn load(&self) -> Option<LastDeal> {
        file_ops::read_json(self.path.as_ref()?)
    }

    /// Writes the file. If that fails, the menu opens as before, which does no harm.
    pub fn save(&self, last_deal: &LastDeal) {
        if let Some(path) = &self.path {
            _ = file_ops::write_json(path, last_deal);
        }
    }
}
