//! What can go wrong, as the exit status and one line tell it.

use std::io;
use std::process::ExitCode;

use crate::escape::{escaped, reason};
use crate::tui;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// It was asked wrongly: exit status 2.
    Usage(String),
    /// It could not be done: exit status 1.
    Undone(String),
    /// It went wrong, and standard output has told so already: exit status 1.
    Told,
    /// Nobody reads on, which is no error: exit status 0.
    Closed,
}

impl Failure {
    /// The one line that tells it, if there is something to tell.
    pub fn line(&self) -> Option<&str> {
        match self {
            Failure::Usage(line) | Failure::Undone(line) => Some(line),
            Failure::Told | Failure::Closed => None,
        }
    }

    /// This and another, on one line where both have something to tell.
    #[must_use]
    pub fn and(self, other: Failure) -> Failure {
        match (self.line(), other.line()) {
            (Some(one), Some(another)) => Failure::Undone(format!("{one}; {another}")),
            (None, Some(_)) => other,
            _ => self,
        }
    }

    /// The exit status.
    pub fn code(&self) -> ExitCode {
        match self {
            Failure::Usage(_) => ExitCode::from(2),
            Failure::Undone(_) | Failure::Told => ExitCode::FAILURE,
            Failure::Closed => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Failure {
    /// Only standard output is written to without a name of its own.
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Undone(format!("standard output: {}", reason(&error))),
        }
    }
}

impl From<tui::Error> for Failure {
    fn from(error: tui::Error) -> Failure {
        Failure::Undone(error.to_string())
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
        Failure::Usage(escaped(&line))
    }
}
