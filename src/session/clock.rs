//! The time spent with a game.

use std::sync::LazyLock;
use std::time::{Instant, SystemTime};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

/// Returns the time of day, but a clock that is set back does not set it back while the program runs.
pub fn system_time() -> Timestamp {
    static START: LazyLock<(Timestamp, Instant)> = LazyLock::new(|| (read_clock(), Instant::now()));
    let (start, instant) = &*START;
    let since_start = start.checked_add(instant.elapsed());
    // After the machine has slept, only its clock knows the time.
    since_start.unwrap_or(Timestamp::MAX).max(read_clock())
}

fn read_clock() -> Timestamp {
    // After the year 9999 it is always the same time.
    SystemTime::now().try_into().unwrap_or(Timestamp::MAX)
}

/// Converts a time to an instant; a past time becomes the current instant.
pub fn instant_at(time: Timestamp) -> Instant {
    let now = Instant::now();
    let left = time.duration_since(system_time()).try_into();
    now.checked_add(left.unwrap_or_default()).unwrap_or(now)
}

/// Returns the date where the player is.
pub fn today() -> Date {
    TimeZone::system().to_datetime(system_time()).date()
}

/// The time after the last key, click or line for which the player is taken to be there.
const MAX_IDLE: SignedDuration = SignedDuration::from_mins(2);

/// Counts the time a game is in front of a player who is there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    running_since: Option<Timestamp>,
    /// When the clock waits unless the player does something.
    waits_at: Option<Timestamp>,
    /// Time counted beyond the whole seconds already handed out.
    rest: SignedDuration,
}

impl Clock {
    /// Counts the time up to `now` for which the player was there, and returns the whole seconds gained. A
    /// clock set back counts nothing.
    pub(super) fn advance(&mut self, now: Timestamp) -> u64 {
        let Some(since) = &mut self.running_since else {
            return 0;
        };
        let until = self.waits_at.map_or(now, |waits_at| waits_at.min(now));
        let passed = until.duration_since(std::mem::replace(since, now));
        self.rest = self.rest.saturating_add(passed.max(SignedDuration::ZERO));
        let seconds = self.rest.as_secs();
        self.rest = self.rest.saturating_sub(SignedDuration::from_secs(seconds));
        seconds.unsigned_abs()
    }

    /// Returns when the playing time will be another whole second. `None` if the clock does not run, or waits before.
    pub fn next_second_at(&self) -> Option<Timestamp> {
        let rest = SignedDuration::from_secs(1).saturating_sub(self.rest);
        let next = self.running_since?.checked_add(rest).ok();
        next.filter(|next| self.waits_at.is_none_or(|waits_at| *next <= waits_at))
    }

    /// Notes that the player does something at `now`.
    pub fn note_activity(&mut self, now: Timestamp) {
        self.waits_at = now.checked_add(MAX_IDLE).ok();
    }

    /// Starts or stops; the time before `now` that was not counted stays uncounted.
    pub(super) fn set_running(&mut self, running: bool, now: Timestamp) {
        self.running_since = running.then_some(now);
        if self.waits_at.is_none() {
            self.note_activity(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_second_is_due_when_the_played_time_is_whole() {
        let at = |millis: i64| Timestamp::from_millisecond(millis).expect("a time");
        let mut clock = Clock::default();
        assert_eq!(clock.next_second_at(), None);
        clock.set_running(true, at(100));
        assert_eq!(clock.next_second_at(), Some(at(1100)));
        assert_eq!(clock.advance(at(700)), 0);
        clock.set_running(false, at(700));
        assert_eq!(clock.next_second_at(), None);
        clock.set_running(true, at(5000));
        assert_eq!(clock.next_second_at(), Some(at(5400)));
        assert_eq!(clock.advance(at(5400)), 1);
        assert_eq!(clock.next_second_at(), Some(at(6400)));
        clock.set_running(true, Timestamp::MAX);
        assert_eq!(clock.next_second_at(), None);
    }

    #[test]
    fn two_minutes_after_the_last_key_the_clock_waits() {
        let at = |seconds: i64| Timestamp::from_second(seconds).expect("a time");
        let mut clock = Clock::default();
        clock.set_running(true, at(0));
        assert_eq!(clock.advance(at(30)), 30);
        assert_eq!(clock.advance(at(119)), 89);
        assert_eq!(clock.next_second_at(), Some(at(120)));
        // Overnight, with a search that reports in between.
        assert_eq!(clock.advance(at(500)), 1);
        clock.set_running(true, at(500));
        assert_eq!(clock.next_second_at(), None);
        assert_eq!(clock.advance(at(36_000)), 0);
        clock.note_activity(at(36_000));
        assert_eq!(clock.advance(at(36_010)), 10);
        clock.note_activity(at(36_010));
        assert_eq!(clock.advance(at(36_500)), 120);
        // Set back.
        clock.note_activity(at(100));
        assert_eq!(clock.advance(at(100)), 0);
        assert_eq!(clock.advance(at(130)), 30);
    }

    #[test]
    fn a_time_after_the_last_timestamp_is_the_last_one() {
        let date = TimeZone::UTC.to_datetime(Timestamp::MAX).date();
        assert_eq!(date.year(), 9999);
        assert!(instant_at(Timestamp::MIN) <= Instant::now());
        assert!(instant_at(Timestamp::MAX) > Instant::now());
    }
}
