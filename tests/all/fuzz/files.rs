//! Files and lines that say anything: records, moves, settings, saved sittings.

use std::fs;
use std::path::PathBuf;

use jiff::Timestamp;
use larboard::game::Game;
use larboard::record::{PlayedGame, Record};
use larboard::rules::{Move, PileId};
use larboard::seed;
use larboard::storage::results::GameOutcome;
use larboard::storage::save_manager::{SaveManager, SaveState};
use larboard::storage::settings::{self, BoolSetting, Settings};
use larboard::variant::Variant;
use proptest::prelude::*;

use super::{cases, variants};

/// A change to the bytes of a file.
#[derive(Clone, Debug)]
enum Change {
    Set(usize, u8),
    Cut(usize, usize),
    Insert(usize, &'static str),
    Repeat(usize, usize),
}

/// What is put into files: all that has a meaning in them, and all that has one for a terminal.
const TOKENS: [&str; 28] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "\\",
    "null",
    "true",
    "-1",
    "1e999",
    "99999999999999999999",
    "\u{0}",
    "\u{1b}[2J",
    "\\u0000",
    "\\ud800",
    "\u{202e}",
    "\"moves\":[",
    "\"deck\":",
    "\"KH\",",
    "\"t1-t2x13\",",
    "\"draw\",",
    "\n",
    "[keys]\n",
    "animations = ",
    "'''",
    "#",
];

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let at = 0..20_000usize;
    let one = prop_oneof![
        (at.clone(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        (at.clone(), 1..60usize).prop_map(|(at, count)| Change::Cut(at, count)),
        (at.clone(), prop::sample::select(TOKENS.to_vec()))
            .prop_map(|(at, token)| Change::Insert(at, token)),
        (at, 1..60usize).prop_map(|(at, count)| Change::Repeat(at, count)),
    ];
    prop::collection::vec(one, 0..5)
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let size = bytes.len().max(1);
        match *change {
            Change::Set(at, byte) if !bytes.is_empty() => bytes[at % size] = byte,
            Change::Set(..) => {}
            Change::Cut(at, count) => {
                let from = (at % size).min(bytes.len());
                bytes.drain(from..(from + count).min(bytes.len()));
            }
            Change::Insert(at, token) => {
                let at = (at % size).min(bytes.len());
                bytes.splice(at..at, token.bytes());
            }
            Change::Repeat(at, count) => {
                let from = (at % size).min(bytes.len());
                let part = bytes[from..(from + count).min(bytes.len())].to_vec();
                bytes.splice(from..from, part);
            }
        }
    }
    bytes
}

/// A sitting some way into a game, with moves taken back and a parent.
fn sitting(rules: &Variant, seed: u64) -> PlayedGame {
    let mut game = Game::new(rules.clone(), seed);
    for n in 0..30 {
        let legal = game.legal_moves();
        let Some(&mv) = legal.get(n * 5 % legal.len().max(1)) else {
            break;
        };
        game.play(mv).expect("a legal move");
    }
    let mut sitting = PlayedGame::branch_from(&game).expect("a short game");
    for _ in 0..4 {
        sitting.game.undo();
    }
    sitting
}

fn is_plain(text: &str) -> bool {
    !text.chars().any(char::is_control)
}

/// Reads a record with suspicion: it is refused in a plain line, or all of it is so.
fn read(bytes: &[u8]) {
    let opened = Record::from_slice(bytes).and_then(|record| record.to_played_game());
    match opened {
        Err(refused) => {
            let line = refused.to_string();
            assert!(is_plain(&line) && line.len() < 1000, "{line:?}");
        }
        Ok(sitting) => {
            let text = Record::from_played_game(&sitting).to_string();
            let again =
                Record::from_slice(text.as_bytes()).and_then(|record| record.to_played_game());
            let again = again.expect("what is written is read");
            assert_eq!(again.game.table(), sitting.game.table());
        }
    }
}

