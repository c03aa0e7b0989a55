//! Searches of commands: their limits, a line of progress, and cancellation by signals.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::cursor::MoveToColumn;
use crossterm::execute;
use crossterm::style::Print;
use crossterm::terminal::{Clear, ClearType};
#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
#[cfg(unix)]
use signal_hook::iterator::Signals;

use super::Failure;
use super::game_args::integer;
use crate::solver::{Budget, CancelToken};
use crate::terminal::window_size;

#[derive(Debug, clap::Args)]
pub struct LimitArgs {
    /// Search at most N positions; no limit by default
    ///
    /// A position is one move applied by the search, repeats included.
    #[arg(long, value_name = "N", value_parser = integer::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    positions: Option<u64>,
    /// Search a deal for at most S seconds
    #[arg(
        long,
        value_name = "S",
        default_value = "10",
        value_parser = parse_seconds,
        allow_negative_numbers = true
    )]
    seconds: Duration,
    /// Use at most MIB mebibytes of memory
    #[arg(
        long,
        value_name = "MIB",
        default_value = "1024",
        value_parser = parse_memory,
        allow_negative_numbers = true
    )]
    memory: usize,
}

impl LimitArgs {
    /// Returns the budget of one of `jobs` parallel searches.
    pub fn budget(&self, jobs: usize) -> Budget {
        Budget {
            positions: self.positions,
            time: Some(self.seconds),
            memory: self.memory / jobs,
        }
    }
}

/// Maximum duration of a search in seconds: a year.
const MAX_SECONDS: f64 = 31_536_000.0;

fn parse_seconds(text: &str) -> Result<Duration, &'static str> {
    match text.parse() {
        // `f64` would accept a sign.
        Ok(seconds) if !text.starts_with('+') && seconds > 0.0 && seconds <= MAX_SECONDS => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err("expected a number above 0 and at most 31536000, a year"),
    }
}

/// Maximum memory of a search in mebibytes: a tebibyte.
const MAX_MEMORY: u64 = 1 << 20;

fn parse_memory(text: &str) -> Result<usize, String> {
    integer::<usize>(1, MAX_MEMORY)(text).map(|mebibytes| mebibytes << 20)
}

/// Time between two updates of a line of progress.
pub const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// A line of progress on standard error, shown only if that is a terminal, and removed in the end.
pub struct ProgressLine {
    start: Instant,
    /// When to update the line next. `None` if it is not shown.
    next_update: Option<Instant>,
}

impl ProgressLine {
    /// Starts a line that is shown after a delay.
    pub fn new(delay: Duration) -> ProgressLine {
        let start = Instant::now();
        let is_shown = io::stderr().is_terminal();
        ProgressLine {
            start,
            next_update: is_shown.then_some(start + delay),
        }
    }

    /// Shows the text for the time passed, unless the last update was a moment ago.
    pub fn update(&mut self, text: impl FnOnce(Duration) -> String) {
        let now = Instant::now();
        if self.next_update.is_none_or(|next| next > now) {
            return;
        }
        self.next_update = Some(now + UPDATE_INTERVAL);
        // A line that wraps could not be removed.
        let columns = window_size().map_or(80, |size| usize::from(size.width));
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

/// The signals that ask the program to exit.
#[cfg(unix)]
const EXIT_SIGNALS: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

/// The number of the exit signal that canceled searches; 0 if none did.
static CANCELED_BY: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Returns the failure of a command whose search an exit signal has canceled, if one has.
pub fn interruption() -> Option<Failure> {
    let signal = CANCELED_BY.load(Ordering::SeqCst);
    let signal = i32::try_from(signal).ok().filter(|signal| *signal > 0);
    signal.map(Failure::stopped)
}

/// Calls a function for each exit signal that arrives, in a thread of its own. If no handler can be
/// set, the first signal ends the program.
#[cfg(unix)]
pub(super) fn on_exit_signals(handle: impl FnMut(i32) + Send + 'static) {
    if let Ok(mut signals) = Signals::new(EXIT_SIGNALS) {
        let handle_all = move || signals.forever().for_each(handle);
        _ = thread::Builder::new().spawn(handle_all);
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
pub fn cancel_on_exit_signals() -> CancelToken {
    let cancel = CancelToken::default();
    for signal in EXIT_SIGNALS {
        _ = signal_hook::flag::register_conditional_default(signal, cancel.flag());
        let canceled_by = Arc::clone(&CANCELED_BY);
        _ = signal_hook::flag::register_usize(signal, canceled_by, signal as usize);
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
pub fn cancel_on_exit_signals() -> CancelToken {
    let cancel = CancelToken::default();
    let canceled = cancel.clone();
    _ = ctrlc::set_handler(move || {
        CANCELED_BY.store(2, Ordering::SeqCst);
        canceled.cancel();
        wait_for_exit();
        super::failure::exit_interrupted();
    });
    cancel
}
