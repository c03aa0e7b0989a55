//! The fuzz targets of the game.

use larboard::game::Game;
use larboard::record::{PlayedGame, Record};
use larboard::variant;

use super::files::{SETTINGS, is_valid_record, played_game};
use super::front;
use super::target::{Target, has_no_control_characters};
use crate::front_end::numbers;
use crate::line_mode::LineMode;

const RECORD: Target = Target {
    name: "record",
    seeds: || {
        let variants = variant::all();
        let games = variants.iter().map(|rules| played_game(rules, 3));
        let text = games.map(|played| Record::from_played_game(&played).to_string());
        text.map(String::into_bytes).collect()
    },
    check: |bytes| _ = is_valid_record(bytes),
};

const SETTINGS_FILE: Target = Target {
    name: "settings",
    seeds: || vec![SETTINGS.into()],
    check: super::files::check_settings,
};

const LINE_MODE: Target = Target {
    name: "line-mode",
    seeds: || {
        let lines =
            "draw\nt3-t10\nundo\nredo\n# 7\nhint\nsafe\nlist\nhelp\nnames\nnew\nsettings\nq\n";
        vec![lines.into()]
    },
    check: check_line_mode,
};

const ACTIONS: Target = Target {
    name: "actions",
    seeds: || {
        let bytes = |seed| std::iter::repeat_with(numbers(seed)).map(|number| number as u8);
        (0..5).map(|seed| bytes(seed).take(150).collect()).collect()
    },
    check: front::check_input,
};

/// Whatever is typed, the answers contain no control characters and the game stays valid.
fn check_line_mode(bytes: &[u8]) {
    let mut line_mode = LineMode::new();
    line_mode.options.read_record = |_| Record::from_slice(b"")?.to_played_game();
    // No search: each could take seconds.
    line_mode.cancels = true;
    // No export, which would write files with random names.
    let lines = larboard::line_mode::read_lines(bytes);
    let lines = lines.filter(|line| !line.trim_start().starts_with(['e', 'E']));
    let rules = &variant::all()[bytes.len() % variant::all().len()];
    let mut played = PlayedGame::new(Game::new(rules.clone(), 42));
    let answers = line_mode.play(&mut played, lines);
    assert!(
        answers.split('\n').all(has_no_control_characters),
        "{answers:?}"
    );
    let record = Record::from_played_game(&played).to_string();
    assert!(is_valid_record(record.as_bytes()));
}

#[test]
fn kept_inputs_are_handled() {
    for target in [RECORD, SETTINGS_FILE, LINE_MODE, ACTIONS] {
        target.check_kept();
    }
}

#[test]
fn a_changed_record_is_rejected_in_one_line_or_valid() {
    RECORD.fuzz(200);
}

#[test]
fn a_changed_settings_file_can_still_be_read_and_edited() {
    SETTINGS_FILE.fuzz(200);
}

#[test]
fn whatever_is_typed_in_line_mode_the_game_stays_valid() {
    LINE_MODE.fuzz(25);
}

#[test]
fn random_input_leaves_a_valid_game() {
    ACTIONS.fuzz(15);
}
