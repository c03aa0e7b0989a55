//! The program: parse, run, print the error, exit.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;
use larboard::cli::{Cli, Failure};

fn main() -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(cli) => cli.run(&mut BufWriter::new(io::stdout())),
        // Help and version were asked for.
        Err(told) if !told.use_stderr() => told.print().map_err(Failure::from),
        Err(error) => Err(Failure::from(error)),
    };
    let Err(failure) = done else {
        return ExitCode::SUCCESS;
    };
    if let Some(line) = failure.line() {
        // Where standard error is closed the exit status must do.
        _ = writeln!(io::stderr(), "error: {line}");
    }
    failure.code()
}
