//! Records written on exit: `--export`, whose destination is checked before the game, and games that
//! could not be saved.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::{Failure, file};
use crate::record::{PlayedGame, Record};
use crate::storage::save_manager::SaveError;
use crate::storage::{self, AtomicFile, StorageError};

/// Where the record is written.
pub(super) enum ExportTarget {
    Disabled,
    Stdout,
    File(PathBuf, AtomicFile),
}

impl ExportTarget {
    /// Checks that a path can be written.
    pub(super) fn prepare(path: Option<&PathBuf>) -> Result<ExportTarget, Failure> {
        let Some(path) = path else {
            return Ok(ExportTarget::Disabled);
        };
        if file::is_stdio(path) {
            return Ok(ExportTarget::Stdout);
        }
        let target = AtomicFile::check_writable(path)
            .map_err(|error| Failure::Failed(file::write_error_message(path, &error)))?;
        Ok(ExportTarget::File(path.clone(), target))
    }

    /// Writes the record. If its file cannot be written any more, writes it elsewhere and returns
    /// an error that says where.
    pub(super) fn write(&self, played: &PlayedGame, out: &mut dyn Write) -> Result<(), Failure> {
        let record = Record::from_played_game(played).to_string();
        let (path, written) = match self {
            ExportTarget::Disabled => return Ok(()),
            ExportTarget::Stdout => return Ok(out.write_all(record.as_bytes())?),
            ExportTarget::File(path, target) if target.is_stream() => {
                (path, write_stream(target, &record))
            }
            ExportTarget::File(path, target) => (path, target.write(&record)),
        };
        let Err(error) = written else {
            return Ok(());
        };
        let message = file::write_error_message(path, &error);
        let place = match storage::emergency_save(&record) {
            Ok(saved) => format!("in {}", file::display_name(&saved)),
            Err(_) => {
                out.write_all(record.as_bytes())?;
                "on standard output".into()
            }
        };
        Err(Failure::Failed(format!(
            "{message}; the record is {place} instead"
        )))
    }
}

/// How long a pipe or a device may take to accept a record. A write to a pipe that nobody reads would
/// never end.
const STREAM_TIMEOUT: Duration = Duration::from_secs(1);

fn write_stream(target: &AtomicFile, record: &str) -> io::Result<()> {
    let (sender, written) = mpsc::channel();
    let (target, record) = (target.clone(), record.to_owned());
    thread::Builder::new().spawn(move || sender.send(target.write(&record)))?;
    let timed_out = |_| Err(io::Error::other("nobody reads it"));
    written
        .recv_timeout(STREAM_TIMEOUT)
        .unwrap_or_else(timed_out)
}

/// Returns one failure for all games and results that could not be saved.
pub(super) fn report_unsaved(games: &[(PlayedGame, SaveError)]) -> Option<Failure> {
    let (mut unsaved, mut results) = (Vec::new(), Vec::new());
    for (played, error) in games {
        match error {
            SaveError::Game(why) => unsaved.push((played, why)),
            SaveError::Result(_) => results.push(error),
        }
    }
    let result = results.first().map(|one| Failure::Failed(one.to_string()));
    Failure::combine_all([emergency_save_all(&unsaved), result]).err()
}

/// Saves the records of unsaved games elsewhere, and returns a failure that says where.
fn emergency_save_all(unsaved: &[(&PlayedGame, &StorageError)]) -> Option<Failure> {
    let (_, why) = unsaved.first()?;
    let places: Vec<String> = unsaved
        .iter()
        .filter_map(|(played, _)| {
            storage::emergency_save(&Record::from_played_game(played).to_string()).ok()
        })
        .map(|place| file::display_name(&place))
        .collect();
    let games = match unsaved.len() {
        1 => "game".to_owned(),
        n => format!("{n} games"),
    };
    let instead = match places.len() {
        0 => String::new(),
        1 => format!("; its record is in {} instead", places[0]),
        n => format!("; {n} records are in {} instead", places.join(", ")),
    };
    Some(Failure::Failed(format!(
        "{games} not saved: {why}{instead}"
    )))
}
