//! Events: terminal input, signals and results from other threads, in one queue.
//!
//! The event loop sleeps until an event comes, so an idle game wakes no thread.

#[cfg(windows)]
mod console;
mod input;
#[cfg(unix)]
pub mod parser;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod tty;
mod typed;

use std::collections::VecDeque;
use std::io;
#[cfg(unix)]
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::style::Color;

use crate::session::SearchReply;

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
    /// The terminal has answered what color its background has.
    Background(Color),
    /// The terminal has answered where the cursor is: the row and the column, counted from 1.
    CursorPosition(u16, u16),
    /// A signal or key suspends the program.
    Suspend,
    /// The program was continued.
    Resume,
    /// A signal ends the program, or its terminal is gone.
    Terminate,
    /// A search has made progress or finished.
    SearchReply(Box<SearchReply>),
    /// Another thread of the program has panicked and printed its message.
    Panicked,
}

/// What the threads share.
#[derive(Debug, Default)]
struct Waiting {
    /// The events that were not handled yet, the next one first.
    events: VecDeque<Event>,
    /// Whether the input thread reads. Unless too much waits, it does so only while the event loop waits, so
    /// that keys typed after the one that quits are left to the shell.
    is_reading: bool,
    /// The last signal that stops or continues the program.
    #[cfg(unix)]
    last_job_signal: Arc<AtomicUsize>,
}

/// Queue of events, oldest first. Clones are the same queue. Sending never blocks.
#[derive(Clone, Debug, Default)]
pub struct EventQueue(Arc<(Mutex<Waiting>, Condvar)>);

impl EventQueue {
    /// Creates a queue that receives the signals of the process, but no terminal input yet.
    ///
    /// # Errors
    /// The signal handlers cannot be installed.
    pub fn new() -> io::Result<EventQueue> {
        let queue = EventQueue::default();
        #[cfg(unix)]
        queue.watch_process()?;
        Ok(queue)
    }

    /// Sends an event. One that is sent again while it waits is handled once. Of the signals to stop and to
    /// continue, which are reported in any order if they come together, the one to continue remains.
    pub fn send(&self, event: Event) {
        let mut waiting = self.waiting();
        if event == Event::Resume {
            waiting.events.retain(|other| *other != Event::Suspend);
        } else if event == Event::Suspend && waiting.events.contains(&Event::Resume) {
            return;
        }
        if matches!(event, Event::Resized | Event::Suspend | Event::Resume) {
            waiting.events.retain(|other| *other != event);
        }
        waiting.events.push_back(event);
        self.notify();
    }

    /// Sends an event that overtakes all others.
    pub fn send_first(&self, event: Event) {
        self.waiting().events.push_front(event);
        self.notify();
    }

    /// Blocks until the next event and returns it, or returns `None` at the deadline.
    pub fn wait(&self, deadline: Option<Instant>) -> Option<Event> {
        let mut waiting = self.waiting();
        if waiting.events.is_empty() {
            waiting.is_reading = true;
            self.notify();
        }
        let until_deadline = |at: Instant| at.saturating_duration_since(Instant::now());
        let timeout = deadline.map_or(Duration::MAX, until_deadline);
        let (_, changed) = &*self.0;
        let is_idle = |waiting: &mut Waiting| waiting.events.is_empty();
        let result = changed.wait_timeout_while(waiting, timeout, is_idle);
        let (mut waiting, _) = result.unwrap_or_else(PoisonError::into_inner);
        waiting.events.pop_front()
    }

    /// Returns the next event that has already happened, without blocking.
    pub fn try_next(&self) -> Option<Event> {
        self.waiting().events.pop_front()
    }

    /// Sends terminal input: everything that could be read without waiting.
    fn send_batch(&self, batch: Vec<Event>) {
        let mut waiting = self.waiting();
        waiting.is_reading = false;
        waiting.events.extend(batch);
        self.notify();
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        let (waiting, _) = &*self.0;
        waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notify(&self) {
        let (_, changed) = &*self.0;
        changed.notify_all();
    }
}
