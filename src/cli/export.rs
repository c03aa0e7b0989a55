//! Records written on exit: `--export`, whose destination is checked before the game, and games that
//! could not be saved.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::{Failure, file};
use crate::escape::escape_path;
use crate::record::{PlayedGame, Record};
use crate::session::Exit;
use crate::storage::saves::SaveError;
use crate::storage::{self, AtomicFile};

/// Where the record is written.
pub(super) enum ExportTarget {
    Stdout,
    File(PathBuf, AtomicFile),
}

/// Writes the record of the last game, and elsewhere those of the games that could not be saved.
pub(super) fn finish<E: Into<Failure>>(
    exit: Exit<E>,
    export: Option<&ExportTarget>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let exported = export.zip(exit.played.as_ref());
    let exported = exported.map_or(Ok(()), |(export, played)| export.write(played, out));
    let saved = report_unsaved(&exit.unsaved, out);
    Failure::combine_all([exported.err(), exit.error.map(E::into), saved.err()])
}

impl ExportTarget {
    /// Checks that a path can be written, if one is given.
    pub(super) fn prepare(path: Option<&PathBuf>) -> Result<Option<ExportTarget>, Failure> {
        let target = path.map(|path| {
            if file::is_stdio(path) {
                return Ok(ExportTarget::Stdout);
            }
            let target = AtomicFile::check_writable(path)
                .map_err(|error| Failure::failed(file::write_error_message(path, &error)))?;
            Ok(ExportTarget::File(path.clone(), target))
        });
        target.transpose()
    }

    /// Writes the record. If its file cannot be written any more, writes it elsewhere and returns
    /// an error that says where.
    pub(super) fn write(&self, played: &PlayedGame, out: &mut dyn Write) -> Result<(), Failure> {
        let record = Record::from_played_game(played).to_file_text();
        let record =
            record.map_err(|error| Failure::failed(format!("nothing exported: {error}")))?;
        let ExportTarget::File(path, target) = self else {
            return Ok(out.write_all(record.as_bytes())?);
        };
        let written = if target.is_stream() {
            write_stream(target, &record)
        } else {
            target.write(&record)
        };
        let Err(error) = written else {
            return Ok(());
        };
        let message = file::write_error_message(path, &error);
        let place = rescue(&record, out)?;
        Err(Failure::failed(format!(
            "{message}; the record is {place} instead"
        )))
    }
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

/// Saves the records of unsaved games elsewhere.
///
/// # Errors
/// One failure for all games and results that could not be saved. It says where the records are.
fn report_unsaved(games: &[(PlayedGame, SaveError)], out: &mut dyn Write) -> Result<(), Failure> {
    let (mut places, mut reason, mut result) = (Vec::new(), None, None);
    for (played, error) in games {
        match error {
            SaveError::Game(why) => {
                if let Ok(record) = Record::from_played_game(played).to_file_text() {
                    places.push(rescue(&record, out)?);
                }
                reason.get_or_insert(why);
            }
            SaveError::Result(_) => {
                result.get_or_insert_with(|| Failure::from_sentence(&error.to_string()));
            }
        }
    }
    let unsaved = reason.map(|why| {
        Failure::failed(match &places[..] {
            [] => format!("game not saved: {why}"),
            [place] => format!("game not saved: {why}; its record is {place} instead"),
            _ => {
                let (n, places) = (places.len(), places.join(", "));
                format!("{n} games not saved: {why}; {n} records are {places} instead")
            }
        })
    });
    Failure::combine_all([unsaved, result])
}
