//! The time at the table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jiff::Timestamp;

use crate::record::Sitting;
use crate::rules::{Status, Variant};

/// Tells a sitting its time: it runs while the game does.
pub(super) struct Clock {
    since: Instant,
    spent: Duration,
    /// Whether the game does not go on.
    pub(super) stands: bool,
}

impl Clock {
    pub(super) fn new(sitting: &Sitting<Variant>) -> Clock {
        Clock {
            since: Instant::now(),
            spent: Duration::from_secs(sitting.seconds),
            stands: sitting.game.status() != Status::Playing,
        }
    }

    /// Goes on after something else was looked at.
    pub(super) fn go_on(&mut self) {
        self.since = Instant::now();
    }

    /// Notes what has passed, and when the game came to its end. `resumed` was set where the program
    /// goes on that was stopped by its shell.
    pub(super) fn look(
        &mut self,
        sitting: &mut Sitting<Variant>,
        resumed: &AtomicBool,
        now: Timestamp,
    ) {
        let passed = std::mem::replace(&mut self.since, Instant::now()).elapsed();
        // What passed since a stop was not spent at the table.
        let stopped = resumed.swap(false, Ordering::Relaxed);
        if !self.stands && !stopped {
            self.spent = self.spent.saturating_add(passed);
        }
        sitting.seconds = self.spent.as_secs();
        let over = sitting.game.status() != Status::Playing;
        sitting.finished = sitting.finished.or(Some(now)).filter(|_| over);
    }
}
