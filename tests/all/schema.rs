//! The JSON Schemas. That of records describes what a reader accepts: whatever the reader accepts fits it,
//! and whatever fits it is accepted, apart from rules that a JSON Schema cannot state. That of the output
//! describes every object that a test lets the program print.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::process::Command;

use jsonschema::Validator;
use larboard::game::Game;
use larboard::json;
use larboard::record::{PlayedGame, Record};
use larboard::rules::Move;
use larboard::variant;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::games;

/// Compiles the schema.
pub(crate) fn validator() -> Validator {
    let text = fs::read_to_string("assets/record.schema.json").expect("schema");
    let schema = serde_json::from_str(&text).expect("valid JSON");
    jsonschema::draft202012::new(&schema).expect("schema")
}

/// Checks that what a command with `--json` printed fits the schema that `larboard schema` prints.
pub(crate) fn assert_output_fits(command: &Command, output: &[u8]) {
    let args: Vec<_> = command.get_args().filter_map(|arg| arg.to_str()).collect();
    if !args.contains(&"--json") || args.contains(&"-") {
        return;
    }
    let commands = [
        "deal", "show", "verify", "games", "solve", "review", "stats",
    ];
    let named = args.iter().find(|arg| commands.contains(arg)).copied();
    let name = match named {
        Some("stats") if args.contains(&"--games") => "stats-games",
        Some("stats") if args.contains(&"--days") => "stats-days",
        name => name.unwrap_or("play"),
    };
    for line in output
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
    {
        let object = serde_json::from_slice(line).expect("an object on a line");
        assert_fits(name, &object);
    }
}

/// Checks that an object fits an entry of the schema of the output.
pub(crate) fn assert_fits(name: &str, object: &Value) {
    thread_local! {
        static ENTRIES: RefCell<HashMap<String, Validator>> = RefCell::default();
    }
    ENTRIES.with_borrow_mut(|entries| {
        let entry = entries.entry(name.to_owned()).or_insert_with(|| {
            let mut schema: Value = serde_json::from_str(&json::schema()).expect("valid JSON");
            assert!(schema["$defs"][name].is_object(), "{name}");
            schema["$ref"] = format!("#/$defs/{name}").into();
            jsonschema::draft202012::new(&schema).expect("schema")
        });
        let errors = entry.iter_errors(object).map(|error| error.to_string());
        let errors = errors.collect::<Vec<_>>().join("\n");
        assert!(errors.is_empty(), "{name}: {errors}\n{object}");
    });
}

/// Reads and replays a record. Returns why it is rejected.
fn rejection(text: &[u8]) -> Option<String> {
    let result = Record::from_slice(text).and_then(|record| record.to_played_game());
    result.err().map(|error| error.to_string())
}

/// Returns the reasons why a record that fits the schema can be rejected, as documented.
fn documented_differences() -> Vec<&'static str> {
    let document = include_str!("../../docs/record-format.md");
    let (_, list) = document.split_once("| reason |\n").expect("the list");
    let (list, _) = list.split_once("\n\n").expect("the end of the list");
    let rows = list.lines().skip(1);
    let reasons = rows.map(|row| row.split('`').nth_back(1).expect("a reason"));
    reasons.collect()
}

/// Whether the documents say that a record can be rejected for this reason though it fits the schema.
fn is_beyond_a_schema(rejection: &str) -> bool {
    // An illegal move is written as it is, a malformed one in quotes.
    let after_move = rejection
        .split_once("move ")
        .and_then(|(_, rest)| rest.split_once(": "));
    let is_illegal_move = after_move.is_some_and(|(number, rest)| {
        number.bytes().all(|byte| byte.is_ascii_digit())
            && !rest.starts_with('"')
            && !rest.starts_with("invalid type")
    });
    let differences = documented_differences();
    is_illegal_move || differences.iter().any(|part| rejection.contains(part))
}

