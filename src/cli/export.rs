//! Records written on exit: `--export`, whose destination is checked before the game, and games that
//! could not be saved.

use std::io::{self, Write};
use std::path::Path;

use super::{Failure, file};
use crate::escape::escape_path;
use crate::record::{PlayedGame, Record};
use crate::session::Exit;
use crate::storage::saves::SaveError;
use crate::storage::{self, file_ops};

/// Writes the record of the last game, and elsewhere those of the games that could not be saved.
pub(super) fn finish<E: Into<Failure>>(
    exit: Exit<E>,
    path: Option<&Path>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let exported = path.zip(exit.played.as_ref());
    let exported = exported.map_or(Ok(()), |(path, played)| write(path, played, out));
    let saved = report_unsaved(&exit.unsaved, out);
    Failure::combine_all([exported.err(), exit.error.map(E::into), saved.err()])
}

/// Checks that a path can be written, if one is given.
pub(super) fn check(path: Option<&Path>) -> Result<(), Failure> {
    let path = path.filter(|path| !file::is_stdio(path));
    path.map_or(Ok(()), |path| {
        let checked = file_ops::check_writable(path);
        checked.map_err(|error| Failure::failed(file::write_error_message(path, &error)))
    })
}

/// Writes the record of a game. If its file cannot be written any more, writes it elsewhere and returns
/// an error that says where.
pub(super) fn write(path: &Path, played: &PlayedGame, out: &mut dyn Write) -> Result<(), Failure> {
    let record = Record::from_played_game(played).to_file_text();
    let record = record.map_err(|error| Failure::failed(format!("nothing exported: {error}")))?;
    if file::is_stdio(path) {
        return Ok(out.write_all(record.as_bytes())?);
    }
    let Err(error) = file_ops::write_text(path, &record) else {
        return Ok(());
    };
    let message = file::write_error_message(path, &error);
    let place = rescue(&record, out)?;
    Err(Failure::failed(format!(
        "{message}; the record is {place} instead"
    )))
}

/// Writes a record that could not be written where it belongs: to a file, else to standard output.
/// Returns where it is.
fn rescue(record: &str, out: &mut dyn Write) -> io::Result<String> {
    if let Ok(path) = storage::emergency_save(record) {
        return Ok(format!("in {}", escape_path(&path)));
    }
    out.write_all(record.as_bytes())?;
    Ok("on standard output".into())
}

/// Writes the records of games that could not be saved elsewhere.
///
/// # Errors
/// What could not be saved, and where the records are.
fn report_unsaved(games: &[(PlayedGame, SaveError)], out: &mut dyn Write) -> Result<(), Failure> {
    let mut failures = Vec::new();
    for (played, error) in games {
        let mut text = error.to_string();
        if matches!(error, SaveError::Game(_))
            && let Ok(record) = Record::from_played_game(played).to_file_text()
        {
            text += &format!("; its record is {} instead", rescue(&record, out)?);
        }
        failures.push(Some(Failure::from_sentence(&text)));
    }
    Failure::combine_all(failures)
}