/// A settings file with something of everything.
const SETTINGS: &str = "# mine\ntheme = \"felt\"\nanimations = false\nfour-colors = true\n\n[keys]\nundo = [\"u\", \"ctrl-z\"]\nquit = \"ctrl-c\"\n";

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_changed_record_is_refused_in_a_plain_line_or_true(
        rules in prop::sample::select(variants()),
        seed in 0..50u64,
        changes in changes(),
    ) {
        let text = Record::from_played_game(&sitting(&rules, seed)).to_string();
        read(&changed(text.into_bytes(), &changes));
    }

    #[test]
    fn any_bytes_are_refused_as_a_record(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read(&bytes);
    }

    #[test]
    fn any_json_is_refused_as_a_record_or_true(
        parts in prop::collection::vec(prop::sample::select(TOKENS.to_vec()), 0..60),
    ) {
        read(parts.concat().as_bytes());
    }

    #[test]
    fn a_move_is_read_only_as_it_is_written(text in "[tfrswhxdeal0-9x+ -]{0,10}|\\PC{0,12}") {
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string(), text.clone());
        }
        if let Ok(place) = text.parse::<PileId>() {
            prop_assert_eq!(place.to_string(), text.clone());
        }
        if let Ok(card) = text.parse::<larboard::cards::Card>() {
            prop_assert_eq!(card.code().to_string(), text.clone());
        }
        let _ = seed::parse(&text);
    }

    #[test]
    fn changed_settings_are_followed_as_far_as_they_are_understood(changes in changes()) {
        let bytes = changed(SETTINGS.as_bytes().to_vec(), &changes);
        let text = String::from_utf8_lossy(&bytes);
        let (before, complaints) = settings::parse(&text);
        for complaint in &complaints {
            prop_assert!(is_plain(&complaint.to_string()), "{complaint}");
        }
        let mut after: Settings = before.clone();
        after.set(BoolSetting::Mouse, !before.is_on(BoolSetting::Mouse));
        let edited = settings::edit(&text, &before, &after);
        let (again, _) = settings::parse(&edited.text);
        prop_assert_eq!(again.is_on(BoolSetting::Mouse), after.is_on(BoolSetting::Mouse));
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn a_changed_sitting_is_taken_up_or_put_aside_and_never_lost(
        rules in prop::sample::select(variants()),
        changes in changes(),
    ) {
        let home = tempfile::tempdir().expect("a folder");
        let (mut keeper, wrong) = SaveManager::open(Some(home.path().into()));
        prop_assert_eq!(wrong, None);
        let mut fresh = PlayedGame::new(Game::new(rules.clone(), 7));
        let mut kept = SaveState::new(&fresh);
        let first = fresh.game.legal_moves().first().copied();
        if let Some(mv) = first {
            fresh.game.play(mv).expect("a legal move");
        }
        let outcome = GameOutcome::from_status(fresh.game.status());
        prop_assert_eq!(keeper.save_if_changed(&mut kept, &fresh, outcome, Timestamp::UNIX_EPOCH), None);
        drop(keeper);
        let saved = || -> Vec<PathBuf> {
            let files = fs::read_dir(home.path().join("saves")).expect("a folder");
            let files = files.map(|file| file.expect("a file").path());
            files.filter(|path| path.is_file() && fs::metadata(path).is_ok_and(|m| m.len() > 0)).collect()
        };
        let before = saved();
        for path in &before {
            let bytes = fs::read(path).expect("a sitting");
            fs::write(path, changed(bytes, &changes)).expect("a sitting");
        }
        let whole: Vec<Vec<u8>> = saved().iter().map(|path| fs::read(path).expect("a file")).collect();
        let (mut keeper, _) = SaveManager::open(Some(home.path().into()));
        let (list, told) = keeper.unfinished_games();
        prop_assert!(told.iter().all(|line| is_plain(line)), "{told:?}");
        for one in &list {
            if let Err(why) = keeper.load(&one.id, Timestamp::UNIX_EPOCH) {
                prop_assert!(is_plain(&why), "{why}");
            }
        }
        let (_, told) = keeper.load_latest(rules.info(), Timestamp::UNIX_EPOCH);
        prop_assert!(told.iter().all(|line| is_plain(line)), "{told:?}");
        let mut after: Vec<Vec<u8>> = saved().iter().map(|path| fs::read(path).expect("a file")).collect();
        for bytes in whole {
            let at = after.iter().position(|other| *other == bytes);
            prop_assert!(at.is_some(), "a file is gone or changed");
            after.remove(at.expect("it is there"));
        }
    }
}
