//! The thread that runs searches, so that neither user interface waits for one.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::search::{SearchReply, SearchRequest};
use crate::solver::CancelToken;

/// What the thread of the searches reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchReport {
    Found(Box<SearchReply>),
    /// The search has ended, or was canceled, and reports nothing more.
    Ended,
    /// The search has panicked, and a message was printed.
    Panicked,
}

/// Runs the search that is requested, and no other.
#[derive(Debug)]
pub struct SearchRunner {
    jobs: Sender<(SearchRequest, CancelToken)>,
    active: Option<(SearchRequest, CancelToken)>,
}

impl SearchRunner {
    /// Starts the thread, on which `report` is called with what is found and with how each search ends.
    ///
    /// # Errors
    /// The system does not grant a thread.
    pub fn new(report: impl Fn(SearchReport) + Send + 'static) -> io::Result<SearchRunner> {
        let (sender, jobs) = channel::<(SearchRequest, CancelToken)>();
        thread::Builder::new().spawn(move || {
            for (request, cancel) in jobs {
                let search = || {
                    request.run(&cancel, &mut |found| {
                        let request = request.clone();
                        report(SearchReport::Found(SearchReply { request, found }.into()));
                    });
                };
                report(match catch_unwind(AssertUnwindSafe(search)) {
                    Ok(()) => SearchReport::Ended,
                    Err(_) => SearchReport::Panicked,
                });
            }
        })?;
        Ok(SearchRunner {
            jobs: sender,
            active: None,
        })
    }

    /// Starts the requested search unless it is running. Never blocks: a search that is no longer
    /// requested is canceled and frees its memory on its own thread.
    pub fn sync(&mut self, request: Option<SearchRequest>) {
        let active = self.active.as_ref();
        if request.as_ref() == active.map(|(request, _)| request) {
            return;
        }
        if let Some((_, cancel)) = self.active.take() {
            cancel.cancel();
        }
        if let Some(request) = request {
            let cancel = CancelToken::default();
            self.active = Some((request.clone(), cancel.clone()));
            // The thread ends with this runner.
            _ = self.jobs.send((request, cancel));
        }
    }
}

impl Drop for SearchRunner {
    fn drop(&mut self) {
        self.sync(None);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::game::Game;
    use crate::session::Task;
    use crate::solver::DEAL_BUDGET;
    use crate::variant;

    #[test]
    fn a_panic_is_reported_and_the_next_search_runs() {
        let (sender, reports) = channel();
        let is_first = AtomicBool::new(true);
        let mut runner = SearchRunner::new(move |report| {
            if matches!(report, SearchReport::Found(_)) && is_first.swap(false, Ordering::Relaxed) {
                panic!("a panic within the first search");
            }
            _ = sender.send(report);
        })
        .expect("a thread");
        let rules = variant::new(variant::games()[0], &[]).expect("a game");
        let game = Game::new(rules, 1);
        let request = SearchRequest {
            game: Arc::new(game),
            task: Task::Deal,
            budget: DEAL_BUDGET,
        };
        runner.sync(Some(request.clone()));
        assert_eq!(reports.recv(), Ok(SearchReport::Panicked));
        runner.sync(None);
        runner.sync(Some(request));
        assert!(matches!(reports.recv(), Ok(SearchReport::Found(_))));
        assert_eq!(reports.recv(), Ok(SearchReport::Ended));
    }
}
