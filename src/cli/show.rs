//! `larboard show`: one or every position of a record.

use std::io::Write;
use std::path::PathBuf;

use super::{Failure, file, game_args, position};

#[derive(Debug, clap::Args)]
pub(super) struct ShowArgs {
    /// Record to show (- for stdin)
    file: PathBuf,
    /// Show the position after move N; the last by default
    #[arg(
        long,
        value_name = "N",
        value_parser = game_args::parse_integer::<usize>,
        conflicts_with = "each",
        allow_negative_numbers = true
    )]
    at: Option<usize>,
    /// Show every position, from the opening to the last
    #[arg(long)]
    each: bool,
    #[command(flatten)]
    output: position::PositionArgs,
}

pub(super) fn run(args: &ShowArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut game = file::require_record(&args.file)?.game;
    let last = game.moves().len();
    if let Some(at) = args.at
        && at > last
    {
        let message = format!("there is no move {at}; use a number from 0 to {last}");
        return Err(Failure::Usage(message));
    }
    let positions = match args.at {
        Some(at) => at..=at,
        None if args.each => 0..=last,
        None => last..=last,
    };
    for at in positions {
        game.seek(at);
        position::write(out, &game, &args.output)?;
        if args.each && !args.output.json && at < last {
            writeln!(out)?;
        }
    }
    Ok(())
}
