//! Limits of a search, and the meter that enforces them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of a search, which stops at the first one it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Maximum number of moves applied by the search, repetitions included.
    pub positions: Option<u64>,
    /// Maximum time.
    pub time: Option<Duration>,
    /// Maximum memory in bytes.
    pub memory: usize,
}

/// Budget for each deal while the program looks for a winnable one, mostly in the background.
pub const DEAL_BUDGET: Budget = Budget {
    positions: None,
    time: Some(Duration::from_secs(1)),
    memory: 5 << 20,
};

/// Budget of the search that proves a graded deal to be winnable: about a second, and the same verdict on
/// every machine.
pub const GRADED_DEAL_BUDGET: Budget = Budget {
    positions: Some(1_000_000),
    time: None,
    memory: 64 << 20,
};

/// Budget of a verdict without a search, in games that [decide](super::SearchKnowledge::decide) a position.
pub const NO_SEARCH: Budget = Budget {
    positions: Some(0),
    time: Some(Duration::from_secs(1)),
    memory: 1 << 20,
};

/// Budget of the search in the background after each move.
pub const BACKGROUND_BUDGET: Budget = Budget {
    positions: None,
    time: Some(Duration::from_millis(200)),
    memory: 5 << 20,
};

/// Maximum number of positions that are searched for a hint that is given once.
pub const HINT_POSITIONS: u64 = 400_000;

/// Budget of each search for the move that lost a reviewed game: about two seconds, and the same
/// verdict on every machine.
pub const LOSS_BUDGET: Budget = Budget {
    positions: Some(3_000_000),
    time: None,
    memory: 64 << 20,
};

/// Budget to shorten a line that was not found just now.
pub const SHORTEN_BUDGET: Budget = Budget {
    positions: None,
    time: None,
    memory: 16 << 20,
};

/// Time limits of the first search for a verdict on a position, and of the next one if it was
/// inconclusive.
pub const VERDICT_TIME_LIMITS: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(60)];

impl Budget {
    /// Returns the budget of a search for a verdict with these limits of time and memory in bytes.
    pub const fn for_verdict(time: Duration, memory: usize) -> Budget {
        Budget {
            positions: None,
            time: Some(time),
            memory,
        }
    }

    /// Returns the maximum time, or [`Duration::MAX`] if there is none.
    pub fn time_limit(&self) -> Duration {
        self.time.unwrap_or(Duration::MAX)
    }
}

/// Cancels a search from another thread within a few milliseconds. All clones share one state.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Cancels the search.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns the flag that cancels the search when it is set, for a signal handler.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether the search was canceled.
    pub fn is_canceled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Number of positions between two checks of the clock and reports of progress.
const CHECK_INTERVAL: u64 = 512;

/// Counts positions and stops the search when its budget is used up.
pub(super) struct BudgetMeter<'a> {
    memory: usize,
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
            memory: budget.memory,
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

    /// Returns how much memory in bytes the search may use.
    pub(super) fn memory(&self) -> usize {
        self.memory
    }

    /// Returns the number of moves applied.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// Counts a move that is about to be applied. Returns `false` if the search must stop instead.
    #[inline]
    pub(super) fn try_count(&mut self) -> bool {
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

    /// Counts a move like [`try_count`](BudgetMeter::try_count), but also refuses it once `until`
    /// positions are counted.
    pub(super) fn try_count_before(&mut self, until: u64) -> bool {
        self.positions < until && self.try_count()
    }

    /// Whether the search must stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    #[cold]
    fn check(&mut self) {
        self.next_check = self.positions + CHECK_INTERVAL;
        (self.progress)(self.positions);
        let is_late = self.deadline.is_some_and(|end| Instant::now() >= end);
        self.stopped |= is_late || self.cancel.is_canceled();
    }
}
