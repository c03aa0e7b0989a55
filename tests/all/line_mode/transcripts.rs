//! Transcripts of line mode, in `tests/data/line-mode/`: `$` and a deal, `>` and a typed line, and the
//! answer. `INSTA_UPDATE=always cargo test --test all line_mode::` writes all answers anew.

use std::iter;

use larboard::record::PlayedGame;

use super::{LineMode, after_greeting, game};
use crate::kept_files;

/// Types the lines of a transcript. Returns it with the answers given now.
fn replay(transcript: &str) -> String {
    let mut lines = transcript.lines().peekable();
    let mut text = String::new();
    while let Some(line) = lines.next() {
        if line.starts_with("# ") {
            text += &format!("{line}\n");
        }
        let Some(deal) = line.strip_prefix("$ ") else {
            continue;
        };
        let is_ended = |line: &&str| line.starts_with("# ") || line.starts_with("$ ");
        let section = iter::from_fn(|| lines.next_if(|line| !is_ended(line)));
        let typed = section.filter_map(|line| line.strip_prefix("> "));
        let typed: Vec<&str> = typed.collect();
        text += &format!("{line}\n");
        for (typed, answer) in typed.iter().zip(answers(deal, &typed)) {
            text += &format!("> {typed}\n{answer}\n");
        }
        text += if lines.peek().is_some() { "\n" } else { "" };
    }
    text
}

/// Deals a game, given as `GAME [OPTION=VALUE].. SEED`, and returns the answer to each line.
fn answers(deal: &str, typed: &[&str]) -> Vec<String> {
    let mut words = deal.split(' ');
    let (id, seed) = (words.next(), words.next_back());
    let options: Vec<_> = words.filter_map(|word| word.split_once('=')).collect();
    let seed = seed.expect("a seed").parse().expect("a number");
    let mut played = PlayedGame::new(game(id.expect("a game"), &options, seed));
    let mut line_mode = LineMode::new();
    line_mode.options.prompt = true;
    let lines = typed.iter().map(ToString::to_string);
    let printed = after_greeting(&line_mode.play(&mut played, lines));
    // An answer follows the prompt, and another prompt follows it.
    let answers = printed.strip_prefix("> ").expect("a prompt");
    let answers = answers.split("\n> ").map(String::from);
    answers.take(typed.len()).collect()
}

fn assert_transcript(name: &str) {
    let name = format!("tests/data/line-mode/{name}.txt");
    kept_files::assert_current(&name, &replay(&kept_files::read(&name)));
}

#[test]
fn a_move_can_be_typed_by_its_piles_as_it_is_described_or_by_its_cards() {
    assert_transcript("moves");
}

#[test]
fn a_pile_a_card_and_a_part_of_the_table_can_be_asked_for() {
    assert_transcript("questions");
}

#[test]
fn every_change_is_described_and_undone() {
    assert_transcript("changes");
}

#[test]
fn commands_explain_themselves() {
    assert_transcript("help");
}

#[test]
fn full_names_are_used_throughout() {
    assert_transcript("names");
}
