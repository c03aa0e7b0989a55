//! `larboard deal`: the opening table of a seed.

use std::io::Write;

use super::{Failure, position, rules};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    deal: rules::Deal,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    position::write(out, &args.deal.game()?, args.json)
}
