//! The next line, and searches that a line or a signal cancels.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Select, Sender, TryRecvError, unbounded};

use crate::session::{SearchReply, SearchReport, SearchRequest, SearchRunner};

/// The number of the signal that Ctrl-C sends.
const INTERRUPT: i32 = 2;

/// Takes lines and signals, and runs searches on a thread of their own.
///
/// Signals overtake lines. Ctrl-C cancels a search that the player has asked for, or else ends line mode, as other
/// signals do.
#[derive(Debug)]
pub struct LineInput {
    /// The lines, and `None` at their end. One without room lets no line wait, so that the same lines always get the
    /// same answers.
    lines: Receiver<Option<String>>,
    /// Whether somebody types the lines at a terminal. Those of a pipe may all have been written beforehand, and cancel
    /// only searches that nobody has asked for.
    pub(super) is_typed: bool,
    /// Takes the numbers of signals, and holds the one that has ended line mode.
    pub signals: (Sender<i32>, Receiver<i32>),
    runner: SearchRunner,
    reports: Receiver<SearchReport>,
    /// Whether a search has panicked and printed its message. No other line is taken then.
    pub(super) has_panicked: bool,
    /// The number of the signal that has ended line mode.
    pub(super) stopped_by: Option<i32>,
    /// Whether the process was stopped and goes on again.
    pub was_stopped: Arc<AtomicBool>,
}

impl LineInput {
    /// Starts the thread for searches.
    ///
    /// # Errors
    /// The system does not grant a thread.
    pub fn new(lines: Receiver<Option<String>>, is_typed: bool) -> io::Result<LineInput> {
        let (sender, reports) = unbounded();
        Ok(LineInput {
            lines,
            is_typed,
            signals: unbounded(),
            runner: SearchRunner::new(move |report| _ = sender.send(report))?,
            reports,
            has_panicked: false,
            stopped_by: None,
            was_stopped: Arc::default(),
        })
    }

    /// Waits for the next line, while no search runs. `None` at the end of the input, at a signal or after a panic.
    pub(super) fn next_line(&mut self) -> Option<String> {
        while !self.has_panicked && !self.take_signal(false) {
            match self.lines.try_recv() {
                Ok(line) => return line,
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => self.wait(None, true, true),
            }
        }
        None
    }

    /// Takes a signal, if one waits. It ends line mode, but for Ctrl-C while the player waits for a search. Returns
    /// whether a search is canceled.
    fn take_signal(&mut self, is_asked: bool) -> bool {
        if self.stopped_by.is_none() {
            match self.signals.1.try_recv() {
                Err(_) => return false,
                Ok(INTERRUPT) if is_asked => {}
                Ok(signal) => {
                    self.stopped_by = Some(signal);
                    // A program that hangs now is ended.
                    _ = self.signals.0.send(signal);
                }
            }
        }
        true
    }

    /// Waits until a report may be there, or a signal or a line if they are waited for, or for the deadline.
    fn wait(&self, deadline: Option<Instant>, for_signals: bool, for_lines: bool) {
        let mut select = Select::new();
        select.recv(&self.reports);
        if for_signals {
            select.recv(&self.signals.1);
        }
        if for_lines {
            select.recv(&self.lines);
        }
        match deadline {
            Some(deadline) => _ = select.ready_deadline(deadline),
            None => _ = select.ready(),
        }
    }

    /// Runs a search to its end unless it is canceled: by a signal, or by a line unless the player has asked for the
    /// search and the lines come from a pipe. Tells what it finds, and after some time, then less and less often, only
    /// how long it has lasted. Returns whether it was canceled. What is found as it is canceled counts.
    pub(super) fn search(
        &mut self,
        request: SearchRequest,
        is_asked: bool,
        first_report: Duration,
        tell: &mut dyn FnMut(Option<&SearchReply>, Duration),
    ) -> bool {
        let by_lines = (self.is_typed || !is_asked) && self.lines.capacity() != Some(0);
        let must_cancel = |input: &mut LineInput| {
            input.take_signal(is_asked) || (by_lines && !input.lines.is_empty())
        };
        if self.has_panicked || must_cancel(self) {
            return true;
        }
        let (start, mut next_report, mut is_canceled) = (Instant::now(), first_report, false);
        self.runner.sync(Some(request));
        loop {
            let elapsed = start.elapsed();
            match self.reports.try_recv() {
                Ok(SearchReport::Found(reply)) => tell(Some(&reply), elapsed),
                Ok(SearchReport::Ended) => break,
                Ok(SearchReport::Panicked) => {
                    (self.has_panicked, is_canceled) = (true, true);
                    break;
                }
                Err(_) if elapsed >= next_report => {
                    next_report = elapsed * 2;
                    tell(None, elapsed);
                }
                Err(_) => {
                    let deadline = start.checked_add(next_report);
                    self.wait(deadline, !is_canceled, !is_canceled && by_lines);
                }
            }
            if !is_canceled && must_cancel(self) {
                is_canceled = true;
                self.runner.sync(None);
            }
        }
        self.runner.sync(None);
        is_canceled
    }
}

#[cfg(test)]
mod tests {
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

    fn search(input: &mut LineInput, is_asked: bool) -> bool {
        let request = request("moving-left", 1);
        input.search(request, is_asked, Duration::MAX, &mut |_, _| {})
    }

    /// Has a line and the end of the input.
    fn input(is_typed: bool) -> LineInput {
        let (sender, lines) = unbounded();
        _ = sender.send(Some("undo".into()));
        _ = sender.send(None);
        LineInput::new(lines, is_typed).expect("a thread")
    }

    #[test]
    fn a_line_that_waits_cancels_what_it_may_cancel() {
        for (is_asked, is_typed) in [(false, false), (true, true)] {
            let mut input = input(is_typed);
            assert!(search(&mut input, is_asked), "{is_asked}");
            assert_eq!(input.next_line().as_deref(), Some("undo"));
        }
    }

    #[test]
    fn a_requested_search_lets_the_lines_of_a_pipe_and_their_end_wait() {
        let mut input = input(false);
        let mut verdict = None;
        let mut handle = |reply: Option<&SearchReply>, _| {
            if let Some(Found::Finished(result)) = reply.map(|reply| &reply.found) {
                verdict = Some(result.verdict.clone());
            }
        };
        let request = request("single-left", 15);
        assert!(!input.search(request, true, Duration::MAX, &mut handle));
        assert_eq!(verdict, Some(Verdict::Unwinnable));
        assert_eq!(input.next_line().as_deref(), Some("undo"));
        assert_eq!(input.next_line(), None);
        assert_eq!(input.stopped_by, None);
    }

    #[test]
    fn ctrl_c_cancels_a_search_that_was_asked_for_and_another_signal_ends_line_mode() {
        for (signal, is_asked, ends) in [
            (INTERRUPT, true, false),
            (INTERRUPT, false, true),
            (15, true, true),
        ] {
            let mut input = input(false);
            _ = input.signals.0.send(signal);
            assert!(search(&mut input, is_asked));
            assert_eq!(input.next_line().is_none(), ends, "{signal}");
            assert_eq!(input.stopped_by.is_some(), ends, "{signal}");
            assert_eq!(input.signals.1.is_empty(), !ends);
        }
    }
}
