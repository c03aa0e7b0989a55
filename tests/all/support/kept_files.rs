//! Files that tests compare, and write if a variable of the environment allows it. A test that finds a difference says
//! the command.

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

/// What allows tests to write texts for people: transcripts, documents and pictures.
const TEXTS: &str = "INSTA_UPDATE=always";

/// What allows tests to write what should not change: frozen numbers and refusals, and the files of a player.
const FROZEN: &str = "WRITE_TEST_DATA=1";

/// Whether kept files are written now.
fn is_written(allowed: &str) -> bool {
    let (name, value) = allowed.split_once('=').unwrap_or((allowed, ""));
    std::env::var(name).is_ok_and(|set| set == value)
}

/// Whether texts are written now.
pub(crate) fn is_updated() -> bool {
    is_written(TEXTS)
}

/// Whether frozen data is written now.
pub(crate) fn is_frozen_anew() -> bool {
    is_written(FROZEN)
}

/// Says which command writes what this test keeps.
fn command(allowed: &str) -> String {
    let package = env!("CARGO_PKG_NAME");
    let thread = std::thread::current();
    let test = thread.name().filter(|name| *name != "main");
    let test = test.unwrap_or_default();
    format!("If this is right: {allowed} cargo test --package {package} --test all {test}")
}

/// Says which command writes the texts of this test.
pub(crate) fn update() -> String {
    command(TEXTS)
}

/// Says which command freezes the data of this test anew.
pub(crate) fn freeze() -> String {
    command(FROZEN)
}

/// Names the first line in which two texts differ.
pub(crate) fn difference(kept: &str, now: &str) -> Option<String> {
    let (mut kept, mut now) = (kept.lines(), now.lines());
    (1..)
        .map_while(|line| match (kept.next(), now.next()) {
            (None, None) => None,
            lines => Some((line, lines)),
        })
        .find(|(_, (kept, now))| kept != now)
        .map(|(line, (kept, now))| {
            let text =
                |line: Option<&str>| line.map_or("nothing".to_owned(), |line| format!("{line:?}"));
            format!("line {line}\nkept: {}\nnow:  {}", text(kept), text(now))
        })
}

/// Asserts that a file of the repository has these lines, or writes them.
#[track_caller]
fn assert_kept(name: &str, now: &str, allowed: &str) {
    let kept = read(name);
    // What a document has no line for any more may have been lost by accident.
    let loses_lines = name.ends_with(".md") && now.lines().count() < kept.lines().count();
    if is_written(allowed) && !loses_lines {
        fs::write(path(name), now).expect(name);
    } else if let Some(difference) = difference(&kept, now) {
        let lost = if loses_lines {
            "It has fewer lines than before; remove them by hand first.\n"
        } else {
            ""
        };
        panic!("{name}, {difference}\n{lost}{}", command(allowed));
    }
}

/// Asserts that a text has these lines, or writes them.
#[track_caller]
pub(crate) fn assert_current(name: &str, text: &str) {
    assert_kept(name, text, TEXTS);
}

/// Asserts that a file of frozen data has these lines below its comments, or writes them.
#[track_caller]
pub(crate) fn assert_frozen(name: &str, lines: &str) {
    let kept = read(name);
    let comments = kept
        .split_inclusive('\n')
        .take_while(|line| line.starts_with('#'));
    assert_kept(name, &(comments.collect::<String>() + lines), FROZEN);
}

/// Returns the lines of a file of frozen data without comments.
pub(crate) fn frozen(name: &str) -> String {
    let text = read(name);
    let lines = text.split_inclusive('\n');
    lines.skip_while(|line| line.starts_with('#')).collect()
}
