//! The thread that runs the solver, so that no key waits for it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::app::{App, SearchSubject};
use super::event::{Event, EventSender};
use crate::session::{
    ODDS_POSITIONS, SearchKind, SearchReply, SearchRequest, SearchUpdate, search_advice,
    search_review,
};
use crate::solver::{CancelToken, SolveResult, Verdict};

/// Runs the search that is requested, and no other.
pub(super) struct SolverWorker {
    events: EventSender,
    job_sender: Option<Sender<SearchJob>>,
    active_request: Option<(SearchRequest, CancelToken)>,
}

struct SearchJob {
    request: SearchRequest,
    subject: SearchSubject,
    cancel: CancelToken,
}

impl SolverWorker {
    /// Creates a worker that sends its replies to a queue. Its thread starts with the first request.
    pub(super) fn new(events: EventSender) -> SolverWorker {
        SolverWorker {
            events,
            job_sender: None,
            active_request: None,
        }
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
        if self.job_sender.is_none() {
            self.job_sender = start_thread(&self.events);
        }
        let job = SearchJob {
            request,
            subject,
            cancel,
        };
        match &self.job_sender {
            // The thread ends only with the queue, and then nobody waits for a reply.
            Some(job_sender) => _ = job_sender.send(job),
            None => answer_at_once(job, &|reply| {
                self.events.try_send(Event::SearchReply(reply));
            }),
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

/// Starts the thread of the solver, if the system has one left.
fn start_thread(events: &EventSender) -> Option<Sender<SearchJob>> {
    let (job_sender, jobs) = channel();
    let events = events.clone();
    let thread = thread::Builder::new().spawn(move || run_jobs(&jobs, &events));
    thread.ok().map(|_| job_sender)
}

/// Positions that are searched without a thread of the solver, in which keys wait.
const POSITIONS_WITHOUT_THREAD: u64 = 200_000;

/// Time between two reports on a search that the player waits for.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// Answers with what a short search finds, because the system has no thread left. Background searches, and
/// reviews, which take longer, find nothing.
fn answer_at_once(job: SearchJob, send: &dyn Fn(SearchReply)) {
    if matches!(
        job.request.kind,
        SearchKind::Background | SearchKind::Review
    ) {
        let result = SolveResult {
            verdict: Verdict::Unknown,
            positions: 0,
        };
        let (request, update) = (job.request, SearchUpdate::Finished(result));
        return send(SearchReply { request, update });
    }
    run_job(job, Some(POSITIONS_WITHOUT_THREAD), send);
}

fn run_jobs(jobs: &Receiver<SearchJob>, events: &EventSender) {
    for job in jobs {
        run_job(job, None, &|reply| events.send(Event::SearchReply(reply)));
    }
}

/// Runs a search and sends what it finds. `max_positions` replaces its budget; such a short search does
/// not report its progress.
fn run_job(job: SearchJob, max_positions: Option<u64>, send: &dyn Fn(SearchReply)) {
    let (request, cancel) = (job.request, job.cancel);
    let reply = |update| send(SearchReply { request, update });
    match job.subject {
        SearchSubject::View(rules, view) => {
            let max_positions = max_positions.unwrap_or(ODDS_POSITIONS);
            let mut report = |report| reply(SearchUpdate::Advice(report));
            search_advice(&rules, view, max_positions, &cancel, &mut report);
        }
        SearchSubject::Game(game) => {
            let mut report = |review| reply(SearchUpdate::Review(review));
            search_review(&game, &cancel, &mut report);
        }
        SearchSubject::Position(rules, table) => {
            let mut budget = request.task.budget;
            budget.positions = max_positions.or(budget.positions);
            let has_reports = request.kind != SearchKind::Background && max_positions.is_none();
            let mut next_report = Instant::now() + PROGRESS_INTERVAL;
            let result = rules.solve(&table, &budget, &cancel, &mut |positions| {
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

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::analysis::SearchTask;
    use crate::game::Game;
    use crate::player::View;
    use crate::variant;

    /// Returns the answers without a thread to a question about a deal of Yakutat Bay.
    fn answers(kind: SearchKind) -> Vec<SearchUpdate> {
        let info = variant::find("yakutat-bay").expect("game");
        let game = Game::new(variant::new(info, &[]).expect("options"), 3);
        let (rules, table) = (game.rules().clone(), game.table().clone());
        let request = SearchRequest {
            kind,
            task: SearchTask::DEAL,
            state_key: rules.state_key(&table),
        };
        let subject = match kind {
            SearchKind::Advice => SearchSubject::View(rules, View::new(&game)),
            SearchKind::Review => SearchSubject::Game(Box::new(game)),
            _ => SearchSubject::Position(rules, Box::new(table)),
        };
        let cancel = CancelToken::default();
        let job = SearchJob {
            request,
            subject,
            cancel,
        };
        let updates = RefCell::new(Vec::new());
        answer_at_once(job, &|reply| updates.borrow_mut().push(reply.update));
        updates.into_inner()
    }

    #[test]
    fn without_a_thread_questions_get_the_answer_of_a_short_search() {
        let advice = answers(SearchKind::Advice);
        let [SearchUpdate::Advice(report)] = &*advice else {
            panic!("{advice:?}");
        };
        let has_odds = report.odds.is_some_and(|odds| odds.count() > 0);
        assert!(report.is_complete && has_odds, "{report:?}");
        let verdict = answers(SearchKind::Verdict);
        let [SearchUpdate::Finished(result)] = &*verdict else {
            panic!("{verdict:?}");
        };
        assert!(result.positions > 1_000, "{result:?}");
    }

    #[test]
    fn without_a_thread_nothing_is_searched_unasked() {
        for kind in [SearchKind::Background, SearchKind::Review] {
            let found = answers(kind);
            let [SearchUpdate::Finished(result)] = &*found else {
                panic!("{found:?}");
            };
            assert_eq!(result.positions, 0);
        }
    }
}
