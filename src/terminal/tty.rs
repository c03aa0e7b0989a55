//! Terminal input on Unix: the bytes of the terminal, parsed by [`InputParser`].

use std::io;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::{Errno, retry_on_intr};
use rustix::stdio::{stdin, stdout};
use rustix::termios::{isatty, ttyname};

use super::modes::is_answer_due;
use super::{Event, InputParser};

/// Number of bytes that are read at once.
const READ_SIZE: usize = 1024;

/// The terminal that keys come from.
pub(super) struct Tty {
    file: OwnedFd,
    parser: InputParser,
}

impl Tty {
    /// Opens standard input, or the terminal of standard output if standard input is something else.
    ///
    /// # Errors
    /// There is no terminal to read.
    pub(super) fn open() -> io::Result<Tty> {
        let file = if isatty(stdin()) {
            stdin().try_clone_to_owned()?
        } else {
            // By its own name: macOS cannot wait for /dev/tty.
            let flags = OFlags::RDONLY | OFlags::NOCTTY | OFlags::CLOEXEC;
            let named = ttyname(stdout(), Vec::new());
            let opened = named.and_then(|name| open(name, flags, Mode::empty()));
            opened.or_else(|_| open("/dev/tty", flags, Mode::empty()))?
        };
        Ok(Tty {
            file,
            parser: InputParser::new(Instant::now()),
        })
    }

    /// Waits for an event, then takes all that can be read without waiting.
    ///
    /// # Errors
    /// The terminal cannot be read, or is gone.
    pub(super) fn read_batch(&mut self) -> io::Result<Vec<Event>> {
        let mut batch = Vec::new();
        loop {
            let deadline = self.parser.deadline(is_answer_due());
            let wait = if batch.is_empty() {
                deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
            } else {
                Some(Duration::ZERO)
            };
            if self.is_readable(wait)? {
                self.read(&mut batch)?;
            } else if batch.is_empty() {
                self.parser.give_up(Instant::now(), &mut batch);
            } else {
                return Ok(batch);
            }
            if batch.len() >= READ_SIZE {
                return Ok(batch);
            }
        }
    }

    /// Waits until there is something to read, or until the timeout.
    fn is_readable(&self, timeout: Option<Duration>) -> io::Result<bool> {
        let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
        let mut watched = [PollFd::new(&self.file, PollFlags::IN)];
        let count = retry_on_intr(|| poll(&mut watched, timeout.as_ref()))?;
        Ok(count > 0)
    }

    fn read(&mut self, batch: &mut Vec<Event>) -> io::Result<()> {
        let mut bytes = [0; READ_SIZE];
        let count = match rustix::io::read(&self.file, &mut bytes) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            // Another reader of the terminal was faster.
            Err(Errno::INTR | Errno::AGAIN) => 0,
            result => result?,
        };
        self.parser.parse(&bytes[..count], Instant::now(), batch);
        Ok(())
    }
}
