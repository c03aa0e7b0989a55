//! Events: terminal input, signals and results from other threads, in one bounded channel.
//!
//! The event loop blocks on the channel alone, so an idle game wakes no thread.

mod input;
#[cfg(unix)]
mod process;

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Instant;

use crossterm::event::{KeyEvent, MouseEvent};

use crate::session::SearchReply;

/// Capacity of the queue. Input arrives in batches that are requested one at a time, so the queue
/// never fills up in practice.
const CHANNEL_CAPACITY: usize = 256;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A key was pressed or repeats.
    Key(KeyEvent),
    /// The mouse was moved or a button was pressed or released.
    Mouse(MouseEvent),
    Paste(String),
    Resized,
    /// The terminal has got the focus, or lost it.
    Focus(bool),
    /// A signal or key suspends the program.
    Suspend,
    /// The program was continued.
    Resume,
    /// A signal ends the program, or its terminal is gone.
    Terminate,
    /// A search has made progress or finished.
    SearchReply(SearchReply),
    /// Another thread of the program has panicked and printed its message.
    Panicked,
}

/// Item of the event queue.
enum QueueItem {
    /// Terminal input: everything that could be read without waiting.
    Input(Vec<Event>),
    /// Anything else.
    Other(Event),
}

/// Sends events to an [`EventQueue`] from any thread.
#[derive(Clone)]
pub struct EventSender(SyncSender<QueueItem>);

impl EventSender {
    /// Sends an event, waiting for room in the queue.
    pub fn send(&self, event: Event) {
        // Without a receiver the program is ending and nobody needs the event.
        _ = self.0.send(QueueItem::Other(event));
    }

    /// Sends an event without waiting, for callers that may be the receiving thread.
    pub fn try_send(&self, event: Event) {
        _ = self.0.try_send(QueueItem::Other(event));
    }

    fn send_input(&self, batch: Vec<Event>) {
        _ = self.0.send(QueueItem::Input(batch));
    }
}

/// Queue of events, oldest first.
pub struct EventQueue {
    items: Receiver<QueueItem>,
    sender: EventSender,
    pending: std::vec::IntoIter<Event>,
    /// Lets the input thread read the next batch; `None` until it runs.
    read_permits: Option<SyncSender<()>>,
    is_reading: bool,
}

impl EventQueue {
    /// Creates a queue that receives the signals of the process, but no terminal input yet.
    ///
    /// # Errors
    /// The signal handlers cannot be installed.
    pub fn new() -> io::Result<EventQueue> {
        let (sender, items) = sync_channel(CHANNEL_CAPACITY);
        let sender = EventSender(sender);
        #[cfg(unix)]
        sender.watch_process()?;
        Ok(EventQueue {
            items,
            sender,
            pending: Vec::new().into_iter(),
            read_permits: None,
            is_reading: false,
        })
    }

    pub fn sender(&self) -> EventSender {
        self.sender.clone()
    }

    /// Blocks until the next event and returns it, or returns `None` at the deadline.
    pub fn wait(&mut self, deadline: Option<Instant>) -> Option<Event> {
        loop {
            if let Some(event) = self.pending.next() {
                return Some(event);
            }
            self.allow_reading();
            let item = match deadline {
                None => self.items.recv().map_err(RecvTimeoutError::from),
                Some(deadline) => {
                    let timeout = deadline.saturating_duration_since(Instant::now());
                    self.items.recv_timeout(timeout)
                }
            };
            match item {
                Ok(item) => self.unpack(item),
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => return Some(Event::Terminate),
            }
        }
    }

    /// Returns the next event that has already happened, without blocking.
    pub fn try_next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.pending.next() {
                return Some(event);
            }
            let item = self.items.try_recv().ok()?;
            self.unpack(item);
        }
    }

    /// Replaces the pending events by those of an item.
    fn unpack(&mut self, item: QueueItem) {
        let events = match item {
            QueueItem::Input(batch) => {
                self.is_reading = false;
                batch
            }
            QueueItem::Other(event) => vec![event],
        };
        self.pending = events.into_iter();
    }

    /// Lets the input thread read one more batch. It reads only while the event loop is waiting, so
    /// that keys typed after the one that quits are left to the shell.
    fn allow_reading(&mut self) {
        if let Some(permits) = self.read_permits.as_ref().filter(|_| !self.is_reading) {
            self.is_reading = permits.try_send(()).is_ok();
        }
    }
}
