//! Errors of a command, with their exit status.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::Command;
use clap::error::ErrorKind;

use crate::escape::io_error_message;
use crate::line_mode::ExitError;
use crate::tui::TuiError;

/// What shells add to the number of the signal that has ended a program.
const BY_SIGNAL: u8 = 128;

/// Why a command failed.
#[derive(Debug)]
pub struct Failure {
    /// The exit status: 2 after wrong usage, 1 if the command could not be carried out, and 0 if the reader closed the
    /// pipe, which is not an error. Above [`BY_SIGNAL`], a signal has ended the command.
    status: u8,
    /// What to say about it; empty if it was reported already.
    message: String,
}

impl Failure {
    /// Creates the failure of wrong usage.
    pub fn usage(message: impl Into<String>) -> Failure {
        let message = message.into();
        Failure { status: 2, message }
    }

    /// Creates the failure of a command that could not be carried out.
    pub fn failed(message: impl Into<String>) -> Failure {
        let message = message.into();
        Failure { status: 1, message }
    }

    /// Creates the failure of a command that a signal has ended, by its number.
    pub fn stopped(signal: i32) -> Failure {
        let signal = u8::try_from(signal).unwrap_or(0);
        Failure {
            status: BY_SIGNAL.saturating_add(signal),
            message: String::new(),
        }
    }

    /// Creates a failure from a sentence of the user interfaces.
    pub(super) fn from_sentence(text: &str) -> Failure {
        let mut letters = text.chars();
        let first = letters.next().into_iter().flat_map(char::to_lowercase);
        Failure::failed(first.chain(letters).collect::<String>())
    }

    /// Returns the error message; empty if there is none.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Combines failures: all messages on one line, and the gravest exit status.
    ///
    /// # Errors
    /// The combined failure, if there is one.
    pub fn combine_all(failures: impl IntoIterator<Item = Option<Failure>>) -> Result<(), Failure> {
        let failures: Vec<Failure> = failures.into_iter().flatten().collect();
        let Some(status) = failures.iter().map(|failure| failure.status).max() else {
            return Ok(());
        };
        let messages = failures.into_iter().map(|failure| failure.message);
        let messages: Vec<String> = messages.filter(|message| !message.is_empty()).collect();
        let message = messages.join("; ");
        Err(Failure { status, message })
    }

    /// Prints the failure to standard error, in the colors of the program, wrong usage with the usage of
    /// the command in `args`. Returns the exit status, or ends the process by the signal that has ended the command, so
    /// that a shell ends its loop.
    pub fn report(self, program: &Command, args: &[OsString]) -> ExitCode {
        let message = &self.message;
        // If standard error is closed, the exit status has to do.
        _ = match self.status {
            _ if message.is_empty() => Ok(()),
            2 => {
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
            _ => {
                let error = clap::Error::raw(ErrorKind::Io, format!("{message}\n"));
                error.with_cmd(program).print()
            }
        };
        if let Some(signal @ 1..) = self.status.checked_sub(BY_SIGNAL) {
            end_by_signal(signal);
        }
        ExitCode::from(self.status)
    }
}

/// Ends the process as the signal does by default.
fn end_by_signal(signal: u8) {
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal.into());
    #[cfg(windows)]
    if signal > 0 {
        exit_interrupted();
    }
}

/// Exits with the status of a process that Ctrl-C ended.
#[cfg(windows)]
pub(super) fn exit_interrupted() -> ! {
    const STATUS_CONTROL_C_EXIT: u32 = 0xC000_013A;
    std::process::exit(STATUS_CONTROL_C_EXIT.cast_signed())
}

impl From<io::Error> for Failure {
    /// Converts an error of standard output; errors of files are reported with their names.
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure {
                status: 0,
                message: String::new(),
            },
            _ => Failure::failed(format!("standard output: {}", io_error_message(&error))),
        }
    }
}

impl From<TuiError> for Failure {
    fn from(error: TuiError) -> Failure {
        match error {
            TuiError::Stopped(signal) => Failure::stopped(signal),
            error => Failure::failed(error.to_string()),
        }
    }
}

impl From<ExitError> for Failure {
    fn from(error: ExitError) -> Failure {
        match error {
            ExitError::Output(error) => Failure::from(error),
            ExitError::Stopped(signal) => Failure::stopped(signal),
            error => Failure::from_sentence(&error.to_string()),
        }
    }
}

impl From<clap::Error> for Failure {
    /// Reports what the parser says.
    fn from(error: clap::Error) -> Failure {
        // If standard error is closed, the exit status has to do.
        _ = error.print();
        Failure::usage("")
    }
}
