//! `larboard survey`: counting deals, continuing a survey, and merging surveys.

use std::fs;
use std::path::PathBuf;

use clap::Parser;
use larboard::cli::{Cli, Failure};
use larboard::game::Game;
use larboard::rules::{Status, sorted_deck};
use serde_json::Value;

use crate::games;

fn run(args: &[&str]) -> Result<String, Failure> {
    let mut out = Vec::new();
    let line = ["larboard", "survey"].iter().chain(args);
    Cli::try_parse_from(line)?.run(&mut out)?;
    Ok(String::from_utf8(out).expect("UTF-8 text"))
}

fn summary_of(args: &[&str]) -> Value {
    let text = run(&[args, &["--json"]].concat()).expect("count");
    serde_json::from_str(&text).expect("valid JSON")
}

/// Returns the path of a file that does not exist yet.
fn new_path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("larboard-{}-{name}", std::process::id()));
    _ = fs::remove_file(&path);
    path
}

#[test]
fn the_number_of_jobs_does_not_change_the_result() {
    let one = summary_of(&["single-left", "--seeds", "0..300", "--jobs", "1"]);
    let three = summary_of(&["single-left", "--seeds", "0..300", "--jobs", "3"]);
    for field in [
        "game",
        "rules",
        "seeds",
        "won",
        "lost",
        "low",
        "high",
        "positions",
    ] {
        assert_eq!(one[field], three[field], "{field}");
    }
    let count = |field: &str| one[field].as_u64().expect("count");
    assert_eq!(count("won") + count("lost"), 300);
    assert_eq!(count("unknown"), 0);
}

#[test]
fn a_survey_continues_where_its_file_ends() {
    let path = new_path("continued.jsonl");
    let out = path.to_str().expect("name");
    summary_of(&["single-left", "--seeds", "0..20", "--output", out]);
    let mut text = fs::read_to_string(&path).expect("readable file");
    assert_eq!(text.lines().count(), 20);
    // The deal of an incomplete line is searched again.
    text.truncate(text.len() - 10);
    fs::write(&path, &text).expect("writable file");
    let summary = summary_of(&["single-left", "--seeds", "0..30", "--output", out]);
    assert_eq!(summary["seeds"], serde_json::json!([0, 30]));
    let text = fs::read_to_string(&path).expect("readable file");
    assert_eq!(text.lines().count(), 30);
    let merged = summary_of(&["--merge", out]);
    for field in ["game", "rules", "seeds", "won", "lost", "unknown"] {
        assert_eq!(merged[field], summary[field], "{field}");
    }
    fs::remove_file(&path).expect("removable file");
}

