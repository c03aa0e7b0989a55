//! Errors of a command, with their exit status.

use std::io;
use std::process::ExitCode;

use crate::escape::{escape_text, io_error_message};
use crate::tui;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// Wrong usage: exit status 2.
    Usage(String),
    /// The command could not be carried out: exit status 1.
    Failed(String),
    /// The failure is reported on standard output already: exit status 1.
    AlreadyReported,
    /// The reader closed the pipe, which is not an error: exit status 0.
    BrokenPipe,
}

impl Failure {
    /// Returns the one-line error message, if there is one.
    pub fn message(&self) -> Option<&str> {
        match self {
            Failure::Usage(message) | Failure::Failed(message) => Some(message),
            Failure::AlreadyReported | Failure::BrokenPipe => None,
        }
    }

    /// Combines two failures. If both have messages, the result has both on one line. A broken pipe
    /// hides no other failure.
    #[must_use]
    pub fn combine(self, other: Failure) -> Failure {
        match (self.message(), other.message()) {
            (Some(one), Some(another)) => Failure::Failed(format!("{one}; {another}")),
            (None, Some(_)) => other,
            (None, None) if matches!(self, Failure::BrokenPipe) => other,
            _ => self,
        }
    }

    /// Combines failures.
    ///
    /// # Errors
    /// The combined failure, if there is one.
    pub fn combine_all(failures: impl IntoIterator<Item = Option<Failure>>) -> Result<(), Failure> {
        let failures = failures.into_iter().flatten();
        failures.reduce(Failure::combine).map_or(Ok(()), Err)
    }

    /// Returns the exit status.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Usage(_) => ExitCode::from(2),
            Failure::Failed(_) | Failure::AlreadyReported => ExitCode::FAILURE,
            Failure::BrokenPipe => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Failure {
    /// Converts an error of standard output; errors of files are reported with their names.
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
    /// Joins the lines of the parser's message: the error and its tip.
    fn from(error: clap::Error) -> Failure {
        let text = error.render().to_string();
        let mut lines = text.lines().map(str::trim);
        let message: Vec<_> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
        let message = message.join(" ");
        let message = message.strip_prefix("error: ").unwrap_or(&message);
        let line = match lines.find(|line| line.starts_with("tip: ")) {
            Some(tip) => format!("{message}; {tip}"),
            None => message.to_owned(),
        };
        Failure::Usage(escape_text(&line))
    }
}
