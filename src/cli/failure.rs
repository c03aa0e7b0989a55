//! Errors of a command, with their exit status.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::Command;
use clap::error::ErrorKind;

use crate::escape::{escape_text, io_error_message};
use crate::line_mode::ExitError;
use crate::storage::StorageError;
use crate::tui;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// Wrong usage: exit status 2. The first line is the message; a tip and the usage may follow.
    Usage(String),
    /// The command could not be carried out: exit status 1.
    Failed(String),
    /// The failure is reported on standard output already: exit status 1.
    AlreadyReported,
    /// The reader closed the pipe, which is not an error: exit status 0.
    BrokenPipe,
}

impl Failure {
    /// Prints the failure to standard error, in the colors of the program, wrong usage with the usage of
    /// the command in `args`. Returns the exit status.
    pub fn report(self, program: &Command, args: &[OsString]) -> ExitCode {
        let printed = match &self {
            Failure::Usage(message) => {
                let used = args.iter().find_map(|arg| program.find_subcommand(arg));
                let mut used = used.map_or_else(
                    || program.clone(),
                    |used| {
                        let name = format!("{} {}", program.get_name(), used.get_name());
                        used.clone().bin_name(name).color(program.get_color())
                    },
                );
                used.error(ErrorKind::ValueValidation, message).print()
            }
            Failure::Failed(message) => {
                let error = clap::Error::raw(ErrorKind::Io, format!("{message}\n"));
                error.with_cmd(program).print()
            }
            Failure::AlreadyReported | Failure::BrokenPipe => Ok(()),
        };
        // If standard error is closed, the exit status has to do.
        _ = printed;
        match self {
            Failure::Usage(_) => ExitCode::from(2),
            Failure::Failed(_) | Failure::AlreadyReported => ExitCode::FAILURE,
            Failure::BrokenPipe => ExitCode::SUCCESS,
        }
    }

    /// Creates a failure from a sentence of the user interfaces.
    pub(super) fn from_sentence(text: &str) -> Failure {
        let mut letters = text.chars();
        let first = letters.next().into_iter().flat_map(char::to_lowercase);
        Failure::Failed(first.chain(letters).collect())
    }

    /// Returns the error message, if there is one.
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

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Failure {
        Failure::Failed(error.to_string())
    }
}

impl From<tui::TuiError> for Failure {
    fn from(error: tui::TuiError) -> Failure {
        Failure::Failed(error.to_string())
    }
}

impl From<ExitError> for Failure {
    fn from(error: ExitError) -> Failure {
        let message = match error {
            ExitError::Output(error) => return Failure::from(error),
            ExitError::Panicked => "internal error, see above",
            ExitError::NoGame(reason) => return Failure::from_sentence(&reason),
            ExitError::NothingUnderstood => "no command was understood; help lists the commands",
        };
        Failure::Failed(message.into())
    }
}

impl From<clap::Error> for Failure {
    /// Puts the parser's message on one line, and its tip below it.
    fn from(error: clap::Error) -> Failure {
        let text = error.render().to_string();
        let mut lines = text.lines().map(str::trim);
        let first = Vec::from_iter(lines.by_ref().take_while(|line| !line.is_empty())).join(" ");
        let message = escape_text(first.strip_prefix("error: ").unwrap_or(&first));
        // Its other tips are about values that begin with a hyphen, which no command takes.
        let is_similar = |line: &&str| line.starts_with("tip: ") && line.contains(" exist");
        let tip = lines.find(is_similar).map(escape_text);
        Failure::Usage(match tip {
            Some(tip) => format!("{message}\n\n  {tip}"),
            None => message,
        })
    }
}
