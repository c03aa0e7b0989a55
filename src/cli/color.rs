//! `--color`: when help, errors and the game are colored.

use std::ffi::OsString;

use clap::{ColorChoice, ValueEnum};

/// Finds the value of `--color` before the command line is parsed, so that errors of the parser
/// follow it too.
pub(super) fn find(args: &[OsString]) -> ColorChoice {
    let before_separator = args.iter().take_while(|arg| *arg != "--");
    let args: Vec<_> = before_separator.filter_map(|arg| arg.to_str()).collect();
    let value = args.iter().enumerate().rev().find_map(|(n, arg)| {
        let next = args.get(n + 1).copied().filter(|_| *arg == "--color");
        arg.strip_prefix("--color=").or(next)
    });
    value
        .and_then(|value| ColorChoice::from_str(value, false).ok())
        .unwrap_or(ColorChoice::Auto)
}

/// Returns whether the game uses colors. `None` leaves it to the environment.
pub(super) fn for_game(choice: ColorChoice) -> Option<bool> {
    match choice {
        ColorChoice::Auto => None,
        ColorChoice::Always => Some(true),
        ColorChoice::Never => Some(false),
    }
}
