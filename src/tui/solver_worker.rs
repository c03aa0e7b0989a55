//! The thread that runs the solver, so that no key waits for it.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::app::App;
use super::event::{Event, EventQueue};
use crate::player::View;
use crate::session::{
    Found, ODDS_POSITIONS, Purpose, SearchReply, SearchRequest, search_advice, search_review,
};
use crate::solver::CancelToken;

/// Runs the search that is requested, and no other.
pub(super) struct SolverWorker {
    jobs: Sender<Job>,
    active_request: Option<(SearchRequest, CancelToken)>,
}

/// Runs a search and sends what it finds.
type Job = Box<dyn FnOnce(&EventQueue) + Send>;

impl SolverWorker {
    /// Starts a worker that sends its replies to a queue.
    pub(super) fn new(events: EventQueue) -> io::Result<SolverWorker> {
        let (sender, jobs) = channel::<Job>();
        thread::Builder::new().spawn(move || {
            for job in jobs {
                job(&events);
            }
        })?;
        Ok(SolverWorker {
            jobs: sender,
            active_request: None,
        })
    }

    /// Starts the requested search unless it is running. Never blocks: a search that is no longer
    /// requested is canceled and frees its memory on its own thread.
    pub(super) fn sync(&mut self, app: &App) {
        let request = app.search_request();
        let active = self.active_request.as_ref();
        if request == active.map(|(request, _)| *request) {
            return;
        }
        self.cancel();
        let Some(request) = request else {
            return;
        };
        let cancel = CancelToken::default();
        if let Some(job) = create_job(request, cancel.clone(), app) {
            self.active_request = Some((request, cancel));
            // The thread ends only with the queue, and then nobody waits for a reply.
            _ = self.jobs.send(job);
        }
    }

    fn cancel(&mut self) {
        if let Some((_, cancel)) = self.active_request.take() {
            cancel.cancel();
        }
    }
}

impl Drop for SolverWorker {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Time between two reports on a search that the player waits for.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// Creates the job of a request; `None` if there is nothing to search.
///
/// Never inlined: the position may be that of a whole game played again, and the event loop should need
/// little of the stack.
#[inline(never)]
fn create_job(request: SearchRequest, cancel: CancelToken, app: &App) -> Option<Job> {
    let reply = move |events: &EventQueue, found| {
        events.send(Event::SearchReply(SearchReply { request, found }));
    };
    if request.purpose == Purpose::Review {
        let reviewer = app.requested_review(&request)?;
        return Some(Box::new(move |events| {
            let mut report = |review| reply(events, Found::Review(review));
            search_review(reviewer, &cancel, &mut report);
        }));
    }
    let game = app.searched_game(&request)?;
    Some(Box::new(move |events| {
        let rules = game.rules();
        if request.purpose == Purpose::Advice {
            let view = View::new(&game);
            let mut report = |advice| reply(events, Found::Advice(advice));
            return search_advice(rules, view, ODDS_POSITIONS, &cancel, &mut report);
        }
        let has_reports = request.purpose == Purpose::Verdict;
        let mut next_report = Instant::now() + PROGRESS_INTERVAL;
        let result = rules.solve(game.table(), &request.budget, &cancel, &mut |positions| {
            // On a machine with one core keys come first.
            thread::yield_now();
            if has_reports && Instant::now() >= next_report {
                next_report = Instant::now() + PROGRESS_INTERVAL;
                reply(events, Found::Progress(positions));
            }
        });
        if !cancel.is_canceled() {
            reply(events, Found::Finished(result));
        }
    }))
}
