//! Property tests with random survey files.

#[path = "../../../tests/all/fuzz/target.rs"]
mod target;

use lab::playthrough::PlayerKind;
use lab::survey::{DealResult, Outcome};
use lab::survey_file::{SurveyEntry, SurveyResults, SurveySubject};
use larboard::variant;
use target::{Target, has_no_control_characters};

const SURVEY: Target = Target {
    name: "survey",
    seeds: || vec![survey_lines()],
    check: check_survey,
};

/// Returns a survey file with every game.
fn survey_lines() -> Vec<u8> {
    let outcomes = [Outcome::Won, Outcome::Lost, Outcome::Unknown];
    let line = |(seed, rules): (usize, &variant::Variant)| {
        let player = [None, Some(PlayerKind::Fair)][seed % 2];
        let result = DealResult {
            seed: seed as u64,
            verdict: outcomes[seed % 3],
            positions: 52,
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

#[test]
fn kept_inputs_are_handled() {
    SURVEY.check_kept();
}

#[test]
fn a_changed_survey_file_is_rejected_in_one_line_or_added_up() {
    SURVEY.fuzz(100);
}
