//! The thread that runs searches, so that neither user interface waits for one.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::search::{SearchReply, SearchRequest};
use crate::solver::CancelToken;

/// Runs the search that is requested, and no other.
#[derive(Debug)]
pub struct SearchRunner {
    jobs: Sender<(SearchRequest, CancelToken)>,
    active: Option<(SearchRequest, CancelToken)>,
}

impl SearchRunner {
    /// Starts the thread, on which `report` is called with what is found.
    ///
    /// # Errors
    /// The system does not grant a thread.
    pub fn new(report: impl Fn(SearchReply) + Send + 'static) -> io::Result<SearchRunner> {
        let (sender, jobs) = channel::<(SearchRequest, CancelToken)>();
        thread::Builder::new().spawn(move || {
            for (request, cancel) in jobs {
                request.run(&cancel, &mut |found| {
                    let request = request.clone();
                    report(SearchReply { request, found });
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
            // The thread ends only by a panic, which is reported elsewhere.
            _ = self.jobs.send((request, cancel));
        }
    }
}

impl Drop for SearchRunner {
    fn drop(&mut self) {
        self.sync(None);
    }
}
