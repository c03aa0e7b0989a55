//! The game in a terminal.

pub mod event;
pub mod term;
