//! `lab survey` and `lab merge`: counting deals, writing a line for each, and adding up files.

use std::fs;

use clap::Parser;
use lab::Lab;
use larboard::cli::Failure;
use larboard::game::Game;
use larboard::rules::Status;
use larboard::solver::{CancelToken, SOLVE_WIDTH, Verdict};
use serde_json::Value;

use crate::games;
use crate::home::{Home, Ran};

fn run(args: &[&str]) -> Result<String, Failure> {
    let mut out = Vec::new();
    let line = ["lab"].iter().chain(args);
    Lab::try_parse_from(line)?.run(&mut out)?;
    Ok(String::from_utf8(out).expect("UTF-8 text"))
}

fn summary_of(args: &[&str]) -> Value {
    let text = run(&[args, &["--json"]].concat()).expect("count");
    serde_json::from_str(&text).expect("valid JSON")
}

#[test]
fn the_number_of_jobs_does_not_change_the_result() {
    let one = summary_of(&["survey", "single-left", "--seeds", "0..300", "--jobs", "1"]);
    let three = summary_of(&["survey", "single-left", "--seeds", "0..300", "--jobs", "3"]);
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
fn a_survey_writes_a_line_per_deal_to_a_new_file() {
    let home = Home::new();
    let path = home.join("new.jsonl");
    let out = path.to_str().expect("name");
    let args = ["survey", "single-left", "--seeds", "0..20", "--output", out];
    let summary = summary_of(&args);
    let text = fs::read_to_string(&path).expect("readable file");
    assert_eq!(text.lines().count(), 20);
    let rules = r#""rules":{"discards":"forced","redeals":"0","style":"one-handed"}"#;
    let head = format!(r#"{{"version":1,"game":"single-left",{rules},"seed":"#);
    assert!(text.lines().all(|line| line.starts_with(&head)), "{text}");
    assert_eq!(summary["seeds"], serde_json::json!([0, 20]));
    let merged = summary_of(&["merge", out]);
    for field in ["game", "rules", "seeds", "won", "lost", "unknown"] {
        assert_eq!(merged[field], summary[field], "{field}");
    }
    match run(&args) {
        Err(failure) => {
            let line = failure.message();
            assert!(line.ends_with(" exists; name a new file"), "{line}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(fs::read_to_string(&path).expect("readable file"), text);
}

#[test]
fn games_of_a_player_are_counted_apart() {
    let home = Home::new();
    let paths = ["played", "solved"].map(|name| home.join(name));
    let [played, solved] = paths.each_ref().map(|path| path.to_str().expect("name"));
    let game = ["survey", "yakutat-bay", "--seeds", "1..3"];
    let play = ["--player", "lookahead", "--output", played];
    let summary = summary_of(&[&game[..], &play].concat());
    assert_eq!(summary["player"], "lookahead");
    let count = |field: &str| summary[field].as_u64().expect("count");
    assert_eq!((count("won") + count("lost"), count("unknown")), (2, 0));
    let lines = fs::read_to_string(played).expect("survey file");
    assert_eq!(lines.matches(r#""player":"lookahead""#).count(), 2);
    let solve = ["--output", solved, "--positions", "1000"];
    let summary = summary_of(&[&game[..], &solve].concat());
    assert_eq!(summary["player"], Value::Null);
    let merged = run(&["merge", played, solved, "--json"]).expect("two summaries");
    assert_eq!(merged.lines().count(), 2);
}

#[test]
fn surveys_of_overlapping_ranges_are_merged() {
    let home = Home::new();
    let parts = ["0..10", "5..20"].map(|seeds| {
        let path = home.join(&format!("part-{}.jsonl", &seeds[..1]));
        let out = path.to_str().expect("name");
        summary_of(&["survey", "single-left", "--seeds", seeds, "--output", out]);
        path
    });
    let names = parts.each_ref().map(|path| path.to_str().expect("name"));
    let merged = summary_of(&["merge", names[0], names[1]]);
    let whole = summary_of(&["survey", "single-left", "--seeds", "0..20"]);
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
}

#[test]
fn the_summary_lists_game_deals_and_interval() {
    let text = run(&["survey", "single-left", "--seeds", "0..100"]).expect("count");
    assert!(text.starts_with("single-left discards=forced redeals=0 style=one-handed\n"));
    assert!(text.contains("100 deals of the seeds 0..100"), "{text}");
    assert!(text.contains("of all deals (95 %)"), "{text}");
}

#[test]
fn forced_moves_are_searched_once_each() {
    for redeals in ["0", "1", "2", "3"] {
        let rules = games::variant("single-left", &[("redeals", redeals)]);
        for seed in 0..500 {
            let mut game = Game::new(rules.clone(), seed);
            let (budget, cancel) = (games::budget(1_000, 1 << 20), CancelToken::default());
            let found = rules.probe(game.table(), SOLVE_WIDTH, &budget, &cancel);
            while let Some(&mv) = game.legal_moves().first() {
                game.play(mv).expect("legal move");
            }
            let is_won = game.status() == Status::Won;
            assert_eq!(
                matches!(found.verdict, Verdict::Winnable(_)),
                is_won,
                "seed {seed}"
            );
            assert_eq!(found.positions, game.moves().len() as u64, "seed {seed}");
        }
    }
}

#[test]
fn torn_lines_and_contradictions_are_named() {
    let home = Home::new();
    let path = home.join("torn.jsonl");
    let name = path.to_str().expect("name");
    summary_of(&["survey", "single-left", "--seeds", "0..3", "--output", name]);
    let text = fs::read_to_string(&path).expect("readable file");
    let merge = || {
        let Ran(status, out, err) = Home::new().run(&format!("merge {name}"));
        (status, out, err)
    };
    fs::write(&path, text.trim_end()).expect("writable file");
    let (code, out, err) = merge();
    assert_eq!((code, &*err), (0, ""));
    assert!(out.contains("\n3 deals of "), "{out}");
    fs::write(&path, &text[..text.len() - 10]).expect("writable file");
    let (code, out, err) = merge();
    let note = format!("note: {name}: line 3 is torn and not counted\n");
    assert_eq!((code, err), (0, note));
    assert!(out.contains("\n2 deals of "), "{out}");
    let contrary = text.replace("lost", "won");
    fs::write(&path, format!("{text}{contrary}")).expect("writable file");
    let (code, out, err) = merge();
    assert_eq!((code, &*out), (1, ""));
    assert!(
        err.starts_with(&format!("error: {name}: line 4: seed ")) && err.lines().count() == 1,
        "{err}"
    );
}

#[test]
fn files_of_older_surveys_are_merged() {
    let home = Home::new();
    let path = home.join("older.jsonl");
    let line = |player: &str, seed: u64, verdict: &str| {
        format!(
            r#"{{"game":"yakutat-bay","rules":{{"face-up":"tops"}},{player}"seed":{seed},"verdict":"{verdict}","positions":9,"seconds":0.1}}"#
        ) + "\n"
    };
    let solved = ["winnable", "unwinnable", "unknown"];
    let played = ["winnable", "unknown", "unknown"];
    let lines = |player: &str, verdicts: [&str; 3]| {
        let numbered = (1..).zip(verdicts);
        let lines = numbered.map(|(seed, verdict)| line(player, seed, verdict));
        lines.collect::<String>()
    };
    let text = lines("", solved) + &lines(r#""player":"fair","#, played);
    fs::write(&path, text).expect("writable file");
    let merged = run(&["merge", path.to_str().expect("name"), "--json"]).expect("two summaries");
    let counts = merged.lines().map(|line| {
        let summary: Value = serde_json::from_str(line).expect("valid JSON");
        ["won", "lost", "unknown"].map(|field| summary[field].as_u64().expect("count"))
    });
    // What a player did not win is not won, whatever an older file calls it.
    assert_eq!(Vec::from_iter(counts), [[1, 1, 1], [1, 2, 0]]);
}

#[test]
fn files_without_deals_are_not_added_up_in_silence() {
    let home = Home::new();
    let path = home.join("no-deals.jsonl");
    let out = path.to_str().expect("name");
    summary_of(&["survey", "single-left", "--seeds", "0..1", "--output", out]);
    let text = fs::read_to_string(&path).expect("readable file");
    for length in [0, 20, text.len() - 10] {
        fs::write(&path, &text[..length]).expect("writable file");
        let failure = run(&["merge", out]);
        assert!(failure.is_err(), "{failure:?}");
    }
}

#[test]
fn deals_on_standard_output_can_be_added_up() {
    let deals = run(&["survey", "single-left", "--seeds", "0..5", "--output", "-"]).expect("deals");
    assert_eq!(deals.lines().count(), 5);
    let home = Home::new();
    let path = home.join("stdout.jsonl");
    fs::write(&path, deals).expect("writable file");
    let merged = summary_of(&["merge", path.to_str().expect("name")]);
    assert_eq!(merged["lost"], 5);
}

/// What is tested in a process of its own.
#[cfg(target_os = "linux")]
mod process {
    use std::fs;
    use std::io::Read;
    use std::process::{Child, Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, kill_process};

    use crate::home::Home;

    fn start(args: &[&str]) -> Child {
        let mut command = Command::new(crate::PROGRAM);
        command.args(args);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        command.spawn().expect("the program")
    }

    #[test]
    fn ctrl_c_ends_a_survey_with_whole_lines_and_the_summary() {
        let home = Home::new();
        let path = home.join("canceled.jsonl");
        let name = path.to_str().expect("name");
        let seeds = "0..1000000000000";
        let mut child = start(&["survey", "single-left", "--seeds", seeds, "--output", name]);
        while fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
            thread::sleep(Duration::from_millis(5));
        }
        kill_process(Pid::from_child(&child), Signal::INT).expect("running process");
        let mut summary = String::new();
        let mut out = child.stdout.take().expect("pipe");
        out.read_to_string(&mut summary).expect("UTF-8 text");
        assert!(child.wait().expect("the process").success());
        let text = fs::read_to_string(&path).expect("readable file");
        assert!(text.ends_with("}\n"), "{text}");
        let count = text.lines().count();
        assert_contains!(summary, &format!("\n{count} deals of "));
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
            thread::sleep(Duration::from_millis(5));
        }
        drop(out);
    }
}
