//! The lines typed at plain mode, and the signals to leave it.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use crate::line_mode::{self, SearchControl};

/// What is searched while lines are typed: a line stops it at a terminal; those of a pipe, which may
/// all have been written beforehand, wait.
pub(super) fn search_control() -> SearchControl {
    SearchControl::with_cancel_on_input(io::stdin().is_terminal())
}

/// The lines typed, up to the end of the input or a signal to leave: then too the record is
/// written. Where a search is under way, the first Ctrl-C stops that alone.
pub(super) fn input_lines(searching: &SearchControl) -> impl Iterator<Item = String> + use<> {
    let (sender, lines) = mpsc::channel();
    let ended = Arc::new(AtomicBool::new(false));
    exit_on_signals(sender.clone(), &ended, searching.clone());
    let heard = searching.clone();
    thread::spawn(move || {
        let typed = line_mode::read_lines(io::stdin().lock());
        for line in typed.map(Some).chain([None]) {
            heard.line_received();
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    // What was typed ahead of a signal that ends the program is not played on.
    let goes_on = move |_: &String| !ended.load(Ordering::Relaxed);
    let searching = searching.clone();
    lines.into_iter().map_while(move |line| {
        searching.line_consumed();
        line.filter(&goes_on)
    })
}

/// What is set whenever the program goes on that was stopped by its shell.
pub(super) fn process_continued_flag() -> Arc<AtomicBool> {
    let resumed = Arc::<AtomicBool>::default();
    #[cfg(unix)]
    // Where no handler can be set, the time of a stop counts.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGCONT, resumed.clone());
    resumed
}

#[cfg(unix)]
fn exit_on_signals(
    sender: Sender<Option<String>>,
    ended: &Arc<AtomicBool>,
    searching: SearchControl,
) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    for signal in [SIGHUP, SIGTERM] {
        _ = flag::register(signal, ended.clone());
    }
    // Where no handler can be set, a signal ends the program as it always does.
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    thread::spawn(move || {
        let mut asked = false;
        for signal in signals.forever() {
            // Who insists must not be kept waiting by an export to a pipe that nobody reads.
            if asked && signal == SIGINT {
                _ = emulate_default_handler(signal);
            }
            if signal == SIGINT && searching.cancel() {
                continue;
            }
            asked = true;
            searching.shut_down();
            _ = sender.send(None);
        }
    });
}

#[cfg(windows)]
fn exit_on_signals(sender: Sender<Option<String>>, _: &Arc<AtomicBool>, searching: SearchControl) {
    use super::search_progress::exit_interrupted;

    let mut asked = false;
    _ = ctrlc::set_handler(move || {
        if asked {
            exit_interrupted();
        }
        if !searching.cancel() {
            asked = true;
            searching.shut_down();
            _ = sender.send(None);
        }
    });
}
