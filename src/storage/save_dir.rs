//! Saved sittings: each the record of one, in a file of its own, replaced whole at every move.
//!
//! Beside `ID.json` an empty `ID.lock` is locked by the window that has the sitting on its table.

use std::collections::HashMap;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;

use crate::escape::io_error_message;
use crate::record::{Record, RecordError};
use crate::storage::open_regular_file;

/// What a sitting is saved under, for ever.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SaveId(String);

impl SaveId {
    /// Longer than any that is made here.
    const MAX_LEN: usize = 100;

    /// An id as it was written, unless it is none: nothing that could name another folder.
    pub fn parse(text: &str) -> Option<SaveId> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let good = (1..=SaveId::MAX_LEN).contains(&text.len()) && text.chars().all(plain);
        good.then(|| SaveId(text.to_owned()))
    }

    /// The id as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// An id that there never was, whatever the clock says.
    pub fn new(now: Timestamp) -> SaveId {
        let day = now.strftime("%Y%m%d");
        SaveId(format!("{day}-{:016x}", rand::random::<u64>()))
    }
}

impl fmt::Display for SaveId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a saved sitting cannot be had.
#[derive(Debug)]
pub enum LoadError {
    /// The file cannot be read, or is gone.
    Io(io::Error),
    /// It holds no record that can be used.
    InvalidRecord(RecordError),
}

/// The folder of saved sittings.
#[derive(Debug)]
pub struct SaveDir {
    path: PathBuf,
    /// No sitting seen here was played later.
    latest_modified: SystemTime,
    locks: HashMap<SaveId, Lock>,
}

impl SaveDir {
    /// The folder, which need not be there yet.
    pub fn new(folder: PathBuf) -> SaveDir {
        SaveDir {
            path: folder,
            latest_modified: SystemTime::UNIX_EPOCH,
            locks: HashMap::new(),
        }
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The sittings there are, of those wanted, and when each was played, the latest first.
    ///
    /// # Errors
    /// The folder cannot be read. One that is not there has no sittings.
    pub fn list(
        &mut self,
        wanted: impl Fn(&SaveId) -> bool,
    ) -> io::Result<Vec<(SaveId, SystemTime)>> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut found = Vec::new();
        for entry in entries {
            let path = entry?.path();
            let name = path.file_stem().and_then(|name| name.to_str());
            let is_record = path.extension().is_some_and(|end| end == "json");
            if let Some(id) = name.and_then(SaveId::parse)
                && is_record
                && wanted(&id)
            {
                let played = fs::metadata(&path).and_then(|file| file.modified());
                let played = played.unwrap_or(SystemTime::UNIX_EPOCH);
                self.latest_modified = self.latest_modified.max(played);
                found.push((id, played));
            }
        }
        found.sort_unstable_by(|one, other| (other.1, &other.0).cmp(&(one.1, &one.0)));
        Ok(found)
    }

    /// Reads the record of a sitting.
    ///
    /// # Errors
    /// It cannot be read, or is refused.
    pub fn read(&self, id: &SaveId) -> Result<Record, LoadError> {
        let file = open_regular_file(&self.record_path(id), OpenOptions::new().read(true));
        // Only what was read whole can be found to be no record.
        let bytes = file.and_then(Record::read_limited).map_err(LoadError::Io)?;
        Record::from_slice(&bytes).map_err(LoadError::InvalidRecord)
    }

    /// Saves the record of a sitting in place of what was saved of it, whole or not at all.
    ///
    /// It is in the system's hands then, which outlives the program; see [`sync`](SaveDir::sync).
    /// However the clock was set, it is then the one that was played last.
    ///
    /// # Errors
    /// It cannot be written; what was saved before is as it was.
    pub fn save(&mut self, id: &SaveId, record: &Record, now: Timestamp) -> io::Result<()> {
        fs::create_dir_all(&self.path)?;
        let beside = self.path.join(format!(".{id}.new"));
        let played = self.next_modified_time(now);
        let put = || {
            let mut file = open_regular_file(
                &beside,
                OpenOptions::new().write(true).create(true).truncate(true),
            )?;
            file.write_all(record.to_string().as_bytes())?;
            // The order of the sittings must not hang on a clock that was set back. Where a file
            // takes no time of ours it has the system's.
            _ = file.set_modified(played);
            drop(file);
            fs::rename(&beside, self.record_path(id))
        };
        // The first error is the one to tell.
        put().inspect_err(|_| _ = fs::remove_file(&beside))?;
        self.latest_modified = played;
        Ok(())
    }

    /// Notes that a sitting is being played, as far as that can be noted.
    pub fn touch(&mut self, id: &SaveId, now: Timestamp) {
        let played = self.next_modified_time(now);
        let file = open_regular_file(&self.record_path(id), OpenOptions::new().write(true));
        if file.and_then(|file| file.set_modified(played)).is_ok() {
            self.latest_modified = played;
        }
    }

