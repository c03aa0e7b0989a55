//! The queue where one thread can wait for everything at once: for the terminal, and for a pipe that
//! signals and other threads write to.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::backend::SignalDelivery;
use signal_hook::iterator::exfiltrator::SignalOnly;

use super::Event;
use super::bytes::Bytes;

const SIGNALS: [i32; 7] = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH];

/// How long the bytes of one key may be apart. An escape alone waits for it.
const ONE_KEY: Duration = Duration::from_millis(50);

/// The queue of what happened, oldest first.
pub struct EventQueue {
    heard: VecDeque<Event>,
    keys: OwnedFd,
    bytes: Bytes,
    /// When what the keys have begun is known to have no end.
    closes: Option<Instant>,
    signals: SignalDelivery<UnixStream, SignalOnly>,
    told: Receiver<Event>,
    teller: EventSender,
}

/// Tells the queue what happened elsewhere in the program.
#[derive(Clone)]
pub struct EventSender {
    told: Sender<Event>,
    bell: Arc<UnixStream>,
}

impl EventQueue {
    /// Starts listening to the terminal and to signals.
    ///
    /// # Errors
    /// There is no terminal to read, or the system refuses to tell of signals.
    pub fn new() -> io::Result<EventQueue> {
        let (hears, bell) = UnixStream::pair()?;
        bell.set_nonblocking(true)?;
        let signals = SignalDelivery::with_pipe(hears, bell.try_clone()?, SignalOnly, SIGNALS)?;
        let (sender, told) = channel();
        let teller = EventSender {
            told: sender,
            bell: Arc::new(bell),
        };
        Ok(EventQueue {
            heard: VecDeque::new(),
            keys: keyboard()?,
            bytes: Bytes::default(),
            closes: None,
            signals,
            told,
            teller,
        })
    }

    /// What tells this queue of other things, from any thread.
    pub fn sender(&self) -> EventSender {
        self.teller.clone()
    }

    /// Sleeps until something happens, or until a deadline where there is one, and says what; none
    /// when it was the deadline.
    pub fn wait(&mut self, deadline: Option<Instant>) -> Option<Event> {
        while self.heard.is_empty() && self.hear(deadline) {}
        self.heard.pop_front()
    }

    /// What has happened already and was not taken yet.
    pub fn drain(&mut self) -> impl Iterator<Item = Event> + '_ {
        self.heard.drain(..)
    }

    /// Sleeps until there is something to be heard, and hears it; says whether it was that, and not
    /// the deadline.
    fn hear(&mut self, deadline: Option<Instant>) -> bool {
        let due = [deadline, self.closes].into_iter().flatten().min();
        let left = due.map(|due| due.saturating_duration_since(Instant::now()));
        let left = left.and_then(|left| Timespec::try_from(left).ok());
        let screen = rustix::stdio::stdout();
        let mut watched = [
            PollFd::new(&self.keys, PollFlags::IN),
            PollFd::new(self.signals.get_read(), PollFlags::IN),
            // No flag is asked for: a hang-up is told unasked. A signal says so too, but only to
            // the process that leads its session.
            PollFd::new(&screen, PollFlags::empty()),
        ];
        match poll(&mut watched, left.as_ref()) {
            Ok(0) if self.closes.is_none_or(|closes| Instant::now() < closes) => return false,
            Err(Errno::INTR) => return true,
            Ok(_) => {}
            Err(_) => self.heard.push_back(Event::Terminate),
        }
        let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
        let [keys, bell, screen] = watched.map(|watched| watched.revents());
        if !bell.is_empty() {
            self.heard.extend(self.signals.pending().map(meaning));
            self.heard.extend(self.told.try_iter());
        }
        if keys.contains(PollFlags::IN) {
            self.read();
        } else if self.closes.is_some_and(|closes| closes <= Instant::now()) {
            self.bytes.close(&mut self.heard);
            self.closes = None;
        }
        if (keys | screen).intersects(gone) {
            self.heard.push_back(Event::Terminate);
        }
        true
    }

    /// Reads what the terminal has sent.
    fn read(&mut self) {
        let mut bytes = [0; 1024];
        match rustix::io::read(&self.keys, &mut bytes) {
            // A terminal that is gone gives nothing, for ever.
            Ok(0) => self.heard.push_back(Event::Terminate),
            Ok(count) => {
                self.bytes.take(&bytes[..count], &mut self.heard);
                let open = self.bytes.is_open();
                self.closes = open.then(|| Instant::now() + ONE_KEY);
            }
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => self.heard.push_back(Event::Terminate),
        }
    }
}

impl EventSender {
    /// Puts something that happened into the queue.
    pub fn send(&self, event: Event) {
        // Once the queue is gone nobody waits for it; a pipe that is full wakes it all the same.
        _ = self.told.send(event);
        _ = (&*self.bell).write(&[0]);
    }
}

/// What a signal asks for.
fn meaning(signal: i32) -> Event {
    match signal {
        SIGTSTP => Event::Suspend,
        SIGCONT => Event::Resume,
        SIGWINCH => Event::Resized,
        _ => Event::Terminate,
    }
}

/// Where the keys come from: standard input, or the terminal of the screen where standard input is
/// something else. By its own name, since macOS cannot wait for `/dev/tty`.
fn keyboard() -> io::Result<OwnedFd> {
    let input = io::stdin();
    if input.is_terminal() {
        return input.as_fd().try_clone_to_owned();
    }
    let name = rustix::termios::ttyname(rustix::stdio::stdout(), Vec::new())?;
    let name = OsString::from_vec(name.into_bytes());
    let terminal = File::open(name).or_else(|_| File::open("/dev/tty"));
    terminal.map(OwnedFd::from)
}
