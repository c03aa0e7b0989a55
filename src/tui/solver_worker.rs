//! The thread that runs the solver, so that no key waits for it.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::app::{App, SearchSubject};
use super::event::{Event, EventSender};
use crate::session::{
    ODDS_POSITIONS, SearchKind, SearchReply, SearchRequest, SearchUpdate, search_advice,
    search_review,
};
use crate::solver::CancelToken;

/// Runs the search that is requested, and no other.
pub(super) struct SolverWorker {
    job_sender: Sender<SearchJob>,
    active_request: Option<(SearchRequest, CancelToken)>,
}

struct SearchJob {
    request: SearchRequest,
    subject: SearchSubject,
    cancel: CancelToken,
}

impl SolverWorker {
    /// Starts a worker that sends its replies to a queue.
    pub(super) fn new(events: EventSender) -> io::Result<SolverWorker> {
        let (job_sender, jobs) = channel();
        thread::Builder::new().spawn(move || run_jobs(&jobs, &events))?;
        Ok(SolverWorker {
            job_sender,
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
        if let Some(request) = request {
            self.start(request, app);
        }
    }

    /// Never inlined: the position may be that of a whole game played again, and the event loop
    /// should need little of the stack.
    #[inline(never)]
    fn start(&mut self, request: SearchRequest, app: &App) {
        let Some(subject) = app.search_subject(&request) else {
            return;
        };
        let cancel = CancelToken::default();
        self.active_request = Some((request, cancel.clone()));
        let job = SearchJob {
            request,
            subject,
            cancel,
        };
        // The thread ends only with the queue, and then nobody waits for a reply.
        _ = self.job_sender.send(job);
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

fn run_jobs(jobs: &Receiver<SearchJob>, events: &EventSender) {
    for job in jobs {
        run_job(job, &|reply| events.send(Event::SearchReply(reply)));
    }
}

/// Runs a search and sends what it finds.
fn run_job(job: SearchJob, send: &dyn Fn(SearchReply)) {
    let (request, cancel) = (job.request, job.cancel);
    let reply = |update| send(SearchReply { request, update });
    match job.subject {
        SearchSubject::View(rules, view) => {
            let mut report = |report| reply(SearchUpdate::Advice(report));
            search_advice(&rules, view, ODDS_POSITIONS, &cancel, &mut report);
        }
        SearchSubject::Game(game) => {
            let mut report = |review| reply(SearchUpdate::Review(review));
            search_review(&game, &cancel, &mut report);
        }
        SearchSubject::Position(rules, table) => {
            let budget = &request.task.budget;
            let has_reports = request.kind != SearchKind::Background;
            let mut next_report = Instant::now() + PROGRESS_INTERVAL;
            let result = rules.solve(&table, budget, &cancel, &mut |positions| {
                // On a machine with one core keys come first.
                thread::yield_now();
                if has_reports && Instant::now() >= next_report {
                    next_report = Instant::now() + PROGRESS_INTERVAL;
                    reply(SearchUpdate::Progress(positions));
                }
            });
            if !cancel.is_canceled() {
                reply(SearchUpdate::Finished(result));
            }
        }
    }
}
