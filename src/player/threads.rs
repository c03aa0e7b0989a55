//! Work on several items in parallel.

use std::iter;
use std::sync::Mutex;
use std::thread;

/// Returns the results of some work on each item, in the order of the items. It is done in this many
/// threads, as far as they are to be had.
pub(super) fn map<T: Sync, U: Send>(
    threads: usize,
    items: &[T],
    work: impl Fn(&T) -> U + Sync,
) -> Vec<U> {
    let next = Mutex::new(items.iter().enumerate());
    let work_off = || {
        let next_item = || next.lock().ok()?.next();
        Vec::from_iter(iter::from_fn(next_item).map(|(index, item)| (index, work(item))))
    };
    let mut results = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, work_off).ok();
        let others: Vec<_> = (1..threads.min(items.len())).map_while(spawn).collect();
        let mut results = work_off();
        let others = others
            .into_iter()
            .map(|other| other.join().unwrap_or_default());
        results.extend(others.flatten());
        results
    });
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
