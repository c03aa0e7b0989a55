//! Starts line mode for a command: the typed lines, and the signals that end it.

use std::io::{self, IsTerminal, Write};
use std::thread;
#[cfg(unix)]
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};

#[cfg(unix)]
use super::search::on_exit_signals;
use super::terminal_args::{TerminalArgs, terminal_notation};
use super::{Failure, file};
use crate::escape::io_error_message;
use crate::line_mode::{self, ExitError, LineInput, LineModeOptions};
use crate::session::{DealSource, Exit, Profile, Start};
use crate::tui::keymap::Keymap;
use crate::tui::theme::CustomColors;

/// Maximum number of lines that are read ahead. More wait in the pipe.
const MAX_WAITING_LINES: usize = 64;

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
    let (sender, lines) = bounded(MAX_WAITING_LINES);
    let opened = LineInput::new(lines, io::stdin().is_terminal()).and_then(|input| {
        end_on_signals(input.signals.clone());
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGCONT, input.was_stopped.clone())?;
        thread::Builder::new().spawn(move || {
            let lines = line_mode::read_lines(io::stdin().lock());
            // Once line mode has ended, nobody takes a line.
            _ = lines
                .map(Some)
                .chain([None])
                .try_for_each(|line| sender.send(line));
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
fn end_on_signals((sender, waiting): (Sender<i32>, Receiver<i32>)) {
    use signal_hook::low_level::emulate_default_handler;

    on_exit_signals(move |signal| {
        _ = sender.send(signal);
        let waiting = waiting.clone();
        _ = thread::Builder::new().spawn(move || {
            thread::sleep(GRACE_PERIOD);
            if !waiting.is_empty() {
                _ = emulate_default_handler(signal);
            }
        });
    });
}

#[cfg(windows)]
fn end_on_signals((sender, waiting): (Sender<i32>, Receiver<i32>)) {
    const INTERRUPT: i32 = 2;

    _ = ctrlc::set_handler(move || {
        if !waiting.is_empty() {
            super::failure::exit_interrupted();
        }
        _ = sender.send(INTERRUPT);
    });
}
