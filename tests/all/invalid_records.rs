//! Invalid and malicious records: each is rejected, and the message names the field and the reason.

use std::fs;

use larboard::game::Game;
use larboard::record::{MAX_RECORD_BYTES, PlayedGame, Record, RecordError};
use larboard::rules::Move;

use crate::home::{Home, Ran};
use crate::{games, kept_files, schema, transcripts};

fn read(bytes: &[u8]) -> Result<PlayedGame, RecordError> {
    Record::from_slice(bytes)?.to_played_game()
}

fn rejection(bytes: &[u8]) -> String {
    match read(bytes) {
        Ok(_) => panic!("accepted: {}", String::from_utf8_lossy(bytes)),
        Err(error) => error.to_string(),
    }
}

/// Returns a valid record of Single Left with one move made and one undone.
fn valid_record() -> String {
    let rules = games::variant("single-left", &[]);
    let mut played = PlayedGame::new(Game::new(rules, 1));
    for _ in 0..2 {
        let mv = played.game.legal_moves()[0];
        played.game_mut().play(mv).expect("legal move");
    }
    let mut branch = PlayedGame::branch_from(&played.game).expect("short game");
    branch.game_mut().undo();
    Record::from_played_game(&branch).to_string()
}

/// Returns the valid record with one text replaced.
fn with(old: &str, new: &str) -> String {
    let valid = valid_record();
    assert!(valid.contains(old), "{old} is not in {valid}");
    valid.replacen(old, new, 1)
}

#[test]
fn each_invalid_record_is_judged_as_listed_by_the_reader_and_the_schema() {
    let name = "tests/data/invalid-records.txt";
    let schema = schema::validator();
    let mut text = String::new();
    let kept = kept_files::read(name);
    for line in kept.lines().filter(|line| !line.starts_with(' ')) {
        text += &format!("{line}\n");
        let Some((old, new)) = line.split_once(" => ") else {
            continue;
        };
        let record = with(old, new);
        let reason = rejection(record.as_bytes());
        let fits = serde_json::from_str(&record).is_ok_and(|json| schema.is_valid(&json));
        let verdict = if fits { "fits" } else { "does not fit" };
        text += &format!("    reader: {reason}\n    schema: {verdict}\n");
    }
    kept_files::assert_current(name, &text);
}

#[test]
fn a_parent_with_an_illegal_move_is_rejected() {
    let valid = valid_record();
    let (head, parent) = valid.split_once("\"parent\"").expect("parent");
    let changed = parent.replacen("\"draw\"", "\"redeal\"", 1);
    assert_eq!(
        rejection(format!("{head}\"parent\"{changed}").as_bytes()),
        "parent: move 1: redeal: Redeal when the deck is empty"
    );
}

#[test]
fn each_duplicate_field_is_rejected() {
    for key in games::RECORD_FIELDS.split(' ') {
        let valid = valid_record();
        let at = valid
            .find(&format!("\"{key}\":"))
            .expect("every field is written");
        let value = &valid[at..];
        let end = value.find(",\n  \"").unwrap_or(value.len() - 3);
        let field = &value[..end];
        let escaped = format!("\"\\u{:04x}", key.as_bytes()[0]);
        let escaped = field.replacen(&field[..2], &escaped, 1);
        for again in [field, &escaped] {
            let twice = valid.replacen('{', &format!("{{ {again},"), 1);
            let message = rejection(twice.as_bytes());
            assert_eq!(message, format!("duplicate field `{key}`"));
        }
    }
}

#[test]
fn the_number_of_the_first_illegal_move_is_named() {
    let rules = games::variant("moving-left", &[]);
    let mut played = PlayedGame::new(Game::new(rules, 42));
    for _ in 0..16 {
        played.game_mut().play(Move::Draw).expect("legal move");
    }
    let mut record = Record::from_played_game(&played);
    record.moves.push("t1-t2".parse().expect("valid move"));
    record.moves.push("t1-t3".parse().expect("valid move"));
    let message = rejection(record.to_string().as_bytes());
    assert_eq!(message, "move 17: t1-t2: K♥ needs an empty pile");
}

