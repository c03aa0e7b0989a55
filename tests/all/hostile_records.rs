//! Records that do harm to programs less suspicious: each is refused in one plain line, the same in
//! every release; and the longest record there can be is checked while one waits.

use std::fs;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use larboard::game::Game;
use larboard::record::{MAX_RECORD_BYTES, MAX_RECORD_MOVES, Record};
use larboard::rules::{Move, Variant};

/// Where the records lie, and what is said of each.
const FOLDER: &str = "tests/data/hostile";

fn larboard(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_larboard"));
    let home = tempfile::tempdir().expect("a folder");
    command.args(arguments).env("LARBOARD_HOME", home.path());
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.output().expect("larboard")
}

/// The records, in the order of their names.
fn records() -> Vec<String> {
    let entries = fs::read_dir(FOLDER).expect("the records");
    let names = entries.map(|entry| entry.expect("a record").file_name());
    let names = names.map(|name| name.into_string().expect("a plain name"));
    let mut records: Vec<String> = names
        .filter(|name| name.ends_with(".json"))
        .map(|name| format!("{FOLDER}/{name}"))
        .collect();
    records.sort();
    records
}

#[test]
fn each_is_refused_in_its_own_words() {
    let records = records();
    assert!(records.len() > 60);
    let files = records.iter().map(String::as_str);
    let arguments: Vec<&str> = ["verify"].into_iter().chain(files).collect();
    let output = larboard(&arguments);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).expect("text");
    let said: Vec<String> = said
        .lines()
        .map(|line| {
            line.replace(&format!("{FOLDER}/"), "")
                .replacen(".json: ", ": ", 1)
        })
        .collect();
    let wanted = fs::read_to_string(format!("{FOLDER}/refusals.txt")).expect("what is said");
    assert_eq!(said, wanted.lines().collect::<Vec<_>>());
}

#[test]
fn whatever_is_done_with_one_nothing_of_it_reaches_the_terminal() {
    for record in records() {
        for command in ["show", "solve"] {
            let output = larboard(&[command, &record, "--json"]);
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8(said).expect("text");
            let harmless = said.chars().all(|c| c == '\n' || !c.is_control());
            assert!(harmless, "{command} {record}: {said:?}");
            let sound = record.ends_with("/sound.json");
            assert_eq!(output.status.success(), sound, "{command} {record}: {said}");
            assert!(
                sound || said.starts_with("error: ") && said.lines().count() == 1,
                "{said}"
            );
        }
    }
}

/// A record of as many moves as there may be, to and fro between two piles.
fn longest() -> String {
    let profile = Variant::info_by_id("moosehide").expect("a game");
    let to_and_fro = (0..).find_map(|seed| {
        let rules = Variant::with_options(profile, &[("layout", "classic")]).expect("its options");
        let mut game = Game::new(rules, seed);
        let deck = game.deck().to_vec();
        game.legal_moves().into_iter().find_map(|mv| {
            let Move::Transfer { from, to, count } = mv else {
                return None;
            };
            game.play(mv).expect("a legal move");
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
    let (deck, pair) = to_and_fro.expect("two piles that take the same");
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
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("longest.json");
    fs::write(&file, &text).expect("a record");
    let verified = || {
        let start = Instant::now();
        let output = larboard(&["verify", &file.to_string_lossy()]);
        let took = start.elapsed();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.ends_with(": playing in 100000 moves\n"), "{said}");
        took
    };
    // Without optimizing it takes longer, and says nothing of what is given away. A machine with
    // much else to do may be late; what is slow would be late each time.
    let quick = (0..5).any(|_| verified() < Duration::from_secs(1) || cfg!(debug_assertions));
    assert!(quick, "each of five times");
}

#[test]
fn one_move_more_is_refused() {
    let text = longest();
    let more = text.replace("\"moves\":[", "\"moves\":[\"draw\",");
    let refused = Record::from_slice(more.as_bytes()).expect_err("one move too many");
    assert_eq!(refused.to_string(), "moves: more than 100000 moves");
}
