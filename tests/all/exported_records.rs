//! Records that an earlier version exported are verified and end on the same tables.
//!
//! `last-positions.jsonl` holds what that version printed for `larboard show FILE --json`, a line a
//! record, in the order of the file names.

use std::path::Path;

use crate::home::Home;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exported");

fn records() -> Vec<String> {
    let home = std::fs::read_dir(FOLDER).expect("the exported records");
    let paths = home.map(|entry| entry.expect("an entry").path());
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
    let output = home.command("").args(arguments).output().expect("larboard");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn records_of_an_earlier_version_are_verified() {
    for record in records() {
        let line = output(&["verify", &record]);
        let file = Path::new(&record).file_stem().expect("a name");
        let status = match file.to_string_lossy().rsplit('-').next() {
            Some("won") => ": won in ",
            Some("lost") => ": lost in ",
            _ => ": playing in ",
        };
        assert!(line.contains(status), "{line}");
    }
}

#[test]
fn records_of_an_earlier_version_end_on_the_same_tables() {
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
