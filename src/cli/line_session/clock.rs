//! The time at the table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jiff::Timestamp;

use crate::record::PlayedGame;
use crate::rules::Status;

/// Tells a sitting its time: it runs while the game does.
pub(super) struct SessionTimer {
    resumed_at: Instant,
    elapsed: Duration,
    /// Whether the game does not go on.
    pub(super) is_stopped: bool,
}

impl SessionTimer {
    pub(super) fn new(sitting: &PlayedGame) -> SessionTimer {
        SessionTimer {
            resumed_at: Instant::now(),
            elapsed: Duration::from_secs(sitting.seconds),
            is_stopped: sitting.game.status() != Status::Playing,
        }
    }

    /// Goes on after something else was looked at.
    pub(super) fn resume(&mut self) {
        self.resumed_at = Instant::now();
    }

    /// Notes what has passed, and when the game came to its end. `resumed` was set where the program
    /// goes on that was stopped by its shell.
    pub(super) fn update(
        &mut self,
        sitting: &mut PlayedGame,
        resumed: &AtomicBool,
        now: Timestamp,
    ) {
        let passed = std::mem::replace(&mut self.resumed_at, Instant::now()).elapsed();
        // What passed since a stop was not spent at the table.
        let stopped = resumed.swap(false, Ordering::Relaxed);
        if !self.is_stopped && !stopped {
            self.elapsed = self.elapsed.saturating_add(passed);
        }
        sitting.seconds = self.elapsed.as_secs();
        let over = sitting.game.status() != Status::Playing;
        sitting.finished = sitting.finished.or(Some(now)).filter(|_| over);
    }
}
