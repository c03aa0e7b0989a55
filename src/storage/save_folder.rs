//! The folders of saved games, one record per game, replaced after every move: `saves/` has those in play and those
//! on a table, `finished/` those that are over and were left, which never change again.
//!
//! An empty `saves/ID.lock` is locked by the process that has the game open.

use std::collections::HashMap;
use std::fs::{self, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

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
    locks: HashMap<SaveId, Lock>,
}

impl SaveFolder {
    /// Uses the folders in a data folder, which need not exist yet.
    pub fn new(data_dir: &Path) -> SaveFolder {
        SaveFolder {
            path: data_dir.join("saves"),
            finished: data_dir.join("finished"),
            locks: HashMap::new(),
        }
    }

    /// Lists the games in play and on tables, each with the time it was last played, the latest first.
    pub fn list(&self) -> Result<Vec<(SaveId, Timestamp)>, StorageError> {
        let mut games = Vec::new();
        for id in ids_in(&self.path).map_err(StorageError::read(&self.path))? {
            let modified = modified_time(&self.path(&id));
            let modified = modified.unwrap_or(SystemTime::UNIX_EPOCH);
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

    /// Replaces the saved record of a game, which was played last at a time.
    ///
    /// The file then survives the end of the process, but not a power failure.
    pub fn save(&self, id: &SaveId, record: &str, now: Timestamp) -> Result<(), StorageError> {
        let path = self.path(id);
        let replaced = file_ops::create_dir_all(&self.path).and_then(|()| {
            file_ops::replace(&path, record, |new| {
                // A file system that refuses the time uses its own.
                _ = SystemTime::try_from(now).map(|now| new.set_modified(now));
                Ok(())
            })
        });
        replaced.map_err(StorageError::write(path))
    }

    /// Puts a game that is over to the finished ones.
    pub fn finish(&self, id: &SaveId) -> io::Result<()> {
        file_ops::create_dir_all(&self.finished)?;
        file_ops::rename(&self.path(id), &self.finished_path(id))
    }

    /// Locks a game for this process. Returns `false` if another process has locked it.
    pub fn lock(&mut self, id: &SaveId) -> Result<bool, StorageError> {
        if self.is_locked(id) {
            return Ok(true);
        }
        file_ops::create_dir_all(&self.path).map_err(StorageError::write(&self.path))?;
        let path = self.lock_path(id);
        let acquired = Lock::acquire(&path).map_err(StorageError::write(path))?;
        let is_acquired = acquired.is_some();
        self.locks.extend(acquired.map(|lock| (id.clone(), lock)));
        Ok(is_acquired)
    }

    pub fn unlock(&mut self, id: &SaveId) {
        self.locks.remove(id);
    }

    /// Whether this process has locked a game.
    pub fn is_locked(&self, id: &SaveId) -> bool {
        self.locks.contains_key(id)
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
