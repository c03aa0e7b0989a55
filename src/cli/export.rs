//! `--export`: where a record goes, tried before the work and filled after it.

use std::io::Write;
use std::path::PathBuf;

use super::{Failure, file};
use crate::escape::reason;
use crate::record::{Record, Sitting};
use crate::rules::Rules;
use crate::store::{self, Target};

/// Where the record goes when the game is left.
pub(super) enum Export {
    Nowhere,
    Standard,
    File(PathBuf, Target),
}

impl Export {
    pub(super) fn check(path: Option<&PathBuf>) -> Result<Export, Failure> {
        let Some(path) = path else {
            return Ok(Export::Nowhere);
        };
        if file::is_standard(path) {
            return Ok(Export::Standard);
        }
        match Target::check(path) {
            Ok(target) => Ok(Export::File(path.clone(), target)),
            Err(error) => {
                let line = format!("{} cannot be written: {}", file::name(path), reason(&error));
                Err(Failure::Undone(line))
            }
        }
    }

    pub(super) fn write<R: Rules>(
        &self,
        sitting: &Sitting<R>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let record = Record::of(sitting).to_string();
        let (path, target) = match self {
            Export::Nowhere => return Ok(()),
            Export::Standard => return Ok(out.write_all(record.as_bytes())?),
            Export::File(path, target) => (path, target),
        };
        let Err(error) = target.write(&record) else {
            return Ok(());
        };
        let line = format!("{} cannot be written: {}", file::name(path), reason(&error));
        match store::rescue(&record) {
            Ok(place) => {
                let place = file::name(&place);
                Err(Failure::Undone(format!(
                    "{line}; the record is in {place} instead"
                )))
            }
            Err(_) => {
                out.write_all(record.as_bytes())?;
                Err(Failure::Undone(format!(
                    "{line}; the record is on standard output instead"
                )))
            }
        }
    }
}
