//! `larboard solve`: its verdicts as text and JSON, the line as a record, and what it refuses.

use clap::Parser;
use larboard::cli::{Cli, Failure};
use larboard::game::Game;
use larboard::record::{MAX_RECORD_BYTES, ParentGame, PlayedGame, Record};
use larboard::rules::Status;
use serde_json::Value;

use crate::games;

/// What the command writes, and how it fails.
fn run(args: &[&str]) -> (String, Option<Failure>) {
    let mut out = Vec::new();
    let line = ["larboard", "solve"].iter().chain(args);
    let failure = match Cli::try_parse_from(line) {
        Ok(cli) => cli.run(&mut out).err(),
        Err(error) => Some(error.into()),
    };
    (String::from_utf8(out).expect("text"), failure)
}

fn solved(args: &[&str]) -> Value {
    let (text, failure) = run(args);
    assert!(failure.is_none(), "{failure:?}");
    serde_json::from_str(&text).expect("JSON")
}

fn refused(args: &[&str]) -> String {
    match run(args) {
        (_, Some(Failure::Usage(line))) => line,
        (out, failure) => panic!("{args:?} should be refused: {out} {failure:?}"),
    }
}

#[test]
fn a_verdict_is_told_with_what_it_took() {
    let won = (1..1000)
        .map(|seed| solved(&["single-left", "--json", "--seed", &seed.to_string()]))
        .find(|solved| solved["verdict"] == "winnable")
        .expect("one in a hundred is won");
    assert_eq!(won["game"], "single-left");
    assert_eq!(won["rules"]["discards"], "forced");
    let moves = won["moves"].as_array().expect("a line").len();
    assert!(won["positions"].as_u64() >= Some(moves as u64));
    let lost = solved(&["single-left", "--json", "--seed", "1"]);
    assert_eq!(lost["verdict"], "unwinnable");
    assert!(lost["moves"].is_null());
}

#[test]
fn a_budget_in_positions_is_kept_and_gives_the_same_answer_again() {
    let args = [
        "moving-left",
        "--seed=1",
        "--positions=2000",
        "--memory=8",
        "--json",
    ];
    let first = solved(&args);
    assert_eq!(first["verdict"], "unknown");
    assert_eq!(first["positions"], 2000);
    assert_eq!(solved(&args)["positions"], first["positions"]);
}

#[test]
fn the_line_is_written_as_a_record_of_a_game_that_is_won() {
    let args = ["moosehide", "--seed=2", "--memory=32", "--export=-"];
    let (text, failure) = run(&args);
    assert!(failure.is_none(), "{failure:?}");
    assert!(text.starts_with("winnable in "), "{text}");
    let (_, record) = text.split_once("\n{").expect("a record");
    let record = Record::from_slice(format!("{{{record}").as_bytes()).expect("a record");
    let sitting = record.to_played_game().expect("legal moves");
    assert_eq!(sitting.game.status(), Status::Won);
    assert_eq!(
        sitting.solver_moves_shown as usize,
        sitting.game.moves().len()
    );
}

#[test]
fn a_record_that_was_shown_more_moves_than_can_be_counted_is_no_trouble() {
    let mut sitting = PlayedGame::new(games::deal("moosehide", 2));
    sitting.solver_moves_shown = u32::MAX;
    let file = format!("larboard-{}-shown.json", std::process::id());
    let file = std::env::temp_dir().join(file);
    std::fs::write(&file, Record::from_played_game(&sitting).to_string()).expect("a file");
    let name = file.to_str().expect("a name");
    let (text, failure) = run(&[name, "--memory=32", "--export=-"]);
    assert!(failure.is_none(), "{failure:?}");
    let (_, record) = text.split_once("\n{").expect("a record");
    let record = Record::from_slice(format!("{{{record}").as_bytes()).expect("a record");
    assert_eq!(record.shown, u32::MAX);
    std::fs::remove_file(&file).expect("a file");
}

#[test]
fn a_record_too_long_to_be_read_again_is_not_written() {
    let classic = games::variant("moosehide", &[("layout", "classic")]);
    let mut sitting = PlayedGame::new(Game::new(classic, 3));
    let there_and_back = ["t7-t1x2", "t1-t7x2"].map(|mv| mv.parse().expect("a move"));
    sitting.parent = Some(ParentGame {
        deck: sitting.game.deck().to_vec(),
        moves: there_and_back.into_iter().cycle().take(100_000).collect(),
    });
    let record = Record::from_played_game(&sitting).to_string();
    let tight: String = record.split_whitespace().collect();
    assert!(tight.len() <= MAX_RECORD_BYTES && record.len() > MAX_RECORD_BYTES);
    let file = format!("larboard-{}-long.json", std::process::id());
    let file = std::env::temp_dir().join(file);
    std::fs::write(&file, tight).expect("a file");
    let name = file.to_str().expect("a name");
    let (text, failure) = run(&[name, "--memory=32", "--seconds=100", "--export=-"]);
    assert!(text.starts_with("winnable in "), "{text}");
    assert!(!text.contains('{'), "{text}");
    assert!(matches!(failure, Some(Failure::Failed(line)) if line.contains("1 MiB")));
    std::fs::remove_file(&file).expect("a file");
}

