//! Invalid records: each is rejected, and the message names the field and the reason.

use larboard::game::Game;
use larboard::record::{MAX_RECORD_BYTES, PlayedGame, Record, RecordError};
use larboard::rules::Move;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::games;

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
        played.game.play(mv).expect("legal move");
    }
    let mut branch = PlayedGame::branch_from(&played.game).expect("short game");
    branch.game.undo();
    Record::from_played_game(&branch).to_string()
}

/// Returns the valid record with one text replaced.
fn with(old: &str, new: &str) -> String {
    let valid = valid_record();
    assert!(valid.contains(old), "{old} is not in {valid}");
    valid.replacen(old, new, 1)
}

#[test]
fn a_valid_record_is_read() {
    let played = read(valid_record().as_bytes()).expect("valid");
    assert_eq!(played.game.moves().len(), 1);
    assert_eq!(played.game.undone().len(), 1);
}

#[test]
fn each_invalid_field_is_named_with_the_reason() {
    const GAMES: &str = "moving-left, yakutat-bay, oscillation, moosehide, single-left";
    let number = "not a whole number from 0 to 2^64 - 1";
    let games = format!("game: unknown game \"poker\"; the games are {GAMES}");
    for (old, new, message) in [
        (
            "larboard/1",
            "larboard/2",
            r#"format: "larboard/2" is not "larboard/1""#,
        ),
        (r#""larboard/1""#, "1", "format: not a string"),
        (r#""format""#, r#""fromat""#, "format: missing"),
        (r#""single-left""#, r#""poker""#, &games),
        (r#""single-left""#, "null", "game: not a string"),
        (r#""single-left""#, r#""\ud800""#, "game: not a string"),
        (r#""game""#, r#""gmae""#, "game: missing"),
        (
            r#"{"style""#,
            r#"{"wrap": "no", "style""#,
            r#"rules: single-left has no option "wrap"; use style, discards or redeals"#,
        ),
        (
            r#""one-handed""#,
            r#""two-handed""#,
            r#"rules: style cannot be "two-handed"; use one-handed or warfield"#,
        ),
        (
            r#""one-handed""#,
            "1",
            r#"rules: the value of "style" is not a string"#,
        ),
        (
            r#"{"style""#,
            r#"{"redeals": "0", "style""#,
            r#"rules: duplicate option "redeals""#,
        ),
        (
            r#""rules": {"#,
            r#""rules": [], "x": {"#,
            "rules: not an object",
        ),
        (
            r#""seed": 1"#,
            r#""seed": 2"#,
            "seed: the deck is not the one that seed 2 deals",
        ),
        (r#""seed": 1"#, r#""seed": -1"#, &format!("seed: {number}")),
        (r#""seed": 1"#, r#""seed": 1.0"#, &format!("seed: {number}")),
        (r#""seed": 1"#, r#""seed": "1""#, &format!("seed: {number}")),
        (
            r#""seed": 1"#,
            r#""seed": 18446744073709551616"#,
            &format!("seed: {number}"),
        ),
        (r#""deck""#, r#""desk""#, "deck: missing"),
        (
            r#""7C", "2C""#,
            r#""7C", "3C""#,
            "deck: it has 3C more often than 1×",
        ),
        (
            r#""7C", "2C""#,
            r#""7C""#,
            "deck: it has 51 cards, the game 52",
        ),
        (
            r#""7C", "2C""#,
            r#""7C", "2C", "2C""#,
            "deck: it has 53 cards, the game 52",
        ),
        (r#""7C", "2C""#, r#""7C", 2"#, "deck: card 2: not a string"),
        (
            r#""7C", "2C""#,
            r#""7C", "10C""#,
            "deck: card 2: \"10C\": expected a rank \
            (A 2 3 4 5 6 7 8 9 T J Q K) and a suit (C D H S)",
        ),
        (
            r#""moves": ["#,
            r#""moves": {}, "x": ["#,
            "moves: not an array",
        ),
        (r#""moves""#, r#""mvoes""#, "moves: missing"),
        (r#""draw""#, "7", "move 1: not a string"),
        (
            r#""draw""#,
            r#""t1-t2x1""#,
            "move 1: \"t1-t2x1\": expected a move such as t3-t5, t3-t5x4, \
            w-f1, draw, deal, middle, all or redeal",
        ),
        (
            r#""draw""#,
            r#""t1-t2x4""#,
            "move 1: t1-t2x4: This game has no moves between piles",
        ),
        (
            r#""playing""#,
            r#""won""#,
            "status: after the moves the game is playing, not won",
        ),
        (
            r#""playing""#,
            r#""lost""#,
            "status: after the moves the game is playing, not lost",
        ),
        (
            r#""playing""#,
            r#""drawn""#,
            r#"status: "drawn" is not won, lost or playing"#,
        ),
        (r#""playing""#, "null", "status: not a string"),
        (
            r#""started": null"#,
            r#""started": 0"#,
            "started: not a string",
        ),
        (
            r#""started": null"#,
            r#""started": "yesterday""#,
            r#"started: "yesterday" is not a time like 2026-11-20T10:00:00Z"#,
        ),
        (
            r#""finished": null"#,
            r#""finished": "2026-13-20T10:00:00Z""#,
            r#"finished: "2026-13-20T10:00:00Z" is not a time like 2026-11-20T10:00:00Z"#,
        ),
        (
            r#""seconds": 0"#,
            r#""seconds": -0.5"#,
            &format!("seconds: {number}"),
        ),
        (
            r#""undos": 1"#,
            r#""undos": 4294967296"#,
            "undos: number too large",
        ),
        (
            r#""hints": 0"#,
            r#""hints": null"#,
            &format!("hints: {number}"),
        ),
        (
            r#""shown": 0"#,
            r#""shown": "0""#,
            &format!("shown: {number}"),
        ),
        (
            r#""redo": ["#,
            r#""redo": null, "x": ["#,
            "redo: not an array",
        ),
        (
            r#""redo": ["#,
            r#""redo": ["redeal", "#,
            "redo: move 1: redeal: 2♣ and 8♣ match; discard first",
        ),
        (
            r#""redo": ["#,
            r#""redo": ["", "#,
            "redo: move 1: \"\": expected a move such as t3-t5, \
            t3-t5x4, w-f1, draw, deal, middle, all or redeal",
        ),
        (
            r#""parent": {"#,
            r#""parent": [], "x": {"#,
            "parent: not an object",
        ),
        (
            r#""parent": {"#,
            r#""parent": {}, "x": {"#,
            "parent: deck: missing",
        ),
        (
            r#""parent": {"#,
            r#""parent": {"deck": [], "#,
            "parent: deck: duplicate field",
        ),
        (
            r#""parent": {"#,
            r#""parent": {"deck": [], "moves": []}, "x": {"#,
            "parent: deck: it has 0 cards, the game 52",
        ),
        (
            r#""generator": ""#,
            r#""generator": 1, "x": ""#,
            "generator: not a string",
        ),
    ] {
        assert_eq!(rejection(with(old, new).as_bytes()), message);
    }
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
    for key in games::RECORD_FIELDS {
        let valid = valid_record();
        let at = valid
            .find(&format!("\"{key}\":"))
            .expect("every field is written");
        let value = &valid[at..];
        let end = value.find(",\n  \"").unwrap_or(value.len() - 3);
        let twice = valid.replacen('{', &format!("{{ {},", &value[..end]), 1);
        assert_eq!(
            rejection(twice.as_bytes()),
            format!("{key}: duplicate field")
        );
        let escaped = format!("{{ \"\\u{:04x}{}\": null,", key.as_bytes()[0], &key[1..]);
        let twice = valid.replacen('{', &escaped, 1);
        assert_eq!(
            rejection(twice.as_bytes()),
            format!("{key}: duplicate field")
        );
    }
}

#[test]
fn the_number_of_the_first_illegal_move_is_named() {
    let rules = games::variant("moving-left", &[]);
    let mut played = PlayedGame::new(Game::new(rules, 42));
    for _ in 0..16 {
        played.game.play(Move::Draw).expect("legal move");
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
        (b"null", "not a JSON object"),
        (b"[]", "not a JSON object"),
        (
            b"\"\x1b[2J\"",
            "not JSON: control character (\\u0000-\\u001F) found while parsing a \
            string at line 1 column 2",
        ),
        (b"{\"format\": \"larboard/1\xff\"}", "not UTF-8 at byte 23"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8 at byte 1"),
        (b"\xef\xbb\xbf{}", "the file starts with a byte order mark"),
        (b"{}", "format: missing"),
        (b"{,}", "not JSON: key must be a string at line 1 column 2"),
        (b"{} {}", "not JSON: trailing characters at line 1 column 4"),
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
    let message = Record::from_reader(std::io::repeat(b' ')).expect_err("endless");
    assert_eq!(message.to_string(), "the file is over 1 MiB");
}

#[test]
fn deep_nesting_is_rejected_everywhere() {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    let unknown = |n: usize| with("{", &format!("{{ \"x\": {},", deep(n)));
    assert!(read(unknown(63).as_bytes()).is_ok());
    for n in [65, 128, 100_000] {
        assert_eq!(
            rejection(unknown(n).as_bytes()),
            "nested more than 64 levels deep"
        );
        let known = with("\"seed\": 1", &format!("\"seed\": {}", deep(n)));
        assert_eq!(
            rejection(known.as_bytes()),
            "nested more than 64 levels deep"
        );
        assert_eq!(
            rejection(deep(n).as_bytes()),
            "nested more than 64 levels deep"
        );
        assert_eq!(
            rejection("{\"a\":".repeat(n).as_bytes()),
            "nested more than 64 levels deep"
        );
    }
    let brackets_in_text = with("{", &format!("{{ \"x\": \"\\\"{}\",", "[".repeat(100)));
    assert!(read(brackets_in_text.as_bytes()).is_ok());
}

#[test]
fn unknown_fields_are_ignored_and_optional_ones_may_be_missing() {
    let more = with(
        "{",
        r#"{ "x": {"format": 1, "deck": [null]}, "x": 2, "": [true, 1e999],"#,
    );
    assert!(read(more.as_bytes()).is_ok());
    let valid = valid_record();
    let deck = &valid[valid.find("\"deck\"").expect("deck")..];
    let deck = &deck[..=deck.find(']').expect("output of the program")];
    let least = format!(r#"{{{deck}, "moves":[], "game":"single-left", "format":"larboard/1"}}"#);
    let played = read(least.as_bytes()).expect("required fields");
    assert_eq!(played.game.seed(), None);
    assert_eq!(played.game.moves().len(), 0);
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
    assert!(read(with("{", "{ \"follows\": [1], \"follows\": [1],").as_bytes()).is_ok());
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
fn times_are_strict_rfc_3339() {
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
    for time in [
        "",
        "2026-11-20",
        "2026-11-20T10:00:00",
        "2026-11-20T10:00Z",
        "2026-11-20T10:00:00.Z",
        "2026-11-20T10:00:00+0200",
        "2026-11-20T10:00:00Z[UTC]",
        "+002026-11-20T10:00:00Z",
        "2026-11-20T10:00:00Z ",
        "2026-02-30T10:00:00Z",
        "２026-11-20T10:00:00Z",
        "0000-01-01T00:00:00+01:00",
    ] {
        let text = with("\"started\": null", &format!("\"started\": \"{time}\""));
        assert!(
            rejection(text.as_bytes()).starts_with("started: "),
            "{time}"
        );
    }
}

#[test]
fn text_from_a_file_is_escaped() {
    let invisible = r"\u001b[2J\u009b\u202e\n\u0000";
    for (old, new) in [
        ("larboard/1", invisible),
        ("single-left", invisible),
        ("style", invisible),
        ("one-handed", invisible),
        ("7C", invisible),
        ("draw", invisible),
        ("\"playing\"", &format!("\"{invisible}\"")),
        (
            "\"started\": null",
            &format!("\"started\": \"{invisible}\""),
        ),
    ] {
        let message = rejection(with(old, new).as_bytes());
        assert!(
            !message.chars().any(|c| c.is_control() || c == '\u{202e}'),
            "{message:?}"
        );
        assert!(message.contains(r"\u{1b}[2J"), "{message}");
    }
    let long = "♥".repeat(100_000);
    for old in [
        "larboard/1",
        "single-left",
        "style",
        "one-handed",
        "7C",
        "draw",
    ] {
        let message = rejection(with(old, &long).as_bytes());
        assert!(
            message.chars().count() < 300,
            "{} characters",
            message.len()
        );
    }
}

#[test]
fn randomly_changed_records_are_rejected_or_round_trip() {
    let valid = valid_record().into_bytes();
    let mut random = SmallRng::seed_from_u64(1);
    for _ in 0..5_000 {
        let mut bytes = valid.clone();
        for _ in 0..random.random_range(1..4) {
            let at = random.random_range(0..bytes.len());
            let end = random.random_range(at..=bytes.len().min(at + 20));
            match random.random_range(0..4) {
                0 => bytes[at] = random.random(),
                1 => bytes.insert(at, b"\"[]{},:0eE.\\-\n\0\xff"[random.random_range(0..16)]),
                2 => _ = bytes.drain(at..end),
                _ => bytes.extend_from_within(at..end),
            }
        }
        match read(&bytes) {
            Ok(played) => {
                let text = Record::from_played_game(&played).to_string();
                let back = read(text.as_bytes()).expect("written records are valid");
                assert_eq!(Record::from_played_game(&back).to_string(), text);
            }
            Err(error) => {
                let message = error.to_string();
                assert!(!message.chars().any(char::is_control), "{message:?}");
                assert!(message.chars().count() < 300, "{message}");
            }
        }
    }
}
