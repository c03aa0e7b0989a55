//! The time at the table.

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

    /// Notes what has passed, and when the game came to its end.
    pub(super) fn look(&mut self, sitting: &mut Sitting<Variant>, now: Timestamp) {
        let passed = std::mem::replace(&mut self.since, Instant::now()).elapsed();
        if !self.stands {
            self.spent = self.spent.saturating_add(passed);
        }
        sitting.seconds = self.spent.as_secs();
        let over = sitting.game.status() != Status::Playing;
        sitting.finished = sitting.finished.or(Some(now)).filter(|_| over);
    }
}