#[test]
fn a_game_that_is_over_is_told_so_without_a_search() {
    for (seed, told, verdict) in [
        (14, "already won", "winnable"),
        (15, "already lost: no moves left", "unwinnable"),
    ] {
        let rules = games::variant("single-left", &[]);
        let mut game = Game::new(rules, seed);
        while let Some(&mv) = game.legal_moves().first() {
            game.play(mv).expect("a legal move");
        }
        let file = format!("larboard-{}-over-{seed}.json", std::process::id());
        let file = std::env::temp_dir().join(file);
        std::fs::write(
            &file,
            Record::from_played_game(&PlayedGame::new(game)).to_string(),
        )
        .expect("a file");
        let name = file.to_str().expect("a name");
        let (text, failure) = run(&[name]);
        assert!(failure.is_none(), "{failure:?}");
        assert_eq!(text.trim(), told);
        let solved = solved(&[name, "--json"]);
        assert_eq!(solved["verdict"], verdict);
        assert_eq!(solved["positions"], 0);
        std::fs::remove_file(&file).expect("a file");
    }
}

#[test]
fn without_a_winning_line_nothing_is_exported() {
    let (text, failure) = run(&["single-left", "--seed=1", "--export=-"]);
    assert!(text.starts_with("unwinnable"), "{text}");
    assert!(!text.contains('{'));
    assert!(
        matches!(failure, Some(Failure::Failed(line)) if line.starts_with("nothing exported: "))
    );
}

#[test]
fn standard_input_and_output_are_not_both_named() {
    let (_, failure) = run(&["-", "--export=-"]);
    assert!(matches!(failure, Some(Failure::Usage(line)) if line.contains("only once")));
}

/// What a published solver in C++ found for the same layout.
fn measured_verdicts() -> Vec<(String, String)> {
    let text = include_str!("../data/moosehide-verdicts.json");
    let measured: Value = serde_json::from_str(text).expect("JSON");
    let deals = measured["deals"].as_object().expect("deals").iter();
    let verdict = |deal: &Value| deal["verdict"].as_str().expect("a verdict").to_owned();
    deals
        .map(|(seed, deal)| (seed.clone(), verdict(deal)))
        .collect()
}

/// How many of the measured deals are resolved within so many positions; none is otherwise.
fn none_contradicts(positions: &str) -> usize {
    let resolved = measured_verdicts().into_iter().filter(|(seed, measured)| {
        let limits = ["--positions", positions, "--seconds", "1000", "--json"];
        let solved = solved(&[&["moosehide", "--seed", seed][..], &limits].concat());
        let verdict = solved["verdict"].as_str().expect("a verdict");
        if verdict != "unknown" && measured != "unknown" {
            assert_eq!(verdict, measured, "seed {seed}");
        }
        verdict != "unknown"
    });
    resolved.count()
}

#[test]
fn no_verdict_on_moosehide_contradicts_those_measured() {
    assert!(none_contradicts("12000") >= 5);
}

#[test]
#[ignore = "takes a minute unoptimised"]
fn every_measured_deal_of_moosehide_is_resolved() {
    assert_eq!(none_contradicts("30000000"), 20);
}

#[test]
fn absurd_limits_are_refused() {
    for (limit, values) in [
        ("--positions", &["0", "-1", "+1", "1.5", "x"][..]),
        ("--seconds", &["0", "-1", "+1", "nan", "inf", "1e99", "x"]),
        (
            "--memory",
            &["0", "-1", "+1", "99999999999999999999", "99999999"],
        ),
    ] {
        for value in values {
            let line = refused(&["moosehide", "--seed=1", limit, value]);
            assert!(line.contains(limit), "{line}");
        }
    }
}

#[test]
fn what_is_neither_a_game_nor_a_file_is_refused() {
    assert!(refused(&["mosehide"]).contains("moosehide"));
    assert!(refused(&["mosehide", "--seed=1"]).contains("moosehide"));
    assert!(refused(&["moosehide"]).contains("--seed"));
    assert!(refused(&["Cargo.toml", "--seed=1"]).contains("--seed"));
}
