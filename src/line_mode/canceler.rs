//! Cancels the running search from outside: by a signal, or by a line that comes meanwhile.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::solver::{CancelToken, SolveResult, Verdict};

/// Cancels searches. Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct Canceler(Arc<Mutex<CancelerState>>);

#[derive(Debug, Default)]
struct CancelerState {
    /// Whether a line cancels every search, not only those the player did not ask for.
    cancel_on_input: bool,
    /// Number of lines received and not yet handled.
    pending_lines: usize,
    /// The running search and its cancel token.
    active: Option<(Origin, CancelToken)>,
    /// Whether line mode is about to end, so that no search may start.
    closed: bool,
}

impl CancelerState {
    /// Whether a line waits that cancels a search of this kind.
    fn is_canceled_by_input(&self, origin: Origin) -> bool {
        self.pending_lines > 0 && (self.cancel_on_input || origin != Origin::Request)
    }
}

/// Where a search comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Watches in the background whether the game can still be won.
    Background,
    /// Finds out when a game was lost, which the player did not ask for.
    Explanation,
    /// Answers the player.
    Request,
}

impl Canceler {
    /// With `cancel_on_input` a line cancels every search, else only those the player did not ask
    /// for.
    pub fn with_cancel_on_input(cancel_on_input: bool) -> Canceler {
        let control = Canceler::default();
        control.lock().cancel_on_input = cancel_on_input;
        control
    }

    /// Notes that a line was received.
    pub fn line_received(&self) {
        let mut state = self.lock();
        state.pending_lines += 1;
        if let Some((origin, cancel)) = &state.active
            && state.is_canceled_by_input(*origin)
        {
            cancel.cancel();
        }
    }

    /// Notes that a received line is being handled.
    pub fn line_consumed(&self) {
        let mut state = self.lock();
        state.pending_lines = state.pending_lines.saturating_sub(1);
    }

    /// Cancels the running search; returns whether there was one that the player knows of.
    pub fn cancel(&self) -> bool {
        let Some((origin, cancel)) = self.lock().active.take() else {
            return false;
        };
        cancel.cancel();
        origin != Origin::Background
    }

    /// Cancels the running search, and every later one as it starts.
    pub fn shut_down(&self) {
        self.cancel();
        self.lock().closed = true;
    }

    /// Starts a search, or several in a row; canceled at once if a line waits that cancels it.
    pub(super) fn start(&self, origin: Origin) -> ActiveSearch {
        let cancel = CancelToken::default();
        let mut state = self.lock();
        if state.closed || state.is_canceled_by_input(origin) {
            cancel.cancel();
        } else {
            state.active = Some((origin, cancel.clone()));
        }
        ActiveSearch {
            control: self.clone(),
            cancel,
        }
    }

    fn lock(&self) -> MutexGuard<'_, CancelerState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running search. It ends when this is dropped.
pub(super) struct ActiveSearch {
    control: Canceler,
    cancel: CancelToken,
}

impl ActiveSearch {
    /// Runs a search unless it is canceled already. A result found as it is canceled counts.
    pub(super) fn run(
        &self,
        search: impl FnOnce(&CancelToken) -> SolveResult,
    ) -> Option<SolveResult> {
        let result = (!self.is_canceled()).then(|| search(&self.cancel));
        result.filter(|result| result.verdict != Verdict::Unknown || !self.is_canceled())
    }

    /// Returns the token that tells a search to stop.
    pub(super) fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    /// Whether the search was canceled.
    pub(super) fn is_canceled(&self) -> bool {
        self.cancel.is_canceled()
    }
}

impl Drop for ActiveSearch {
    fn drop(&mut self) {
        self.control.lock().active = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_search_is_canceled_until_shutdown() {
        let control = Canceler::default();
        assert!(!control.cancel());
        let first = control.start(Origin::Request);
        assert!(control.cancel() && first.is_canceled());
        assert!(!control.cancel(), "nothing is left to cancel");
        drop(first);
        drop(control.start(Origin::Request));
        assert!(!control.cancel(), "it has ended");
        let background = control.start(Origin::Background);
        assert!(!control.cancel() && background.is_canceled());
        control.shut_down();
        assert!(control.start(Origin::Request).is_canceled());
    }

    #[test]
    fn a_result_found_as_a_search_is_canceled_counts() {
        let control = Canceler::default();
        let canceled = |verdict| {
            let positions = 1;
            control.start(Origin::Request).run(|_| {
                assert!(control.cancel());
                SolveResult { verdict, positions }
            })
        };
        let found = canceled(Verdict::Unwinnable);
        assert!(found.is_some_and(|result| result.verdict == Verdict::Unwinnable));
        assert_eq!(canceled(Verdict::Unknown), None);
    }

    #[test]
    fn a_line_cancels_requested_searches_only_with_cancel_on_input() {
        for (origin, cancel_on_input, canceled) in [
            (Origin::Background, false, true),
            (Origin::Explanation, false, true),
            (Origin::Request, false, false),
            (Origin::Request, true, true),
        ] {
            let control = Canceler::with_cancel_on_input(cancel_on_input);
            let search = control.start(origin);
            assert!(!search.is_canceled());
            control.line_received();
            assert_eq!(search.is_canceled(), canceled, "{origin:?}");
            drop(search);
            let next = control.start(origin).is_canceled();
            assert_eq!(next, canceled, "a line still waits");
            control.line_consumed();
            assert!(!control.start(origin).is_canceled());
        }
    }
}
