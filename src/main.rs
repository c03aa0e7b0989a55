//! The `larboard` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    larboard::cli::start(larboard::cli::run)
}
