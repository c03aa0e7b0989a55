//! `larboard deal`: the opening table of a deal.

use std::io::Write;

use super::{Failure, game_args, position};

#[derive(Debug, clap::Args)]
pub(super) struct DealArgs {
    #[command(flatten)]
    deal: game_args::DealSpec,
    #[command(flatten)]
    output: position::PositionArgs,
}

pub(super) fn run(args: &DealArgs, out: &mut dyn Write) -> Result<(), Failure> {
    position::write(out, &args.deal.deal_game()?, &args.output)
}
