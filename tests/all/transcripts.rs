//! Transcripts, which a test replays and compares: `#` and a heading, `$` and a game, `>` and each typed line,
//! and after it the answer. `INSTA_UPDATE=always cargo test` writes all answers anew.

use std::sync::Mutex;
use std::{fs, iter};

use larboard::game::Game;
use larboard::record::{PlayedGame, Record};

use crate::{games, kept_files};

/// Held while a transcript is read or written, as the tests of its headings do.
static WRITER: Mutex<()> = Mutex::new(());

/// Deals a game that is given as `GAME [OPTION=VALUE].. SEED`.
pub(crate) fn deal(text: &str) -> Game {
    let mut words = text.split(' ');
    let (id, seed) = (words.next(), words.next_back());
    let options: Vec<_> = words.filter_map(|word| word.split_once('=')).collect();
    let seed = seed.expect("a seed").parse().expect("a number");
    Game::new(games::variant(id.expect("a game"), &options), seed)
}

/// Returns a recorded game of `tests/data` some moves before its end.
pub(crate) fn unfinished(name: &str, moves_left: usize) -> PlayedGame {
    let record = kept_files::read(&format!("tests/data/{name}.json"));
    let record = Record::from_slice(record.as_bytes()).and_then(|record| record.to_played_game());
    let mut played = record.expect("a valid record");
    let moves = played.game.moves().len();
    played.game_mut().seek(moves - moves_left);
    played.header.shown = 0;
    played
}

/// Returns a game that is given as a deal, or as a record and how many of its moves are left.
pub(crate) fn game(text: &str) -> PlayedGame {
    match text.split_once(' ') {
        Some((name, left)) if name.contains('/') => {
            unfinished(name, left.parse().expect("a number"))
        }
        _ => PlayedGame::new(deal(text)),
    }
}

/// Returns the columns and rows of a window that is given as `80x24`.
pub(crate) fn size(text: &str) -> (u16, u16) {
    let (columns, rows) = text.split_once('x').expect(text);
    (columns.parse().expect(text), rows.parse().expect(text))
}

/// Splits a transcript where its headings begin, each of one line or more.
fn sections(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("\n\n# ").map(|(at, _)| at + 2);
    let ends = starts.clone().chain([text.len()]);
    let starts = iter::once(0).chain(starts);
    starts.zip(ends).map(|(start, end)| &text[start..end])
}

/// Returns the name of a test for what is under a heading: its first sentence.
fn fact(section: &str) -> String {
    let heading = section.lines().next().unwrap_or_default().to_lowercase();
    let sentence = heading.split(". ").next().unwrap_or_default();
    let words = sentence.split(|c: char| !c.is_alphanumeric());
    Vec::from_iter(words.filter(|word| !word.is_empty())).join("_")
}

/// Returns the names of tests for all headings of a transcript.
pub(crate) fn facts(name: &str) -> Vec<String> {
    sections(&kept_files::read(name)).map(fact).collect()
}

/// Replays what is under a heading of a transcript. `replay` gets what follows `$`, and the typed lines; it returns a
/// greeting, and the answer to each line.
pub(crate) fn assert_current(
    name: &str,
    wanted: &str,
    mut replay: impl FnMut(&str, &[&str]) -> (String, Vec<String>),
) {
    let kept = {
        let _writer = WRITER.lock();
        kept_files::read(name)
    };
    let section = sections(&kept).find(|section| fact(section) == wanted);
    let section = section.unwrap_or_else(|| panic!("{name} has no heading {wanted} any more"));
    assert_steps(name, section, &replay_section(section, &mut replay));
}

/// Returns what is under a heading, with the answers of now.
fn replay_section(
    section: &str,
    replay: &mut impl FnMut(&str, &[&str]) -> (String, Vec<String>),
) -> String {
    let mut text = String::new();
    let mut lines = section.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(start) = line.strip_prefix("$ ") else {
            text += &format!("{line}\n");
            continue;
        };
        let game = iter::from_fn(|| lines.next_if(|line| !line.starts_with("$ ")));
        let typed = game.filter(|line| *line == ">" || line.starts_with("> "));
        let typed: Vec<&str> = typed.map(|line| line[1..].trim_start()).collect();
        let (greeting, answers) = replay(start, &typed);
        assert_eq!(answers.len(), typed.len(), "{line}: answers to all lines");
        text += &format!("{line}\n{greeting}");
        for (typed, answer) in typed.iter().zip(answers) {
            let end = if answer.is_empty() { "" } else { "\n" };
            text += &format!("{}\n{answer}{end}", format!("> {typed}").trim_end());
        }
        text.push('\n');
    }
    let is_last = !section.ends_with("\n\n");
    text.truncate(text.len() - usize::from(is_last));
    text
}

/// Returns the answer to a step, which the next game may follow.
fn answer(step: &str) -> &str {
    let (_, rest) = step.split_once('\n').unwrap_or_default();
    rest.split("\n$ ").next().unwrap_or_default().trim()
}

/// Asserts that each step is answered as it was, or writes the answers.
fn assert_steps(name: &str, section: &str, now: &str) {
    let mut steps = section.split("\n>").zip(now.split("\n>"));
    // A step that does nothing any more no longer shows what it is there for.
    let is_lost = |(kept, now): &(&str, &str)| !answer(kept).is_empty() && answer(now).is_empty();
    let lost = steps.clone().find(is_lost);
    if kept_files::is_updated() && lost.is_none() {
        let _writer = WRITER.lock();
        let text = kept_files::read(name).replacen(section, now, 1);
        fs::write(kept_files::path(name), text).expect(name);
    } else if let Some((kept, now)) = lost.or_else(|| steps.find(|(kept, now)| kept != now)) {
        let heading = section.lines().next().unwrap_or_default();
        let before = section.split(kept).next().unwrap_or_default();
        let start = before.lines().rfind(|line| line.starts_with("$ "));
        let start = start.unwrap_or_default();
        let end = match lost {
            Some(_) => "It has no answer any more: change it, or remove the answer by hand.".into(),
            None => kept_files::update(),
        };
        let (kept, now) = (kept.trim_end(), now.trim_end());
        panic!("{name}\n{heading}\n{start}\nexpected:\n>{kept}\nnow:\n>{now}\n{end}");
    }
}
