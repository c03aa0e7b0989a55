//! The lines typed in line mode, and the signals that end it.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use crate::line_mode::{self, SearchControl};

/// Creates the control of searches: a line typed at a terminal cancels them; those of a pipe, which
/// may all have been written beforehand, wait.
pub(super) fn search_control() -> SearchControl {
    SearchControl::with_cancel_on_input(io::stdin().is_terminal())
}

/// Reads the lines of standard input, up to its end or a signal to quit. While a search runs, the
/// first Ctrl-C only cancels it.
pub(super) fn input_lines(control: &SearchControl) -> impl Iterator<Item = String> + use<> {
    let (sender, lines) = mpsc::channel();
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

#[cfg(unix)]
fn quit_on_signals(sender: Sender<Option<String>>, quit: &Arc<AtomicBool>, control: SearchControl) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    for signal in [SIGHUP, SIGTERM] {
        _ = flag::register(signal, quit.clone());
    }
    // If no handler can be set, a signal ends the program at once.
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    thread::spawn(move || {
        let mut is_quitting = false;
        for signal in signals.forever() {
            // A second Ctrl-C must not wait for an export to a pipe that nobody reads.
            if is_quitting && signal == SIGINT {
                _ = emulate_default_handler(signal);
            }
            if signal == SIGINT && control.cancel() {
                continue;
            }
            is_quitting = true;
            control.shut_down();
            _ = sender.send(None);
        }
    });
}

#[cfg(windows)]
fn quit_on_signals(sender: Sender<Option<String>>, _: &Arc<AtomicBool>, control: SearchControl) {
    use super::search_progress::exit_interrupted;

    let mut is_quitting = false;
    _ = ctrlc::set_handler(move || {
        if is_quitting {
            exit_interrupted();
        }
        if !control.cancel() {
            is_quitting = true;
            control.shut_down();
            _ = sender.send(None);
        }
    });
}
