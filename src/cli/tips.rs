//! Tips for wrong usage.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use jiff::civil::Date;

use crate::difficulty::Difficulty;
use crate::seed;
use crate::variant;

/// Returns the tip of an error of the parser of a whole command line: what was meant by a word that is
/// none of its commands, or by an argument that `used`, the command on the line, does not take.
pub(super) fn find(
    program: &Command,
    used: Option<&Command>,
    error: &clap::Error,
) -> Option<String> {
    let word = context(error, ContextKind::InvalidSubcommand);
    let argument = context(error, ContextKind::InvalidArg)
        .filter(|_| error.kind() == ErrorKind::UnknownArgument);
    let name = program.get_name();
    match (word, used) {
        (Some(_), Some(used)) => Some(format!("tip: did you mean `{name} {}`?", used.get_name())),
        (None, Some(used)) => {
            let flag = meant_flag(used, argument?)?;
            Some(format!("tip: did you mean {flag}?"))
        }
        (_, None) => {
            let text = word.or(argument)?;
            let game = program.find_subcommand(variant::games()[0].id)?;
            let of_a_game = || {
                let flag = meant_flag(game, text)?;
                Some(format!(
                    "tip: name a game first, as in `{name} GAME {flag}`"
                ))
            };
            of_a_game().or_else(|| command_tip(name, word?, error))
        }
    }
}

/// Returns the tip for an unknown command.
fn command_tip(program: &str, word: &str, error: &clap::Error) -> Option<String> {
    let similar = match error.get(ContextKind::SuggestedSubcommand) {
        Some(ContextValue::Strings(names)) => names.as_slice(),
        _ => &[],
    };
    // The most similar one is the last.
    let meant = similar.iter().rev().find(|name| is_similar(word, name));
    let meant = meant.map(String::as_str);
    let meant = if word == "version" {
        Some("--version")
    } else {
        meant
    };
    Some(match meant {
        Some(name) => format!("tip: did you mean `{program} {name}`?"),
        None => format!("tip: `{program} games` lists the games"),
    })
}

/// Returns the tip that the parser itself gives, if what it suggests is similar enough.
pub(super) fn of_parser(error: &clap::Error, text: &str) -> Option<String> {
    let kinds = [
        ContextKind::InvalidSubcommand,
        ContextKind::InvalidValue,
        ContextKind::InvalidArg,
    ];
    let typed = kinds.into_iter().find_map(|kind| context(error, kind))?;
    let mut tips = text
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("tip: "));
    let is_meant = |tip: &&str| {
        let mut quoted = tip.split('\'').skip(1).step_by(2);
        tip.contains(" exist") && quoted.any(|name| is_similar(typed, name))
    };
    tips.find(is_meant).map(str::to_owned)
}

fn context(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

/// Returns the flag of a command, with its value, that was meant by its name or by its value alone.
fn meant_flag(command: &Command, word: &str) -> Option<String> {
    let flag = if seed::parse(word).is_some() {
        "seed"
    } else if word.parse::<Difficulty>().is_ok() {
        "difficulty"
    } else if word.parse::<Date>().is_ok() {
        "daily"
    } else {
        word.trim_start_matches("--")
    };
    let has_flag = command
        .get_arguments()
        .any(|arg| arg.get_long() == Some(flag));
    let value = if word.ends_with(flag) {
        String::new()
    } else {
        format!(" {word}")
    };
    has_flag.then(|| format!("--{flag}{value}"))
}

/// Whether a typed word is a short form of a name, or differs from it by a slip.
fn is_similar(typed: &str, name: &str) -> bool {
    let typed = typed.trim_start_matches('-');
    let name = name.trim_start_matches('-');
    let mut missing = Vec::from_iter(name.chars());
    let mut extra = 0;
    for letter in typed.chars() {
        match missing.iter().position(|&other| other == letter) {
            Some(n) => _ = missing.swap_remove(n),
            None => extra += 1,
        }
    }
    let has_same = |count| typed.chars().take(count).eq(name.chars().take(count));
    has_same(3) || has_same(1) && (name.starts_with(typed) || missing.len() + extra <= 2)
}
