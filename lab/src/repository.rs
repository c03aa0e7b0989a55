//! Text files of the repository.

#![expect(
    clippy::disallowed_methods,
    reason = "it writes files of the repository, not those of a player"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use larboard::cli::{Failure, file};
use larboard::escape::io_error_message;

/// Returns the path of a file or folder in `assets`.
pub(crate) fn asset_path(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../assets")).join(name)
}

/// Returns the version of the program: that of the repository, or of the package where there is none.
pub(crate) fn version() -> String {
    let described = Command::new("git")
        .args(["describe", "--always", "--dirty", "--abbrev=8"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let version = described
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok());
    version.map_or_else(
        || env!("CARGO_PKG_VERSION").to_owned(),
        |version| version.trim().to_owned(),
    )
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| file::read_failure(path, &io_error_message(&error)))
}

/// Replaces a file.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::failed(file::write_error_message(path, &error)))
}
