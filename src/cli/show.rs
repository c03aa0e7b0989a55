//! `larboard show`: a table of a record, or every one.

use std::io::Write;
use std::path::PathBuf;

use super::{Failure, file, game_args, position};

#[derive(Debug, clap::Args)]
pub(super) struct ShowArgs {
    /// The record; - is standard input
    file: PathBuf,
    /// After move N instead of the last
    #[arg(
        long,
        value_name = "N",
        value_parser = game_args::parse_integer::<usize>,
        conflicts_with = "each",
        allow_negative_numbers = true
    )]
    at: Option<usize>,
    /// Every position, from the opening to the last
    #[arg(long)]
    each: bool,
    /// Write JSON, an object a position
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ShowArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut game = file::require_session(&args.file)?.game;
    let last = game.moves().len();
    if let Some(at) = args.at
        && at > last
    {
        let line = format!("there is no move {at}; the record has the positions 0 to {last}");
        return Err(Failure::Usage(line));
    }
    let shown = match args.at {
        Some(at) => at..=at,
        None if args.each => 0..=last,
        None => last..=last,
    };
    for at in shown {
        game.seek(at);
        position::write(out, &game, args.json)?;
        if args.each && !args.json && at < last {
            writeln!(out)?;
        }
    }
    Ok(())
}
