//! What a long search has to do with the terminal: it says how far it is, and Ctrl-C stops it.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use crossterm::execute;
use crossterm::style::Print;
use crossterm::terminal::{Clear, ClearType};

use crate::solver::CancelToken;

/// A line of standard error that is written again and again, and in the end wiped; where that is
/// no terminal, nothing.
pub(super) struct ProgressLine {
    enabled: bool,
    next_update: Instant,
}

/// Wipes the rest of the line, which some consoles of Windows do not do when told in text.
const CLEAR_TO_LINE_END: Clear = Clear(ClearType::UntilNewLine);

/// How often the line is written.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

impl ProgressLine {
    /// A line that is not written yet.
    pub(super) fn new() -> ProgressLine {
        ProgressLine {
            enabled: io::stderr().is_terminal(),
            next_update: Instant::now(),
        }
    }

    /// Says how far the search is, if it was not said just now.
    pub(super) fn update(&mut self, words: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.enabled && now >= self.next_update {
            self.next_update = now + UPDATE_INTERVAL;
            // A terminal that is gone is no reason to stop searching.
            _ = execute!(
                io::stderr(),
                Print(format!("\r{}", words())),
                CLEAR_TO_LINE_END
            );
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.enabled {
            _ = execute!(io::stderr(), Print('\r'), CLEAR_TO_LINE_END);
        }
    }
}

/// The signals to leave.
#[cfg(unix)]
const EXIT_SIGNALS: [i32; 3] = [
    signal_hook::consts::SIGHUP,
    signal_hook::consts::SIGINT,
    signal_hook::consts::SIGTERM,
];

/// Stops a search by a signal to leave; a second one ends the program, as the first does where no
/// handler can be set.
#[cfg(unix)]
pub(super) fn cancel_then_exit_on_signals(cancel: &CancelToken) {
    for signal in EXIT_SIGNALS {
        _ = signal_hook::flag::register_conditional_default(signal, cancel.flag());
        _ = signal_hook::flag::register(signal, cancel.flag());
    }
}

/// Stops a search by Ctrl-C; a second one ends the program, as the first does where no handler can
/// be set.
#[cfg(windows)]
pub(super) fn cancel_then_exit_on_signals(cancel: &Cancel) {
    let cancel = cancel.clone();
    _ = ctrlc::set_handler(move || {
        if cancel.is_cancelled() {
            end_by_ctrl_c();
        }
        cancel.cancel();
    });
}

/// Ends the program with the status Ctrl-C ends it with by itself.
#[cfg(windows)]
pub(super) fn exit_interrupted() -> ! {
    const STATUS_CONTROL_C_EXIT: u32 = 0xC000_013A;
    std::process::exit(STATUS_CONTROL_C_EXIT.cast_signed())
}
