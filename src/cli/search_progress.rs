//! Progress display and cancellation of long searches.

use std::fmt;
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::describe::approx_count;
use crate::solver::{Budget, CancelToken};

/// Screen updates per second.
const UPDATE_RATE: u8 = 5;

/// Creates the progress line of a single search, whose position is the number of positions. It is
/// shown only if standard error is a terminal.
pub(super) fn search_bar(budget: &Budget) -> ProgressBar {
    let Budget {
        positions, time, ..
    } = *budget;
    let count = |state: &ProgressState, out: &mut dyn fmt::Write| {
        _ = out.write_str(&approx_count(state.pos(), "position"));
    };
    let seconds = |state: &ProgressState, out: &mut dyn fmt::Write| {
        _ = write!(out, "{:.1} seconds", state.elapsed().as_secs_f64());
    };
    let used = move |state: &ProgressState, out: &mut dyn fmt::Write| {
        let of_time = time.map_or(0.0, |limit: Duration| {
            state.elapsed().as_secs_f64() / limit.as_secs_f64()
        });
        let of_positions = positions.map_or(0.0, |limit| state.pos() as f64 / limit as f64);
        _ = write!(out, "{:.0} %", 100.0 * of_time.max(of_positions));
    };
    let style = style("searching: {count}, {seconds}, {used} of the budget")
        .with_key("count", count)
        .with_key("seconds", seconds)
        .with_key("used", used);
    bar(None, style)
}

/// Creates the progress line of a survey, whose position is the number of deals and whose message
/// is the share of winnable ones. It is shown only if standard error is a terminal.
pub(super) fn survey_bar(deals: u64, already_done: u64) -> ProgressBar {
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        _ = write!(out, "{:.1} per second", state.per_sec());
    };
    let style =
        style("[{bar:20}] {pos} of {len}, {rate}, {msg}, {eta} left").with_key("rate", rate);
    let bar = bar(Some(deals), style.progress_chars("## ")).with_position(already_done);
    // Deals of an earlier run say nothing about the speed.
    bar.reset_eta();
    bar
}

/// Creates the progress line of a review, whose position is the number of moves reviewed. It is shown
/// only if standard error is a terminal.
pub(super) fn review_bar(moves: u64) -> ProgressBar {
    let style = style("reviewing: [{bar:20}] move {pos} of {len}");
    bar(Some(moves), style.progress_chars("## "))
}

fn bar(length: Option<u64>, style: ProgressStyle) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(UPDATE_RATE);
    ProgressBar::with_draw_target(length, target).with_style(style)
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Waits until a canceled command has written what it found: longer than it takes, unless it waits
/// for the reader of a pipe. Waits in short steps, which take longer on a busy machine.
fn wait_for_exit() {
    const STEPS: usize = 15;
    (0..STEPS).for_each(|_| thread::sleep(Duration::from_millis(10)));
}

/// Cancels a search on an exit signal. The signal ends the process if it still runs a little later,
/// at the second signal, or if no handler can be installed.
#[cfg(unix)]
pub(super) fn cancel_then_exit_on_signals(cancel: &CancelToken) {
    use super::exit_signals::{EXIT_SIGNALS, on_exit_signals};

    for signal in EXIT_SIGNALS {
        _ = signal_hook::flag::register_conditional_default(signal, cancel.flag());
        _ = signal_hook::flag::register(signal, cancel.flag());
    }
    // Without the thread, it takes two signals to end a blocked write.
    on_exit_signals(|signal| {
        wait_for_exit();
        _ = signal_hook::low_level::emulate_default_handler(signal);
    });
}

/// Cancels a search on Ctrl-C, which ends the process if it still runs a little later, or if no
/// handler can be installed.
#[cfg(windows)]
pub(super) fn cancel_then_exit_on_signals(cancel: &CancelToken) {
    let cancel = cancel.clone();
    _ = ctrlc::set_handler(move || {
        cancel.cancel();
        wait_for_exit();
        exit_interrupted();
    });
}

/// Exits with the status of a process that Ctrl-C ended.
#[cfg(windows)]
pub(super) fn exit_interrupted() -> ! {
    const STATUS_CONTROL_C_EXIT: u32 = 0xC000_013A;
    std::process::exit(STATUS_CONTROL_C_EXIT.cast_signed())
}