/// Returns a record for each row of the documented differences.
fn differing_records() -> Vec<Vec<u8>> {
    let one_deck = Record::from_played_game(&PlayedGame::new(games::deal("single-left", 1)));
    let text = one_deck.to_string();
    let with = |old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        text.replacen(old, new, 1)
    };
    let mut two_decks = Record::from_played_game(&PlayedGame::new(games::deal("moving-left", 1)));
    two_decks.seed = None;
    two_decks.deck[0] = two_decks.deck[1];
    let long = Record {
        moves: vec![Move::Draw; 60_000],
        redo: vec![Move::Draw; 40_001],
        ..one_deck.clone()
    };
    let (deep, spaces) = (("[".repeat(64), "]".repeat(64)), " ".repeat(1 << 20));
    let started = |time: &str| with("\"started\": null", &format!("\"started\": \"{time}\""));
    let records = [
        with("\"seed\": 1", "\"seed\": 1, \"seed\": 1"),
        with("{", &format!("{{{spaces}")),
        with("{\"style\"", "{\"redeals\": \"0\", \"style\""),
        with("{", &format!("{{\"x\": {}{},", deep.0, deep.1)),
        format!("\u{feff}{text}"),
        long.to_string().replace("\n    ", "").replace(", ", ","),
        two_decks.to_string(),
        with("\"seed\": 1", "\"seed\": 2"),
        with("\"moves\": []", "\"moves\": [\"deal\"]"),
        with("\"playing\"", "\"won\""),
        started("2026-02-30T10:00:00Z"),
        started("9999-12-30T23:00:00Z"),
        with("\"seconds\": 0", "\"seconds\": 9007199254740993.0"),
    ];
    records.map(String::into_bytes).into()
}

#[test]
fn reader_and_schema_differ_as_documented() {
    let (schema, reasons) = (validator(), documented_differences());
    let records = differing_records();
    assert_eq!(records.len(), reasons.len());
    for (text, reason) in records.iter().zip(reasons) {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let json = serde_json::from_slice(text).expect("JSON");
        assert!(schema.is_valid(&json), "{reason}");
    }
    for (text, reason) in records.iter().zip(documented_differences()) {
        let rejection = rejection(text).unwrap_or_default();
        assert!(
            rejection.contains(reason),
            "{rejection:?} instead of {reason:?}"
        );
    }
    for time in [
        "0000-01-01T00:00:00+01:00",
        "2026-11-20T10:00:00.1234567890Z",
    ] {
        let record = String::from_utf8(records[10].clone()).expect("UTF-8");
        let record = record.replace("2026-02-30T10:00:00Z", time);
        let json = serde_json::from_str(&record).expect("JSON");
        assert!(schema.is_valid(&json), "{time}");
        let rejection = rejection(record.as_bytes()).unwrap_or_default();
        assert!(rejection.contains("is not a time like"), "{rejection}");
    }
}

#[test]
fn a_number_is_whole_however_it_is_written() {
    let text =
        Record::from_played_game(&PlayedGame::new(games::deal("single-left", 1))).to_string();
    let schema = validator();
    for (number, seconds) in [
        ("66", Some(66)),
        ("66.0", Some(66)),
        ("1E2", Some(100)),
        ("6.6e+1", Some(66)),
        ("-0", Some(0)),
        ("9007199254740991.0", Some((1 << 53) - 1)),
        ("18446744073709551615", Some(u64::MAX)),
        ("66.5", None),
        ("-1", None),
        ("1e-1", None),
        ("18446744073709551616", None),
        ("\"66\"", None),
        ("true", None),
    ] {
        let text = text.replace("\"seconds\": 0", &format!("\"seconds\": {number}"));
        let read = Record::from_slice(text.as_bytes()).map(|record| record.header.seconds);
        assert_eq!(read.ok(), seconds, "{number}");
        let json = serde_json::from_str(&text).expect("JSON");
        assert_eq!(schema.is_valid(&json), seconds.is_some(), "{number}");
    }
    let text = text
        .replace("\"seed\": 1", "\"seed\": 1.0")
        .replace("\"undos\": 0", "\"undos\": 1E2");
    let record = Record::from_slice(text.as_bytes()).expect("a record");
    assert_eq!((record.seed, record.header.undos), (Some(1), 100));
}

