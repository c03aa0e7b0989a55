//! What a search may spend, and what it has spent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search may spend; it stops at whichever comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most moves applied by the search, repeats included.
    pub positions: Option<u64>,
    /// The longest time.
    pub time: Option<Duration>,
    /// The most memory in bytes.
    pub memory: usize,
}

/// What a search may spend on each deal where one is looked for that can be won.
pub const DEAL_BUDGET: Budget = Budget {
    positions: None,
    time: Some(Duration::from_secs(3)),
    memory: 256 << 20,
};

/// What a search may spend that nobody asked for, after a move.
pub const BACKGROUND_BUDGET: Budget = Budget {
    positions: None,
    time: Some(Duration::from_millis(200)),
    memory: 5 << 20,
};

/// What each of the searches may spend that look back at a game that is over, unasked.
pub const POSTMORTEM_BUDGET: Budget = Budget {
    positions: None,
    time: Some(Duration::from_secs(2)),
    memory: 64 << 20,
};

/// How many of them there are at most.
pub const MAX_POSTMORTEM_SEARCHES: usize = 16;

/// How long a search for a verdict may take, and the one after it where it was in vain.
pub const VERDICT_TIME_LIMITS: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(60)];

/// The memory in bytes that a search for a verdict may use.
const VERDICT_MEMORY: usize = 1 << 30;

impl Budget {
    /// That of a search for a verdict, which may take this long.
    pub const fn for_verdict(time: Duration) -> Budget {
        Budget {
            positions: None,
            time: Some(time),
            memory: VERDICT_MEMORY,
        }
    }

    /// The longest time; where none is set, the longest there is.
    pub fn time_limit(&self) -> Duration {
        self.time.unwrap_or(Duration::MAX)
    }
}

/// Stops a search from elsewhere, within a few milliseconds. Its clones are one.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Stops the search.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// What is true once it is stopped, for a signal's handler to set.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether it was stopped.
    pub fn is_canceled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How often the clock is read and progress told, in positions.
const CHECK_INTERVAL: u64 = 512;

/// Counts positions and says when to stop.
pub(super) struct BudgetMeter<'a> {
    positions: u64,
    max_positions: u64,
    deadline: Option<Instant>,
    next_check: u64,
    cancel: &'a CancelToken,
    progress: &'a mut dyn FnMut(u64),
    stopped: bool,
}

impl<'a> BudgetMeter<'a> {
    pub(super) fn new(
        budget: &Budget,
        cancel: &'a CancelToken,
        progress: &'a mut dyn FnMut(u64),
    ) -> BudgetMeter<'a> {
        BudgetMeter {
            positions: 0,
            max_positions: budget.positions.unwrap_or(u64::MAX),
            deadline: budget
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            next_check: 0,
            cancel,
            progress,
            stopped: false,
        }
    }

    /// How many moves were applied.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// Counts a move about to be applied; whether it may be.
    #[inline]
    pub(super) fn try_expand(&mut self) -> bool {
        if self.positions >= self.next_check {
            self.check();
        }
        if self.stopped || self.positions >= self.max_positions {
            self.stopped = true;
            return false;
        }
        self.positions += 1;
        true
    }

    /// As [`spend`](BudgetMeter::try_expand), for work that ends before so many positions in all.
    pub(super) fn try_expand_before(&mut self, until: u64) -> bool {
        self.positions < until && self.try_expand()
    }

    /// Whether the search is to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    #[cold]
    fn check(&mut self) {
        self.next_check = self.positions + CHECK_INTERVAL;
        (self.progress)(self.positions);
        let late = self.deadline.is_some_and(|end| Instant::now() >= end);
        self.stopped |= late || self.cancel.is_canceled();
    }
}
