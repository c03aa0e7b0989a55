//! The search under way, and who may stop it: a signal, and the lines that come meanwhile.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::solver::{Answer, Cancel, Verdict};

/// Stops the solver from elsewhere. Its clones are one.
#[derive(Clone, Debug, Default)]
pub struct Searching(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// Whether a line that comes stops every search, not only what nobody asked for.
    hasty: bool,
    /// How many lines were heard that are not taken yet.
    waiting: usize,
    /// The search under way, and what stops it.
    under_way: Option<(Purpose, Cancel)>,
    /// Whether typed lines are at their end, so that no search is to begin.
    over: bool,
}

impl State {
    /// Whether a line waits that stops what is for this.
    fn is_unwanted(&self, purpose: Purpose) -> bool {
        self.waiting > 0 && (self.hasty || purpose != Purpose::Answer)
    }
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To see whether a win is left, unknown to the player.
    Watch,
    /// To look back at a game that is over, which the player is told of but did not ask for.
    LookBack,
    /// To answer the player.
    Answer,
}

impl Searching {
    /// Of searches that a line stops, whatever they are for; without that, only what nobody asked
    /// for.
    pub fn hasty(hasty: bool) -> Searching {
        let searching = Searching::default();
        searching.state().hasty = hasty;
        searching
    }

    /// Notes that a line has come.
    pub fn hear(&self) {
        let mut state = self.state();
        state.waiting += 1;
        if let Some((purpose, cancel)) = &state.under_way
            && state.is_unwanted(*purpose)
        {
            cancel.cancel();
        }
    }

    /// Notes that a line that was heard is taken.
    pub fn take(&self) {
        let mut state = self.state();
        state.waiting = state.waiting.saturating_sub(1);
    }

    /// Stops the search under way; whether there was one the player knows of.
    pub fn stop(&self) -> bool {
        let Some((purpose, cancel)) = self.state().under_way.take() else {
            return false;
        };
        cancel.cancel();
        purpose != Purpose::Watch
    }

    /// Stops the search under way, and every later one as it begins.
    pub fn end(&self) {
        self.stop();
        self.state().over = true;
    }

    /// Makes searches that the player waits for, all stopped by what is given them.
    pub fn during<T>(&self, search: impl FnOnce(&Cancel) -> T) -> T {
        search(&self.begin(Purpose::Answer).cancel)
    }

    /// Begins a search, or several in a row; stopped at once if a line waits that stops it.
    pub(super) fn begin(&self, purpose: Purpose) -> UnderWay<'_> {
        let cancel = Cancel::default();
        let mut state = self.state();
        if state.over || state.is_unwanted(purpose) {
            cancel.cancel();
        } else {
            state.under_way = Some((purpose, cancel.clone()));
        }
        UnderWay {
            searching: self,
            cancel,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was begun, until this is dropped.
pub(super) struct UnderWay<'a> {
    searching: &'a Searching,
    cancel: Cancel,
}

impl UnderWay<'_> {
    /// Makes a search, unless it is stopped already; what is found as it is stopped is found.
    pub(super) fn search(&self, search: impl FnOnce(&Cancel) -> Answer) -> Option<Answer> {
        let answer = (!self.is_stopped()).then(|| search(&self.cancel));
        answer.filter(|answer| answer.verdict != Verdict::Unknown || !self.is_stopped())
    }

    /// Whether it was stopped.
    pub(super) fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.searching.state().under_way = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_under_way_is_stopped_until_the_end() {
        let searching = Searching::default();
        assert!(!searching.stop());
        let first = searching.begin(Purpose::Answer);
        assert!(searching.stop() && first.is_stopped());
        assert!(!searching.stop(), "a second time leaves");
        drop(first);
        drop(searching.begin(Purpose::Answer));
        assert!(!searching.stop(), "it has ended");
        let unknown = searching.begin(Purpose::Watch);
        assert!(!searching.stop() && unknown.is_stopped());
        searching.end();
        assert!(searching.begin(Purpose::Answer).is_stopped());
    }

    #[test]
    fn what_is_found_as_a_search_is_stopped_is_found() {
        let searching = Searching::default();
        let stopped = |verdict| {
            let positions = 1;
            searching.begin(Purpose::Answer).search(|_| {
                assert!(searching.stop());
                Answer { verdict, positions }
            })
        };
        let found = stopped(Verdict::Unwinnable);
        assert!(found.is_some_and(|answer| answer.verdict == Verdict::Unwinnable));
        assert_eq!(stopped(Verdict::Unknown), None);
    }

    #[test]
    fn a_line_stops_what_nobody_asked_for_and_else_only_where_it_is_to() {
        for (purpose, hasty, stopped) in [
            (Purpose::Watch, false, true),
            (Purpose::LookBack, false, true),
            (Purpose::Answer, false, false),
            (Purpose::Answer, true, true),
        ] {
            let searching = Searching::hasty(hasty);
            let search = searching.begin(purpose);
            assert!(!search.is_stopped());
            searching.hear();
            assert_eq!(search.is_stopped(), stopped, "{purpose:?}");
            drop(search);
            let next = searching.begin(purpose).is_stopped();
            assert_eq!(next, stopped, "while a line waits");
            searching.take();
            assert!(!searching.begin(purpose).is_stopped());
        }
    }
}
