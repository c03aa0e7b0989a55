//! `larboard replay`: steps through a record.

use std::io::Write;
use std::path::PathBuf;

use super::line_mode;
use super::play::{require_terminal, run_tui};
use super::terminal_args::TerminalArgs;
use super::{Failure, file};
use crate::line_mode::Start;
use crate::storage;
use crate::storage::save_manager::SaveManager;
use crate::tui::StartScreen;

#[derive(Debug, clap::Args)]
pub(super) struct ReplayArgs {
    /// Record to replay (- for stdin)
    file: PathBuf,
    /// Save the record of a game played from here to FILE on exit
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    #[command(flatten)]
    terminal: TerminalArgs,
}

pub(super) fn run(
    args: &ReplayArgs,
    color: Option<bool>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if args.terminal.is_line_mode() && file::is_stdio(&args.file) {
        let message = "replay --plain reads commands from standard input; name a file instead of -";
        return Err(Failure::Usage(message.into()));
    }
    if !args.terminal.is_line_mode() {
        require_terminal()?;
    }
    let played = Box::new(file::require_record(&args.file)?);
    let (manager, error) = SaveManager::open(storage::data_dir());
    let file = args.export.as_ref();
    if args.terminal.is_line_mode() {
        let messages = error.into_iter().collect();
        let start = Start::Replay(played);
        return line_mode::run(start, manager, messages, &args.terminal, None, file, out);
    }
    let options = args.terminal.tui_options(file, color);
    run_tui(StartScreen::Replay(played), manager, error, &options, out)
}
