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

    /// Makes a search that the player waits for; nothing where it is stopped before it finds anything.
    pub fn during(&self, search: impl FnOnce(&Cancel) -> Answer) -> Option<Answer> {
        self.search(Purpose::Answer, search).0
    }

    /// Makes a search: what it found, even where it was stopped then, and whether it was.
    pub(super) fn search(
        &self,
        purpose: Purpose,
        search: impl FnOnce(&Cancel) -> Answer,
    ) -> (Option<Answer>, bool) {
        let cancel = self.begin(purpose);
        let answer = (!cancel.is_cancelled()).then(|| search(&cancel));
        self.done();
        let stopped = cancel.is_cancelled();
        let found = |answer: &Answer| !stopped || answer.verdict != Verdict::Unknown;
        (answer.filter(found), stopped)
    }

    /// Begins a search, to be stopped by what is returned; at once if a line waits that stops it.
    fn begin(&self, purpose: Purpose) -> Cancel {
        let cancel = Cancel::default();
        let mut state = self.state();
        if state.over || state.is_unwanted(purpose) {
            cancel.cancel();
        } else {
            state.under_way = Some((purpose, cancel.clone()));
        }
        cancel
    }

    /// Ends what was begun.
    fn done(&self) {
        self.state().under_way = None;
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
        let first = searching.begin(Purpose::Answer);
        assert!(searching.stop() && first.is_cancelled());
        assert!(!searching.stop(), "a second time leaves");
        let second = searching.begin(Purpose::Answer);
        assert!(!second.is_cancelled());
        searching.done();
        assert!(!searching.stop() && !second.is_cancelled());
        let unknown = searching.begin(Purpose::Watch);
        assert!(!searching.stop() && unknown.is_cancelled());
        searching.end();
        assert!(searching.begin(Purpose::Answer).is_cancelled());
    }

    #[test]
    fn what_is_found_as_a_search_is_stopped_is_found() {
        let searching = Searching::default();
        let stopped = |verdict| {
            let positions = 1;
            searching.search(Purpose::Answer, |_| {
                assert!(searching.stop());
                Answer { verdict, positions }
            })
        };
        let (found, was_stopped) = stopped(Verdict::Unwinnable);
        assert!(was_stopped && found.is_some_and(|answer| answer.verdict == Verdict::Unwinnable));
        assert_eq!(stopped(Verdict::Unknown), (None, true));
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
            let cancel = searching.begin(purpose);
            assert!(!cancel.is_cancelled());
            searching.hear();
            assert_eq!(cancel.is_cancelled(), stopped, "{purpose:?}");
            searching.done();
            let next = searching.begin(purpose);
            assert_eq!(next.is_cancelled(), stopped, "while a line waits");
            searching.done();
            searching.take();
            assert!(!searching.begin(purpose).is_cancelled());
        }
    }
}
