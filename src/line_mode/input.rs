//! The next line, and searches that a line or a signal cancels.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use super::events::{LineEvent, LineEvents};
use crate::session::{
    PlayClock, SearchReply, SearchReport, SearchRequest, SearchRunner, system_time,
};

/// Which searches are canceled by a line that comes meanwhile, or by the end of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CanceledByLines {
    /// None, so that the same lines always get the same answers.
    Nothing,
    /// Those that the player did not ask for: the lines of a pipe may all have been written beforehand.
    Unasked,
    /// All, as somebody types the lines at a terminal.
    Everything,
}

/// Who asked for a search, which decides what cancels it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Watches in the background whether the game can still be won, or looks for the next deal.
    Background,
    /// Finds out when a game was lost, which the player did not ask for.
    Explanation,
    /// Answers the player.
    Request,
}

/// The number of the signal that Ctrl-C sends.
const INTERRUPT: i32 = 2;

/// Takes lines from the queue of events, and runs searches on a thread of their own.
#[derive(Debug)]
pub struct LineInput {
    /// The queue to which lines and signals are sent.
    pub events: LineEvents,
    runner: SearchRunner,
    pub(super) canceled: CanceledByLines,
    /// Whether a search has panicked and printed its message. No other line is taken then.
    pub(super) has_panicked: bool,
    /// The number of the signal that has ended line mode.
    pub(super) stopped_by: Option<i32>,
    /// The clock, which is read while a line is waited for.
    pub clock: PlayClock,
}

impl LineInput {
    /// Starts the thread for searches.
    ///
    /// # Errors
    /// The system does not grant a thread.
    pub fn new(canceled: CanceledByLines) -> io::Result<LineInput> {
        let events = LineEvents::default();
        let reports = events.clone();
        let report = move |report| reports.send(LineEvent::Search(report));
        Ok(LineInput {
            runner: SearchRunner::new(report)?,
            events,
            canceled,
            has_panicked: false,
            stopped_by: None,
            clock: PlayClock::new(system_time()),
        })
    }

    /// Waits for the next line, while no search runs. `None` at the end of the input, at a signal or after a panic.
    pub(super) fn next_line(&mut self) -> Option<String> {
        if self.has_panicked {
            return None;
        }
        let signal = match self.wait(None, VecDeque::pop_front)? {
            LineEvent::Line(line) => {
                self.clock.note_activity(system_time());
                return Some(line);
            }
            LineEvent::Interrupt => INTERRUPT,
            LineEvent::Terminate(signal) => signal,
            LineEvent::EndOfInput | LineEvent::Search(_) => return None,
        };
        self.stopped_by = Some(signal);
        // The reader of lines stops, and a program that hangs is ended.
        self.events.send_signal(LineEvent::Terminate(signal));
        None
    }

    /// Waits until something can be taken out of the queue, or returns `None` at the deadline. Reads the clock
    /// meanwhile.
    fn wait<T>(
        &mut self,
        deadline: Option<Instant>,
        mut take: impl FnMut(&mut VecDeque<LineEvent>) -> Option<T>,
    ) -> Option<T> {
        loop {
            let next_reading = self.clock.next_reading(system_time());
            let until = deadline.into_iter().chain(next_reading).min();
            let taken = self.events.wait(until, &mut take);
            self.clock.read(system_time());
            if taken.is_some() || until == deadline {
                return taken;
            }
        }
    }

    /// Runs a search to its end unless it is canceled. Tells what it finds, and after some time, then less and less
    /// often, only how long it has lasted. Returns whether it was canceled. What is found as it is canceled counts.
    pub(super) fn search(
        &mut self,
        request: SearchRequest,
        origin: Origin,
        first_report: Duration,
        tell: &mut dyn FnMut(Option<&SearchReply>, Duration),
    ) -> bool {
        let policy = self.canceled;
        let canceled = self.events.wait(Some(Instant::now()), |waiting| {
            takes_cancellation(waiting, origin, policy).then_some(())
        });
        if self.has_panicked || canceled.is_some() {
            return true;
        }
        let (start, mut next_report, mut is_canceled) = (Instant::now(), first_report, false);
        self.runner.sync(Some(request));
        loop {
            let deadline = start.checked_add(next_report);
            // Without a report, the search is canceled.
            let woken = self.wait(deadline, |waiting| {
                if !is_canceled && takes_cancellation(waiting, origin, policy) {
                    return Some(None);
                }
                let mut events = waiting.iter();
                let at = events.position(|event| matches!(event, LineEvent::Search(_)))?;
                match waiting.remove(at)? {
                    LineEvent::Search(report) => Some(Some(report)),
                    _ => None,
                }
            });
            let elapsed = start.elapsed();
            match woken {
                None => {
                    next_report = elapsed * 2;
                    tell(None, elapsed);
                }
                Some(None) => {
                    is_canceled = true;
                    self.runner.sync(None);
                }
                Some(Some(SearchReport::Found(reply))) => tell(Some(&reply), elapsed),
                Some(Some(SearchReport::Ended)) => break,
                Some(Some(SearchReport::Panicked)) => {
                    (self.has_panicked, is_canceled) = (true, true);
                    break;
                }
            }
        }
        self.runner.sync(None);
        is_canceled
    }
}

