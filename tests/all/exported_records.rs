//! Records exported by an earlier version are still valid and end in the same positions.
//!
//! `last-positions.jsonl` holds the output of `larboard show FILE --json` of that version, one line per
//! record, sorted by file name.

use std::path::Path;

use crate::home::Home;

const DIRECTORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exported");

fn records() -> Vec<String> {
    let entries = std::fs::read_dir(DIRECTORY).expect("directory of exported records");
    let paths = entries.map(|entry| entry.expect("directory entry").path());
    let is_record = |path: &Path| path.extension().is_some_and(|end| end == "json");
    let mut records: Vec<String> = paths
        .filter(|path| is_record(path))
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    records.sort();
    assert!(records.len() >= 13, "{records:?}");
    records
}

fn output(arguments: &[&str]) -> String {
    let home = Home::new();
    let output = home.command("").args(arguments).output();
    let output = output.expect("output of the program");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8 output")
}

#[test]
fn records_of_an_earlier_version_are_valid() {
    for record in records() {
        let line = output(&["verify", &record]);
        let file = Path::new(&record).file_stem().expect("file name");
        let status = match file.to_string_lossy().rsplit('-').next() {
            Some("won") => ": won in ",
            Some("lost") => ": lost in ",
            _ => ": playing after ",
        };
        assert!(line.contains(status), "{line}");
    }
}

#[test]
fn records_of_an_earlier_version_end_in_the_same_positions() {
    let expected = include_str!("../data/exported/last-positions.jsonl");
    let records = records();
    assert_eq!(expected.lines().count(), records.len());
    for (record, expected) in records.iter().zip(expected.lines()) {
        assert_eq!(
            output(&["show", record, "--json"]).trim(),
            expected,
            "{record}"
        );
    }
}
