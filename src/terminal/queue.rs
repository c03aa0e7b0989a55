//! The queue of events: terminal input, signals and messages of other threads.
//!
//! The event loop sleeps until an event comes, so an idle game wakes no thread.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Event;
#[cfg(windows)]
use super::console::Console as Input;
#[cfg(unix)]
use super::tty::Tty as Input;

/// The signal that a terminal sends when it is gone.
const HANG_UP: i32 = 1;

/// Number of bytes that Linux looks through for Ctrl-C.
const TERMINAL_BUFFER: u64 = 4095;

/// How often a busy program looks whether that many wait.
const OVERFLOW_INTERVAL: Duration = Duration::from_millis(100);

/// Maximum number of events that wait when more are read.
const MAX_READ_AHEAD: usize = 1 << 16;

/// What the threads share.
#[derive(Debug, Default)]
struct Waiting {
    /// The events that were not handled yet, the next one first.
    events: VecDeque<Event>,
    /// Whether the input thread reads. Unless too much waits, it does so only while the event loop waits, so
    /// that keys typed after the one that quits are left to the shell.
    is_reading: bool,
}

/// Queue of events, oldest first. Clones are the same queue. Sending never blocks.
#[derive(Clone, Debug, Default)]
pub struct EventQueue(Arc<(Mutex<Waiting>, Condvar)>);

impl EventQueue {
    /// Starts a thread that reads the terminal, which has to be in raw mode: a batch of events whenever the
    /// event loop waits, until the terminal fails.
    ///
    /// # Errors
    /// There is no terminal to read.
    pub fn read_terminal(&self) -> io::Result<()> {
        let (queue, mut input) = (self.clone(), Input::open()?);
        thread::Builder::new().spawn(move || {
            loop {
                queue.wait_until_read();
                match input.read_batch() {
                    Ok(batch) => queue.send_batch(batch),
                    Err(_) => return queue.send_first(Event::Terminate(HANG_UP)),
                }
            }
        })?;
        Ok(())
    }

    /// Sends an event. One that is sent again while it waits is handled once, and of those to suspend and to
    /// resume only the last one.
    pub fn send(&self, event: Event) {
        let mut waiting = self.waiting();
        let is_job_control = |event: &Event| matches!(event, Event::Suspend | Event::Resume);
        if is_job_control(&event) {
            waiting.events.retain(|other| !is_job_control(other));
        } else if event == Event::Resized {
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

    /// Whether an event was sent and is not handled yet.
    pub fn contains(&self, event: &Event) -> bool {
        self.waiting().events.contains(event)
    }

    /// Blocks until the event loop waits for terminal input, or until too much of it waits.
    fn wait_until_read(&self) {
        let (_, changed) = &*self.0;
        loop {
            let is_busy = |waiting: &mut Waiting| !waiting.is_reading;
            let result = changed.wait_timeout_while(self.waiting(), OVERFLOW_INTERVAL, is_busy);
            let (waiting, _) = result.unwrap_or_else(PoisonError::into_inner);
            let may_read_ahead = waiting.events.len() < MAX_READ_AHEAD;
            if waiting.is_reading || may_read_ahead && is_overflowing() {
                return;
            }
        }
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

/// Whether so much input waits that the terminal may not have seen a Ctrl-C at its end.
fn is_overflowing() -> bool {
    #[cfg(unix)]
    let waiting = rustix::io::ioctl_fionread(rustix::stdio::stdout());
    #[cfg(windows)]
    let waiting = io::Result::Ok(0);
    waiting.is_ok_and(|bytes| bytes >= TERMINAL_BUFFER)
}
