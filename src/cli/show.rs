//! `larboard deal` and `larboard show`: the opening table of a deal, and positions of a record.

use std::io::Write;
use std::path::PathBuf;

use super::terminal_args::SymbolArgs;
use super::{Failure, file, game_args};
use crate::describe;
use crate::json;
use crate::record::{MAX_RECORD_MOVES, PlayedGame};

#[derive(Debug, clap::Args)]
pub(super) struct DealArgs {
    #[command(flatten)]
    deal: game_args::DealSpec,
    #[command(flatten)]
    output: PositionArgs,
}

#[derive(Debug, clap::Args)]
pub(super) struct ShowArgs {
    /// Record to show (- for stdin)
    file: PathBuf,
    /// Show the position after move N; the last by default
    #[arg(
        long,
        value_name = "N",
        value_parser = game_args::integer::<usize>(0, MAX_RECORD_MOVES as u64),
        conflicts_with = "each",
        allow_negative_numbers = true
    )]
    at: Option<usize>,
    /// Show every position, from the opening to the last
    #[arg(long)]
    each: bool,
    #[command(flatten)]
    output: PositionArgs,
}

#[derive(Debug, clap::Args)]
struct PositionArgs {
    /// Output JSON, one object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    symbols: SymbolArgs,
}

pub(super) fn run_deal(args: &DealArgs, out: &mut dyn Write) -> Result<(), Failure> {
    args.output.write(&args.deal.deal()?, out)
}

pub(super) fn run_show(args: &ShowArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut played = file::require_record(&args.file)?;
    let last = played.game.moves().len();
    if let Some(at) = args.at
        && at > last
    {
        let message = format!("there is no move {at}; use a number from 0 to {last}");
        return Err(Failure::usage(message));
    }
    let positions = match args.at {
        Some(at) => at..=at,
        None if args.each => 0..=last,
        None => last..=last,
    };
    for at in positions {
        played.game_mut().seek(at);
        args.output.write(&played, out)?;
        if args.each && !args.output.json && at < last {
            writeln!(out)?;
        }
    }
    Ok(())
}

impl PositionArgs {
    /// Writes the current position of a game.
    fn write(&self, played: &PlayedGame, out: &mut dyn Write) -> Result<(), Failure> {
        if self.json {
            file::write_json_line(out, json::position(played, false))
        } else {
            let table = describe::table(&played.game, self.symbols.notation());
            Ok(writeln!(out, "{table}")?)
        }
    }
}
