//! Fuzz targets with a kept corpus: `tests/data/fuzz/TARGET/` holds inputs that every run of the tests
//! checks and mutates. An input that fails is added, reduced to a minimal one.

use std::fs;
use std::path::{Path, PathBuf};

use larboard::game::Game;
use larboard::player::PlayerKind;
use larboard::record::{PlayedGame, Record};
use larboard::rules::shuffled_deck;
use larboard::solver::Verdict;
use larboard::survey::{DealResult, SurveyEntry, SurveyResults, SurveySubject};
use larboard::variant;
use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};

use super::files::{
    SETTINGS, TOKENS, apply, changes, has_no_control_characters, is_valid_record, played_game,
};
use super::{cases, front};
use crate::line_mode::LineMode;
use crate::table::numbers;

const FOLDER: &str = "tests/data/fuzz";

/// Maximum number of bytes of a mutated input.
const MAX_INPUT_BYTES: usize = 20_000;

/// A part of the program that reads untrusted input.
struct Target {
    /// The name of its folder.
    name: &'static str,
    /// Valid inputs to mutate, besides the kept ones.
    seeds: fn() -> Vec<Vec<u8>>,
    /// Panics if the input is not handled as it should be.
    check: fn(&[u8]),
}

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

const SURVEY: Target = Target {
    name: "survey",
    seeds: || vec![survey_lines()],
    check: check_survey,
};

/// Returns a survey file with every game.
fn survey_lines() -> Vec<u8> {
    let verdicts = [Verdict::Winnable(()), Verdict::Unwinnable, Verdict::Unknown];
    let line = |(seed, rules): (usize, &variant::Variant)| {
        let player = [None, Some(PlayerKind::Fair)][seed % 2];
        let result = DealResult {
            seed: seed as u64,
            verdict: verdicts[seed % 3],
            positions: shuffled_deck(1, 1).len() as u64,
            seconds: 0.25,
        };
        let entry = SurveyEntry {
            subject: SurveySubject::new(rules, player),
            result,
        };
        serde_json::to_string(&entry).expect("JSON") + "\n"
    };
    let lines: String = variant::all().iter().enumerate().map(line).collect();
    lines.into_bytes()
}

/// A rejected file has a one-line message. A file without its torn line is a whole survey file.
fn check_survey(bytes: &[u8]) {
    let count = |results: &SurveyResults| -> u64 {
        let totals = results.totals();
        totals.map(|(_, _, totals)| totals.deals.count()).sum()
    };
    let mut results = SurveyResults::default();
    match results.read(bytes).map_err(|error| error.to_string()) {
        Err(error) => assert!(has_no_control_characters(&error), "{error:?}"),
        Ok(torn_line) => {
            let braces = bytes.iter().filter(|byte| **byte == b'{').count();
            assert!(count(&results) <= braces as u64);
            if let Some(line) = torn_line {
                let lines = bytes.split_inclusive(|byte| *byte == b'\n');
                let whole: Vec<u8> = lines.take(line as usize - 1).flatten().copied().collect();
                let mut again = SurveyResults::default();
                assert!(matches!(again.read(&*whole), Ok(None)));
                assert_eq!(count(&again), count(&results));
            }
        }
    }
}

/// Whatever is typed, the answers contain no control characters and the game stays valid.
fn check_line_mode(bytes: &[u8]) {
    let mut line_mode = LineMode::new();
    line_mode.options.read_record = |_| Record::from_slice(b"")?.to_played_game();
    // No search: each could take seconds.
    line_mode.options.canceler.shut_down();
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

fn kept(target: &Target) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(FOLDER).join(target.name);
    let files = fs::read_dir(folder).into_iter().flatten();
    let paths = files.map(|file| file.expect("directory entry").path());
    let mut inputs: Vec<_> = paths
        .map(|path| {
            let bytes = fs::read(&path).expect("readable file");
            (path, bytes)
        })
        .collect();
    inputs.sort();
    inputs
}

#[test]
fn kept_inputs_are_handled() {
    for target in [RECORD, SETTINGS_FILE, LINE_MODE, ACTIONS, SURVEY] {
        (target.seeds)()
            .iter()
            .for_each(|seed| (target.check)(seed));
        let kept = kept(&target);
        assert!(!kept.is_empty(), "{} has no corpus", target.name);
        for (path, bytes) in kept {
            eprintln!("{}", path.display());
            (target.check)(&bytes);
        }
    }
}

/// Checks mutated inputs of a target, random bytes and random tokens.
fn fuzz(target: &Target, default_cases: u32) {
    let mut seeds = (target.seeds)();
    seeds.extend(kept(target).into_iter().map(|(_, bytes)| bytes));
    seeds.retain(|seed| seed.len() <= MAX_INPUT_BYTES);
    let changed = (prop::sample::select(seeds), changes());
    let tokens = prop::collection::vec(prop::sample::select(TOKENS.to_vec()), 0..60);
    let input = prop_oneof![
        8 => changed.prop_map(|(seed, changes)| apply(seed, &changes)),
        1 => prop::collection::vec(any::<u8>(), 0..300),
        1 => tokens.prop_map(|tokens| tokens.concat().into_bytes()),
    ];
    let result = TestRunner::new(cases(default_cases)).run(&input, |bytes| {
        (target.check)(&bytes);
        Ok(())
    });
    if let Err(TestError::Fail(reason, bytes)) = result {
        let path = Path::new(FOLDER).join(target.name);
        let path = path.join(format!("failed-{}", bytes.len()));
        fs::write(&path, &bytes).expect("writable file");
        panic!("{reason}; fix the fault and keep {}", path.display());
    }
}

#[test]
fn a_changed_record_is_rejected_in_one_line_or_valid() {
    fuzz(&RECORD, 200);
}

#[test]
fn a_changed_settings_file_can_still_be_read_and_edited() {
    fuzz(&SETTINGS_FILE, 200);
}

#[test]
fn whatever_is_typed_in_line_mode_the_game_stays_valid() {
    fuzz(&LINE_MODE, 25);
}

#[test]
fn random_input_leaves_a_valid_game() {
    fuzz(&ACTIONS, 15);
}

#[test]
fn a_changed_survey_file_is_rejected_in_one_line_or_added_up() {
    fuzz(&SURVEY, 100);
}