#[test]
fn a_file_that_is_not_json_is_rejected() {
    let valid = valid_record();
    for (bytes, message) in [
        (
            &b""[..],
            "not JSON: EOF while parsing a value at line 1 column 0",
        ),
        (b"null", "invalid type: null, expected an object"),
        (b"[]", "a list, not an object"),
        (
            b"\"\x1b[2J\"",
            "not JSON: control character (\\u0000-\\u001F) found while parsing a \
            string at line 1 column 2",
        ),
        (b"{\"format\": \"larboard/1\xff\"}", "not UTF-8 at byte 23"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8 at byte 1"),
        (
            b"\xef\xbb\xbf{}",
            "not JSON: expected value at line 1 column 1",
        ),
        (b"{}", "missing field `format`"),
        (b"{,}", "not JSON: key must be a string at line 1 column 2"),
        (b"\0", "not JSON: expected value at line 1 column 1"),
    ] {
        assert_eq!(rejection(bytes), message);
    }
    assert!(rejection(format!("{valid}x").as_bytes()).starts_with("not JSON: trailing characters"));
    for end in 0..valid.len() - 2 {
        assert!(rejection(&valid.as_bytes()[..end]).starts_with("not JSON: "));
    }
}

#[test]
fn a_file_over_1_mib_is_rejected_and_not_read_further() {
    let valid = valid_record();
    let padded = |bytes: usize| format!("{valid}{}", " ".repeat(bytes - valid.len()));
    assert!(read(padded(MAX_RECORD_BYTES).as_bytes()).is_ok());
    let message = rejection(padded(MAX_RECORD_BYTES + 1).as_bytes());
    assert_eq!(message, "the file is over 1 MiB");
    let start = Record::read_limited(std::io::repeat(b' ')).expect("the start of an endless file");
    assert_eq!(rejection(&start), "the file is over 1 MiB");
}

#[test]
fn deep_nesting_is_rejected_everywhere() {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    let unknown = |n: usize| with("{", &format!("{{ \"x\": {},", deep(n)));
    assert!(read(unknown(63).as_bytes()).is_ok());
    for n in [65, 100_000] {
        let known = with("\"seed\": 1", &format!("\"seed\": {}", deep(n)));
        for record in [unknown(n), known, deep(n), "{\"a\":".repeat(n)] {
            let message = rejection(record.as_bytes());
            assert_eq!(message, "nested more than 64 levels deep");
        }
    }
    let brackets_in_text = with("{", &format!("{{ \"x\": \"\\\"{}\",", "[".repeat(100)));
    assert!(read(brackets_in_text.as_bytes()).is_ok());
}

#[test]
fn unknown_fields_are_ignored() {
    let more = with(
        "{",
        r#"{ "x": {"format": 1, "deck": [null]}, "x": 2, "": [true, 1e999], "y": "\ud800","#,
    );
    assert!(read(more.as_bytes()).is_ok());
}

#[test]
fn invalid_save_only_fields_are_ignored() {
    for value in [
        "null",
        "true",
        "7",
        "[0]",
        "[1, 9, 18446744073709551615]",
        "[-1]",
        "\"x\"",
        "{}",
    ] {
        for field in ["follows", "given_up"] {
            let text = with("{", &format!("{{ \"{field}\": {value},"));
            let played = read(text.as_bytes()).expect(value);
            assert_eq!(
                Record::from_played_game(&played).to_string(),
                valid_record(),
                "{field}: {value}"
            );
        }
    }
}

#[test]
fn options_that_a_style_makes_irrelevant_are_checked_and_dropped() {
    let rules = games::variant("single-left", &[("style", "warfield")]);
    let text = Record::from_played_game(&PlayedGame::new(Game::new(rules, 1))).to_string();
    assert!(text.contains(r#""rules": {"style": "warfield"}"#));
    let irrelevant = r#"{"redeals": "3", "style": "warfield", "discards": "optional"}"#;
    let played = read(
        text.replace(r#"{"style": "warfield"}"#, irrelevant)
            .as_bytes(),
    )
    .expect("accepted");
    assert_eq!(Record::from_played_game(&played).to_string(), text);
    let invalid = r#"{"style": "warfield", "redeals": "4"}"#;
    let message = rejection(text.replace(r#"{"style": "warfield"}"#, invalid).as_bytes());
    assert_eq!(message, r#"rules: redeals cannot be "4"; use 0, 1, 2 or 3"#);
}

#[test]
fn times_of_rfc_3339_are_read() {
    for time in [
        "2026-11-20T10:00:00Z",
        "2026-11-20t10:00:00z",
        "2026-11-20T10:00:00.123456789Z",
        "2026-11-20T10:00:00+02:00",
        "2016-12-31T23:59:60Z",
        "0000-01-01T00:00:00Z",
    ] {
        let text = with("\"started\": null", &format!("\"started\": \"{time}\""));
        let played = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        assert!(played.started.is_some());
    }
}

#[test]
fn long_text_from_a_file_is_shortened() {
    let long = "♥".repeat(100_000);
    for old in "larboard/1 single-left style one-handed 7C draw".split(' ') {
        let message = rejection(with(old, &long).as_bytes());
        let length = message.chars().count();
        assert!(length < 300, "{length} characters");
    }
}

/// Checks what is said of a malicious record, and that no command prints its control characters.
pub(crate) fn assert_rejected(name: &str, fact: &str) {
    let home = Home::new();
    transcripts::assert_current(name, fact, |record, typed| {
        let path = kept_files::path(&format!("tests/data/hostile/{record}.json"));
        schema::assert_judged_alike(&fs::read(&path).expect("record"));
        let run = |command: &str| {
            let output = home.command(command).arg(&path).output();
            let Ran(status, output, errors) = output.expect("output of the program").into();
            let text = output + &errors;
            let is_escaped = text.chars().all(|c| c == '\n' || !c.is_control());
            assert!(is_escaped, "{command}: {text:?}");
            assert_eq!(status == 0, record == "sound", "{command}: {text}");
            text
        };
        for command in ["show --json", "solve --json"] {
            let text = run(command);
            let is_error = text.starts_with("error: ") && text.lines().count() == 1;
            assert!(record == "sound" || is_error, "{command}: {text}");
        }
        let file = format!("{}: ", path.display());
        let answers = typed
            .iter()
            .map(|command| run(command).trim_end().replace(&file, ""));
        (String::new(), answers.collect())
    });
}

#[test]
fn each_malicious_record_has_a_heading() {
    let judged = kept_files::read("tests/data/hostile/records.txt");
    for path in kept_files::records("hostile") {
        let name = path.file_stem().and_then(|name| name.to_str());
        let start = format!("$ {}\n", name.expect("a name"));
        assert!(judged.contains(&start), "{start} is not in records.txt");
    }
}
