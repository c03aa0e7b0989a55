//! `larboard replay`: look at a record move by move.

use std::io::Write;
use std::path::PathBuf;

use super::by_lines::{self, Next};
use super::export::Export;
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
    /// Told by typed lines, without screen control
    #[arg(long)]
    plain: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    if args.plain && file::is_standard(&args.file) {
        let line = "replay --plain takes typed lines from standard input: name a file";
        return Err(Failure::Usage(line.into()));
    }
    if !args.plain {
        need_terminal()?;
    }
    let sitting = Box::new(file::need(&args.file)?);
    let (keeper, wrong) = Keeper::open(store::home());
    let file = args.export.as_ref();
    if args.plain {
        let export = Export::check(file)?;
        let manner = (args.screen.names(), false);
        return by_lines::play(Next::Replay(sitting), keeper, wrong, manner, &export, out);
    }
    at_table(
        Start::Replay(sitting),
        keeper,
        wrong,
        &args.screen,
        file,
        out,
    )
}
