//! `--export`: where a record goes, tried before the work and filled after it.

use std::io::Write;
use std::path::PathBuf;

use super::{Failure, file};
use crate::escape::io_error_message;
use crate::record::{PlayedGame, Record};
use crate::storage::{self, AtomicFile};

/// Where the record goes when the game is left.
pub(super) enum ExportTarget {
    Disabled,
    Stdout,
    File(PathBuf, AtomicFile),
}

impl ExportTarget {
    pub(super) fn prepare(path: Option<&PathBuf>) -> Result<ExportTarget, Failure> {
        let Some(path) = path else {
            return Ok(ExportTarget::Disabled);
        };
        if file::is_stdio(path) {
            return Ok(ExportTarget::Stdout);
        }
        match AtomicFile::check_writable(path) {
            Ok(target) => Ok(ExportTarget::File(path.clone(), target)),
            Err(error) => {
                let line = format!(
                    "{} cannot be written: {}",
                    file::display_name(path),
                    io_error_message(&error)
                );
                Err(Failure::Failed(line))
            }
        }
    }

    pub(super) fn write(&self, sitting: &PlayedGame, out: &mut impl Write) -> Result<(), Failure> {
        let record = Record::from_played_game(sitting).to_string();
        let (path, target) = match self {
            ExportTarget::Disabled => return Ok(()),
            ExportTarget::Stdout => return Ok(out.write_all(record.as_bytes())?),
            ExportTarget::File(path, target) => (path, target),
        };
        let Err(error) = target.write(&record) else {
            return Ok(());
        };
        let line = format!(
            "{} cannot be written: {}",
            file::display_name(path),
            io_error_message(&error)
        );
        match storage::emergency_save(&record) {
            Ok(place) => {
                let place = file::display_name(&place);
                Err(Failure::Failed(format!(
                    "{line}; the record is in {place} instead"
                )))
            }
            Err(_) => {
                out.write_all(record.as_bytes())?;
                Err(Failure::Failed(format!(
                    "{line}; the record is on standard output instead"
                )))
            }
        }
    }
}
