//! A position of a game, as text or as JSON.

use std::io::Write;

use super::Failure;
use super::file::write_json_line;
use super::terminal_args::SymbolArgs;
use crate::describe;
use crate::game::Game;
use crate::json::PositionJson;

/// Arguments about the output of a position.
#[derive(Debug, clap::Args)]
pub(super) struct PositionArgs {
    /// Output JSON, one object per line
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    symbols: SymbolArgs,
}

/// Writes the current position of a game.
pub(super) fn write(out: &mut dyn Write, game: &Game, args: &PositionArgs) -> Result<(), Failure> {
    if args.json {
        write_json_line(out, &PositionJson::new(game))
    } else {
        let notation = args.symbols.notation();
        Ok(writeln!(out, "{}", describe::table(game, notation))?)
    }
}
