//! Win rates: the table of `docs/winnability.md` matches the merged surveys in `assets/winnable`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Returns a table row for each surveyed game and rule set.
fn rows() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/winnable");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("surveys")
        .map(|entry| entry.expect("file").path())
        .collect();
    files.sort();
    let merged = Command::new(env!("CARGO_BIN_EXE_larboard"))
        .args(["survey", "--json", "--merge"])
        .args(files)
        .output()
        .expect("output of the program");
    assert!(merged.status.success(), "{merged:?}");
    let lines = String::from_utf8(merged.stdout).expect("UTF-8 text");
    lines.lines().map(row).collect()
}

fn row(line: &str) -> String {
    let survey: Value = serde_json::from_str(line).expect("survey");
    let count = |field: &str| survey[field].as_u64().expect("count");
    let share = |field: &str| 100.0 * survey[field].as_f64().expect("share");
    let rules = survey["rules"].as_object().expect("rules").iter();
    let rules: Vec<String> = rules
        .map(|(name, value)| format!("{name}={}", value.as_str().expect("word")))
        .collect();
    assert!(
        count("won") + count("lost") + count("unknown") >= 1000,
        "{line}"
    );
    format!(
        "| `{}` | {} | {} | {} | {} | {:.1} to {:.1} % |",
        survey["game"].as_str().expect("game"),
        rules.join(", "),
        count("won"),
        count("lost"),
        count("unknown"),
        share("low"),
        share("high"),
    )
}

#[test]
fn the_documented_table_agrees_with_the_surveys() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/winnability.md");
    let document = fs::read_to_string(document).expect("document");
    let documented: Vec<&str> = document
        .lines()
        .filter(|line| line.starts_with("| `") && line.ends_with("% |"))
        .collect();
    let rows = rows();
    assert_eq!(documented, rows, "the rows are:\n{}", rows.join("\n"));
}
