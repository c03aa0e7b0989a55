//! `lab perft`: counts sequences of legal moves, to compare implementations of the rules.

use std::io::Write;
use std::time::Instant;

use larboard::cli::{Failure, file, game_args};
use larboard::game::DealName;
use larboard::json::joined;
use serde_json::json;

#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    #[command(flatten)]
    deal: game_args::DealSpec,
    /// Number of moves in a sequence
    #[arg(long, value_name = "D", value_parser = game_args::integer::<u8>(0, u8::MAX.into()), allow_negative_numbers = true)]
    depth: u8,
    /// Output a JSON object
    #[arg(long)]
    json: bool,
}

impl PerftArgs {
    /// Counts the sequences and writes their number.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.deal.deal()?.game;
        let start = Instant::now();
        let mut table = game.table().clone();
        let count = game.rules().perft(&mut table, self.depth.into());
        let seconds = start.elapsed().as_secs_f64();
        if !self.json {
            return Ok(writeln!(out, "{count}")?);
        }
        let counted = json!({
            "depth": self.depth,
            "count": count,
            "seconds": file::to_milliseconds(seconds),
        });
        file::write_json_line(out, joined(json!(DealName::new(&game)), counted))
    }
}
