//! Malicious records: each is rejected with a fixed one-line message, and the longest possible record
//! is verified quickly.

use std::fs;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use larboard::game::Game;
use larboard::record::{MAX_RECORD_BYTES, MAX_RECORD_MOVES, Record};
use larboard::rules::Move;
use larboard::variant;

use crate::games;

/// The folder of the records and of the message for each.
const FOLDER: &str = "tests/data/hostile";

fn larboard(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_larboard"));
    let home = tempfile::tempdir().expect("temporary directory");
    command.args(arguments).env("LARBOARD_HOME", home.path());
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.output().expect("output of the program")
}

/// Returns the paths of the records in order.
fn records() -> Vec<String> {
    let entries = fs::read_dir(FOLDER).expect("records");
    let names = entries.map(|entry| entry.expect("valid record").file_name());
    let names = names.map(|name| name.into_string().expect("plain name"));
    let mut records: Vec<String> = names
        .filter(|name| name.ends_with(".json"))
        .map(|name| format!("{FOLDER}/{name}"))
        .collect();
    records.sort();
    records
}

#[test]
fn each_record_is_rejected_with_its_message() {
    let records = records();
    assert!(records.len() > 60);
    let files = records.iter().map(String::as_str);
    let arguments: Vec<&str> = ["verify"].into_iter().chain(files).collect();
    let output = larboard(&arguments);
    assert_eq!(output.status.code(), Some(1));
    let stdout = String::from_utf8(output.stdout).expect("UTF-8 text");
    let lines: Vec<String> = stdout
        .lines()
        .map(|line| {
            line.replace(&format!("{FOLDER}/"), "")
                .replacen(".json: ", ": ", 1)
        })
        .collect();
    let expected = fs::read_to_string(format!("{FOLDER}/messages.txt")).expect("messages");
    assert_eq!(lines, expected.lines().collect::<Vec<_>>());
}

#[test]
fn no_command_prints_control_characters_of_a_record() {
    for record in records() {
        for command in ["show", "solve"] {
            let output = larboard(&[command, &record, "--json"]);
            let text = [output.stdout, output.stderr].concat();
            let text = String::from_utf8(text).expect("UTF-8 text");
            let is_escaped = text.chars().all(|c| c == '\n' || !c.is_control());
            assert!(is_escaped, "{command} {record}: {text:?}");
            let is_valid = record.ends_with("/sound.json");
            assert_eq!(
                output.status.success(),
                is_valid,
                "{command} {record}: {text}"
            );
            assert!(
                is_valid || text.starts_with("error: ") && text.lines().count() == 1,
                "{text}"
            );
        }
    }
}

/// Returns a record with the maximum number of moves, back and forth between two piles.
fn longest() -> String {
    let info = variant::find("moosehide").expect("game");
    let back_and_forth = (0..).find_map(|seed| {
        let rules = games::variant(info.id, &[("layout", "classic")]);
        let mut game = Game::new(rules, seed);
        let deck = game.deck().to_vec();
        game.legal_moves().into_iter().find_map(|mv| {
            let Move::Transfer { from, to, count } = mv else {
                return None;
            };
            game.play(mv).expect("legal move");
            let back = Move::Transfer {
                from: to,
                to: from,
                count,
            };
            let legal = game.legal_moves().contains(&back);
            game.undo();
            legal.then(|| (deck.clone(), [mv, back]))
        })
    });
    let (deck, pair) = back_and_forth.expect("card that can move back");
    let deck: Vec<String> = deck
        .iter()
        .map(|card| format!("\"{}\"", card.code()))
        .collect();
    let moves: Vec<String> = (0..MAX_RECORD_MOVES)
        .map(|n| format!("\"{}\"", pair[n % 2]))
        .collect();
    format!(
        r#"{{"format":"larboard/1","game":"moosehide","rules":{{"layout":"classic"}},"deck":[{}],"moves":[{}]}}"#,
        deck.join(","),
        moves.join(",")
    )
}

#[test]
fn a_hundred_thousand_moves_are_verified_in_under_a_second() {
    let text = longest();
    assert!(text.len() <= MAX_RECORD_BYTES, "{} bytes", text.len());
    let folder = tempfile::tempdir().expect("temporary directory");
    let file = folder.path().join("longest.json");
    fs::write(&file, &text).expect("valid record");
    let verify = || {
        let start = Instant::now();
        let output = larboard(&["verify", &file.to_string_lossy()]);
        let duration = start.elapsed();
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert!(
            stdout.ends_with(": playing after 100000 moves\n"),
            "{stdout}"
        );
        duration
    };
    // A debug build is too slow to measure. A busy machine may exceed the limit now and then, but
    // slow code exceeds it every time.
    let is_fast = (0..5).any(|_| verify() < Duration::from_secs(1) || cfg!(debug_assertions));
    assert!(is_fast, "over a second in each of five runs");
}

#[test]
fn one_move_more_is_rejected() {
    let text = longest();
    let more = text.replace("\"moves\":[", "\"moves\":[\"draw\",");
    let error = Record::from_slice(more.as_bytes()).expect_err("one move too many");
    assert_eq!(error.to_string(), "moves: more than 100000 moves");
}
