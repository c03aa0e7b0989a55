//! `larboard solve`: verdicts as text and JSON, exported winning lines, and invalid arguments.

use clap::Parser;
use larboard::cli::{Cli, Failure};
use larboard::game::Game;
use larboard::record::{MAX_RECORD_BYTES, ParentGame, PlayedGame, Record};
use larboard::rules::Status;
use serde_json::Value;

use crate::games;
use crate::home::Home;

/// Returns the output of the command, and its error.
fn run(args: &[&str]) -> (String, Option<Failure>) {
    let mut out = Vec::new();
    let line = ["larboard", "solve"].iter().chain(args);
    let failure = match Cli::try_parse_from(line) {
        Ok(cli) => cli.run(&mut out).err(),
        Err(error) => Some(error.into()),
    };
    (String::from_utf8(out).expect("UTF-8 text"), failure)
}

fn solved(args: &[&str]) -> Value {
    let (text, failure) = run(args);
    assert!(failure.is_none(), "{failure:?}");
    serde_json::from_str(&text).expect("valid JSON")
}

#[test]
fn a_verdict_comes_with_its_line_and_positions() {
    let won = (1..1000)
        .map(|seed| solved(&["single-left", "--json", "--seed", &seed.to_string()]))
        .find(|solved| solved["verdict"] == "winnable")
        .expect("winnable seed");
    assert_eq!(won["game"], "single-left");
    assert_eq!(won["rules"]["discards"], "forced");
    let moves = won["moves"].as_array().expect("line").len();
    assert!(won["positions"].as_u64() >= Some(moves as u64));
    let lost = solved(&["single-left", "--json", "--seed", "1"]);
    assert_eq!(lost["verdict"], "unwinnable");
    assert!(lost["moves"].is_null());
}

#[test]
fn a_position_budget_is_exact_and_reproducible() {
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
fn the_time_of_a_search_has_three_decimals() {
    let solved = solved(&["moving-left", "--seed=1", "--positions=2000", "--json"]);
    let seconds = solved["seconds"].to_string();
    let (_, decimals) = seconds.split_once('.').expect("a fraction");
    assert!(decimals.len() <= 3, "{seconds}");
}

#[test]
fn the_winning_line_is_exported_as_the_record_of_a_won_game() {
    let args = ["moosehide", "--seed=2", "--memory=32", "--export=-"];
    let (text, failure) = run(&args);
    assert!(failure.is_none(), "{failure:?}");
    let record = Record::from_slice(text.as_bytes()).expect("valid record");
    let played = record.to_played_game().expect("legal moves");
    assert_eq!(played.game.status(), Status::Won);
    assert_eq!(played.header.shown as usize, played.game.moves().len());
}

#[test]
fn the_count_of_shown_moves_saturates() {
    let mut played = PlayedGame::new(games::deal("moosehide", 2));
    played.header.shown = u32::MAX;
    let home = Home::new();
    let file = home.join("shown.json");
    std::fs::write(&file, Record::from_played_game(&played).to_string()).expect("writable file");
    let name = file.to_str().expect("name");
    let (text, failure) = run(&[name, "--memory=32", "--export=-"]);
    assert!(failure.is_none(), "{failure:?}");
    let record = Record::from_slice(text.as_bytes()).expect("valid record");
    assert_eq!(record.header.shown, u32::MAX);
}

#[test]
fn a_record_that_is_too_long_to_read_is_not_exported() {
    let classic = games::variant("moosehide", &[("layout", "classic")]);
    let mut played = PlayedGame::new(Game::new(classic, 3));
    let there_and_back = ["t7-t1x2", "t1-t7x2"].map(|mv| mv.parse().expect("valid move"));
    played.parent = Some(ParentGame {
        deck: played.game.deck().to_vec(),
        moves: there_and_back.into_iter().cycle().take(100_000).collect(),
    });
    let record = Record::from_played_game(&played).to_string();
    let compact: String = record.split_whitespace().collect();
    assert!(compact.len() <= MAX_RECORD_BYTES && record.len() > MAX_RECORD_BYTES);
    let home = Home::new();
    let file = home.join("long.json");
    std::fs::write(&file, compact).expect("writable file");
    let name = file.to_str().expect("name");
    let (text, failure) = run(&[name, "--memory=32", "--seconds=100", "--export=-"]);
    assert_eq!(text, "");
    assert!(failure.is_some_and(|failure| failure.message().contains("1 MiB")));
}

#[test]
fn a_finished_game_gets_its_verdict_without_a_search() {
    for (seed, expected, verdict) in [
        (14, "already won", "winnable"),
        (15, "already lost: no moves left", "unwinnable"),
    ] {
        let rules = games::variant("single-left", &[]);
        let mut game = Game::new(rules, seed);
        while let Some(&mv) = game.legal_moves().first() {
            game.play(mv).expect("legal move");
        }
        let home = Home::new();
        let file = home.join("over.json");
        std::fs::write(
            &file,
            Record::from_played_game(&PlayedGame::new(game)).to_string(),
        )
        .expect("writable file");
        let name = file.to_str().expect("name");
        let (text, failure) = run(&[name]);
        assert!(failure.is_none(), "{failure:?}");
        assert_eq!(text.trim(), expected);
        let solved = solved(&[name, "--json"]);
        assert_eq!(solved["verdict"], verdict);
        assert_eq!(solved["positions"], 0);
    }
}

#[test]
fn without_a_winning_line_nothing_is_exported() {
    let (text, failure) = run(&["single-left", "--seed=1", "--export=-"]);
    assert_eq!(text, "");
    let message = failure.expect("a failure").message().to_owned();
    assert!(message.starts_with("nothing exported: "), "{message}");
}

/// Returns the verdicts of a published C++ solver for the same layout.
fn published_verdicts() -> Vec<(String, String)> {
    let text = include_str!("../data/moosehide-verdicts.json");
    let published: Value = serde_json::from_str(text).expect("valid JSON");
    let deals = published["deals"].as_object().expect("deals").iter();
    let verdict = |deal: &Value| deal["verdict"].as_str().expect("verdict").to_owned();
    deals
        .map(|(seed, deal)| (seed.clone(), verdict(deal)))
        .collect()
}

/// Compares the verdicts of the published deals. Returns how many are found within the position
/// limit.
fn count_matching_verdicts(positions: &str) -> usize {
    let resolved = published_verdicts()
        .into_iter()
        .filter(|(seed, published)| {
            let limits = ["--positions", positions, "--seconds", "1000", "--json"];
            let solved = solved(&[&["moosehide", "--seed", seed][..], &limits].concat());
            let verdict = solved["verdict"].as_str().expect("verdict");
            if verdict != "unknown" && published != "unknown" {
                assert_eq!(verdict, published, "seed {seed}");
            }
            verdict != "unknown"
        });
    resolved.count()
}

#[test]
fn moosehide_verdicts_match_published_ones() {
    assert!(count_matching_verdicts("30000") >= 5);
}

#[test]
#[ignore = "takes a minute in a debug build"]
fn every_published_moosehide_deal_is_solved() {
    assert_eq!(count_matching_verdicts("30000000"), 20);
}
