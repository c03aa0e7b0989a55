//! `larboard survey`: counts, goes on where it was stopped, and adds up what others counted.

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
    Ok(String::from_utf8(out).expect("text"))
}

fn counted(args: &[&str]) -> Value {
    let text = run(&[args, &["--json"]].concat()).expect("a count");
    serde_json::from_str(&text).expect("JSON")
}

/// A file of a test's own, not yet there.
fn fresh(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("larboard-{}-{name}", std::process::id()));
    _ = fs::remove_file(&path);
    path
}

#[test]
fn deals_are_counted_whatever_the_number_of_jobs() {
    let one = counted(&["single-left", "--seeds", "0..300", "--jobs", "1"]);
    let three = counted(&["single-left", "--seeds", "0..300", "--jobs", "3"]);
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
    let count = |field: &str| one[field].as_u64().expect("a count");
    assert_eq!(count("won") + count("lost"), 300);
    assert_eq!(count("unknown"), 0);
}

#[test]
fn a_survey_goes_on_where_its_file_ends() {
    let path = fresh("goes-on.jsonl");
    let out = path.to_str().expect("a name");
    counted(&["single-left", "--seeds", "0..20", "--out", out]);
    let mut text = fs::read_to_string(&path).expect("a file");
    assert_eq!(text.lines().count(), 20);
    // Stopped in the middle of a line: that deal is searched again.
    text.truncate(text.len() - 10);
    fs::write(&path, &text).expect("a file");
    let summary = counted(&["single-left", "--seeds", "0..30", "--out", out]);
    assert_eq!(summary["seeds"], serde_json::json!([0, 30]));
    let text = fs::read_to_string(&path).expect("a file");
    assert_eq!(text.lines().count(), 30);
    let merged = counted(&["--merge", out]);
    for field in ["game", "rules", "seeds", "won", "lost", "unknown"] {
        assert_eq!(merged[field], summary[field], "{field}");
    }
    fs::remove_file(&path).expect("a file");
}

#[test]
fn parts_are_added_up() {
    let parts = ["0..10", "5..20"].map(|seeds| {
        let path = fresh(&format!("part-{}.jsonl", &seeds[..1]));
        let out = path.to_str().expect("a name");
        counted(&["single-left", "--seeds", seeds, "--out", out]);
        path
    });
    let names = parts.each_ref().map(|path| path.to_str().expect("a name"));
    let merged = counted(&["--merge", names[0], names[1]]);
    let whole = counted(&["single-left", "--seeds", "0..20"]);
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
        .for_each(|path| fs::remove_file(path).expect("a file"));
}

#[test]
fn the_summary_reads_well() {
    let text = run(&["single-left", "--seeds", "0..100"]).expect("a count");
    assert!(text.starts_with("single-left discards=forced redeals=0 style=one-handed\n"));
    assert!(text.contains("100 deals of the seeds 0..100"), "{text}");
    assert!(text.contains("of all deals (95 %)"), "{text}");
}

#[test]
fn a_deal_that_plays_itself_ends_as_the_rules_play_it() {
    for redeals in ["0", "1", "2", "3"] {
        let rules = games::variant("single-left", &[("redeals", redeals)]);
        for seed in 0..500 {
            let mut game = Game::new(rules.clone(), seed);
            while let Some(&mv) = game.legal_moves().first() {
                game.play(mv).expect("a legal move");
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
fn what_cannot_be_surveyed_is_refused() {
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
fn a_file_that_no_survey_wrote_is_left_as_it_is() {
    let path = fresh("letter.txt");
    fs::write(&path, "a letter, of one line").expect("a file");
    let out = path.to_str().expect("a name");
    match run(&["single-left", "--seeds", "0..5", "--out", out]) {
        Err(Failure::Failed(line)) => assert!(line.contains(": line 1: not a deal"), "{line}"),
        other => panic!("{other:?}"),
    }
    let text = fs::read_to_string(&path).expect("a file");
    assert_eq!(text, "a letter, of one line");
    fs::remove_file(&path).expect("a file");
}
