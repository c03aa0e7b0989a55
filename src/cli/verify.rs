//! `larboard verify`: replays and checks records.

use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::{Failure, file};

#[derive(Debug, clap::Args)]
pub(super) struct VerifyArgs {
    /// Records to verify (- for stdin)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output JSON, one object per line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct VerifyJson<'a> {
    file: &'a str,
    ok: bool,
    status: Option<&'static str>,
    moves: Option<usize>,
    error: Option<&'a str>,
}

pub(super) fn run(args: &VerifyArgs, out: &mut impl Write) -> Result<(), Failure> {
    file::reject_repeated_stdio(&args.files)?;
    let mut any_refused = false;
    for path in &args.files {
        let result = file::read_session(path);
        any_refused |= result.is_err();
        let summary = result.as_ref().ok().map(|played| {
            let game = &played.game;
            (game.status().as_str(), game.moves().len())
        });
        if args.json {
            let verdict = VerifyJson {
                file: &path.to_string_lossy(),
                ok: result.is_ok(),
                status: summary.map(|(status, _)| status),
                moves: summary.map(|(_, moves)| moves),
                error: result.as_ref().err().map(String::as_str),
            };
            file::write_json_line(out, &verdict)?;
        } else {
            let name = file::display_name(path);
            match (summary, result) {
                (Some((status, moves)), _) => writeln!(out, "{name}: {status} in {moves} moves")?,
                (None, Err(reason)) => writeln!(out, "{name}: refused: {reason}")?,
                (None, Ok(_)) => {}
            }
        }
        out.flush()?;
    }
    if any_refused {
        Err(Failure::AlreadyReported)
    } else {
        Ok(())
    }
}
