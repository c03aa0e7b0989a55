//! Signals.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use crossterm::terminal::disable_raw_mode;
use rustix::process::getpgrp;
use rustix::termios::tcgetpgrp;
use signal_hook::consts::{
    SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGTTIN, SIGTTOU, SIGWINCH,
};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, raise};

use super::{Event, EventQueue};

/// The signals that stop or continue the program.
const JOB_SIGNALS: [i32; 4] = [SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT];
const OTHER_SIGNALS: [i32; 5] = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGWINCH];

/// How long the program may take to save the game and end.
const GRACE_PERIOD: Duration = Duration::from_secs(3);

/// The last signal that stops or continues the program.
#[derive(Clone, Debug)]
pub struct JobSignals(Arc<AtomicUsize>);

impl JobSignals {
    /// Starts the thread that sends the signals of the process to a queue.
    ///
    /// # Errors
    /// The signal handlers cannot be installed.
    pub fn watch(queue: &EventQueue) -> io::Result<JobSignals> {
        let last = Arc::new(AtomicUsize::new(0));
        for signal in JOB_SIGNALS {
            flag::register_usize(signal, Arc::clone(&last), signal as usize)?;
        }
        let job = JobSignals(last);
        let mut signals = Signals::new(JOB_SIGNALS.iter().chain(&OTHER_SIGNALS))?;
        let (queue, shared_job) = (queue.clone(), job.clone());
        thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                handle_signal(&queue, &shared_job, signal);
            }
        })?;
        Ok(job)
    }

    /// Sends the program the signal that suspends it.
    ///
    /// # Errors
    /// The signal cannot be sent.
    pub fn request_suspend(&self) -> io::Result<()> {
        raise(SIGTSTP)
    }

    /// Whether the program was continued after it was last asked to stop.
    pub fn is_continued(&self) -> bool {
        self.0.load(Ordering::SeqCst) == SIGCONT as usize
    }
}

fn handle_signal(queue: &EventQueue, job: &JobSignals, signal: i32) {
    // Ctrl-C sends a signal, see `TerminalGuard`; what it does is up to the key bindings.
    let ctrl_c = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    match signal {
        // A program in the background that used the terminal would be sent this again and again, and its modes are not
        // those of the terminal.
        SIGTTIN | SIGTTOU if is_in_background() => _ = emulate_default_handler(signal),
        // The order in which signals are reported does not tell: of two that wait, either may be first.
        SIGTSTP | SIGTTIN | SIGTTOU | SIGCONT if job.is_continued() => queue.send(Event::Resume),
        SIGTSTP | SIGTTIN | SIGTTOU | SIGCONT => queue.send(Event::Suspend),
        SIGWINCH => queue.send(Event::Resized),
        SIGINT if !queue.contains(&ctrl_c) => queue.send_first(ctrl_c),
        _ => terminate(queue, signal),
    }
}

/// Whether another program has the terminal.
fn is_in_background() -> bool {
    tcgetpgrp(rustix::stdio::stdout()).is_ok_and(|group| group != getpgrp())
}

/// Ends the program by a signal if it does not end by itself. All moves are saved before they are drawn.
fn terminate(queue: &EventQueue, signal: i32) {
    queue.send_first(Event::Terminate(signal));
    thread::sleep(GRACE_PERIOD);
    // A terminal that takes no output could not be sent its other modes.
    _ = disable_raw_mode();
    _ = emulate_default_handler(signal);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_signals_that_wait_the_last_one_counts_in_whatever_order_they_are_reported() {
        for (last, event) in [(SIGTSTP, Event::Suspend), (SIGCONT, Event::Resume)] {
            let job = JobSignals(Arc::new(AtomicUsize::new(last as usize)));
            for reported in [[SIGTSTP, SIGCONT], [SIGCONT, SIGTSTP]] {
                let queue = EventQueue::default();
                for signal in reported {
                    handle_signal(&queue, &job, signal);
                }
                assert_eq!(queue.try_next().as_ref(), Some(&event));
                assert_eq!(queue.try_next(), None);
            }
        }
    }
}
