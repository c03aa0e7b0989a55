//! The integration tests, linked as one binary, in which each file here is a module. A test that
//! needs a process of its own has a binary of its own.

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
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_larboard");

#[macro_use]
mod support;

use support::{command_lines, games, home, kept_files};

mod architecture;
mod calendar;
mod cli;
mod completions;
mod difficulty;
#[cfg(unix)]
mod documents;
mod exact_decision;
mod facts;
mod fair_player;
mod front_end;
mod fuzz;
mod hints;
mod honest_wins;
mod independent_reader;
mod invalid_records;
mod json_document;
mod klondike;
mod lessons;
mod line_mode;
mod line_mode_json;
mod manual;
mod package;
mod record;
mod review;
mod rules;
mod schema;
mod session;
mod settings;
#[cfg(target_os = "linux")]
mod soak;
mod solve;
mod solver;
mod storage;
mod terminal;
#[cfg(unix)]
mod terminal_input;
mod transcripts;
