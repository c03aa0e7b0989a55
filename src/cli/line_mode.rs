//! Starts line mode for a command: the typed lines, and the signals that end it.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
#[cfg(unix)]
use std::time::Duration;

use super::export::{self, ExportTarget};
#[cfg(unix)]
use super::search::on_exit_signals;
use super::terminal_args::{TerminalArgs, terminal_notation};
use super::{Failure, file};
use crate::escape::io_error_message;
use crate::line_mode::{self, Canceler, ExitError, LineModeOptions, ReplyFormat};
use crate::session::{DealSource, SeedSource, SessionStore, Start};
use crate::storage::save_manager::SaveManager;
use crate::storage::settings::SettingsFile;
use crate::tui::keymap::Keymap;
use crate::tui::theme::CustomColors;

/// Runs line mode, then exports the game in front. `messages` are shown first, after errors in the
/// settings file. `source` is the source of deals, if the command line has one.
pub(super) fn run(
    start: Start,
    save_manager: SaveManager,
    messages: Vec<String>,
    terminal: &TerminalArgs,
    source: Option<DealSource>,
    export: &ExportTarget,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (settings_file, mut config_errors) = SettingsFile::open();
    let settings = settings_file.settings();
    config_errors.extend(Keymap::from_settings(&settings.key_overrides).1);
    config_errors.extend(CustomColors::from_settings(&settings.color_overrides).1);
    let config_errors = config_errors.iter().map(ToString::to_string);
    let messages: Vec<String> = config_errors.chain(messages).collect();
    // A line typed at a terminal cancels searches; those of a pipe, which may all have been written
    // beforehand, wait.
    let canceler = Canceler::with_cancel_on_input(io::stdin().is_terminal());
    let lines = input_lines(&canceler).map_err(|error| {
        let reason = io_error_message(&error);
        Failure::Failed(format!("cannot read standard input: {reason}"))
    })?;
    let options = LineModeOptions {
        notation: terminal_notation(),
        ascii: terminal.symbols.ascii(),
        format: if terminal.json {
            ReplyFormat::Json
        } else {
            ReplyFormat::Text
        },
        source,
        full_names: terminal.names,
        prompt: !terminal.json && io::stdin().is_terminal() && io::stdout().is_terminal(),
        read_record: file::read_record,
        process_continued: process_continued_flag(),
        canceler,
    };
    let exit = line_mode::run(
        start,
        SessionStore::new(save_manager, settings_file),
        SeedSource::from_system(),
        &messages,
        options,
        lines,
        export.other_output(out, &mut io::stderr()),
    );
    let error = exit.error.map(|error| match error {
        ExitError::Output(error) => Failure::from(error),
        ExitError::NoGame(reason) => Failure::from_sentence(&reason),
    });
    let exported = exit
        .session
        .map_or(Ok(()), |session| export.write(session.played(), out));
    let rejected = exit
        .nothing_understood
        .then(|| Failure::Failed("no command was understood; help lists the commands".into()));
    let saved = export::report_unsaved(&exit.unsaved, out);
    Failure::combine_all([exported.err(), error, saved.err(), rejected])
}

/// Maximum number of lines that are read ahead. More wait in the pipe.
const MAX_WAITING_LINES: usize = 64;

/// Reads the lines of standard input, up to its end or a signal to quit. While a search runs, the
/// first Ctrl-C only cancels it.
///
/// # Errors
/// The system does not grant a thread.
fn input_lines(control: &Canceler) -> io::Result<impl Iterator<Item = String> + use<>> {
    let (sender, lines) = mpsc::sync_channel(MAX_WAITING_LINES);
    let quit = Arc::new(AtomicBool::new(false));
    quit_on_signals(sender.clone(), &quit, control.clone());
    let received = control.clone();
    thread::Builder::new().spawn(move || {
        let typed = line_mode::read_lines(io::stdin().lock());
        for line in typed.map(Some).chain([None]) {
            received.line_received();
            if sender.send(line).is_err() {
                break;
            }
        }
    })?;
    // Lines typed ahead of a signal to quit are not executed.
    let goes_on = move |_: &String| !quit.load(Ordering::Relaxed);
    let control = control.clone();
    Ok(lines.into_iter().map_while(move |line| {
        control.line_consumed();
        line.filter(&goes_on)
    }))
}

/// A flag that is set whenever the process continues after its shell stopped it.
fn process_continued_flag() -> Arc<AtomicBool> {
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
fn quit_on_signals(sender: SyncSender<Option<String>>, quit: &Arc<AtomicBool>, control: Canceler) {
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
        quit.store(true, Ordering::Relaxed);
        control.shut_down();
        // If the queue is full, a line of it notices that the program quits.
        _ = sender.try_send(None);
        _ = thread::Builder::new().spawn(move || {
            thread::sleep(GRACE_PERIOD);
            emulate_default_handler(signal)
        });
    });
}

#[cfg(windows)]
fn quit_on_signals(sender: SyncSender<Option<String>>, quit: &Arc<AtomicBool>, control: Canceler) {
    use super::search::exit_interrupted;

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
