//! The folders of saved games, one record per game, replaced after every move: `saves/` has those in play and those
//! on a table, `finished/` those that are over and were left, which never change again.
//!
//! An empty `saves/ID.lock` is locked by the process that has the game open.

use std::collections::HashMap;
use std::fs::{self, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;

use super::error::StorageError;
use super::file_ops;
use super::lock::Lock;
use crate::record::{Record, RecordError, SaveId};

/// The folders of saved games.
#[derive(Debug)]
pub struct SaveFolder {
    path: PathBuf,
    finished: PathBuf,
    /// The latest modification time of all games listed or saved here.
    latest_modified: SystemTime,
    locks: HashMap<SaveId, Lock>,
    /// The modification times of the games that this process has left.
    left: HashMap<SaveId, Timestamp>,
}

impl SaveFolder {
    /// Uses the folders in a data folder, which need not exist yet.
    pub fn new(data_dir: &Path) -> SaveFolder {
        SaveFolder {
            path: data_dir.join("saves"),
            finished: data_dir.join("finished"),
            latest_modified: SystemTime::UNIX_EPOCH,
            locks: HashMap::new(),
            left: HashMap::new(),
        }
    }

    /// Lists the games in play and on tables, each with the time it was last played, the latest first.
    pub fn list(&mut self) -> Result<Vec<(SaveId, Timestamp)>, StorageError> {
        let mut games = Vec::new();
        for id in ids_in(&self.path).map_err(StorageError::read(&self.path))? {
            let modified = modified_time(&self.path(&id));
            let modified = modified.unwrap_or(SystemTime::UNIX_EPOCH);
            self.latest_modified = self.latest_modified.max(modified);
            games.push((id, modified));
        }
        games.sort_unstable_by(|a, b| (b.1, &b.0).cmp(&(a.1, &a.0)));
        let games = games.into_iter();
        Ok(games.map(|(id, time)| (id, timestamp(time))).collect())
    }

    /// Lists the finished games.
    pub fn finished(&self) -> Vec<SaveId> {
        ids_in(&self.finished).unwrap_or_default()
    }

    /// Returns when a game ended that is finished.
    pub fn finished_time(&self, id: &SaveId) -> Timestamp {
        modified_time(&self.finished_path(id)).map_or(Timestamp::UNIX_EPOCH, timestamp)
    }

    /// Reads the record of a game, in play or finished.
    pub fn read(&self, id: &SaveId) -> Result<Record, StorageError> {
        let mut path = self.path(id);
        let mut file = file_ops::open_to_read(&path);
        let finished = self.finished_path(id);
        if file.is_err() && !path.exists() && finished.exists() {
            path = finished;
            file = file_ops::open_to_read(&path);
        }
        // A file that could not be read to its end is not called an invalid record.
        let bytes = file
            .and_then(Record::read_limited)
            .map_err(StorageError::read(&path))?;
        let record = Record::from_slice(&bytes);
        record.map_err(|source| StorageError::InvalidGame { path, source })
    }

    pub(super) fn invalid_game(&self, id: &SaveId, source: RecordError) -> StorageError {
        let path = self.path(id);
        StorageError::InvalidGame { path, source }
    }

    /// Whether a game is as it was when it was last played, or as this process left it since.
    pub fn is_unchanged(&self, id: &SaveId, last_played: Timestamp) -> bool {
        let modified = modified_time(&self.path(id)).map(timestamp);
        modified.is_ok_and(|time| time == last_played || self.left.get(id) == Some(&time))
    }

    /// Replaces the saved record of a game and marks the game as the last one played, whatever the clock says.
    ///
    /// The file then survives the end of the process, but not a power failure; see [`sync`](SaveFolder::sync).
    pub fn save(&mut self, id: &SaveId, record: &str, now: Timestamp) -> Result<(), StorageError> {
        let modified = self.next_modified_time(now);
        let path = self.path(id);
        file_ops::replace(&path, record, |temp| {
            // Keeps the order of the games even if the clock was set back. A file system that refuses
            // the time uses its own.
            _ = temp.set_modified(modified);
            Ok(())
        })
        .map_err(StorageError::write(path))?;
        self.latest_modified = modified;
        Ok(())
    }

    /// Marks a game as the last one played, if the file system allows it.
    pub fn touch(&mut self, id: &SaveId, now: Timestamp) {
        let modified = self.next_modified_time(now);
        let file = file_ops::open_to_write(&self.path(id));
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

    /// Puts a game that is over to the finished ones.
    pub fn finish(&self, id: &SaveId) -> io::Result<()> {
        file_ops::create_dir_all(&self.finished)?;
        file_ops::rename(&self.path(id), &self.finished_path(id))
    }

    /// Locks a game for this process. Returns `false` if another process has locked it. If the lock file
    /// is deleted, another process can lock a game that this one has locked.
    pub fn lock(&mut self, id: &SaveId) -> Result<bool, StorageError> {
        if self.is_locked(id) {
            return Ok(true);
        }
        self.locks.remove(id);
        file_ops::create_dir_all(&self.path).map_err(StorageError::write(&self.path))?;
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

    /// Unlocks a game that this process has played.
    pub fn leave(&mut self, id: &SaveId) {
        if let Ok(modified) = modified_time(&self.path(id)) {
            self.left.insert(id.clone(), timestamp(modified));
        }
        self.unlock(id);
    }

    /// Whether this process has locked a game.
    pub fn is_locked(&self, id: &SaveId) -> bool {
        self.locks.get(id).is_some_and(Lock::is_valid)
    }

    /// Whether another process has locked a game. Creates and removes no lock.
    pub fn is_locked_by_other(&self, id: &SaveId) -> bool {
        if self.is_locked(id) {
            return false;
        }
        let file = file_ops::open_to_read(&self.lock_path(id));
        // A shared lock, because another process may be checking too.
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Returns the path of a game in play, or on a table.
    pub fn path(&self, id: &SaveId) -> PathBuf {
        self.path.join(format!("{id}.json"))
    }

    fn finished_path(&self, id: &SaveId) -> PathBuf {
        self.finished.join(format!("{id}.json"))
    }

    fn lock_path(&self, id: &SaveId) -> PathBuf {
        self.path.join(format!("{id}.lock"))
    }
}

/// Returns the ids of the games in a folder, which need not exist.
fn ids_in(folder: &Path) -> io::Result<Vec<SaveId>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let ids = entries.map(|entry| Ok(saved_id(&entry?.path())));
    ids.filter_map(Result::transpose).collect()
}

fn modified_time(path: &Path) -> io::Result<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified())
}

fn timestamp(time: SystemTime) -> Timestamp {
    time.try_into().unwrap_or_default()
}

/// Returns the id of the game that a file holds. `None` if the name is not that of a saved game.
fn saved_id(path: &Path) -> Option<SaveId> {
    let stem = path.file_name()?.to_str()?.strip_suffix(".json")?;
    SaveId::try_from(stem.to_owned()).ok()
}
