//! Exit signals that arrive while a write may block for ever.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
#[cfg(unix)]
use signal_hook::iterator::Signals;

/// How long a write may take after a signal to end the program.
const GRACE_PERIOD: Duration = Duration::from_millis(500);

/// How far apart two presses of Ctrl-C may be to count as a repeated one.
const REPEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Signals to end the program that have arrived since this was created.
pub(super) struct ExitSignals {
    events: Receiver<ExitEvent>,
    sender: Sender<ExitEvent>,
}

enum ExitEvent {
    /// A signal arrived: whether it is Ctrl-C, and when.
    #[cfg_attr(windows, expect(dead_code, reason = "Ctrl-C has one handler there"))]
    Signal(bool, Instant),
    /// The write has ended.
    Written(io::Result<()>),
}

impl ExitSignals {
    /// Watches the signals of the process.
    pub(super) fn watch() -> ExitSignals {
        let (sender, events) = mpsc::channel();
        #[cfg(unix)]
        {
            let sender = sender.clone();
            on_exit_signals(move |signal| {
                _ = sender.send(ExitEvent::Signal(signal == SIGINT, Instant::now()));
            });
        }
        ExitSignals { events, sender }
    }

    /// Runs a write that may block for as long as nobody reads, and gives up waiting for it if a signal
    /// arrives. Ctrl-C that was pressed before may have had another purpose and counts if it was
    /// repeated.
    ///
    /// # Errors
    /// The write failed or was given up.
    pub(super) fn run_write(
        &self,
        write: impl FnOnce() -> io::Result<()> + Send + 'static,
    ) -> io::Result<()> {
        let start = Instant::now();
        let sender = self.sender.clone();
        thread::Builder::new().spawn(move || _ = sender.send(ExitEvent::Written(write())))?;
        let mut last_interrupt: Option<Instant> = None;
        let mut deadline: Option<Instant> = None;
        let given_up = || Err(io::Error::other("nobody reads it"));
        loop {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let message = match left {
                Some(left) => self.events.recv_timeout(left),
                None => self.events.recv().map_err(RecvTimeoutError::from),
            };
            match message {
                Ok(ExitEvent::Written(result)) => return result,
                Ok(ExitEvent::Signal(_, at)) if at >= start => return given_up(),
                Ok(ExitEvent::Signal(is_interrupt, at)) => {
                    let is_repeated =
                        last_interrupt.is_some_and(|last| at - last < REPEAT_INTERVAL);
                    if !is_interrupt || is_repeated {
                        deadline = Some(start + GRACE_PERIOD);
                    }
                    last_interrupt = is_interrupt.then_some(at);
                }
                Err(_) => return given_up(),
            }
        }
    }
}

/// The signals that ask the program to exit.
#[cfg(unix)]
pub(super) const EXIT_SIGNALS: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

/// Calls a function for each exit signal that arrives, in a thread of its own. If no handler can be
/// set, the first signal ends the program.
#[cfg(unix)]
pub(super) fn on_exit_signals(handle: impl FnMut(i32) + Send + 'static) {
    if let Ok(mut signals) = Signals::new(EXIT_SIGNALS) {
        let handle_all = move || signals.forever().for_each(handle);
        _ = thread::Builder::new().spawn(handle_all);
    }
}
