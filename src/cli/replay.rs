//! `larboard replay`: look at a record move by move, in the terminal.

use std::io::Write;
use std::path::PathBuf;

use super::play::{Screen, at_table, need_terminal};
use super::{Failure, file};
use crate::store;
use crate::store::keeper::Keeper;
use crate::tui::Start;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The record; - is standard input
    file: PathBuf,
    /// Write the record of the game played on from here when it is left
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    #[command(flatten)]
    screen: Screen,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    need_terminal()?;
    let sitting = file::need(&args.file)?;
    let start = Start::Replay(Box::new(sitting));
    let (keeper, wrong) = Keeper::open(store::home());
    let file = args.export.as_ref();
    at_table(start, keeper, wrong, &args.screen, file, out)
}
