//! What can go wrong, as the exit status and one line tell it.

use std::io;
use std::process::ExitCode;

use crate::escape::{escape_text, io_error_message};
use crate::tui;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// It was asked wrongly: exit status 2.
    Usage(String),
    /// It could not be done: exit status 1.
    Failed(String),
    /// It went wrong, and standard output has told so already: exit status 1.
    AlreadyReported,
    /// Nobody reads on, which is no error: exit status 0.
    BrokenPipe,
}

impl Failure {
    /// The one line that tells it, if there is something to tell.
    pub fn message(&self) -> Option<&str> {
        match self {
            Failure::Usage(line) | Failure::Failed(line) => Some(line),
            Failure::AlreadyReported | Failure::BrokenPipe => None,
        }
    }

    /// This and another, on one line where both have something to tell.
    #[must_use]
    pub fn combine(self, other: Failure) -> Failure {
        match (self.message(), other.message()) {
            (Some(one), Some(another)) => Failure::Failed(format!("{one}; {another}")),
            (None, Some(_)) => other,
            _ => self,
        }
    }

    /// The exit status.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Usage(_) => ExitCode::from(2),
            Failure::Failed(_) | Failure::AlreadyReported => ExitCode::FAILURE,
            Failure::BrokenPipe => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Failure {
    /// Only standard output is written to without a name of its own.
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::Failed(format!("standard output: {}", io_error_message(&error))),
        }
    }
}

impl From<tui::TuiError> for Failure {
    fn from(error: tui::TuiError) -> Failure {
        Failure::Failed(error.to_string())
    }
}

impl From<clap::Error> for Failure {
    /// What the parser says on many lines, on one: the error itself and its tip.
    fn from(error: clap::Error) -> Failure {
        let text = error.render().to_string();
        let mut lines = text.lines().map(str::trim);
        let said: Vec<_> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
        let said = said.join(" ");
        let said = said.strip_prefix("error: ").unwrap_or(&said);
        let line = match lines.find(|line| line.starts_with("tip: ")) {
            Some(tip) => format!("{said}; {tip}"),
            None => said.to_owned(),
        };
        Failure::Usage(escape_text(&line))
    }
}
