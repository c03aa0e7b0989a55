//! Terminal input: a thread that reads it.

use std::io;
use std::sync::PoisonError;
use std::thread;
use std::time::Duration;

#[cfg(windows)]
use super::console::Console as Input;
#[cfg(unix)]
use super::tty::Tty as Input;
use super::{Event, EventQueue, Waiting};

/// Number of bytes that Linux looks through for Ctrl-C.
const TERMINAL_BUFFER: u64 = 4095;

/// How often a busy program looks whether that many wait.
const OVERFLOW_INTERVAL: Duration = Duration::from_millis(100);

/// Maximum number of events that wait when more are read.
const MAX_READ_AHEAD: usize = 1 << 16;

impl EventQueue {
    /// Starts reading the terminal, which has to be in raw mode.
    ///
    /// # Errors
    /// There is no terminal to read.
    pub fn start_input(&self) -> io::Result<()> {
        let input = Input::open()?;
        let queue = self.clone();
        thread::Builder::new().spawn(move || queue.read_batches(input))?;
        Ok(())
    }

    /// Blocks until the event loop waits for terminal input, or until too much of it waits.
    fn wait_until_read(&self) {
        let (_, changed) = &*self.0;
        loop {
            let is_busy = |waiting: &mut Waiting| !waiting.is_reading;
            let result = changed.wait_timeout_while(self.waiting(), OVERFLOW_INTERVAL, is_busy);
            let (waiting, _) = result.unwrap_or_else(PoisonError::into_inner);
            let may_read_ahead = waiting.events.len() < MAX_READ_AHEAD;
            if waiting.is_reading || may_read_ahead && is_overflowing() {
                return;
            }
        }
    }

    /// Reads a batch of events whenever the event loop waits, until the terminal fails.
    fn read_batches(&self, mut input: Input) {
        loop {
            self.wait_until_read();
            match input.read_batch() {
                Ok(batch) => self.send_batch(batch),
                Err(_) => return self.send_first(Event::Terminate),
            }
        }
    }
}

/// Whether so much input waits that the terminal may not have seen a Ctrl-C at its end.
fn is_overflowing() -> bool {
    #[cfg(unix)]
    let waiting = rustix::io::ioctl_fionread(rustix::stdio::stdout());
    #[cfg(windows)]
    let waiting = io::Result::Ok(0);
    waiting.is_ok_and(|bytes| bytes >= TERMINAL_BUFFER)
}
