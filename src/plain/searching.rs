//! The search under way, for whoever may stop it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::solver::Cancel;

/// Stops the solver from elsewhere. Its clones are one.
#[derive(Clone, Debug, Default)]
pub struct Searching(Arc<Mutex<State>>);

#[derive(Debug, Default)]
enum State {
    /// No search is under way.
    #[default]
    Idle,
    /// One is, and this stops it.
    UnderWay(Cancel),
    /// Typed lines are at their end: no search is to begin.
    Over,
}

impl Searching {
    /// Stops the search under way, and nothing else; whether there was one.
    pub fn stop(&self) -> bool {
        let mut state = self.state();
        match &*state {
            State::UnderWay(cancel) => cancel.cancel(),
            State::Idle | State::Over => return false,
        }
        *state = State::Idle;
        true
    }

    /// Stops the search under way, and every later one as it begins.
    pub fn end(&self) {
        self.stop();
        *self.state() = State::Over;
    }

    /// Begins a search, to be stopped by what is returned.
    pub(super) fn begin(&self) -> Cancel {
        let cancel = Cancel::default();
        let mut state = self.state();
        match &*state {
            State::Over => cancel.cancel(),
            State::Idle | State::UnderWay(_) => *state = State::UnderWay(cancel.clone()),
        }
        cancel
    }

    /// Ends what was begun.
    pub(super) fn done(&self) {
        let mut state = self.state();
        if matches!(*state, State::UnderWay(_)) {
            *state = State::Idle;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_under_way_is_stopped_until_the_end() {
        let searching = Searching::default();
        assert!(!searching.stop());
        let first = searching.begin();
        assert!(searching.stop() && first.is_cancelled());
        assert!(!searching.stop(), "a second time leaves");
        let second = searching.begin();
        assert!(!second.is_cancelled());
        searching.done();
        assert!(!searching.stop() && !second.is_cancelled());
        searching.end();
        assert!(searching.begin().is_cancelled());
    }
}
