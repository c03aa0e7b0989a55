//! Signals.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use crossterm::terminal::disable_raw_mode;
use rustix::termios::{OptionalActions, QueueSelector, tcflush, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, raise};

use super::{Event, EventQueue};
use crate::tui::terminal;

const SIGNALS: [i32; 7] = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH];

/// How long the event loop may take to notice that the program ends.
const BLOCKED_LIMIT: Duration = Duration::from_millis(1500);

/// How long the program may then take to save the game and end.
const GRACE_PERIOD: Duration = Duration::from_secs(5);

/// How long the restoration of a terminal may take that accepts nothing else.
const RESTORATION_LIMIT: Duration = Duration::from_millis(200);

impl EventQueue {
    /// Starts the thread that waits for signals.
    pub(super) fn watch_process(&self) -> io::Result<()> {
        let last = &self.waiting().last_job_signal;
        for signal in [SIGTSTP, SIGCONT] {
            flag::register_usize(signal, Arc::clone(last), signal as usize)?;
        }
        let mut signals = Signals::new(SIGNALS)?;
        let queue = self.clone();
        thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                queue.handle_signal(signal);
            }
        })?;
        Ok(())
    }

    /// Sends the program the signal that suspends it.
    pub fn request_suspend(&self) -> io::Result<()> {
        raise(SIGTSTP)
    }

    /// Whether the program was continued after it was last asked to stop. The order of the events does not
    /// tell: of two signals that wait, either may be reported first.
    pub fn is_continued(&self) -> bool {
        let last = self.waiting().last_job_signal.load(Ordering::SeqCst);
        last == SIGCONT as usize
    }

    fn handle_signal(&self, signal: i32) {
        // Ctrl-C sends a signal, see `TerminalGuard`; what it does is up to the key bindings.
        let ctrl_c = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
        match signal {
            SIGTSTP => self.send(Event::Suspend),
            SIGCONT => self.send(Event::Resume),
            SIGWINCH => self.send(Event::Resized),
            SIGINT if !self.is_waiting(&ctrl_c) => self.send_first(ctrl_c),
            _ => self.terminate(signal),
        }
    }

    /// Ends the program by a signal if it does not end by itself. All moves are saved before they are
    /// drawn.
    fn terminate(&self, signal: i32) {
        self.send_first(Event::Terminate);
        let deadline = Instant::now() + BLOCKED_LIMIT;
        while Instant::now() < deadline {
            thread::sleep(Duration::from_millis(20));
            // Until this is dropped, the event loop cannot go on to restore the modes.
            let waiting = self.waiting();
            if !waiting.events.contains(&Event::Terminate) {
                drop(waiting);
                thread::sleep(GRACE_PERIOD);
                break;
            }
            // A terminal that takes no output blocks the event loop until what waits is discarded.
            let terminal = rustix::stdio::stdout();
            _ = tcflush(terminal, QueueSelector::OFlush);
            // On Linux only a change of the modes wakes the writer then.
            _ = tcgetattr(terminal)
                .and_then(|modes| tcsetattr(terminal, OptionalActions::Now, &modes));
        }
        _ = disable_raw_mode();
        // This may block as the event loop does.
        _ = thread::Builder::new().spawn(terminal::restore);
        thread::sleep(RESTORATION_LIMIT);
        _ = emulate_default_handler(signal);
    }

    fn is_waiting(&self, event: &Event) -> bool {
        self.waiting().events.contains(event)
    }
}