    /// The time, but later than that of all sittings seen here.
    fn next_modified_time(&self, now: Timestamp) -> SystemTime {
        SystemTime::from(now).max(self.latest_modified + Duration::from_millis(1))
    }

    /// Makes what was saved of a sitting outlive the machine's power too, as far as it can.
    pub fn sync(&self, id: &SaveId) {
        // Windows syncs only what it is open to write.
        let file = open_regular_file(&self.record_path(id), OpenOptions::new().write(true));
        _ = file.and_then(|file| file.sync_all());
        _ = File::open(&self.path).and_then(|folder| folder.sync_all());
    }

    /// Gives a file that cannot be used another name, at which nobody looks, and tells it.
    ///
    /// # Errors
    /// It cannot be renamed.
    pub fn quarantine(&self, id: &SaveId) -> io::Result<PathBuf> {
        let free = (0..1000)
            .map(|n| match n {
                0 => format!("{id}.set-aside"),
                n => format!("{id}-{n}.set-aside"),
            })
            .map(|name| self.path.join(name))
            .find(|path| fs::symlink_metadata(path).is_err());
        let path = free.ok_or(ErrorKind::AlreadyExists)?;
        fs::rename(self.record_path(id), &path)?;
        Ok(path)
    }

    /// Takes a sitting for this window alone; false where another window has it.
    ///
    /// # Errors
    /// Its lock cannot be made.
    pub fn lock(&mut self, id: &SaveId) -> io::Result<bool> {
        if self.locks.contains_key(id) {
            return Ok(true);
        }
        fs::create_dir_all(&self.path)?;
        let lock = Lock::new(&self.lock_path(id))?;
        let ours = lock.is_some();
        self.locks.extend(lock.map(|lock| (id.clone(), lock)));
        Ok(ours)
    }

    /// Lets go of a sitting, so that another window can take it.
    pub fn unlock(&mut self, id: &SaveId) {
        self.locks.remove(id);
    }

    /// Whether another window has a sitting. Looking makes no lock and removes none.
    pub fn is_locked_by_other(&self, id: &SaveId) -> bool {
        let is_locked = || {
            let file =
                open_regular_file(&self.lock_path(id), OpenOptions::new().read(true)).ok()?;
            // Shared with others who only look.
            Some(matches!(
                file.try_lock_shared(),
                Err(TryLockError::WouldBlock)
            ))
        };
        !self.locks.contains_key(id) && is_locked().unwrap_or(false)
    }

    /// Removes what windows that were killed while they saved have left, except where a window
    /// saves now. What cannot be removed does no harm.
    pub fn remove_stale_temps(&mut self) {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let name = path.file_name().and_then(|name| name.to_str());
            let id = name.and_then(|name| name.strip_prefix('.')?.strip_suffix(".new"));
            let Some(id) = id.and_then(SaveId::parse) else {
                continue;
            };
            if !self.locks.contains_key(&id)
                && let Ok(Some(_lock)) = Lock::new(&self.lock_path(&id))
            {
                _ = fs::remove_file(path);
            }
        }
    }

    fn record_path(&self, id: &SaveId) -> PathBuf {
        self.path.join(format!("{id}.json"))
    }

    fn lock_path(&self, id: &SaveId) -> PathBuf {
        self.path.join(format!("{id}.lock"))
    }
}

/// A locked file, gone with the lock where it can be told whether it is still the one there.
#[derive(Debug)]
struct Lock {
    #[cfg(unix)]
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks a file; none where somebody else has. Where files cannot be locked at all, everybody
    /// has every lock.
    fn new(path: &Path) -> io::Result<Option<Lock>> {
        // Where files have no number that lasts, that is no reason to try for ever.
        let mut tries = 0..100;
        loop {
            let file = open_regular_file(
                path,
                OpenOptions::new().write(true).create(true).truncate(false),
            )?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Ok(None),
                // Who had it has removed it since it was opened: that lock is nobody's.
                Ok(()) if !is_same_file(&file, path) && tries.next().is_some() => {}
                Ok(()) | Err(TryLockError::Error(_)) => {
                    return Ok(Some(Lock {
                        #[cfg(unix)]
                        path: path.to_owned(),
                        _file: file,
                    }));
                }
            }
        }
    }
}

/// Whether a path still names an open file.
#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let named = file.metadata().and_then(|file| {
        let there = fs::metadata(path)?;
        Ok((file.dev(), file.ino()) == (there.dev(), there.ino()))
    });
    named.unwrap_or(false)
}

/// Nobody removes a lock there.
#[cfg(not(unix))]
fn is_same_file(_: &File, _: &Path) -> bool {
    true
}

#[cfg(unix)]
impl Drop for Lock {
    fn drop(&mut self) {
        // It is still locked. An empty file that stays behind does no harm.
        _ = fs::remove_file(&self.path);
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Io(error) => f.write_str(&io_error_message(error)),
            LoadError::InvalidRecord(refused) => refused.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}
