//! Shell completions: the kept scripts are current, and bash, fish and zsh offer the right words.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::tools;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Returns a folder with a record and another file.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("temporary directory");
    for name in ["game.json", "other.txt"] {
        fs::write(folder.path().join(name), "").expect("file");
    }
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

/// Checks what a shell offers for lines. `offers` returns the words for a line.
fn assert_offers(offers: impl Fn(&str) -> Vec<String>) {
    for (line, offered, others) in [
        (
            "larboard m",
            &["moving-left", "moosehide"][..],
            &["games"][..],
        ),
        (
            "larboard moosehide --",
            &["--seed", "--rule", "--plain"],
            &["--merge"],
        ),
        ("larboard survey --", &["--merge", "--seeds"], &["--plain"]),
        (
            "larboard moosehide --rule lay",
            &["layout=classic", "layout=open-reserve"],
            &["wrap=no"],
        ),
        ("larboard deal osc", &["oscillation"], &["moosehide"]),
        (
            "larboard --color ",
            &["always", "never"],
            &["moosehide", "game.json"],
        ),
        ("larboard moosehide --export ga", &["game.json"], &["games"]),
        ("larboard show ga", &["game.json"], &["games", "other.txt"]),
        ("larboard solve ga", &["game.json"], &["games"]),
        ("larboard solve moo", &["moosehide"], &["game.json"]),
        ("larboard moosehide --seed ", &[], &["game.json"]),
        ("larboard review ", &["game.json"], &["moosehide"]),
        ("larboard verify game.json ", &["other.txt"], &["moosehide"]),
        (
            "larboard solve ",
            &["moosehide", "game.json"],
            &["--seed", "games"],
        ),
        ("larboard help moo", &["moosehide"], &["moving-left"]),
        ("larboard help ", &["moosehide", "survey"], &["game.json"]),
        ("larboard moosehide ", &[], &["game.json"]),
        ("larboard man ", &[], &["game.json"]),
        (
            "larboard --difficulty ",
            &["easy", "expert"],
            &["game.json"],
        ),
    ] {
        let words = offers(line);
        let has = |word: &str| words.iter().any(|offered| offered == word);
        for word in offered {
            assert!(has(word), "{line:?} should offer {word}: {words:?}");
        }
        for word in others {
            assert!(!has(word), "{line:?} should not offer {word}: {words:?}");
        }
    }
}

#[test]
fn bash_completes_games_flags_values_and_files() {
    if !tools::is_installed("bash") {
        return;
    }
    let folder = folder();
    let capture = format!("{ROOT}/tests/data/completions/capture.bash");
    let script = format!("{ROOT}/assets/completions/larboard.bash");
    let offers = |line: &str| {
        let spaced = line.replace('=', " = ");
        let mut args = vec!["--norc", "--noprofile", &capture, &script];
        args.extend(spaced.split(' ').filter(|word| !word.is_empty()));
        if line.ends_with([' ', '=']) {
            args.push("");
        }
        lines("bash", &args, folder.path())
    };
    assert_offers(offers);
    assert_eq!(offers("larboard moosehide --rule layout=cl"), ["classic"]);
    assert_eq!(offers("larboard oscillation -r wrap="), ["no", "yes"]);
}

#[test]
fn fish_completes_games_flags_values_and_files() {
    if !tools::is_installed("fish") {
        return;
    }
    let folder = folder();
    let script = format!("{ROOT}/assets/completions/larboard.fish");
    assert_offers(|line| {
        let command = format!("source {script}; complete -C '{line}'");
        let offered = lines("fish", &["--no-config", "-c", &command], folder.path());
        let word = |line: &String| line.split('\t').next().unwrap_or_default().to_owned();
        offered.iter().map(word).collect()
    });
}

#[test]
fn zsh_completes_games_flags_values_and_files() {
    if !tools::is_installed("zsh") {
        return;
    }
    let folder = folder();
    let capture = format!("{ROOT}/tests/data/completions/capture.zsh");
    let functions = format!("{ROOT}/assets/completions");
    assert_offers(|line| lines("zsh", &["-f", &capture, &functions, line], folder.path()));
}

/// Checks that a kept file is what the program writes, or updates it.
fn assert_kept(name: &str, args: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_larboard"))
        .args(args)
        .output();
    let output = output.expect("running program");
    assert!(output.status.success(), "{output:?}");
    let path = Path::new(ROOT).join("assets").join(name);
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, &output.stdout).expect("writable file");
    }
    let kept = fs::read(&path).expect(name);
    assert!(
        kept == output.stdout,
        "{name} is out of date; update it with INSTA_UPDATE=always cargo test --test all completions::"
    );
}

#[test]
fn the_kept_scripts_and_manual_page_are_current() {
    for (name, shell) in [
        ("larboard.bash", "bash"),
        ("larboard.elv", "elvish"),
        ("larboard.fish", "fish"),
        ("_larboard", "zsh"),
        ("_larboard.ps1", "powershell"),
    ] {
        assert_kept(&format!("completions/{name}"), &["completions", shell]);
    }
    assert_kept("larboard.6", &["man"]);
}

#[test]
fn the_manual_page_is_complete_and_clean() {
    let page = fs::read_to_string(format!("{ROOT}/assets/larboard.6")).expect("manual page");
    for section in [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "GAMES",
        "OPTIONS",
        "COMMANDS",
        "KEYS",
        "EXAMPLES",
        "FILES",
        "ENVIRONMENT",
        "\"EXIT STATUS\"",
        "\"SEE ALSO\"",
    ] {
        assert!(page.contains(&format!(".SH {section}\n")), "{section}");
    }
    assert!(page.contains(&format!("Larboard {}", env!("CARGO_PKG_VERSION"))));
    // A release has the date of its section in the changelog.
    let changelog = fs::read_to_string(format!("{ROOT}/CHANGELOG.md")).expect("changelog");
    let heading = format!("## [{}] - ", env!("CARGO_PKG_VERSION"));
    let mut dates = changelog
        .lines()
        .filter_map(|line| line.strip_prefix(&heading));
    if let Some(date) = dates.next().filter(|date| date.starts_with("20")) {
        assert!(
            page.contains(&format!(" {date} ")),
            "date in assets/larboard.6.in"
        );
    }
    if tools::is_installed("mandoc") {
        let output = Command::new("mandoc")
            .args(["-T", "lint", "assets/larboard.6"])
            .current_dir(ROOT)
            .output()
            .expect("mandoc");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.is_empty(), "{text}");
    }
}
