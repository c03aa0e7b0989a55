//! The folder of saved games, one record per game, replaced after every move.
//!
//! An empty `ID.lock` beside `ID.json` is locked by the process that has the game open.

use std::collections::HashMap;
use std::fmt;
use std::fs::{self, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::error::StorageError;
use super::file_ops;
use super::lock::Lock;
use crate::record::{Record, RecordError};

/// The permanent id of a saved game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SaveId(Arc<str>);

impl SaveId {
    /// Longer than any generated id.
    const MAX_LEN: usize = 100;

    /// Parses an id. Rejects anything that could name a file in another folder.
    pub fn parse(text: &str) -> Option<SaveId> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let is_valid = (1..=SaveId::MAX_LEN).contains(&text.len()) && text.chars().all(is_allowed);
        is_valid.then(|| SaveId(text.into()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Creates an id: the date and a random number, so that a wrong clock cannot make two equal.
    pub fn new(now: Timestamp) -> SaveId {
        let day = now.strftime("%Y%m%d");
        SaveId(format!("{day}-{:016x}", rand::random::<u64>()).into())
    }
}

impl TryFrom<String> for SaveId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<SaveId, &'static str> {
        SaveId::parse(&text).ok_or("not an id")
    }
}

impl From<SaveId> for String {
    fn from(id: SaveId) -> String {
        id.to_string()
    }
}

impl fmt::Display for SaveId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The folder of saved games.
#[derive(Debug)]
pub struct SaveDir {
    path: PathBuf,
    /// The latest modification time of all games listed or saved here.
    latest_modified: SystemTime,
    locks: HashMap<SaveId, Lock>,
}

impl SaveDir {
    /// Uses a folder, which need not exist yet.
    pub fn new(folder: PathBuf) -> SaveDir {
        SaveDir {
            path: folder,
            latest_modified: SystemTime::UNIX_EPOCH,
            locks: HashMap::new(),
        }
    }

    /// Lists the saved games that pass the filter, each with the time it was last played, the
    /// latest first.
    pub fn list(
        &mut self,
        filter: impl Fn(&SaveId) -> bool,
    ) -> Result<Vec<(SaveId, SystemTime)>, StorageError> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(StorageError::read(&self.path))?,
        };
        let mut games = Vec::new();
        for entry in entries {
            let path = entry.map_err(StorageError::read(&self.path))?.path();
            if let Some(id) = saved_id(&path)
                && filter(&id)
            {
                let modified = fs::metadata(&path).and_then(|metadata| metadata.modified());
                let modified = modified.unwrap_or(SystemTime::UNIX_EPOCH);
                self.latest_modified = self.latest_modified.max(modified);
                games.push((id, modified));
            }
        }
        games.sort_unstable_by(|a, b| (b.1, &b.0).cmp(&(a.1, &a.0)));
        Ok(games)
    }

    pub fn read(&self, id: &SaveId) -> Result<Record, StorageError> {
        let path = self.record_path(id);
        let file = file_ops::open_to_read(&path);
        // A file that could not be read to its end is not called an invalid record.
        let bytes = file
            .and_then(Record::read_limited)
            .map_err(StorageError::read(path))?;
        Record::from_slice(&bytes).map_err(|error| self.invalid_game(id, error))
    }

    pub(super) fn invalid_game(&self, id: &SaveId, source: RecordError) -> StorageError {
        StorageError::InvalidGame {
            path: self.record_path(id),
            source,
        }
    }

    /// Replaces the saved record of a game and marks the game as the last one played, whatever the
    /// clock says.
    ///
    /// The file then survives the end of the process, but not a power failure; see
    /// [`sync`](SaveDir::sync).
    pub fn save(
        &mut self,
        id: &SaveId,
        record: &Record,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        let text = record.to_file_text()?;
        self.create()?;
        let modified = self.next_modified_time(now);
        let path = self.record_path(id);
        file_ops::replace(&path, &text, |temp| {
            // Keeps the order of the games even if the clock was set back. A file system that refuses
            // the time uses its own.
            _ = temp.set_modified(modified);
            Ok(())
        })
        .map_err(StorageError::write(path))?;
        self.latest_modified = modified;
        Ok(())
    }

    fn create(&self) -> Result<(), StorageError> {
        file_ops::create_dir_all(&self.path).map_err(StorageError::write(&self.path))
    }

    /// Marks a game as the last one played, if the file system allows it.
    pub fn touch(&mut self, id: &SaveId, now: Timestamp) {
        let modified = self.next_modified_time(now);
        let file = file_ops::open_to_write(&self.record_path(id));
        if file.and_then(|file| file.set_modified(modified)).is_ok() {
            self.latest_modified = modified;
        }
    }

    /// Returns the current time, or a later one if a game here has a time in the future.
    fn next_modified_time(&self, now: Timestamp) -> SystemTime {
        let after_latest = self.latest_modified.checked_add(Duration::from_millis(1));
        let earliest = after_latest.unwrap_or(self.latest_modified);
        SystemTime::try_from(now).unwrap_or(earliest).max(earliest)
    }

    /// Makes the saved record of a game survive a power failure, as far as the system can.
    pub fn sync(&self, id: &SaveId) {
        file_ops::sync_written(&self.record_path(id));
    }

    /// Removes the saved record of a game, if there is one.
    pub fn remove(&self, id: &SaveId) -> Result<(), StorageError> {
        let path = self.record_path(id);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(StorageError::Write {
                path,
                source: error,
            }),
            _ => Ok(()),
        }
    }

    /// Moves the saved records of games to another folder, those that there are.
    pub fn move_games(&self, ids: &[SaveId], folder: &Path) -> io::Result<()> {
        file_ops::create_dir_all(folder)?;
        for id in ids {
            let new_path = folder.join(format!("{id}.json"));
            match file_ops::rename(&self.record_path(id), &new_path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Renames an unusable save file so that it is no longer listed, and returns its new path.
    pub fn quarantine(&self, id: &SaveId) -> io::Result<PathBuf> {
        let free_path = (0..1000)
            .map(|n| match n {
                0 => format!("{id}.invalid"),
                n => format!("{id}-{n}.invalid"),
            })
            .map(|name| self.path.join(name))
            .find(|path| fs::symlink_metadata(path).is_err());
        let path = free_path.ok_or(ErrorKind::AlreadyExists)?;
        file_ops::rename(&self.record_path(id), &path)?;
        Ok(path)
    }

    /// Locks a game for this process. Returns `false` if another process has locked it. If the lock file
    /// is deleted, another process can lock a game that this one has locked.
    pub fn lock(&mut self, id: &SaveId) -> Result<bool, StorageError> {
        if self.locks.get(id).is_some_and(Lock::is_valid) {
            return Ok(true);
        }
        self.locks.remove(id);
        self.create()?;
        let path = self.lock_path(id);
        let acquired = Lock::acquire(&path).map_err(StorageError::write(path))?;
        let Some(lock) = acquired else {
            return Ok(false);
        };
        self.locks.insert(id.clone(), lock);
        Ok(true)
    }

    pub fn unlock(&mut self, id: &SaveId) {
        self.locks.remove(id);
    }

    /// Unlocks a game that has no record, so that no other process can open it. Games that cannot be saved
    /// would otherwise use up the files that a process may open.
    pub fn unlock_if_never_saved(&mut self, id: &SaveId) {
        if !self.record_path(id).exists() {
            self.unlock(id);
        }
    }

    /// Whether another process has locked a game. Creates and removes no lock.
    pub fn is_locked_by_other(&self, id: &SaveId) -> bool {
        if self.locks.get(id).is_some_and(Lock::is_valid) {
            return false;
        }
        let file = file_ops::open_to_read(&self.lock_path(id));
        // A shared lock, because another process may be checking too.
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    fn record_path(&self, id: &SaveId) -> PathBuf {
        self.path.join(format!("{id}.json"))
    }

    fn lock_path(&self, id: &SaveId) -> PathBuf {
        self.path.join(format!("{id}.lock"))
    }
}

/// Returns the id of the game that a file holds. `None` if the name is not that of a saved game.
fn saved_id(path: &Path) -> Option<SaveId> {
    let stem = path.file_name()?.to_str()?.strip_suffix(".json")?;
    SaveId::parse(stem)
}
