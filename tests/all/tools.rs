//! Programs that some tests run.

use std::env;
use std::io::{self, Write};

/// Whether a program is installed. If not, says on standard error that a test is skipped. In CI on
/// Linux, where every program must be installed, fails instead.
pub(crate) fn is_installed(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_found = env::split_paths(&path).any(|folder| folder.join(program).is_file());
    if !is_found {
        let must_exist = cfg!(target_os = "linux") && env::var_os("CI").is_some();
        assert!(!must_exist, "{program} is not installed");
        // Not `eprintln`, which the test harness captures.
        let line = format!("skipped, because {program} is not installed\n");
        io::stderr()
            .write_all(line.as_bytes())
            .expect("standard error");
    }
    is_found
}
