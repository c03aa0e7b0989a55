//! `larboard perft`: counts sequences of legal moves, to compare two readings of the rules.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;

use super::{Failure, file, rules};
use crate::rules::{Rules, Table, Variant, Visitor, perft};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    deal: rules::Deal,
    /// How many moves a sequence has
    #[arg(long, value_name = "D", value_parser = rules::whole::<u8>, allow_negative_numbers = true)]
    depth: u8,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Count<'a> {
    game: &'static str,
    #[serde(serialize_with = "rules::as_json")]
    rules: &'a Variant,
    seed: Option<u64>,
    depth: u8,
    count: u64,
    seconds: f64,
}

/// Counts by the game's own rules.
struct Counter {
    table: Table,
    depth: u8,
}

impl Visitor for Counter {
    type Output = u64;

    fn visit<R: Rules>(mut self, rules: &R) -> u64 {
        perft(rules, &mut self.table, self.depth.into())
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.deal.game()?;
    let start = Instant::now();
    let count = game.rules().visit(Counter {
        table: game.table().clone(),
        depth: args.depth,
    });
    let seconds = start.elapsed().as_secs_f64();
    if !args.json {
        return Ok(writeln!(out, "{count}")?);
    }
    let count = Count {
        game: game.rules().profile().id,
        rules: game.rules(),
        seed: game.seed(),
        depth: args.depth,
        count,
        seconds,
    };
    file::json_line(out, &count)
}
