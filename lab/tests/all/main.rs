//! The integration tests of the laboratory. What they share with those of the game is theirs.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot continue fails"
)]
#![allow(
    clippy::disallowed_methods,
    reason = "tests prepare files as no program of ours writes them"
)]

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_lab");

#[macro_use]
#[path = "../../../tests/all/support/assertions.rs"]
mod assertions;

#[path = "../../../tests/all/support/command_lines.rs"]
mod command_lines;
#[expect(dead_code, reason = "more of it is used by the tests of the game")]
#[path = "../../../tests/all/support/games.rs"]
mod games;
#[expect(dead_code, reason = "more of it is used by the tests of the game")]
#[path = "../../../tests/all/support/home.rs"]
mod home;
#[expect(dead_code, reason = "more of it is used by the tests of the game")]
#[path = "../../../tests/all/support/kept_files.rs"]
mod kept_files;

mod cli;
mod fuzz;
mod grades;
mod players;
mod survey;
mod winnability;

/// Of the laboratory's output there is no schema.
mod schema {
    pub(crate) fn assert_output_fits(_: &std::process::Command, _: &[u8]) {}
}
