//! `larboard verify`: replays records and checks what they say.

use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::{Failure, file};

#[derive(Debug, clap::Args)]
pub(super) struct VerifyArgs {
    /// The records; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write JSON, an object a file
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
    let mut refused = false;
    for path in &args.files {
        let found = file::read_session(path);
        refused |= found.is_err();
        let told = found.as_ref().ok().map(|sitting| {
            let game = &sitting.game;
            (game.status().as_str(), game.moves().len())
        });
        if args.json {
            let verdict = VerifyJson {
                file: &path.to_string_lossy(),
                ok: found.is_ok(),
                status: told.map(|(status, _)| status),
                moves: told.map(|(_, moves)| moves),
                error: found.as_ref().err().map(String::as_str),
            };
            file::write_json_line(out, &verdict)?;
        } else {
            let name = file::display_name(path);
            match (told, found) {
                (Some((status, moves)), _) => writeln!(out, "{name}: {status} in {moves} moves")?,
                (None, Err(why)) => writeln!(out, "{name}: refused: {why}")?,
                (None, Ok(_)) => {}
            }
        }
        out.flush()?;
    }
    if refused {
        Err(Failure::AlreadyReported)
    } else {
        Ok(())
    }
}
