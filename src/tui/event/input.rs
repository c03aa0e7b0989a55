//! Terminal input: a thread that reads it.

use std::io;
use std::thread;
use std::time::Duration;

#[cfg(windows)]
use super::console::Console as Input;
#[cfg(unix)]
use super::tty::Tty as Input;
use super::{Event, EventQueue};

/// Number of bytes that Linux looks through for Ctrl-C.
const TERMINAL_BUFFER: u64 = 4095;

/// How often a busy program looks whether that many wait.
const OVERFLOW_INTERVAL: Duration = Duration::from_millis(100);

/// Starts reading the terminal, which has to be in raw mode, into a queue.
///
/// # Errors
/// There is no terminal to read.
pub fn start(queue: &EventQueue) -> io::Result<()> {
    let input = Input::open()?;
    let queue = queue.clone();
    thread::Builder::new().spawn(move || read_batches(&queue, input))?;
    Ok(())
}

/// Reads a batch of events whenever the event loop waits, until the terminal fails.
fn read_batches(queue: &EventQueue, mut input: Input) {
    loop {
        queue.wait_until_read(OVERFLOW_INTERVAL, is_overflowing);
        match input.read_batch() {
            Ok(batch) => queue.send_batch(batch),
            Err(_) => return queue.send_first(Event::Terminate),
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
