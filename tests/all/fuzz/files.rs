//! Random text and files: records, moves, settings and saved games.

use std::fs;

use larboard::game::Game;
use larboard::record::{PlayedGame, Record};
use larboard::rules::{Move, PileId};
use larboard::seed;
use larboard::storage::saves::Saves;
use larboard::storage::settings::{self, Setting, Settings};
use larboard::variant::Variant;
use proptest::prelude::*;

use crate::home::Home;

use super::target::{apply, cases, changes, has_no_control_characters};

/// Returns a game with a parent, some moves and some undone moves.
pub(super) fn played_game(rules: &Variant, seed: u64) -> PlayedGame {
    let mut game = Game::new(rules.clone(), seed);
    for n in 0..30 {
        let legal = game.legal_moves();
        let Some(&mv) = legal.get(n * 5 % legal.len().max(1)) else {
            break;
        };
        game.play(mv).expect("legal move");
    }
    let mut played = PlayedGame::branch_from(&game).expect("game short enough to branch from");
    for _ in 0..4 {
        played.game_mut().undo();
    }
    played
}

/// Reads a record and returns whether it is valid. A valid record must round-trip; the error of an
/// invalid one must be a single short line.
pub(super) fn is_valid_record(bytes: &[u8]) -> bool {
    let result = Record::from_slice(bytes).and_then(|record| record.to_played_game());
    match &result {
        Err(error) => {
            let line = error.to_string();
            assert!(
                has_no_control_characters(&line) && line.len() < 1000,
                "{line:?}"
            );
        }
        Ok(played) => {
            let text = Record::from_played_game(played).to_string();
            let reread =
                Record::from_slice(text.as_bytes()).and_then(|record| record.to_played_game());
            let reread = reread.expect("valid record");
            assert_eq!(reread.game.table(), played.game.table());
        }
    }
    result.is_ok()
}

/// Settings file with every kind of entry.
pub(super) const SETTINGS: &str = "# mine\ntheme = \"felt\"\nanimations = \"off\"\nfour-colors = true\n\n[keys]\nundo = [\"u\", \"ctrl-z\"]\nquit = \"ctrl-c\"\n";

/// Reads a settings file and changes a setting in it.
pub(super) fn check_settings(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (before, errors) = settings::parse(&text);
    for error in &errors {
        assert!(has_no_control_characters(&error.to_string()), "{error}");
    }
    assert!(errors.is_empty() || text != SETTINGS, "{errors:?}");
    let mut after: Settings = before.clone();
    after.set(Setting::Mouse, !before.is_on(Setting::Mouse));
    match settings::edit(&text, &before, &after) {
        Ok(edited) => {
            let (reread, _) = settings::parse(&edited);
            assert_eq!(reread.is_on(Setting::Mouse), after.is_on(Setting::Mouse));
        }
        Err((line, _)) => assert_eq!((errors.len(), errors[0].line), (1, Some(line))),
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn only_exact_notation_is_parsed(text in "[tfrswhxdeal0-9+ -]{0,10}|\\PC{0,12}") {
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string(), text.clone());
        }
        if let Ok(pile) = text.parse::<PileId>() {
            prop_assert_eq!(pile.to_string(), text.clone());
        }
        if let Ok(card) = text.parse::<larboard::cards::Card>() {
            prop_assert_eq!(card.code().to_string(), text.clone());
        }
        if seed::parse(&text).is_some() {
            prop_assert!(text.chars().all(|c| c.is_ascii_hexdigit() || c == 'x' || c.is_whitespace()));
        }
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn a_damaged_saved_game_is_loaded_or_quarantined_and_never_lost(
        saved in any::<prop::sample::Index>(),
        changes in changes(),
    ) {
        let home = Home::golden();
        let path = saved.get(&home.saved_files()).clone();
        let bytes = fs::read(&path).expect("readable file");
        fs::write(path, apply(bytes, &changes)).expect("writable file");
        let contents = || -> Vec<Vec<u8>> {
            let folders = ["saves", "finished"].into_iter();
            let files = folders.flat_map(|folder| home.files(folder, "json"));
            let contents = files.map(|path| fs::read(path).expect("readable file"));
            contents.filter(|bytes| !bytes.is_empty()).collect()
        };
        let before = contents();
        let mut saves = Saves::open(Some(home.path().into()));
        let mut listed = saves.list();
        for game in &listed.value {
            listed.warnings.extend(saves.load(game).err());
        }
        listed.warnings.extend(saves.list().warnings);
        for error in listed.warnings {
            prop_assert!(has_no_control_characters(&error.to_string()), "{error}");
        }
        let after = contents();
        for bytes in before {
            prop_assert!(after.contains(&bytes), "a file was lost or changed");
        }
    }
}
