//! The thread that searches, so that no key waits for it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::app::App;
use super::event::{Event, Teller};
use super::study::{News, Purpose, Question, Report};
use crate::rules::{Table, Variant};
use crate::solver::{Cancel, Search};

/// Keeps a thread at work on the question that stands, and on no other.
pub(super) struct Searcher {
    events: Teller,
    worker: Option<Sender<Job>>,
    asked: Option<(Question, Cancel)>,
}

/// A search to be made.
struct Job {
    question: Question,
    rules: Variant,
    table: Table,
    cancel: Cancel,
}

impl Searcher {
    /// A searcher that tells its news to a queue. Its thread begins with the first question.
    pub(super) fn new(events: Teller) -> Searcher {
        Searcher {
            events,
            worker: None,
            asked: None,
        }
    }

    /// Sees to it that what is worked on is what is asked. This never waits: a search that is not
    /// wanted any longer is told to stop, and gives its memory back on its own thread.
    pub(super) fn attend(&mut self, app: &App) {
        let question = app.question();
        if question == self.asked.as_ref().map(|(asked, _)| *asked) {
            return;
        }
        self.stop();
        if let Some(question) = question {
            self.ask(question, app);
        }
    }

    /// Not part of the loop, which is to need little of the stack: a position may be that of a game
    /// played over.
    #[inline(never)]
    fn ask(&mut self, question: Question, app: &App) {
        let Some((rules, table)) = app.position(&question) else {
            return;
        };
        let cancel = Cancel::default();
        self.asked = Some((question, cancel.clone()));
        let worker = self.worker.get_or_insert_with(|| {
            let (worker, jobs) = channel();
            let events = self.events.clone();
            thread::spawn(move || work(&jobs, &events));
            worker
        });
        // The thread ends with the queue of events alone, and then nobody waits for an answer.
        _ = worker.send(Job {
            question,
            rules,
            table,
            cancel,
        });
    }

    fn stop(&mut self) {
        if let Some((_, cancel)) = self.asked.take() {
            cancel.cancel();
        }
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.stop();
    }
}

/// How often a search that somebody waits for tells how far it is.
const EVERY: Duration = Duration::from_millis(250);

fn work(jobs: &Receiver<Job>, events: &Teller) {
    for job in jobs {
        let Job {
            question,
            rules,
            table,
            cancel,
        } = job;
        let waited_for = question.purpose != Purpose::Watch;
        let mut next = Instant::now() + EVERY;
        let answer = rules.visit(Search {
            table: &table,
            budget: &question.look.budget,
            cancel: &cancel,
            progress: &mut |positions| {
                // On a machine of one core the keys are to come first.
                thread::yield_now();
                if waited_for && Instant::now() >= next {
                    next = Instant::now() + EVERY;
                    let news = News::Progress(positions);
                    events.tell(Event::Searched(Report { question, news }));
                }
            },
        });
        if cancel.is_cancelled() {
            continue;
        }
        let news = News::Answer(answer);
        events.tell(Event::Searched(Report { question, news }));
    }
}
