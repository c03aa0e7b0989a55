//! What the program keeps: sittings, and what became of them.

mod saved_games;
mod stats;

use crate::home::Home;
use larboard::storage::save_manager::SaveManager;

impl Home {
    fn keeper(&self) -> SaveManager {
        let (keeper, wrong) = SaveManager::open(Some(self.path().into()));
        assert_eq!(wrong, None);
        keeper
    }
}
