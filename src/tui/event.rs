//! What happens to the program from outside: keys, the mouse, the window, signals; one queue of
//! them all.
//!
//! Threads wait for the sources and feed the queue, so that the loop can sleep on it alone and
//! nothing wakes an idle game.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use super::study::Report;
use crossterm::event::{Event as Raw, KeyEvent, KeyEventKind, MouseEvent};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A key was pressed, or is held and repeats.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// A text was pasted.
    Paste(String),
    /// The window has another size.
    Resized,
    /// The program is to stop until it is continued.
    Stop,
    /// The program was continued.
    Continue,
    /// The program is to end: by a signal, or because the terminal is gone.
    Leave,
    /// A search has something to tell.
    Searched(Report),
    /// A thread of the program has panicked, and told so.
    Panicked,
}

/// The queue of what happened, oldest first.
pub struct Events {
    queue: Receiver<Event>,
    sender: Sender<Event>,
}

impl Events {
    /// Starts listening to the terminal and to signals.
    ///
    /// # Errors
    /// The system refuses to tell of signals.
    pub fn new() -> io::Result<Events> {
        let (sender, queue) = channel();
        #[cfg(unix)]
        listen::to_signals(sender.clone())?;
        #[cfg(unix)]
        listen::to_hang_up(sender.clone());
        let keys = sender.clone();
        thread::spawn(move || read_terminal(&keys));
        Ok(Events { queue, sender })
    }

    /// A sender to this queue, for other threads.
    pub fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// Sleeps until something happens, or until a deadline where there is one, and says what; none
    /// when it was the deadline.
    pub fn wait(&self, deadline: Option<Instant>) -> Option<Event> {
        let Some(deadline) = deadline else {
            return Some(self.queue.recv().unwrap_or(Event::Leave));
        };
        let left = deadline.saturating_duration_since(Instant::now());
        match self.queue.recv_timeout(left) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::Leave),
        }
    }

    /// What has happened already and was not taken yet.
    pub fn waiting(&self) -> impl Iterator<Item = Event> + '_ {
        self.queue.try_iter()
    }
}

/// Reads the terminal to its end. Keys come from the controlling terminal where standard input is
/// something else.
fn read_terminal(queue: &Sender<Event>) {
    loop {
        let event = match crossterm::event::read() {
            Ok(Raw::Key(key)) if key.kind == KeyEventKind::Release => continue,
            Ok(Raw::Key(key)) => Event::Key(key),
            Ok(Raw::Mouse(mouse)) => Event::Mouse(mouse),
            Ok(Raw::Paste(text)) => Event::Paste(text),
            Ok(Raw::Resize(..)) => Event::Resized,
            Ok(Raw::FocusGained | Raw::FocusLost) => continue,
            Err(_) => Event::Leave,
        };
        let end = event == Event::Leave;
        if queue.send(event).is_err() || end {
            return;
        }
    }
}

#[cfg(unix)]
mod listen {
    use std::io;
    use std::sync::mpsc::Sender;
    use std::thread;

    use rustix::event::{PollFd, PollFlags, poll};
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    use super::Event;

    /// Tells the queue of signals that end, stop and continue the program.
    pub(super) fn to_signals(queue: Sender<Event>) -> io::Result<()> {
        let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT])?;
        thread::spawn(move || {
            for signal in signals.forever() {
                let event = match signal {
                    SIGTSTP => Event::Stop,
                    SIGCONT => Event::Continue,
                    _ => Event::Leave,
                };
                if queue.send(event).is_err() {
                    return;
                }
            }
        });
        Ok(())
    }

    /// Tells the queue when the terminal is gone. A signal says so too, but only to the process
    /// that leads its session; and reading a terminal that is gone gives nothing, for ever.
    pub(super) fn to_hang_up(queue: Sender<Event>) {
        thread::spawn(move || {
            let out = rustix::stdio::stdout();
            // No flag is asked for: a hang-up is told unasked, and nothing else wakes the thread.
            let mut watched = [PollFd::new(&out, PollFlags::empty())];
            while let Err(rustix::io::Errno::INTR) = poll(&mut watched, None) {}
            if watched[0]
                .revents()
                .intersects(PollFlags::HUP | PollFlags::ERR)
            {
                let _ = queue.send(Event::Leave);
            }
        });
    }
}