/// Whether a line or a signal waits that cancels a search. Ctrl-C is taken, unless it ends line mode because
/// the player knows of no search.
fn takes_cancellation(
    waiting: &mut VecDeque<LineEvent>,
    origin: Origin,
    policy: CanceledByLines,
) -> bool {
    match waiting.front() {
        Some(LineEvent::Interrupt) => {
            if origin != Origin::Background {
                waiting.pop_front();
            }
            true
        }
        Some(LineEvent::Terminate(_)) => true,
        _ => {
            waiting.iter().any(LineEvent::is_input)
                && match policy {
                    CanceledByLines::Nothing => false,
                    CanceledByLines::Unasked => origin != Origin::Request,
                    CanceledByLines::Everything => true,
                }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::Game;
    use crate::session::{Found, Task};
    use crate::solver::{Budget, Verdict};
    use crate::variant;

    /// A search that takes long unless it is canceled.
    fn request(id: &str, seed: u64) -> SearchRequest {
        let info = variant::find(id).expect("a game");
        let game = Game::new(variant::new(info, &[]).expect("no options"), seed);
        SearchRequest {
            game: Arc::new(game),
            task: Task::Verdict,
            budget: Budget::for_verdict(Duration::from_secs(60), 1 << 28),
        }
    }

    fn search(input: &mut LineInput, origin: Origin) -> bool {
        input.search(
            request("moving-left", 1),
            origin,
            Duration::MAX,
            &mut |_, _| {},
        )
    }

    #[test]
    fn a_line_that_waits_cancels_what_it_may_cancel() {
        use CanceledByLines::{Everything, Unasked};
        for (origin, policy) in [
            (Origin::Background, Unasked),
            (Origin::Explanation, Unasked),
            (Origin::Request, Everything),
        ] {
            let mut input = LineInput::new(policy).expect("a thread");
            input.events.send(LineEvent::Line("undo".into()));
            assert!(search(&mut input, origin), "{origin:?}");
            assert_eq!(input.next_line().as_deref(), Some("undo"));
        }
    }

    #[test]
    fn a_requested_search_lets_the_lines_of_a_pipe_and_their_end_wait() {
        let mut input = LineInput::new(CanceledByLines::Unasked).expect("a thread");
        input.events.send(LineEvent::Line("undo".into()));
        input.events.send(LineEvent::EndOfInput);
        let mut verdict = None;
        let mut handle = |reply: Option<&SearchReply>, _| {
            if let Some(Found::Finished(result)) = reply.map(|reply| &reply.found) {
                verdict = Some(result.verdict.clone());
            }
        };
        let request = request("single-left", 15);
        assert!(!input.search(request, Origin::Request, Duration::MAX, &mut handle));
        assert_eq!(verdict, Some(Verdict::Unwinnable));
        assert_eq!(input.next_line().as_deref(), Some("undo"));
        assert_eq!(input.next_line(), None);
        assert_eq!(input.stopped_by, None);
    }

    #[test]
    fn ctrl_c_cancels_a_search_that_the_player_knows_of_or_ends_line_mode() {
        for (origin, is_ended) in [
            (Origin::Request, false),
            (Origin::Explanation, false),
            (Origin::Background, true),
        ] {
            let mut input = LineInput::new(CanceledByLines::Nothing).expect("a thread");
            input.events.send(LineEvent::Line("undo".into()));
            input.events.send_signal(LineEvent::Interrupt);
            assert!(search(&mut input, origin));
            assert_eq!(input.next_line().is_none(), is_ended, "{origin:?}");
            assert_eq!(input.stopped_by.is_some(), is_ended, "{origin:?}");
        }
    }

    #[test]
    fn after_a_panic_of_a_search_no_line_is_taken() {
        let mut input = LineInput::new(CanceledByLines::Nothing).expect("a thread");
        let panicked = LineEvent::Search(SearchReport::Panicked);
        input.events.send(panicked);
        input.events.send(LineEvent::Line("undo".into()));
        assert!(search(&mut input, Origin::Request) && input.has_panicked);
        assert_eq!(input.next_line(), None);
    }

    #[test]
    fn a_signal_to_end_cancels_all_searches_and_overtakes_the_lines() {
        let mut input = LineInput::new(CanceledByLines::Nothing).expect("a thread");
        input.events.send(LineEvent::Line("undo".into()));
        input.events.send_signal(LineEvent::Terminate(15));
        assert!(search(&mut input, Origin::Request) && search(&mut input, Origin::Request));
        assert_eq!((input.next_line(), input.stopped_by), (None, Some(15)));
        assert!(input.events.is_ending());
    }
}
