//! `larboard perft`: counts sequences of legal moves, to compare two readings of the rules.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;

use super::{Failure, file, game_args};
use crate::variant::Variant;

#[derive(Debug, clap::Args)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    deal: game_args::DealSpec,
    /// How many moves a sequence has
    #[arg(long, value_name = "D", value_parser = game_args::parse_integer::<u8>, allow_negative_numbers = true)]
    depth: u8,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PerftJson<'a> {
    game: &'static str,
    #[serde(serialize_with = "game_args::serialize_options")]
    rules: &'a Variant,
    seed: Option<u64>,
    depth: u8,
    count: u64,
    seconds: f64,
}

pub(super) fn run(args: &PerftArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.deal.deal_game()?;
    let start = Instant::now();
    let mut table = game.table().clone();
    let count = game.rules().perft(&mut table, args.depth.into());
    let seconds = start.elapsed().as_secs_f64();
    if !args.json {
        return Ok(writeln!(out, "{count}")?);
    }
    let count = PerftJson {
        game: game.rules().info().id,
        rules: game.rules(),
        seed: game.seed(),
        depth: args.depth,
        count,
        seconds,
    };
    file::write_json_line(out, &count)
}
