//! The terminal: events in, frames out.
//!
//! On Unix the program reads the bytes of the terminal itself (`tty`, `parser`). Crossterm takes the replies
//! of terminals for keys (its issue 1104) and waits for ever for the end of others, does not notice a
//! hang-up (793), and splits sequences that come in pieces (993). `termina` lacks three of the five kinds of
//! strings and waits for ever on a secondary attribute report. `vte` does not tell what it is waiting for,
//! which a lone escape needs.

mod backend;
#[cfg(windows)]
mod console;
mod event;
mod modes;
#[cfg(unix)]
mod parser;
#[cfg(unix)]
mod process;
mod queue;
#[cfg(unix)]
mod tty;

pub use backend::{WindowBackend, window_size};
pub use event::Event;
pub use modes::{TerminalGuard, is_answer_due};
#[cfg(unix)]
pub use parser::InputParser;
#[cfg(unix)]
pub use process::JobSignals;
pub use queue::EventQueue;
