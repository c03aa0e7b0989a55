//! Transcripts, which a test replays and compares: `#` and a heading, `$` and a game, `>` and each typed line,
//! and after it the answer. `INSTA_UPDATE=always cargo test` writes all answers anew.

use std::iter;

use larboard::game::Game;

use crate::{games, kept_files};

/// Deals a game that is given as `GAME [OPTION=VALUE].. SEED`.
pub(crate) fn deal(text: &str) -> Game {
    let mut words = text.split(' ');
    let (id, seed) = (words.next(), words.next_back());
    let options: Vec<_> = words.filter_map(|word| word.split_once('=')).collect();
    let seed = seed.expect("a seed").parse().expect("a number");
    Game::new(games::variant(id.expect("a game"), &options), seed)
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
        let typed = section.filter_map(|line| line.strip_prefix('>'));
        let typed: Vec<&str> = typed.map(str::trim_start).collect();
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
