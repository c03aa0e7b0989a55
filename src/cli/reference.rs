//! Help texts and shell completions. The latter are files in `assets/`, which a test compares with the
//! arguments.

use std::io::Write;

use super::Failure;
use crate::rules::GameInfo;
use crate::variant;

/// The texts, each under its name: `larboard`, `game` or the name of a command. `GAME1` is the first
/// game of the list.
const REFERENCE: &str = include_str!("../../assets/reference.txt");

/// Width of help texts.
const HELP_WIDTH: usize = 79;

/// Indentation of an explanation.
const INDENT: &str = "          ";

/// Returns the text with a name.
pub(super) fn text(name: &str) -> String {
    let (_, text) = REFERENCE
        .split_once(&format!("[{name}]\n"))
        .unwrap_or_default();
    let text = text.split("\n\n[").next().unwrap_or_default().trim_end();
    let games = (1..).zip(variant::games());
    games.fold(text.to_owned(), |text, (number, info)| {
        text.replace(&format!("GAME{number}"), info.id)
    })
}

/// Returns the end of the long help.
pub(super) fn help() -> String {
    let options = textwrap::Options::new(HELP_WIDTH).subsequent_indent(INDENT);
    let text = text("larboard");
    let lines = text.lines().map(|line| textwrap::fill(line, &options));
    let text = lines.collect::<Vec<_>>().join("\n");
    format!("{text}\n\n`larboard man` prints the manual page, which also lists the keys.")
}

/// Returns the end of the long help of a game.
pub(super) fn game_examples(info: &GameInfo) -> String {
    let mut examples = text("game").replace("GAME", info.id);
    if let Some(option) = info.options.first()
        && let Some(value) = option.values.last()
    {
        let (id, name, value) = (info.id, option.name, value.name);
        examples += &format!("\n  larboard {id} --rule {name}={value}");
        examples += &format!("\n{INDENT}Play with another option");
    }
    examples
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Shell {
    Bash,
    Fish,
    Powershell,
    Zsh,
}

pub(super) fn write_completions(shell: Shell, out: &mut dyn Write) -> Result<(), Failure> {
    let script = match shell {
        Shell::Bash => include_str!("../../assets/completions/larboard.bash"),
        Shell::Fish => include_str!("../../assets/completions/larboard.fish"),
        Shell::Powershell => include_str!("../../assets/completions/_larboard.ps1"),
        Shell::Zsh => include_str!("../../assets/completions/_larboard"),
    };
    Ok(out.write_all(script.as_bytes())?)
}
