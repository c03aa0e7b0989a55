//! The lines typed in line mode, and the signals that end it.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use super::exit_signals::on_exit_signals;
use crate::line_mode::{self, SearchControl};

/// Creates the control of searches: a line typed at a terminal cancels them; those of a pipe, which
/// may all have been written beforehand, wait.
pub(super) fn search_control() -> SearchControl {
    SearchControl::with_cancel_on_input(io::stdin().is_terminal())
}

/// Maximum number of lines that are read ahead. More wait in the pipe.
const MAX_WAITING_LINES: usize = 64;

/// Reads the lines of standard input, up to its end or a signal to quit. While a search runs, the
/// first Ctrl-C only cancels it.
pub(super) fn input_lines(control: &SearchControl) -> impl Iterator<Item = String> + use<> {
    let (sender, lines) = mpsc::sync_channel(MAX_WAITING_LINES);
    let quit = Arc::new(AtomicBool::new(false));
    quit_on_signals(sender.clone(), &quit, control.clone());
    let received = control.clone();
    thread::spawn(move || {
        let typed = line_mode::read_lines(io::stdin().lock());
        for line in typed.map(Some).chain([None]) {
            received.line_received();
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    // Lines typed ahead of a signal to quit are not executed.
    let goes_on = move |_: &String| !quit.load(Ordering::Relaxed);
    let control = control.clone();
    lines.into_iter().map_while(move |line| {
        control.line_consumed();
        line.filter(&goes_on)
    })
}

/// A flag that is set whenever the process continues after its shell stopped it.
pub(super) fn process_continued_flag() -> Arc<AtomicBool> {
    let continued = Arc::<AtomicBool>::default();
    #[cfg(unix)]
    // If no handler can be set, the time of a stop counts as played.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGCONT, continued.clone());
    continued
}

/// How long the program may take to end after the signal, if it does not wait for a game to be saved
/// but for somebody to read its output.
#[cfg(unix)]
const GRACE_PERIOD: Duration = Duration::from_secs(2);

#[cfg(unix)]
fn quit_on_signals(
    sender: SyncSender<Option<String>>,
    quit: &Arc<AtomicBool>,
    control: SearchControl,
) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::low_level::emulate_default_handler;

    for signal in [SIGHUP, SIGTERM] {
        _ = flag::register(signal, quit.clone());
    }
    let quit = quit.clone();
    on_exit_signals(move |signal| {
        if signal == SIGINT && !quit.load(Ordering::Relaxed) && control.cancel() {
            return;
        }
        let is_repeated = quit.swap(true, Ordering::Relaxed);
        control.shut_down();
        // If the queue is full, a line of it notices that the program quits.
        _ = sender.try_send(None);
        if signal != SIGINT || is_repeated {
            thread::spawn(move || {
                thread::sleep(GRACE_PERIOD);
                _ = emulate_default_handler(signal);
            });
        }
    });
}

#[cfg(windows)]
fn quit_on_signals(
    sender: SyncSender<Option<String>>,
    quit: &Arc<AtomicBool>,
    control: SearchControl,
) {
    use super::search_progress::exit_interrupted;

    let quit = quit.clone();
    _ = ctrlc::set_handler(move || {
        if quit.load(Ordering::Relaxed) {
            exit_interrupted();
        }
        if !control.cancel() {
            quit.store(true, Ordering::Relaxed);
            control.shut_down();
            _ = sender.try_send(None);
        }
    });
}
