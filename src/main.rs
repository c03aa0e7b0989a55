//! The `larboard` program.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use clap::Parser;
use larboard::cli::{Cli, Failure};

fn main() -> ExitCode {
    // With a handler, a write beyond the file size limit fails instead of ending the process.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let result = match Cli::try_parse() {
        Ok(cli) => cli.run(&mut BufWriter::new(io::stdout())),
        // `--help` and `--version` arrive as errors.
        Err(help) if !help.use_stderr() => help.print().map_err(Failure::from),
        Err(error) => Err(Failure::from(error)),
    };
    let Err(failure) = result else {
        return ExitCode::SUCCESS;
    };
    if let Some(message) = failure.message() {
        // If standard error is closed, the exit status has to do.
        _ = writeln!(io::stderr(), "error: {message}");
    }
    failure.exit_code()
}
