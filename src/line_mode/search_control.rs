//! The search under way, and who may stop it: a signal, and the lines that come meanwhile.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::solver::{CancelToken, SolveResult, Verdict};

/// Stops the solver from elsewhere. Its clones are one.
#[derive(Clone, Debug, Default)]
pub struct SearchControl(Arc<Mutex<SearchControlState>>);

#[derive(Debug, Default)]
struct SearchControlState {
    /// Whether a line that comes stops every search, not only what nobody asked for.
    cancel_on_input: bool,
    /// How many lines were heard that are not taken yet.
    pending_lines: usize,
    /// The search under way, and what stops it.
    active: Option<(SearchReason, CancelToken)>,
    /// Whether typed lines are at their end, so that no search is to begin.
    closed: bool,
}

impl SearchControlState {
    /// Whether a line waits that stops what is for this.
    fn is_canceled_by_input(&self, purpose: SearchReason) -> bool {
        self.pending_lines > 0 && (self.cancel_on_input || purpose != SearchReason::Requested)
    }
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchReason {
    /// To see whether a win is left, unknown to the player.
    Background,
    /// To look back at a game that is over, which the player is told of but did not ask for.
    Postmortem,
    /// To answer the player.
    Requested,
}

impl SearchControl {
    /// Of searches that a line stops, whatever they are for; without that, only what nobody asked
    /// for.
    pub fn with_cancel_on_input(hasty: bool) -> SearchControl {
        let searching = SearchControl::default();
        searching.lock().cancel_on_input = hasty;
        searching
    }

    /// Notes that a line has come.
    pub fn line_received(&self) {
        let mut state = self.lock();
        state.pending_lines += 1;
        if let Some((purpose, cancel)) = &state.active
            && state.is_canceled_by_input(*purpose)
        {
            cancel.cancel();
        }
    }

    /// Notes that a line that was heard is taken.
    pub fn line_consumed(&self) {
        let mut state = self.lock();
        state.pending_lines = state.pending_lines.saturating_sub(1);
    }

    /// Stops the search under way; whether there was one the player knows of.
    pub fn cancel(&self) -> bool {
        let Some((purpose, cancel)) = self.lock().active.take() else {
            return false;
        };
        cancel.cancel();
        purpose != SearchReason::Background
    }

    /// Stops the search under way, and every later one as it begins.
    pub fn shut_down(&self) {
        self.cancel();
        self.lock().closed = true;
    }

    /// Begins a search, or several in a row; stopped at once if a line waits that stops it.
    pub(super) fn start(&self, purpose: SearchReason) -> ActiveSearch<'_> {
        let cancel = CancelToken::default();
        let mut state = self.lock();
        if state.closed || state.is_canceled_by_input(purpose) {
            cancel.cancel();
        } else {
            state.active = Some((purpose, cancel.clone()));
        }
        ActiveSearch {
            control: self,
            cancel,
        }
    }

    fn lock(&self) -> MutexGuard<'_, SearchControlState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was begun, until this is dropped.
pub(super) struct ActiveSearch<'a> {
    control: &'a SearchControl,
    cancel: CancelToken,
}

impl ActiveSearch<'_> {
    /// Makes a search, unless it is stopped already; what is found as it is stopped is found.
    pub(super) fn run(
        &self,
        search: impl FnOnce(&CancelToken) -> SolveResult,
    ) -> Option<SolveResult> {
        let answer = (!self.is_canceled()).then(|| search(&self.cancel));
        answer.filter(|answer| answer.verdict != Verdict::Unknown || !self.is_canceled())
    }

    /// Whether it was stopped.
    pub(super) fn is_canceled(&self) -> bool {
        self.cancel.is_canceled()
    }
}

impl Drop for ActiveSearch<'_> {
    fn drop(&mut self) {
        self.control.lock().active = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_under_way_is_stopped_until_the_end() {
        let searching = SearchControl::default();
        assert!(!searching.cancel());
        let first = searching.start(SearchReason::Requested);
        assert!(searching.cancel() && first.is_canceled());
        assert!(!searching.cancel(), "a second time leaves");
        drop(first);
        drop(searching.start(SearchReason::Requested));
        assert!(!searching.cancel(), "it has ended");
        let unknown = searching.start(SearchReason::Background);
        assert!(!searching.cancel() && unknown.is_canceled());
        searching.shut_down();
        assert!(searching.start(SearchReason::Requested).is_canceled());
    }

    #[test]
    fn what_is_found_as_a_search_is_stopped_is_found() {
        let searching = SearchControl::default();
        let stopped = |verdict| {
            let positions = 1;
            searching.start(SearchReason::Requested).run(|_| {
                assert!(searching.cancel());
                SolveResult { verdict, positions }
            })
        };
        let found = stopped(Verdict::Unwinnable);
        assert!(found.is_some_and(|answer| answer.verdict == Verdict::Unwinnable));
        assert_eq!(stopped(Verdict::Unknown), None);
    }

    #[test]
    fn a_line_stops_what_nobody_asked_for_and_else_only_where_it_is_to() {
        for (purpose, hasty, stopped) in [
            (SearchReason::Background, false, true),
            (SearchReason::Postmortem, false, true),
            (SearchReason::Requested, false, false),
            (SearchReason::Requested, true, true),
        ] {
            let searching = SearchControl::with_cancel_on_input(hasty);
            let search = searching.start(purpose);
            assert!(!search.is_canceled());
            searching.line_received();
            assert_eq!(search.is_canceled(), stopped, "{purpose:?}");
            drop(search);
            let next = searching.start(purpose).is_canceled();
            assert_eq!(next, stopped, "while a line waits");
            searching.line_consumed();
            assert!(!searching.start(purpose).is_canceled());
        }
    }
}
