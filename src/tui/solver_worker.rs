//! The thread that searches, so that no key waits for it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::app::App;
use super::event::{Event, EventSender};
use crate::rules::Table;
use crate::session::{SearchKind, SearchReply, SearchRequest, SearchUpdate};
use crate::solver::CancelToken;
use crate::variant::Variant;

/// Keeps a thread at work on the question that stands, and on no other.
pub(super) struct SolverWorker {
    events: EventSender,
    job_sender: Option<Sender<SearchJob>>,
    active_request: Option<(SearchRequest, CancelToken)>,
}

/// A search to be made.
struct SearchJob {
    request: SearchRequest,
    rules: Variant,
    table: Table,
    cancel: CancelToken,
}

impl SolverWorker {
    /// A searcher that tells its news to a queue. Its thread begins with the first question.
    pub(super) fn new(events: EventSender) -> SolverWorker {
        SolverWorker {
            events,
            job_sender: None,
            active_request: None,
        }
    }

    /// Sees to it that what is worked on is what is asked. This never waits: a search that is not
    /// wanted any longer is told to stop, and gives its memory back on its own thread.
    pub(super) fn sync(&mut self, app: &App) {
        let question = app.search_request();
        if question == self.active_request.as_ref().map(|(asked, _)| *asked) {
            return;
        }
        self.cancel();
        if let Some(question) = question {
            self.start(question, app);
        }
    }

    /// Not part of the loop, which is to need little of the stack: a position may be that of a game
    /// played over.
    #[inline(never)]
    fn start(&mut self, question: SearchRequest, app: &App) {
        let Some((rules, table)) = app.requested_position(&question) else {
            return;
        };
        let cancel = CancelToken::default();
        self.active_request = Some((question, cancel.clone()));
        let worker = self.job_sender.get_or_insert_with(|| {
            let (worker, jobs) = channel();
            let events = self.events.clone();
            thread::spawn(move || run_jobs(&jobs, &events));
            worker
        });
        // The thread ends with the queue of events alone, and then nobody waits for an answer.
        _ = worker.send(SearchJob {
            request: question,
            rules,
            table,
            cancel,
        });
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

/// How often a search that somebody waits for tells how far it is.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

fn run_jobs(jobs: &Receiver<SearchJob>, events: &EventSender) {
    for job in jobs {
        let SearchJob {
            request: question,
            rules,
            table,
            cancel,
        } = job;
        let waited_for = question.kind != SearchKind::Background;
        let mut next = Instant::now() + PROGRESS_INTERVAL;
        let answer = rules.solve(&table, &question.task.budget, &cancel, &mut |positions| {
            // On a machine of one core the keys are to come first.
            thread::yield_now();
            if waited_for && Instant::now() >= next {
                next = Instant::now() + PROGRESS_INTERVAL;
                let news = SearchUpdate::Progress(positions);
                events.send(Event::SearchReply(SearchReply {
                    request: question,
                    update: news,
                }));
            }
        });
        if cancel.is_canceled() {
            continue;
        }
        let news = SearchUpdate::Finished(answer);
        events.send(Event::SearchReply(SearchReply {
            request: question,
            update: news,
        }));
    }
}