#[test]
fn games_of_a_player_are_counted_apart_and_continued() {
    let path = new_path("player");
    let file = path.to_str().expect("UTF-8 path");
    let play = ["yakutat-bay", "--player", "lookahead", "--output", file];
    let first = summary_of(&[&play[..], &["--seeds", "1..3"]].concat());
    assert_eq!(first["player"], "lookahead");
    let lines = || fs::read_to_string(&path).expect("survey file");
    assert_eq!(lines().matches(r#""player":"lookahead""#).count(), 2);
    let longer = summary_of(&[&play[..], &["--seeds", "1..4"]].concat());
    let count = |field: &str| longer[field].as_u64().expect("count");
    assert_eq!((count("won") + count("lost"), count("unknown")), (3, 0));
    assert_eq!(lines().lines().count(), 3);
    let solved = ["yakutat-bay", "--output", file, "--positions", "1000"];
    let solved = summary_of(&[&solved[..], &["--seeds", "1..3"]].concat());
    assert_eq!(solved["player"], Value::Null);
    assert_eq!(lines().lines().count(), 5);
    let merged = run(&["--merge", file, "--json"]).expect("two summaries");
    assert_eq!(merged.lines().count(), 2);
    fs::remove_file(path).expect("survey file");
}

#[test]
fn a_game_without_choices_needs_no_player() {
    match run(&["single-left", "--seeds", "1..3", "--player", "fair"]) {
        Err(Failure::Failed(line)) => assert_eq!(
            line,
            "single-left leaves a player no choice; survey it without --player"
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn surveys_of_overlapping_ranges_are_merged() {
    let parts = ["0..10", "5..20"].map(|seeds| {
        let path = new_path(&format!("part-{}.jsonl", &seeds[..1]));
        let out = path.to_str().expect("name");
        summary_of(&["single-left", "--seeds", seeds, "--output", out]);
        path
    });
    let names = parts.each_ref().map(|path| path.to_str().expect("name"));
    let merged = summary_of(&["--merge", names[0], names[1]]);
    let whole = summary_of(&["single-left", "--seeds", "0..20"]);
    for field in [
        "seeds",
        "won",
        "lost",
        "unknown",
        "low",
        "high",
        "positions",
    ] {
        assert_eq!(merged[field], whole[field], "{field}");
    }
    parts
        .iter()
        .for_each(|path| fs::remove_file(path).expect("removable file"));
}

#[test]
fn the_summary_lists_game_deals_and_interval() {
    let text = run(&["single-left", "--seeds", "0..100"]).expect("count");
    assert!(text.starts_with("single-left discards=forced redeals=0 style=one-handed\n"));
    assert!(text.contains("100 deals of the seeds 0..100"), "{text}");
    assert!(text.contains("of all deals (95 %)"), "{text}");
}

#[test]
fn the_simulation_of_forced_moves_agrees_with_the_rules() {
    for redeals in ["0", "1", "2", "3"] {
        let rules = games::variant("single-left", &[("redeals", redeals)]);
        for seed in 0..500 {
            let mut game = Game::new(rules.clone(), seed);
            while let Some(&mv) = game.legal_moves().first() {
                game.play(mv).expect("legal move");
            }
            let won = game.status() == Status::Won;
            let moves = game.moves().len() as u64;
            assert_eq!(
                rules.simulate_forced(game.deck()),
                Some((won, moves)),
                "seed {seed}"
            );
        }
    }
    let choice = games::variant("single-left", &[("discards", "optional")]);
    assert_eq!(choice.simulate_forced(&sorted_deck(1)), None);
}

#[test]
fn invalid_arguments_are_usage_errors() {
    for args in [
        &["single-left"][..],
        &["--seeds", "0..5"],
        &["single-left", "--seeds", "5..5"],
        &["single-left", "--seeds", "5..1"],
        &["single-left", "--seeds", "5"],
        &["single-left", "--seeds", "0..5", "--jobs", "0"],
        &["single-left", "--seeds", "0..5", "--jobs", "+1"],
        &["single-left", "--seeds", "0..5", "--memory", "0"],
        &["singular", "--seeds", "0..5"],
        &["single-left", "--merge", "x"],
        &["--merge", "-", "-"],
    ] {
        match run(args) {
            Err(Failure::Usage(_)) => {}
            other => panic!("{args:?}: {other:?}"),
        }
    }
    match run(&["--merge", "Cargo.toml"]) {
        Err(Failure::Failed(line)) => assert!(line.starts_with("Cargo.toml: line 1: "), "{line}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_that_is_not_a_survey_is_not_changed() {
    let path = new_path("other.txt");
    for foreign in [
        "not a survey",
        r#"{"game":"chess","players":2,"note":"my only copy"}"#,
        r#"{"game":"#,
    ] {
        fs::write(&path, foreign).expect("writable file");
        let out = path.to_str().expect("name");
        match run(&["single-left", "--seeds", "0..5", "--output", out]) {
            Err(Failure::Failed(line)) => assert!(line.contains(": line 1: not a deal"), "{line}"),
            other => panic!("{other:?}"),
        }
        assert_eq!(fs::read_to_string(&path).expect("readable file"), foreign);
    }
    fs::remove_file(&path).expect("removable file");
}

#[test]
fn a_last_deal_without_a_line_end_counts() {
    let path = new_path("no-line-end.jsonl");
    let out = path.to_str().expect("name");
    summary_of(&["single-left", "--seeds", "0..3", "--output", out]);
    let text = fs::read_to_string(&path).expect("readable file");
    fs::write(&path, text.trim_end()).expect("writable file");
    assert_eq!(summary_of(&["--merge", out])["lost"], 3);
    summary_of(&["single-left", "--seeds", "0..4", "--output", out]);
    let continued = fs::read_to_string(&path).expect("readable file");
    assert!(continued.starts_with(&text), "{continued}");
    assert_eq!(continued.lines().count(), 4);
    fs::remove_file(&path).expect("removable file");
}

#[test]
fn files_without_deals_are_not_added_up_in_silence() {
    let path = new_path("no-deals.jsonl");
    let out = path.to_str().expect("name");
    summary_of(&["single-left", "--seeds", "0..1", "--output", out]);
    let text = fs::read_to_string(&path).expect("readable file");
    for length in [0, 20, text.len() - 10] {
        fs::write(&path, &text[..length]).expect("writable file");
        let failure = run(&["--merge", out]);
        assert!(matches!(failure, Err(Failure::Failed(_))), "{failure:?}");
    }
    fs::remove_file(&path).expect("removable file");
}

#[test]
fn a_file_has_one_survey_at_a_time() {
    let path = new_path("shared.jsonl");
    let out = path.to_str().expect("name");
    let args = ["single-left", "--seeds", "0..5", "--output", out];
    let other_survey = fs::File::create(&path).expect("writable file");
    other_survey.lock().expect("lock");
    match run(&args) {
        Err(Failure::Failed(line)) => assert!(line.contains("another survey"), "{line}"),
        other => panic!("{other:?}"),
    }
    drop(other_survey);
    assert!(run(&args).is_ok());
    fs::remove_file(&path).expect("removable file");
}

#[test]
fn deals_on_standard_output_can_be_added_up() {
    let deals = run(&["single-left", "--seeds", "0..5", "--output", "-"]).expect("deals");
    assert_eq!(deals.lines().count(), 5);
    let path = new_path("stdout.jsonl");
    fs::write(&path, deals).expect("writable file");
    let merged = summary_of(&["--merge", path.to_str().expect("name")]);
    assert_eq!(merged["lost"], 5);
    fs::remove_file(&path).expect("removable file");
}

/// What is tested in a process of its own.
#[cfg(target_os = "linux")]
mod process {
    use std::io::{Read, Write};
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, kill_process};

    use super::run;

    fn start(args: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_larboard"));
        command.args(args);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        command.spawn().expect("the program")
    }

    /// Returns the peak memory of a process in bytes.
    fn peak_memory(child: &Child) -> usize {
        let status = format!("/proc/{}/status", child.id());
        let status = std::fs::read_to_string(status).expect("process status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
        1024 * number.expect("VmHWM in KiB")
    }

    #[test]
    fn ctrl_c_ends_a_survey_whose_output_is_not_read() {
        let mut child = start(&[
            "survey",
            "single-left",
            "--seeds",
            "0..100000000",
            "--output=-",
        ]);
        let mut out = child.stdout.take().expect("pipe");
        out.read_exact(&mut [0; 100]).expect("the first deals");
        kill_process(Pid::from_child(&child), Signal::INT).expect("running process");
        let start = Instant::now();
        while child.try_wait().expect("the process").is_none() {
            assert!(start.elapsed() < Duration::from_secs(20), "it still runs");
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(out);
    }

    #[test]
    fn a_merged_deal_takes_a_few_bits() {
        const DEALS: usize = 100_000;
        let deal = run(&["single-left", "--seeds", "0..1", "--output=-"]).expect("deal");
        let mut child = start(&["survey", "--merge", "-"]);
        let mut stdin = child.stdin.take().expect("pipe");
        let mut before = 0;
        for seed in 0..DEALS {
            let deal = deal.replacen("\"seed\":0", &format!("\"seed\":{seed}"), 1);
            stdin.write_all(deal.as_bytes()).expect("written line");
            if seed == DEALS / 10 {
                before = peak_memory(&child);
            }
        }
        let used = peak_memory(&child) - before;
        assert!(used < 4 << 20, "{used} bytes");
        drop(stdin);
        assert!(child.wait_with_output().expect("the end").status.success());
    }
}