#[test]
fn the_printed_schema_has_the_one_of_records() {
    for game in variant::games().map(|info| games::deal(info.id, 1)) {
        let record = Record::from_played_game(&PlayedGame::new(game)).to_string();
        assert_fits(
            "record",
            &serde_json::from_str(&record).expect("valid JSON"),
        );
    }
}

/// Checks that the reader and the schema agree on a record, unless a schema cannot say what is wrong.
pub(crate) fn assert_judged_alike(text: &[u8]) {
    // What is not JSON is not for a schema to judge.
    let Ok(json) = serde_json::from_slice::<Value>(text) else {
        return;
    };
    thread_local! {
        static SCHEMA: Validator = validator();
    }
    let fits = SCHEMA.with(|schema| schema.is_valid(&json));
    match rejection(text) {
        Some(error) if fits => assert!(is_beyond_a_schema(&error), "fits, but {error}: {json}"),
        rejection => assert_eq!(rejection.is_none(), fits, "{json}"),
    }
}

#[test]
fn four_fields_are_enough() {
    let schema = validator();
    for info in variant::games() {
        let game = games::deal(info.id, 1);
        let deck: Vec<_> = game
            .deck()
            .iter()
            .map(|card| card.code().to_string())
            .collect();
        let record = json!({"format": "larboard/1", "game": info.id, "deck": deck, "moves": []});
        assert_eq!(rejection(record.to_string().as_bytes()), None);
        assert!(schema.is_valid(&record), "{}", info.id);
        for field in ["format", "game", "deck", "moves"] {
            let mut record = record.clone();
            record.as_object_mut().expect("object").remove(field);
            assert!(!schema.is_valid(&record), "{} without {field}", info.id);
        }
    }
}

/// Values that fit some field, or nearly.
fn values() -> impl Strategy<Value = Value> {
    let values = json!([
        null, true, false, 0, 1, 8, u32::MAX, 1_u64 << 32, -1, 0.5, 66.0, 1e17, [], {},
        "won", "lost", "playing", "", "larboard 9", "larboard/1", "moosehide", "single-left",
        "2026-11-20T10:00:00Z", "2026-11-20t10:00:00.25+25:59", "2026-13-20T10:00:00Z", "2016-12-31T23:59:60Z",
        "0000-01-01T00:00:00Z", "2026-11-20 10:00:00Z",
        ["draw"], ["t1-t2x1"], ["t1-t2x255"], [1],
        {"style": "warfield"}, {"style": "warfield", "redeals": "2"}, {"style": "warfield", "redeals": "4"},
        {"wrap": "yes"}, {"wrap": true}, {"layout": "classic"}, {"deck": [], "moves": []},
    ]);
    let values = values.as_array().expect("a list").clone();
    prop_oneof![
        1 => any::<u64>().prop_map(Value::from),
        9 => prop::sample::select(values),
    ]
}

/// Change to a record: a field gets another value, or is removed.
fn changes() -> impl Strategy<Value = Vec<(&'static str, Option<Value>)>> {
    let fields = games::RECORD_FIELDS.split(' ');
    let fields = Vec::from_iter(fields.chain(["follows", "given_up", "comment"]));
    let change = (
        prop::sample::select(fields),
        prop::option::weighted(0.7, values()),
    );
    prop::collection::vec(change, 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn reader_and_schema_agree(
        rules in prop::sample::select(variant::all()),
        seed in 0..20u64,
        branches in any::<bool>(),
        changes in changes(),
        extra_in_parent in any::<bool>(),
    ) {
        let game = Game::new(rules, seed);
        let played = if branches { PlayedGame::branch_from(&game).expect("short game") } else { PlayedGame::new(game) };
        let text = Record::from_played_game(&played).to_string();
        let mut record: Map<String, Value> = serde_json::from_str(&text).expect("valid JSON");
        if let Some(parent) = record["parent"].as_object_mut().filter(|_| extra_in_parent) {
            parent.insert("comment".into(), json!(1));
        }
        for (field, value) in changes {
            match value {
                Some(value) => record.insert(field.into(), value),
                None => record.remove(field),
            };
        }
        assert_judged_alike(Value::Object(record).to_string().as_bytes());
    }
}
