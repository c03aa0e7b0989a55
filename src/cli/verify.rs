//! `larboard verify`: replays and checks records.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{Failure, file};
use crate::describe::pluralize;
use crate::escape::escape_path;
use crate::record::{PlayedGame, Record, RecordError};
use crate::rules::Status;

#[derive(Debug, clap::Args)]
pub(super) struct VerifyArgs {
    /// Records to verify (- for stdin)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output JSON, one object per line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<(), Failure> {
    file::reject_repeated_stdio(&args.files)?;
    let (mut failures, mut written) = (Vec::new(), Ok(()));
    for path in &args.files {
        let bytes = file::read_bytes(path);
        let is_listed = bytes.is_ok() || args.json;
        let result = bytes.and_then(|bytes| Record::from_slice(&bytes)?.to_played_game());
        failures.push(match &result {
            Err(error) if !is_listed => Some(file::read_failure(path, error)),
            Err(_) => Some(Failure::failed("")),
            Ok(_) => None,
        });
        // Without a reader, the other files still count for the exit status.
        if written.is_ok() && is_listed {
            written = write_result(path, &result, args.json, out);
        }
    }
    failures.push(written.err());
    Failure::combine_all(failures)
}

fn write_result(
    path: &Path,
    result: &Result<PlayedGame, RecordError>,
    is_json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let summary = result.as_ref().map(|played| {
        let game = &played.game;
        (game.status(), game.moves().len())
    });
    if is_json {
        let verdict = json!({
            "file": path.to_string_lossy(),
            "ok": result.is_ok(),
            "status": summary.ok().map(|(status, _)| status),
            "move_count": summary.ok().map(|(_, moves)| moves),
            "error": result.as_ref().err().map(ToString::to_string),
        });
        file::write_json_line(out, verdict)?;
    } else {
        let name = escape_path(path);
        match summary {
            Ok((status, moves)) => {
                let when = match status {
                    Status::Playing => "after",
                    Status::Won | Status::Lost => "in",
                };
                let (status, moves) = (status.as_str(), pluralize(moves, "move"));
                writeln!(out, "{name}: {status} {when} {moves}")?;
            }
            Err(reason) => writeln!(out, "{name}: refused: {reason}")?,
        }
    }
    Ok(out.flush()?)
}
