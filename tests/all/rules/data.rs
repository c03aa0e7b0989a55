//! Reads and checks the data files of these tests.

use std::fs;
use std::path::PathBuf;

fn path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", name]
        .iter()
        .collect()
}

/// Returns the lines of a data file without comments, each ended by `\n`.
pub(crate) fn read(name: &str) -> String {
    let text = fs::read_to_string(path(name)).expect("data file");
    let lines = text
        .lines()
        .filter(|line| !line.starts_with("# ") && *line != "#");
    lines.map(|line| format!("{line}\n")).collect()
}

/// Asserts that a data file has these lines. If the environment variable `WRITE_TEST_DATA` is set,
/// rewrites the file first, keeping its comments.
pub(crate) fn assert_lines(name: &str, lines: &str) {
    if std::env::var_os("WRITE_TEST_DATA").is_some() {
        let text = fs::read_to_string(path(name)).expect("data file");
        let comments: String = text
            .lines()
            .take_while(|line| line.starts_with('#'))
            .map(|line| format!("{line}\n"))
            .collect();
        fs::write(path(name), comments + lines).expect("writable data file");
    }
    let expected = read(name);
    let difference = expected
        .lines()
        .zip(lines.lines())
        .find(|(expected, actual)| expected != actual);
    assert_eq!(
        difference, None,
        "{name}: expected (left) and actual (right) lines differ"
    );
    assert_eq!(expected.len(), lines.len(), "{name}");
}
