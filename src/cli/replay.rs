//! `larboard replay`: steps through a record.

use std::io::Write;
use std::path::PathBuf;

use super::play::require_terminal;
use super::terminal_args::{TableArgs, TerminalArgs};
use super::{Failure, file};
use crate::session::{Start, text};
use crate::storage;
use crate::storage::save_manager::SaveManager;

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
    args: ReplayArgs,
    color: Option<bool>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if !args.terminal.is_line_mode() {
        require_terminal()?;
    } else if file::is_stdio(&args.file) {
        let message = "replay --plain reads commands from standard input; name a file instead of -";
        return Err(Failure::Usage(message.into()));
    }
    let start = Start::Replay(Box::new(file::require_record(&args.file)?));
    let opened = SaveManager::open(storage::data_dir());
    let messages = Vec::from_iter(text::warnings(&opened.warnings));
    let table = TableArgs {
        export: args.export,
        terminal: args.terminal,
        ..TableArgs::default()
    };
    table.run(start, opened.value, messages, color, out)
}
