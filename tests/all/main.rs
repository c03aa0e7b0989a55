//! The integration tests, linked as one binary: each file here is a module of it, each folder
//! belongs to the module of its name. Only what must be alone in its process stands outside.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails"
)]

mod architecture;
mod cli;
mod exported_records;
mod freecell;
mod fuzz;
mod games;
mod home;
mod hostile_records;
mod invalid_records;
mod klondike;
mod line_mode;
mod package;
mod record;
mod rules;
mod safe_autoplay;
mod session;
mod settings;
mod soak;
mod solve;
mod solver;
mod storage;
mod survey;
mod table;
mod terminal;
mod winnability;
