//! The program: parse, run, print the error, exit.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use clap::Parser;
use larboard::cli::{Cli, Failure};

fn main() -> ExitCode {
    // A file that may grow no further is told by the write that fails, not by a signal that kills.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let done = match Cli::try_parse() {
        Ok(cli) => cli.run(&mut BufWriter::new(io::stdout())),
        // Help and version were asked for.
        Err(told) if !told.use_stderr() => told.print().map_err(Failure::from),
        Err(error) => Err(Failure::from(error)),
    };
    let Err(failure) = done else {
        return ExitCode::SUCCESS;
    };
    if let Some(line) = failure.message() {
        // Where standard error is closed the exit status must do.
        _ = writeln!(io::stderr(), "error: {line}");
    }
    failure.exit_code()
}
