//! Files that tests write and compare: pictures and transcripts. To update them, set
//! `INSTA_UPDATE=always`, as for snapshots.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the path of a file of the repository.
pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(crate::ROOT).join(name)
}

/// Reads a text file of the repository.
pub(crate) fn read(name: &str) -> String {
    fs::read_to_string(path(name)).expect(name)
}

/// Returns the paths of the records in a folder of `tests/data`, sorted by name.
pub(crate) fn records(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(path("tests/data").join(folder)).expect(folder);
    let paths = entries.map(|entry| entry.expect("directory entry").path());
    let is_record = |path: &PathBuf| path.extension().is_some_and(|end| end == "json");
    let mut records: Vec<_> = paths.filter(is_record).collect();
    records.sort();
    records
}

/// Asserts that a file of the repository has these lines, or writes them.
#[track_caller]
pub(crate) fn assert_current(name: &str, text: &str) {
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(path(name), text).expect(name);
        return;
    }
    let kept = read(name);
    let mut lines = (1..).zip(kept.lines().zip(text.lines()));
    let difference = lines.find(|(_, (kept, now))| kept != now);
    assert_eq!(difference, None, "{name}: kept (left) and now (right)");
    assert_eq!(kept.len(), text.len(), "the length of {name}");
}
