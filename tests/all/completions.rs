//! Shell completions: the kept scripts are current, and bash, fish and zsh offer the right words.

use std::fs;
use std::path::Path;
use std::process::Command;

use clap::{Arg, CommandFactory, Parser, ValueHint};
use clap_complete::Shell;
use larboard::cli::Cli;
use larboard::variant;
use tempfile::TempDir;

use crate::kept_files;

pub(crate) const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Returns a folder with a record and another file.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("temporary directory");
    for name in ["game.json", "other.txt", "two words.json"] {
        fs::write(folder.path().join(name), "").expect("file");
    }
    fs::create_dir(folder.path().join("folder")).expect("folder");
    folder
}

/// Runs a shell in a folder and returns the lines that it prints.
fn lines(shell: &str, args: &[&str], folder: &Path) -> Vec<String> {
    let output = Command::new(shell)
        .args(args)
        .current_dir(folder)
        .env("HOME", folder)
        .env("TERM", "dumb")
        .output()
        .expect("shell");
    let text = String::from_utf8(output.stdout).expect("UTF-8 output");
    text.lines().map(str::to_owned).collect()
}

/// Checks what a shell offers, by the rows of `offers.txt`. `offers` returns the words for a line. Bash replaces only
/// what is after the last equals sign.
fn assert_offers(shell: &str, offers: impl Fn(&str) -> Vec<String>) {
    let rows = include_str!("../data/completions/offers.txt")
        .lines()
        .skip(1);
    for row in rows {
        let columns: Vec<&str> = row.split(" | ").collect();
        let [shells, line, offered, others] = columns[..] else {
            panic!("{row}");
        };
        if !shells.contains(shell) {
            continue;
        }
        let words = offers(line);
        for (list, is_offered) in [(offered, true), (others, false)] {
            for word in list.split(", ").filter(|word| !word.is_empty()) {
                let has = words.iter().any(|offered| offered == word);
                assert_eq!(has, is_offered, "{line:?}: {word} in {words:?}");
            }
        }
    }
}

#[test]
#[ignore = "run by `programs` where bash is installed"]
fn bash_completes_games_flags_values_and_files() {
    let folder = folder();
    let capture = format!("{ROOT}/tests/data/completions/capture.bash");
    let script = format!("{ROOT}/assets/completions/larboard.bash");
    assert_offers("bash", |line| {
        let words = line.split(' ').filter(|word| !word.is_empty());
        let last = line.ends_with(' ').then_some("");
        let options = ["--norc", "--noprofile", &capture, &script];
        let args = options.into_iter().chain(words).chain(last);
        lines("bash", &Vec::from_iter(args), folder.path())
    });
}

#[test]
#[ignore = "run by `programs` where fish is installed"]
fn fish_completes_games_flags_values_and_files() {
    let folder = folder();
    let script = format!("{ROOT}/assets/completions/larboard.fish");
    assert_offers("fish", |line| {
        let command = format!("source {script}; complete -C '{line}'");
        let offered = lines("fish", &["--no-config", "-c", &command], folder.path());
        let word = |line: &String| line.split('\t').next().unwrap_or_default().to_owned();
        offered.iter().map(word).collect()
    });
}

#[test]
#[ignore = "run by `programs` where zsh is installed"]
fn zsh_completes_games_flags_values_and_files() {
    let folder = folder();
    let capture = format!("{ROOT}/tests/data/completions/capture.zsh");
    let functions = format!("{ROOT}/assets/completions");
    assert_offers("zsh", |line| {
        lines("zsh", &["-f", &capture, &functions, line], folder.path())
    });
}

/// Checks that a kept file is what was generated, or updates it.
pub(crate) fn assert_kept(name: &str, generated: &str) {
    kept_files::assert_current(&format!("assets/{name}"), generated);
}

/// Generates the script for a shell.
fn script(shell: Shell) -> String {
    // Without a hint, shells offer files for the value of any argument.
    let with_hint = |arg: Arg| {
        match arg.get_value_hint() {
            ValueHint::Unknown if arg.get_possible_values().is_empty() => {
                arg.value_hint(ValueHint::Other)
            }
            // With this hint alone, bash knows folders and names with blanks.
            ValueHint::AnyPath => arg.value_hint(ValueHint::FilePath),
            _ => arg,
        }
    };
    // Fish takes the options of a game from the game.
    let without_options = |arg: Arg| match arg.get_long() {
        Some("rule") => arg.value_parser(clap::value_parser!(String)),
        _ => arg,
    };
    let mut command = Cli::command()
        .mut_args(with_hint)
        .mut_subcommands(|command| {
            let is_of_a_deal = ["deal", "solve"].contains(&command.get_name());
            let command = match shell {
                Shell::Fish if is_of_a_deal => command.mut_args(without_options),
                _ => command,
            };
            command.mut_args(with_hint)
        });
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "larboard", &mut script);
    let script = String::from_utf8(script).expect("UTF-8 text");
    match shell {
        Shell::Bash => with_words_of_bash(&script),
        Shell::Fish => with_words_of_fish(&script),
        _ => script,
    }
}

/// Replaces the registration of the script for bash.
fn with_words_of_bash(script: &str) -> String {
    let games = variant::games().map(|info| info.id).join(" | ");
    let words = include_str!("../data/completions/larboard.bash").replace("GAMES", &games);
    let (function, _) = script
        .split_once("\nif [[ \"${BASH")
        .expect("the registration");
    function.to_owned() + &words
}

/// Adds what the script for fish lacks: arguments without a flag, the value of a flag before the
/// command, commands after `help`, and the options of the game on the line alone.
fn with_words_of_fish(script: &str) -> String {
    let mut script = script.replace(" help\" -f -a", "\" -f -a").replacen(
        "    set -e cmd[1]\n",
        "    set -e cmd[1]\n    # The value that is completed is not there yet.\n    \
             contains -- \"$cmd[-1]\" --color --daily --difficulty --export; and set -e cmd[-1]\n",
        1,
    );
    for info in variant::games() {
        let command = format!("__fish_larboard_using_subcommand {}", info.id);
        script = script.replace(
            &format!("{command}\" -s r"),
            &format!(
                "{command} deal solve; and __fish_seen_subcommand_from {}\" -s r",
                info.id
            ),
        );
    }
    let games = variant::games().map(|info| info.id).join(" ");
    script + &include_str!("../data/completions/larboard.fish").replace("GAMES", &games)
}

#[test]
fn the_kept_scripts_are_current_and_each_shell_gets_one_from_the_program() {
    for (name, shell) in [
        ("larboard.bash", Shell::Bash),
        ("larboard.fish", Shell::Fish),
        ("_larboard", Shell::Zsh),
        ("_larboard.ps1", Shell::PowerShell),
    ] {
        let script = script(shell);
        assert_kept(&format!("completions/{name}"), &script);
        let shell = shell.to_string();
        let cli = Cli::try_parse_from(["larboard", "completions", &shell]).expect("a shell");
        let mut printed = Vec::new();
        cli.run(&mut printed).expect("script");
        assert!(printed == script.as_bytes(), "{shell}");
    }
}
