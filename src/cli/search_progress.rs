//! Long searches of a command: a line of progress, and cancellation by signals.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::cursor::MoveToColumn;
use crossterm::execute;
use crossterm::style::Print;
use crossterm::terminal::{self, Clear, ClearType};

use crate::solver::CancelToken;

/// Time between two updates of a line of progress.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// A line of progress on standard error, shown only if that is a terminal, and removed in the end.
pub(super) struct ProgressLine {
    start: Instant,
    /// When to update the line next. `None` if it is not shown.
    next_update: Option<Instant>,
}

impl ProgressLine {
    pub(super) fn new() -> ProgressLine {
        let start = Instant::now();
        let is_shown = io::stderr().is_terminal();
        ProgressLine {
            start,
            next_update: is_shown.then_some(start + UPDATE_INTERVAL),
        }
    }

    /// Shows the text for the time passed, unless the last update was a moment ago.
    pub(super) fn update(&mut self, text: impl FnOnce(Duration) -> String) {
        let now = Instant::now();
        if self.next_update.is_none_or(|next| now < next) {
            return;
        }
        self.next_update = Some(now + UPDATE_INTERVAL);
        // A line that wraps could not be removed.
        let columns = terminal::size().map_or(80, |(columns, _)| usize::from(columns));
        let text: String = text(now - self.start)
            .chars()
            .take(columns.saturating_sub(1))
            .collect();
        let clear = Clear(ClearType::CurrentLine);
        _ = execute!(io::stderr(), MoveToColumn(0), clear, Print(text));
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.next_update.is_some() {
            let clear = Clear(ClearType::CurrentLine);
            _ = execute!(io::stderr(), MoveToColumn(0), clear);
        }
    }
}

/// Waits until a canceled command has written what it found: longer than it takes, unless it waits
/// for the reader of a pipe. Waits in short steps, which take longer on a busy machine.
fn wait_for_exit() {
    const STEPS: usize = 15;
    (0..STEPS).for_each(|_| thread::sleep(Duration::from_millis(10)));
}

/// Returns a token that an exit signal cancels. The signal ends the process if it still runs a little
/// later, at the second signal, or if no handler can be installed.
#[cfg(unix)]
pub(super) fn cancel_on_exit_signals() -> CancelToken {
    use super::exit_signals::{EXIT_SIGNALS, on_exit_signals};

    let cancel = CancelToken::default();
    for signal in EXIT_SIGNALS {
        _ = signal_hook::flag::register_conditional_default(signal, cancel.flag());
        _ = signal_hook::flag::register(signal, cancel.flag());
    }
    // Without the thread, it takes two signals to end a blocked write.
    on_exit_signals(|signal| {
        wait_for_exit();
        _ = signal_hook::low_level::emulate_default_handler(signal);
    });
    cancel
}

/// Returns a token that Ctrl-C cancels. It ends the process if it still runs a little later, or if no
/// handler can be installed.
#[cfg(windows)]
pub(super) fn cancel_on_exit_signals() -> CancelToken {
    let cancel = CancelToken::default();
    let canceled = cancel.clone();
    _ = ctrlc::set_handler(move || {
        canceled.cancel();
        wait_for_exit();
        exit_interrupted();
    });
    cancel
}

/// Exits with the status of a process that Ctrl-C ended.
#[cfg(windows)]
pub(super) fn exit_interrupted() -> ! {
    const STATUS_CONTROL_C_EXIT: u32 = 0xC000_013A;
    std::process::exit(STATUS_CONTROL_C_EXIT.cast_signed())
}
