//! Work on many seeds in parallel.

use std::io;
use std::sync::{Mutex, mpsc};
use std::thread;

use larboard::cli::Failure;
use larboard::escape::io_error_message;
use larboard::solver::CancelToken;

/// Maximum number of results that wait to be reported.
const MAX_WAITING_RESULTS: usize = 1024;

/// Does some work on each seed in `jobs` threads, and calls `report` for each result, in no particular
/// order. The threads wait while `report` falls behind. A thread ends when its work has no result or is
/// canceled.
///
/// # Errors
/// The system does not grant as many threads.
pub(crate) fn for_each_seed<T: Send>(
    seeds: impl Iterator<Item = u64> + Send,
    jobs: usize,
    cancel: &CancelToken,
    work: impl Fn(u64) -> Option<T> + Sync,
    report: impl FnMut(T),
) -> io::Result<()> {
    let seeds = Mutex::new(seeds);
    let next_result = || {
        let seed = seeds.lock().ok()?.next()?;
        work(seed).filter(|_| !cancel.is_canceled())
    };
    let (sender, results) = mpsc::sync_channel(MAX_WAITING_RESULTS);
    thread::scope(|scope| {
        let start_thread = || {
            let (sender, next_result) = (sender.clone(), &next_result);
            let run = move || {
                while let Some(result) = next_result() {
                    if sender.send(result).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, run).map(drop)
        };
        let started = (0..jobs).try_for_each(|_| start_thread());
        drop(sender);
        if started.is_err() {
            cancel.cancel();
        }
        results.into_iter().for_each(report);
        started
    })
}

/// Returns the failure of work for which the system does not grant the threads.
pub(crate) fn thread_failure(jobs: usize, error: &io::Error) -> Failure {
    let reason = io_error_message(error);
    Failure::failed(format!("cannot start {jobs} searches: {reason}"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn threads_wait_for_a_slow_report() {
        let (cancel, mut reported) = (CancelToken::default(), 0);
        let started = for_each_seed(0..u64::MAX, 2, &cancel, Some, |_| {
            if reported == 0 {
                // Long enough for many more seeds, if they did not wait.
                thread::sleep(Duration::from_millis(200));
                cancel.cancel();
            }
            reported += 1;
        });
        assert!(started.is_ok());
        assert!(reported <= MAX_WAITING_RESULTS + 3, "{reported}");
    }
}
