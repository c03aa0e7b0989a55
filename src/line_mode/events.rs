//! What line mode waits for: typed lines, signals and what searches report, in one queue.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::session::SearchReport;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEvent {
    Line(String),
    EndOfInput,
    /// Ctrl-C cancels a search that the player knows of, or else ends line mode.
    Interrupt,
    /// The signal of this number ends line mode.
    Terminate(i32),
    Search(SearchReport),
}

impl LineEvent {
    /// Whether this is what a reader of lines sends.
    pub(super) fn is_input(&self) -> bool {
        matches!(self, LineEvent::Line(_) | LineEvent::EndOfInput)
    }

    /// Whether nothing behind it is handled.
    fn is_end(&self) -> bool {
        matches!(self, LineEvent::Terminate(_))
    }
}

/// Maximum number of lines that are read ahead. More wait in the pipe.
const MAX_WAITING_LINES: usize = 64;

/// Queue of events, oldest first. Clones are the same queue. Behind [`LineEvent::Terminate`] nothing is handled.
#[derive(Clone, Debug, Default)]
pub struct LineEvents(Arc<(Mutex<VecDeque<LineEvent>>, Condvar)>);

impl LineEvents {
    /// Sends an event.
    pub fn send(&self, event: LineEvent) {
        self.waiting().push_back(event);
        self.notify();
    }

    /// Sends a signal, which overtakes the lines that were typed before.
    pub fn send_signal(&self, event: LineEvent) {
        self.waiting().push_front(event);
        self.notify();
    }

    /// Sends a line once few others wait. Returns whether line mode still takes lines.
    pub fn send_line(&self, line: String) -> bool {
        let (_, changed) = &*self.0;
        let is_full = |waiting: &mut VecDeque<LineEvent>| {
            let lines = waiting.iter().filter(|event| event.is_input());
            !waiting.iter().any(LineEvent::is_end) && lines.count() >= MAX_WAITING_LINES
        };
        let waiting = changed.wait_while(self.waiting(), is_full);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        waiting.push_back(LineEvent::Line(line));
        self.notify();
        !waiting.iter().any(LineEvent::is_end)
    }

    /// Whether line mode is about to end, or has not yet noticed a signal.
    pub fn is_ending(&self) -> bool {
        let is_signal = |event: &LineEvent| *event == LineEvent::Interrupt || event.is_end();
        self.waiting().iter().any(is_signal)
    }

    /// Blocks until something can be taken out of the queue, or returns `None` at the deadline.
    pub(super) fn wait<T>(
        &self,
        deadline: Option<Instant>,
        mut take: impl FnMut(&mut VecDeque<LineEvent>) -> Option<T>,
    ) -> Option<T> {
        let (_, changed) = &*self.0;
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let mut taken = None;
        _ = changed.wait_timeout_while(self.waiting(), left.unwrap_or(Duration::MAX), |waiting| {
            taken = take(waiting);
            taken.is_none()
        });
        if taken.is_some() {
            self.notify();
        }
        taken
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<LineEvent>> {
        let (waiting, _) = &*self.0;
        waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notify(&self) {
        let (_, changed) = &*self.0;
        changed.notify_all();
    }
}
