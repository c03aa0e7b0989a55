//! Transcripts of line mode, in `tests/data/line_mode/`: `$` and a deal, or `$ menu`; `>` and a typed line, and
//! the answer; or `$ larboard` and another command, and what it prints. What is under one heading shares its saved
//! games, results and settings.

use std::process::Command;

use larboard::session::{Session, Start, text, today};

use super::LineMode;
use crate::home::Ran;
use crate::transcripts;

/// Starts a game, or the menu. Returns the greeting and the answer to each line.
fn answers(line_mode: &LineMode, start: &str, typed: &[&str]) -> (String, Vec<String>) {
    let home = line_mode.home.path();
    if let Some(arguments) = start.strip_prefix("larboard ") {
        let mut command = Command::new(crate::PROGRAM);
        let command = command
            .args(arguments.split(' '))
            .env("LARBOARD_HOME", home);
        let Ran(_, printed, errors) = command.output().expect("the program").into();
        return (without_times(&(printed + &errors)), Vec::new());
    }
    let start = match start {
        "menu" => Start::Menu,
        game => Start::Game(Box::new(Session::open(transcripts::game(game)))),
    };
    let (_, printed) = line_mode.run(start, typed.iter().map(ToString::to_string));
    let printed = printed.replace(&home.display().to_string(), "HOME");
    let today = text::day_and_grade(today());
    let printed = printed.replace(&today, "DAY · GRADE");
    // An answer follows the prompt, and another prompt follows it. What is said before the next line is typed does not
    // share the line of the prompt.
    let (greeting, printed) = printed.split_once("> ").expect("a prompt");
    let mut answers: Vec<String> = Vec::new();
    for part in printed.split("\n> ") {
        match part.strip_prefix('\n').zip(answers.last_mut()) {
            Some((notice, answer)) => *answer += &format!("\n{}", without_times(notice)),
            None => answers.push(without_times(part)),
        }
    }
    answers.truncate(typed.len());
    (without_times(greeting), answers)
}

/// Replaces times of the day and dates, as in `last played 18:04`, and the seconds that a game takes on a slow machine.
fn without_times(answer: &str) -> String {
    let words = answer.split_inclusive([' ', '\n', ',']).map(|word| {
        let digits = word.replace(|c: char| c.is_ascii_digit(), "9");
        match digits.trim_end_matches([' ', '\n', ',']) {
            "99:99" => digits.replace("99:99", "HH:MM"),
            "9:99" => digits.replace("9:99", "M:SS"),
            "9999-99-99" => digits.replace("9999-99-99", "DATE"),
            "9s" if word.starts_with(['1', '2', '3']) => digits.replace('9', "0"),
            _ => word.to_owned(),
        }
    });
    words.collect()
}

pub(crate) fn assert_transcript(name: &str, fact: &str) {
    let mut line_mode = LineMode::new();
    line_mode.options.prompt = true;
    transcripts::assert_current(name, fact, |start, typed| {
        let (greeting, answers) = answers(&line_mode, start, typed);
        let is_shown = start == "menu" || start.starts_with("larboard ");
        (if is_shown { greeting } else { String::new() }, answers)
    });
}
