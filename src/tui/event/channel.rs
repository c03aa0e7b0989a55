//! Events and the channel that carries them.

use std::sync::mpsc::SyncSender;

use crossterm::event::{KeyEvent, MouseEvent};

use crate::session::SearchReply;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A key was pressed or repeats.
    Key(KeyEvent),
    /// The mouse was moved or a button was pressed or released.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The window was resized.
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
pub(super) enum QueueItem {
    /// Terminal input: everything that could be read without waiting.
    Input(Vec<Event>),
    /// Anything else.
    Other(Event),
}

/// Sends events to an [`EventQueue`](super::EventQueue) from any thread.
#[derive(Clone)]
pub struct EventSender(SyncSender<QueueItem>);

impl EventSender {
    pub(super) fn new(sender: SyncSender<QueueItem>) -> EventSender {
        EventSender(sender)
    }

    /// Sends an event, waiting for room in the queue.
    pub fn send(&self, event: Event) {
        // Without a receiver the program is ending and nobody needs the event.
        _ = self.0.send(QueueItem::Other(event));
    }

    /// Sends an event without waiting, for callers that may be the receiving thread.
    pub fn try_send(&self, event: Event) {
        _ = self.0.try_send(QueueItem::Other(event));
    }

    /// Sends a batch of terminal input.
    pub(super) fn send_input(&self, batch: Vec<Event>) {
        _ = self.0.send(QueueItem::Input(batch));
    }
}
