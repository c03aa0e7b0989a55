//! Larboard: five uncommon solitaires in a terminal.
//!
//! The library holds everything the program does. Data flows one way: a seed shuffles a deck, a
//! game's [`rules`] deal it to a table, list its legal moves and make them.

pub mod cards;
pub mod cli;
pub mod escape;
pub mod game;
pub mod hint;
pub mod plain;
pub mod record;
pub mod report;
pub mod rules;
pub mod seed;
pub mod solver;
pub mod store;
pub mod survey;
pub mod tui;
pub mod words;
