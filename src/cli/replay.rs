//! `larboard replay`: look at a record move by move, in the terminal.

use std::path::PathBuf;

use super::play::{Screen, need_terminal};
use super::{Failure, file};
use crate::tui::{self, Start};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The record; - is standard input
    file: PathBuf,
    #[command(flatten)]
    screen: Screen,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    need_terminal()?;
    let sitting = file::need(&args.file)?;
    let left = tui::run(Start::Replay(Box::new(sitting)), &args.screen.options())?;
    left.trouble.map_or(Ok(()), |error| Err(error.into()))
}
