//! Saved games and results.

#[cfg(unix)]
mod failing_writes;
#[cfg(unix)]
mod faults;
mod old_home;
mod saved_games;
mod stats;

use crate::home::Home;
use larboard::storage::save_manager::SaveManager;

/// Error of the system on a full disk.
const DISK_FULL: i32 = if cfg!(windows) { 112 } else { 28 };

impl Home {
    fn save_manager(&self) -> SaveManager {
        let opened = SaveManager::open(Some(self.path().into()));
        assert!(opened.warnings.is_empty(), "{:?}", opened.warnings);
        opened.value
    }
}
