//! The thread that runs the solver, so that no key waits for it.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::app::App;
use super::event::{Event, EventQueue};
use crate::game::Game;
use crate::player::View;
use crate::review::Reviewer;
use crate::session::{
    Found, ODDS_POSITIONS, Purpose, SearchReply, SearchRequest, search_advice, search_review,
};
use crate::solver::CancelToken;

/// Runs the search that is requested, and no other.
pub(super) struct SolverWorker {
    job_sender: Sender<Job>,
    active_request: Option<(SearchRequest, CancelToken)>,
}

struct Job {
    request: SearchRequest,
    subject: Subject,
    cancel: CancelToken,
}

/// What is searched.
enum Subject {
    Position(Game),
    Review(Box<Reviewer>),
}

impl SolverWorker {
    /// Starts a worker that sends its replies to a queue.
    pub(super) fn new(events: EventQueue) -> io::Result<SolverWorker> {
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
        let subject = match request.purpose {
            Purpose::Review => {
                let reviewer = app.requested_review(&request);
                reviewer.map(|reviewer| Subject::Review(Box::new(reviewer)))
            }
            _ => app.searched_game(&request).map(Subject::Position),
        };
        let Some(subject) = subject else {
            return;
        };
        let cancel = CancelToken::default();
        self.active_request = Some((request, cancel.clone()));
        let job = Job {
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

fn run_jobs(jobs: &Receiver<Job>, events: &EventQueue) {
    for job in jobs {
        run_job(job, events);
    }
}

/// Runs a search and sends what it finds.
fn run_job(job: Job, events: &EventQueue) {
    let (request, cancel) = (job.request, job.cancel);
    let reply = |found| events.send(Event::SearchReply(SearchReply { request, found }));
    let game = match job.subject {
        Subject::Review(reviewer) => {
            let mut report = |review| reply(Found::Review(review));
            return search_review(*reviewer, &cancel, &mut report);
        }
        Subject::Position(game) => game,
    };
    let rules = game.rules();
    if request.purpose == Purpose::Advice {
        let mut report = |advice| reply(Found::Advice(advice));
        return search_advice(
            rules,
            View::new(&game),
            ODDS_POSITIONS,
            &cancel,
            &mut report,
        );
    }
    let has_reports = request.purpose == Purpose::Verdict;
    let mut next_report = Instant::now() + PROGRESS_INTERVAL;
    let result = rules.solve(game.table(), &request.budget, &cancel, &mut |positions| {
        // On a machine with one core keys come first.
        thread::yield_now();
        if has_reports && Instant::now() >= next_report {
            next_report = Instant::now() + PROGRESS_INTERVAL;
            reply(Found::Progress(positions));
        }
    });
    if !cancel.is_canceled() {
        reply(Found::Finished(result));
    }
}
