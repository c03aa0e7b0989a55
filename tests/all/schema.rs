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
use larboard::variant;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::{games, kept_files};

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

/// Whether a JSON Schema cannot state the rule that rejects a record.
fn is_beyond_a_schema(rejection: &str) -> bool {
    // An illegal move is written as it is, a malformed one in quotes.
    let after_move = rejection
        .split_once("move ")
        .and_then(|(_, rest)| rest.split_once(": "));
    let is_illegal_move = after_move.is_some_and(|(number, rest)| {
        number.bytes().all(|byte| byte.is_ascii_digit())
            && !rest.starts_with('"')
            && rest != "not a string"
    });
    let beyond = [
        "duplicate",
        "nested more than",
        "more often than 2×",
        "seed: the deck is not the one",
        "status: after the moves",
        // A schema cannot tell 1.0 from 1.
        "not a whole number",
    ];
    is_illegal_move || beyond.iter().any(|part| rejection.contains(part))
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

#[test]
fn hostile_records_do_not_fit_the_schema() {
    let schema = validator();
    let mut rejected = 0;
    for path in kept_files::records("hostile") {
        let text = fs::read(&path).expect("record");
        // What is not JSON is not for a schema to judge.
        let Ok(json) = serde_json::from_slice::<Value>(&text) else {
            continue;
        };
        match rejection(&text) {
            None => assert!(schema.is_valid(&json), "{}", path.display()),
            Some(error) if !is_beyond_a_schema(&error) => {
                assert!(!schema.is_valid(&json), "{}: {error}", path.display());
                rejected += 1;
            }
            Some(_) => {}
        }
    }
    assert!(
        rejected > 20,
        "only {rejected} records were rejected by the schema"
    );
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
    let texts = [
        "won",
        "lost",
        "playing",
        "",
        "larboard 9",
        "larboard/1",
        "moosehide",
        "single-left",
        "2026-11-20T10:00:00Z",
        "2026-11-20t10:00:00.25+25:59",
        "2026-13-20T10:00:00Z",
        "2016-12-31T23:59:60Z",
        "0000-01-01T00:00:00Z",
        "2026-11-20 10:00:00Z",
    ];
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop_oneof![
            any::<u64>(),
            0..9u64,
            Just(u64::from(u32::MAX)),
            Just(1 << 32)
        ]
        .prop_map(Value::from),
        Just(json!(-1)),
        Just(json!(0.5)),
        prop::sample::select(texts.to_vec()).prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        prop::sample::select(vec![
            json!(["draw"]),
            json!(["t1-t2x1"]),
            json!(["t1-t2x255"]),
            json!([1]),
            json!({"style": "warfield"}),
            json!({"style": "warfield", "redeals": "2"}),
            json!({"style": "warfield", "redeals": "4"}),
            json!({"wrap": "yes"}),
            json!({"wrap": true}),
            json!({"layout": "classic"}),
            json!({"deck": [], "moves": []}),
        ]),
    ]
}

/// Change to a record: a field gets another value, or is removed.
fn changes() -> impl Strategy<Value = Vec<(&'static str, Option<Value>)>> {
    let fields = [
        &games::RECORD_FIELDS[..],
        &["follows", "given_up", "comment"],
    ]
    .concat();
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
        thread_local! {
            static SCHEMA: Validator = validator();
        }
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
        let record = Value::Object(record);
        let fits = SCHEMA.with(|schema| schema.is_valid(&record));
        match rejection(record.to_string().as_bytes()) {
            None => prop_assert!(fits, "accepted, but does not fit: {record}"),
            Some(error) if fits => {
                prop_assert!(is_beyond_a_schema(&error), "fits, but {error}: {record}");
            }
            Some(_) => {}
        }
    }
}
