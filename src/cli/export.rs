//! Records written on exit: `--export`, whose destination is checked before the game, and games that
//! could not be saved.

use std::io::Write;
use std::path::PathBuf;

use super::exit_signals::ExitSignals;
use super::{Failure, file};
use crate::record::{PlayedGame, Record};
use crate::storage::save_manager::SaveError;
use crate::storage::{self, AtomicFile, StorageError};

/// Where the record is written.
pub(super) enum ExportTarget {
    Disabled,
    Stdout,
    /// A file, with the signals that end a write to a pipe or a device, which may block.
    File(PathBuf, AtomicFile, Option<ExitSignals>),
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
        let signals = target.is_stream().then(ExitSignals::watch);
        Ok(ExportTarget::File(path.clone(), target, signals))
    }

    /// Writes the record. If its file cannot be written any more, writes it elsewhere and returns
    /// an error that says where.
    pub(super) fn write(&self, played: &PlayedGame, out: &mut dyn Write) -> Result<(), Failure> {
        let record = Record::from_played_game(played).to_string();
        let (path, written) = match self {
            ExportTarget::Disabled => return Ok(()),
            ExportTarget::Stdout => return Ok(out.write_all(record.as_bytes())?),
            ExportTarget::File(path, target, None) => (path, target.write(&record)),
            ExportTarget::File(path, target, Some(signals)) => {
                let (target, record) = (target.clone(), record.clone());
                (path, signals.run_write(move || target.write(&record)))
            }
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
