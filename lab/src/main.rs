//! The `lab` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    larboard::cli::start(lab::run)
}
