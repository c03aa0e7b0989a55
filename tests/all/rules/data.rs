//! The data files of these tests.

use std::fs;
use std::path::PathBuf;

fn path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", name]
        .iter()
        .collect()
}

/// The lines of a data file that are not comments, with `\n` for every line's end.
pub(crate) fn read(name: &str) -> String {
    let text = fs::read_to_string(path(name)).expect("a data file");
    let lines = text
        .lines()
        .filter(|line| !line.starts_with("# ") && *line != "#");
    lines.map(|line| format!("{line}\n")).collect()
}

/// Holds a data file to be these lines. Where the environment has `WRITE_TEST_DATA` the file is
/// written anew instead, under the comments it has.
pub(crate) fn hold(name: &str, lines: &str) {
    if std::env::var_os("WRITE_TEST_DATA").is_some() {
        let text = fs::read_to_string(path(name)).expect("a data file");
        let head: String = text
            .lines()
            .take_while(|line| line.starts_with('#'))
            .map(|line| format!("{line}\n"))
            .collect();
        fs::write(path(name), head + lines).expect("a data file that can be written");
    }
    let held = read(name);
    let difference = held
        .lines()
        .zip(lines.lines())
        .find(|(held, new)| held != new);
    assert_eq!(
        difference, None,
        "{name} holds (left) what is not so (right)"
    );
    assert_eq!(held.len(), lines.len(), "{name}");
}
