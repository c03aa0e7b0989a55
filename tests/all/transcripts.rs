//! Transcripts, which a test replays and compares: `#` and a heading, `$` and a game, `>` and each typed line,
//! and after it the answer. `INSTA_UPDATE=always cargo test` writes all answers anew.

use std::iter;

use larboard::game::Game;
use larboard::record::{PlayedGame, Record};

use crate::{games, kept_files};

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
    played.game.seek(moves - moves_left);
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

/// Replays a transcript. `replay` gets what follows `$`, the typed lines, and whether it is the first game
/// under its heading; it returns a greeting, and the answer to each line.
pub(crate) fn assert_current(
    name: &str,
    mut replay: impl FnMut(&str, &[&str], bool) -> (String, Vec<String>),
) {
    let kept = kept_files::read(name);
    let mut lines = kept.lines().peekable();
    let (mut text, mut is_first) = (String::new(), true);
    while let Some(line) = lines.next() {
        if line.starts_with("# ") {
            text += &format!("{line}\n");
            is_first = true;
        }
        let Some(start) = line.strip_prefix("$ ") else {
            continue;
        };
        let is_ended = |line: &&str| line.starts_with("# ") || line.starts_with("$ ");
        let section = iter::from_fn(|| lines.next_if(|line| !is_ended(line)));
        let typed = section.filter(|line| *line == ">" || line.starts_with("> "));
        let typed: Vec<&str> = typed.map(|line| line[1..].trim_start()).collect();
        let (greeting, answers) = replay(start, &typed, is_first);
        is_first = false;
        text += &format!("{line}\n{greeting}");
        for (typed, answer) in typed.iter().zip(answers) {
            let end = if answer.is_empty() { "" } else { "\n" };
            text += &format!("{}\n{answer}{end}", format!("> {typed}").trim_end());
        }
        text += if lines.peek().is_some() { "\n" } else { "" };
    }
    kept_files::assert_current(name, &text);
}
