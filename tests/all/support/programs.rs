//! Programs that some tests run.

use std::env;
use std::io::{self, Write};

/// Whether a program is installed. If not, says on standard error that a test is skipped, or fails
/// if the environment variable `REQUIRE_TEST_PROGRAMS` is set.
pub(crate) fn is_installed(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_found = env::split_paths(&path).any(|folder| folder.join(program).is_file());
    if !is_found {
        let is_required = env::var_os("REQUIRE_TEST_PROGRAMS").is_some();
        assert!(!is_required, "{program} is not installed");
        // Not `eprintln`, which the test harness captures.
        let line = format!("skipped, because {program} is not installed\n");
        io::stderr()
            .write_all(line.as_bytes())
            .expect("standard error");
    }
    is_found
}
