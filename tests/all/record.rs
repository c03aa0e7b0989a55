//! Records: what is written can be read, fits the schema, and is always written the same way.

use std::time::{Duration, Instant};

use jiff::Timestamp;
use jiff::civil::date;
use larboard::game::{self, Game};
use larboard::record::{Header, MAX_RECORD_BYTES, ParentGame, PlayedGame, Record};
use larboard::rules::{Move, shuffled_deck};
use larboard::variant::{self, Variant};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::home::Home;
use crate::{games, kept_files, schema};

fn written(played: &PlayedGame) -> String {
    Record::from_played_game(played).to_string()
}

fn read(text: &str) -> PlayedGame {
    let record = Record::from_slice(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    record
        .to_played_game()
        .unwrap_or_else(|error| panic!("{error}"))
}

fn moving_left() -> Variant {
    games::variant("moving-left", &[])
}

/// Returns a game that never has to end, and two moves to repeat, there and back.
fn endless() -> (Game, [Move; 2]) {
    let classic = games::variant("moosehide", &[("layout", "classic")]);
    let moves = ["t7-t1x2", "t1-t7x2"].map(|mv| mv.parse().expect("a move"));
    (Game::new(classic, 3), moves)
}

#[test]
fn every_record_fits_the_schema_and_is_read_back_the_same() {
    let schema = schema::validator();
    let mut random = SmallRng::seed_from_u64(1);
    for rules in variant::all() {
        for seed in 0..6 {
            let mut played = PlayedGame::new(Game::new(rules.clone(), seed));
            played.started = Some(Timestamp::UNIX_EPOCH);
            played.header.seconds = random.random();
            played.header.hints = random.random();
            for n in 0..120 {
                if n % 20 == seed as usize {
                    let text = written(&played);
                    let json = serde_json::from_str(&text).expect("valid JSON");
                    if let Err(error) = schema.validate(&json) {
                        panic!("{error} at {}: {text}", error.instance_path());
                    }
                    let back = read(&text);
                    assert_eq!(written(&back), text);
                    assert_eq!(back.game.table(), played.game.table());
                    assert!(back.game.undone().eq(played.game.undone()));
                    let branch = PlayedGame::branch_from(&played.game).expect("short game");
                    let text = written(&branch);
                    let json = serde_json::from_str(&text).expect("valid JSON");
                    assert!(schema.is_valid(&json), "{text}");
                    assert_eq!(written(&read(&text)), text);
                    let given_up = true;
                    let daily = Some(date(2026, 11, 23));
                    let saved = |played| {
                        let mut record = Record::for_save(played);
                        (record.given_up, record.header.daily) = (given_up, daily);
                        record
                    };
                    let text = saved(&played).to_string();
                    assert_eq!(read(&text).header.daily, daily);
                    assert!(!written(&read(&text)).contains("daily"), "not exported");
                    let json = serde_json::from_str(&text).expect("valid JSON");
                    assert!(schema.is_valid(&json), "{text}");
                    assert_eq!(saved(&read(&text)).to_string(), text);
                }
                let moves = played.game.legal_moves();
                if moves.is_empty() || random.random_ratio(1, 5) {
                    played.game_mut().undo();
                } else {
                    let mv = moves[random.random_range(0..moves.len())];
                    played.game_mut().play(mv).expect("legal move");
                    if n % 7 == 0 {
                        played.game_mut().play_all_automatic(Game::safe_home_move);
                    }
                }
            }
        }
    }
}

#[test]
fn the_written_form_is_fixed() {
    let mut played = PlayedGame::new(Game::new(moving_left(), 42));
    played.started = "2026-11-20T10:00:00.75Z".parse().ok();
    played.game_mut().play(Move::Draw).expect("legal move");
    played.game_mut().play(Move::Draw).expect("legal move");
    played.game_mut().undo();
    let text = written(&played);
    assert!(text.lines().all(|line| line.len() <= 100));
    let text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    kept_files::assert_current("tests/data/written-record.json", &text);
}

#[test]
fn a_too_long_game_can_only_be_replayed() {
    let (game, moves) = endless();
    let turns = moves.into_iter().cycle().take(game::MAX_GAME_MOVES + 4);
    let whole: Vec<Move> = game.moves().chain(turns).collect();
    let fresh = || Game::from_deck(game.rules().clone(), None, game.deck());
    let mut game = fresh().with_history(&whole, 2, 1).expect("legal moves");
    let next = game.undone().next().expect("undone move");
    let is_other = |mv: &&Move| **mv != next;
    let other = *game
        .legal_moves()
        .iter()
        .find(is_other)
        .expect("another move");
    let error = game.play(other).expect_err("game is too long");
    assert_eq!(error.reason, "A game has at most 30000 moves");
    assert_eq!(game.undone().len(), 2);
    game.play(next).expect("move of the record");
    game.redo().expect("move of the record");
    assert_eq!(game.moves().len(), whole.len());
}

#[test]
fn the_longest_game_fits_in_a_record() {
    let (mut game, moves) = endless();
    while game.moves().len() + 1 < game::MAX_GAME_MOVES {
        for mv in moves {
            game.play(mv).expect("legal move");
        }
    }
    while game.moves().len() < game::MAX_GAME_MOVES {
        game.play(moves[0]).expect("legal move");
    }
    let more = game.legal_moves()[0];
    let error = game.play(more).expect_err("game is long enough");
    assert_eq!(error.reason, "A game has at most 30000 moves");
    game.seek(10);
    let branch = PlayedGame::branch_from(&game).expect("game that was played");
    assert_eq!(written(&read(&written(&branch))), written(&branch));

    let deck = shuffled_deck(u64::MAX, 2);
    let longest: Move = "t16-t15x104".parse().expect("valid move");
    let longest = vec![longest; game::MAX_GAME_MOVES];
    let record = Record {
        seed: Some(u64::MAX),
        deck: deck.clone(),
        moves: longest.clone(),
        started: Some(Timestamp::UNIX_EPOCH),
        finished: Some(Timestamp::UNIX_EPOCH),
        header: Header {
            seconds: u64::MAX,
            undos: u32::MAX,
            hints: u32::MAX,
            shown: u32::MAX,
            asked: Some(u32::MAX),
            warned: u32::MAX,
            hinted: u32::MAX,
            daily: Some(date(2026, 11, 23)),
        },
        parent: Some(ParentGame {
            deck,
            moves: longest,
        }),
        ..Record::from_played_game(&PlayedGame::new(Game::new(moving_left(), 1)))
    };
    // An automatic move goes to a foundation: it is shorter, but its index is written too.
    let home: Move = "t16-f8".parse().expect("valid move");
    let automatic = Record {
        moves: vec![home; game::MAX_GAME_MOVES],
        follows: (1..=game::MAX_GAME_MOVES).collect(),
        given_up: true,
        ..record.clone()
    };
    for record in [record, automatic] {
        let text = record.to_string();
        assert!(text.len() < MAX_RECORD_BYTES, "{} bytes", text.len());
        assert_eq!(Record::from_slice(text.as_bytes()), Ok(record));
    }
}

#[test]
fn a_record_of_100_000_moves_is_read_in_a_second_but_cannot_be_branched() {
    let (game, moves) = endless();
    let mut record = Record::from_played_game(&PlayedGame::new(game));
    record
        .moves
        .extend(moves.into_iter().cycle().take(100_000 - record.moves.len()));
    let played = record.to_played_game().expect("legal moves");
    assert_eq!(played.game.moves().len(), 100_000);
    assert!(PlayedGame::branch_from(&played.game).is_err());

    let text = |record: &Record| record.to_string().replace("\n    ", "").replace(", ", ",");
    let start = Instant::now();
    let read = Record::from_slice(text(&record).as_bytes()).expect("valid record");
    read.to_played_game().expect("legal moves");
    // A debug build is too slow to measure.
    assert!(cfg!(debug_assertions) || start.elapsed() < Duration::from_secs(1));
    record.moves.push(record.moves[0]);
    let error = Record::from_slice(text(&record).as_bytes()).expect_err("one too many");
    assert_eq!(error.to_string(), "moves: more than 100000 moves");
    record.redo.push(Move::Draw);
    record.moves.pop();
    let error = Record::from_slice(text(&record).as_bytes()).expect_err("one too many");
    assert_eq!(error.to_string(), "moves: more than 100000 moves");
}

#[test]
fn records_of_an_earlier_version_end_in_the_same_positions() {
    let home = Home::new();
    let records = kept_files::records("exported");
    // The output of `larboard show FILE --json` of that version.
    let expected = kept_files::read("tests/data/exported/last-positions.jsonl");
    assert_eq!(expected.lines().count(), records.len());
    for (record, expected) in records.iter().zip(expected.lines()) {
        let output = home.command("show --json").arg(record).output();
        let output = output.expect("output of the program");
        let json = |text: &[u8]| {
            let mut position: Value = serde_json::from_slice(text).expect("an object");
            // In whatever order the rules list them.
            let legal = position["legal"].as_array_mut().expect("a list");
            legal.sort_by_key(Value::to_string);
            position
        };
        let (mut position, expected) = (json(&output.stdout), json(expected.as_bytes()));
        // What positions and games did not have then.
        for field in ["version", "daily"] {
            position.as_object_mut().expect("an object").remove(field);
        }
        let options = position["rules"].as_object_mut().expect("an object");
        options.retain(|name, _| expected["rules"].get(name).is_some());
        assert_eq!(position, expected, "{}", record.display());
    }
}
