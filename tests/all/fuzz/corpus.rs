//! Fuzz targets with a kept corpus: `tests/data/fuzz/TARGET/` holds inputs that every run of the tests
//! checks. The ignored tests mutate them for as long as `FUZZ_SECONDS` says, and add an input that
//! fails, reduced to a minimal one.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use larboard::game::Game;
use larboard::player::PlayerKind;
use larboard::record::{PlayedGame, Record};
use larboard::rules::shuffled_deck;
use larboard::solver::Verdict;
use larboard::survey::{DealResult, SurveyEntry, SurveyResults, SurveySubject};
use larboard::variant;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestError, TestRunner};

use super::files::{
    SETTINGS, apply, changes, has_no_control_characters, is_valid_record, played_game,
};
use super::front;
use crate::line_mode::LineMode;

const FOLDER: &str = "tests/data/fuzz";

/// Time of an ignored test in seconds if `FUZZ_SECONDS` is not set.
const DEFAULT_SECONDS: u64 = 10;

/// Number of inputs between two looks at the clock.
const CASES_PER_RUN: u32 = 16;

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
    seeds: || vec![(0..=255).collect()],
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

/// Mutates the corpus of a target until the time is over.
fn fuzz(target: &Target) {
    let seconds = match std::env::var("FUZZ_SECONDS") {
        Ok(seconds) => seconds.parse().expect("FUZZ_SECONDS as a number"),
        Err(_) => DEFAULT_SECONDS,
    };
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let mut seeds = (target.seeds)();
    seeds.extend(kept(target).into_iter().map(|(_, bytes)| bytes));
    seeds.retain(|seed| seed.len() <= MAX_INPUT_BYTES);
    let noise = prop::collection::vec(any::<u8>(), 0..300);
    let changed = (prop::sample::select(seeds), changes());
    let input = prop_oneof![
        8 => changed.prop_map(|(seed, changes)| apply(seed, &changes)),
        1 => noise,
    ];
    let config = ProptestConfig {
        cases: CASES_PER_RUN,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let mut cases = 0_u64;
    while Instant::now() < deadline {
        // A runner makes its number of cases only once.
        let result = TestRunner::new(config.clone()).run(&input, |bytes| {
            let checked = std::panic::catch_unwind(|| (target.check)(&bytes));
            checked.map_err(|_| TestCaseError::fail("panic"))
        });
        cases += u64::from(CASES_PER_RUN);
        if let Err(TestError::Fail(_, bytes)) = result {
            let folder = Path::new(FOLDER).join(target.name);
            let path = folder.join(format!("failed-{}", bytes.len()));
            fs::create_dir_all(&folder).expect("new folder");
            fs::write(&path, &bytes).expect("writable file");
            panic!("{} fails; fix the fault and keep the file", path.display());
        }
    }
    eprintln!("{}: {cases} inputs", target.name);
}

#[test]
#[ignore = "runs for FUZZ_SECONDS"]
fn fuzz_record() {
    fuzz(&RECORD);
}

#[test]
#[ignore = "runs for FUZZ_SECONDS"]
fn fuzz_settings() {
    fuzz(&SETTINGS_FILE);
}

#[test]
#[ignore = "runs for FUZZ_SECONDS"]
fn fuzz_line_mode() {
    fuzz(&LINE_MODE);
}

#[test]
#[ignore = "runs for FUZZ_SECONDS"]
fn fuzz_actions() {
    fuzz(&ACTIONS);
}

#[test]
#[ignore = "runs for FUZZ_SECONDS"]
fn fuzz_survey() {
    fuzz(&SURVEY);
}
