//! Signals, and the end of the terminal.

use std::io;
use std::thread;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use crossterm::terminal::disable_raw_mode;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::{Event, EventSender};

const SIGNALS: [i32; 7] = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH];

/// How long the program may take to end after a signal.
const GRACE_PERIOD: Duration = Duration::from_secs(5);

impl EventSender {
    /// Starts the threads that wait for signals and for the end of the terminal.
    pub(super) fn watch_process(&self) -> io::Result<()> {
        let mut signals = Signals::new(SIGNALS)?;
        let sender = self.clone();
        thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                if matches!(signal, SIGTERM | SIGHUP) {
                    end_after_grace_period(signal);
                }
                sender.send(convert(signal));
            }
        })?;
        let sender = self.clone();
        thread::Builder::new().spawn(move || {
            wait_for_hangup();
            sender.send(Event::Terminate);
        })?;
        Ok(())
    }
}

/// Ends the program if it has not ended by itself some time after a signal, because the terminal does not
/// take its output. All moves are saved before they are drawn.
fn end_after_grace_period(signal: i32) {
    thread::spawn(move || {
        thread::sleep(GRACE_PERIOD);
        _ = disable_raw_mode();
        _ = emulate_default_handler(signal);
    });
}

fn convert(signal: i32) -> Event {
    match signal {
        SIGTSTP => Event::Suspend,
        SIGCONT => Event::Resume,
        SIGWINCH => Event::Resized,
        // Ctrl-C sends this signal, see `TerminalGuard`; what it does is up to the key bindings.
        SIGINT => Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)),
        _ => Event::Terminate,
    }
}

/// Blocks until the terminal is gone. The signal is sent only to the leader of the session, and crossterm
/// does not report it but reads again and again:
/// <https://github.com/crossterm-rs/crossterm/issues/793>.
fn wait_for_hangup() {
    // No flags are requested: a hang-up is always reported.
    let stdout = rustix::stdio::stdout();
    let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
    while poll(&mut watched, None) == Err(Errno::INTR) {}
}
