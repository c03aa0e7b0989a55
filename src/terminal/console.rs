//! Terminal input on Windows: crossterm's events.

use std::io;
use std::time::Duration;

use crossterm::event::{Event as TerminalEvent, poll, read};

use super::Event;
use super::event::{paste, typed_key};

/// How long to poll for more events of a batch. With a timeout of zero, crossterm does not poll at
/// all.
const DRAIN_TIMEOUT: Duration = Duration::from_micros(10);

/// Maximum number of events in a batch.
const MAX_BATCH: usize = 1024;

/// The console of the process.
pub(super) struct Console(());

impl Console {
    /// Opens the console.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn open() -> io::Result<Console> {
        poll(Duration::ZERO)?;
        Ok(Console(()))
    }

    /// Waits for an event, then takes all that can be read without waiting.
    ///
    /// # Errors
    /// The console cannot be read.
    pub(super) fn read_batch(&mut self) -> io::Result<Vec<Event>> {
        let mut batch = Vec::new();
        loop {
            batch.extend(convert(read()?));
            let is_done = !batch.is_empty() && (batch.len() >= MAX_BATCH || !poll(DRAIN_TIMEOUT)?);
            if is_done {
                return Ok(batch);
            }
        }
    }
}

/// Converts an event of crossterm; `None` if the program has no use for it.
fn convert(event: TerminalEvent) -> Option<Event> {
    match event {
        TerminalEvent::Key(key) => typed_key(key),
        TerminalEvent::Mouse(mouse) => Some(Event::Mouse(mouse)),
        TerminalEvent::Paste(text) => Some(paste(&text)),
        TerminalEvent::Resize(..) => Some(Event::Resized),
        TerminalEvent::FocusGained => Some(Event::Focus(true)),
        TerminalEvent::FocusLost => Some(Event::Focus(false)),
    }
}
