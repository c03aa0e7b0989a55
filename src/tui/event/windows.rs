//! The queue where a thread must wait for the terminal: nothing but a key, the mouse or the window
//! ends that.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use super::Event;
use crossterm::event::{Event as Raw, KeyEventKind};

/// The queue of what happened, oldest first.
pub struct EventQueue {
    queue: Receiver<Event>,
    teller: Teller,
}

/// Tells the queue what happened elsewhere in the program.
#[derive(Clone)]
pub struct EventSender(Sender<Event>);

impl Events {
    /// Starts listening to the terminal.
    ///
    /// # Errors
    /// There are none here.
    pub fn new() -> io::Result<Events> {
        let (sender, queue) = channel();
        let teller = Teller(sender);
        let keys = teller.clone();
        thread::spawn(move || read_terminal(&keys));
        Ok(Events { queue, teller })
    }

    /// What tells this queue of other things, from any thread.
    pub fn sender(&self) -> Teller {
        self.teller.clone()
    }

    /// Sleeps until something happens, or until a deadline where there is one, and says what; none
    /// when it was the deadline.
    pub fn wait(&mut self, deadline: Option<Instant>) -> Option<Event> {
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
    pub fn drain(&mut self) -> impl Iterator<Item = Event> + '_ {
        self.queue.try_iter()
    }
}

impl Teller {
    /// Puts something that happened into the queue.
    pub fn send(&self, event: Event) {
        // Once the queue is gone nobody waits for it.
        _ = self.0.send(event);
    }
}

/// Reads the terminal to its end.
fn read_terminal(queue: &Teller) {
    loop {
        let event = match crossterm::event::read() {
            Ok(Raw::Key(key)) if key.kind == KeyEventKind::Release => continue,
            Ok(Raw::Key(key)) => Event::Key(key),
            Ok(Raw::Mouse(mouse)) => Event::Mouse(mouse),
            Ok(Raw::Paste(text)) => Event::Paste(text),
            Ok(Raw::Resize(..)) => Event::Resized,
            Ok(Raw::FocusGained | Raw::FocusLost) => continue,
            Err(_) => return queue.tell(Event::Leave),
        };
        queue.tell(event);
    }
}
