//! What the player chose last in the menu: a small file in the data folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::small_file;

const FILE_NAME: &str = "last-deal.json";
/// Size in bytes up to which the file is read.
const MAX_SIZE: u64 = 1 << 12;

/// A game, its options and the source of the deal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastDeal {
    /// Id of the game.
    pub game: String,
    /// The value of each option by name, as in a record.
    pub rules: BTreeMap<String, String>,
    /// Where the deal came from: `random`, `winnable`, `daily`, `number` or a difficulty.
    pub source: String,
}

/// The file of the last deal.
#[derive(Debug)]
pub struct LastDealFile {
    /// `None` if there is no folder for it.
    path: Option<PathBuf>,
}

impl LastDealFile {
    /// Uses a file in the data folder.
    pub fn new(data_dir: Option<&Path>) -> LastDealFile {
        LastDealFile {
            path: data_dir.map(|folder| folder.join(FILE_NAME)),
        }
    }

    /// Reads the file. `None` if there is none or it cannot be used.
    pub fn load(&self) -> Option<LastDeal> {
        let text = small_file::read(self.path.as_ref()?, MAX_SIZE).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Writes the file. If that fails, the menu opens as before, which does no harm.
    pub fn save(&self, last_deal: &LastDeal) {
        if let Some(path) = &self.path
            && let Ok(text) = serde_json::to_string(last_deal)
        {
            _ = small_file::write(path, &(text + "\n"));
        }
    }
}
