//! The `larboard` program.

use std::env;
use std::io::{self, BufWriter};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

fn main() -> ExitCode {
    // With a handler, a write beyond the file size limit fails instead of ending the process.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let args: Vec<_> = env::args_os().collect();
    larboard::cli::run(&args, &mut BufWriter::new(io::stdout()))
}
