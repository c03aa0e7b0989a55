//! Arguments about the terminal, the same for several commands.

use super::position;
use crate::describe::CardNotation;

/// Arguments about the terminal.
#[derive(Debug, clap::Args)]
pub(super) struct TerminalArgs {
    /// Disable mouse support
    #[arg(long)]
    pub(super) no_mouse: bool,
    /// Use letters instead of suit symbols
    #[arg(long)]
    pub(super) ascii: bool,
}

impl TerminalArgs {
    /// Returns the card notation that the terminal can show.
    pub(super) fn notation(&self) -> CardNotation {
        if self.ascii {
            CardNotation::Letters
        } else {
            position::terminal_notation()
        }
    }
}
