//! Starts line mode for a command: the typed lines, and the signals that end it.

use std::io::{self, IsTerminal, Write};
use std::thread;
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use super::search::on_exit_signals;
use super::terminal_args::{TerminalArgs, terminal_notation};
use super::{Failure, file};
use crate::escape::io_error_message;
use crate::line_mode::{
    self, CanceledByLines, ExitError, LineEvent, LineEvents, LineInput, LineModeOptions,
};
use crate::session::{DealSource, Exit, Profile, Start};
use crate::tui::keymap::Keymap;
use crate::tui::theme::CustomColors;

/// Runs line mode. `messages` are shown first, after errors in the
/// settings file. `source` is the source of deals, if the command line has one.
pub(super) fn run(
    start: Start,
    profile: Profile,
    messages: Vec<String>,
    terminal: &TerminalArgs,
    source: Option<DealSource>,
    out: &mut dyn Write,
) -> Result<Exit<ExitError>, Failure> {
    let settings = profile.settings_file.settings();
    let mut config_errors = profile.settings_file.errors.to_vec();
    config_errors.extend(Keymap::from_settings(&settings.key_overrides).1);
    config_errors.extend(CustomColors::from_settings(&settings.color_overrides).1);
    let config_errors = config_errors.iter().map(ToString::to_string);
    let messages: Vec<String> = config_errors.chain(messages).collect();
    let canceled = if io::stdin().is_terminal() {
        CanceledByLines::Everything
    } else {
        CanceledByLines::Unasked
    };
    let opened = LineInput::new(canceled).and_then(|input| {
        end_on_signals(input.events.clone());
        let events = input.events.clone();
        thread::Builder::new().spawn(move || {
            let mut lines = line_mode::read_lines(io::stdin().lock());
            if lines.all(|line| events.send_line(line)) {
                events.send(LineEvent::EndOfInput);
            }
        })?;
        Ok(input)
    });
    let input = opened.map_err(|error| {
        let reason = io_error_message(&error);
        Failure::failed(format!("cannot read standard input: {reason}"))
    })?;
    let options = LineModeOptions {
        notation: terminal_notation(),
        ascii: terminal.symbols.ascii(),
        is_json: terminal.json,
        source,
        full_names: terminal.names,
        prompt: !terminal.json && io::stdin().is_terminal() && io::stdout().is_terminal(),
        read_record: file::read_record,
    };
    Ok(line_mode::run(
        start, profile, &messages, options, input, out,
    ))
}

/// How long the program may take to end after the signal, if it does not wait for a game to be saved
/// but for somebody to read its output.
#[cfg(unix)]
const GRACE_PERIOD: Duration = Duration::from_secs(2);

#[cfg(unix)]
fn end_on_signals(events: LineEvents) {
    use signal_hook::consts::SIGINT;
    use signal_hook::low_level::emulate_default_handler;

    on_exit_signals(move |signal| {
        events.send_signal(match signal {
            SIGINT => LineEvent::Interrupt,
            _ => LineEvent::Terminate(signal),
        });
        let events = events.clone();
        _ = thread::Builder::new().spawn(move || {
            thread::sleep(GRACE_PERIOD);
            if events.is_ending() {
                _ = emulate_default_handler(signal);
            }
        });
    });
}

#[cfg(windows)]
fn end_on_signals(events: LineEvents) {
    _ = ctrlc::set_handler(move || {
        if events.is_ending() {
            super::failure::exit_interrupted();
        }
        events.send_signal(LineEvent::Interrupt);
    });
}
