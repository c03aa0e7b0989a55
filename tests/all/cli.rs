//! The command line: the output of each command, and one line for each usage error.

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use larboard::game::Game;
use larboard::record::{PlayedGame, Record};
use larboard::rules::Move;
use larboard::variant;

use crate::home::{Home, LineGame, Ran};
use crate::{command_lines, games, home, kept_files};

/// Writes the record of a game of Moving Left after some draws.
fn write_record(home: &Home, name: &str, draws: usize) -> PathBuf {
    let path = home.join(name);
    let record = Record::from_played_game(&drawn(draws));
    fs::write(&path, record.to_string()).expect("writable file");
    path
}

fn read_record(path: &Path) -> Record {
    let record = fs::read(path).expect("readable file");
    Record::from_slice(&record).expect("valid record")
}

/// Returns the sorted names of the files in a folder.
fn names(home: &Home) -> Vec<String> {
    let entries = fs::read_dir(home.path()).expect("readable folder");
    let names = entries.map(|entry| entry.expect("entry").file_name().into_string());
    let mut names: Vec<_> = names.map(|name| name.expect("UTF-8 text")).collect();
    names.sort();
    names
}

fn drawn(draws: usize) -> PlayedGame {
    let rules = games::variant("moving-left", &[]);
    let mut played = PlayedGame::new(Game::new(rules, 42));
    for _ in 0..draws {
        played.game_mut().play(Move::Draw).expect("legal move");
    }
    played
}

thread_local! {
    /// The data folder of the program in this test.
    static HOME: Home = Home::new();
}

fn larboard<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = HOME.with(|home| home.command(""));
    command.args(args).stdout(Stdio::piped());
    command.current_dir(kept_files::path(""));
    command
}

fn run_with_input(mut command: Command, lines: &str) -> Ran {
    home::run_with_input(&mut command, lines).into()
}

fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Ran {
    run_with_input(larboard(args), "")
}

/// Splits a command line, whose arguments contain no spaces.
fn split(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace()
}

#[test]
fn usage_errors_name_the_argument_and_exit_with_2() {
    command_lines::transcript("tests/data/usage-errors.txt", |arguments| {
        let Ran(code, out, err) = run(split(arguments));
        assert_eq!((code, &*out), (2, ""), "{arguments}: {err}");
        command_lines::usage_error(&err)
    });
}

#[test]
fn commands_print_what_is_documented_or_an_error_with_status_1() {
    command_lines::transcript("tests/data/commands.txt", |arguments| {
        let Ran(code, out, err) = run(split(arguments));
        let has_failed = err.starts_with("error: ") || out.contains(r#""ok":false"#);
        assert_eq!(code, i32::from(has_failed), "{arguments}");
        out + &err
    });
}

#[test]
fn options_and_files_are_escaped_in_errors() {
    let rule = "deal moving-left --seed 1 --rule \x1b[2J=\x07";
    for arguments in [rule, "show \x1b[2J\x07"] {
        let Ran(code, out, err) = run(split(arguments));
        assert_ne!(code, 0);
        assert_eq!(out, "");
        let is_escaped = err.chars().all(|c| c == '\n' || !c.is_control());
        assert!(is_escaped, "{err:?}");
    }
}

#[cfg(unix)]
#[test]
fn in_line_mode_a_stop_and_a_replay_are_no_time_of_play() {
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    let (home, began) = (Home::new(), Instant::now());
    let start = |name| home.line_game(&format!("moving-left --seed 42 --export {name}"));
    let [mut one, mut other, mut replayed] = ["one.json", "other.json", "replayed.json"].map(start);
    replayed.send("draw", "Dealt");
    replayed.send("replay", "Replay of 1 move");
    sleep(Duration::from_millis(1_100));
    for game in [&mut one, &mut other] {
        game.send("draw", "Dealt");
        game.signal("STOP");
    }
    sleep(Duration::from_millis(2_100));
    for game in [&one, &other] {
        game.signal("CONT");
    }
    one.send("draw", "Dealt");
    replayed.send("close", "Type a move");
    for (game, name, least, away) in [
        (one, "one.json", 1, 2_100),
        (other, "other.json", 1, 2_100),
        (replayed, "replayed.json", 0, 3_200),
    ] {
        game.end();
        let seconds = read_record(&home.join(name)).header.seconds;
        let most = (began.elapsed() - Duration::from_millis(away)).as_secs();
        assert!(
            (least..=most).contains(&seconds),
            "{name}: {seconds} s of {most}"
        );
    }
}

#[test]
fn a_data_folder_that_begins_with_a_tilde_is_refused() {
    let home = Home::new();
    let mut stats = home.command("stats");
    stats
        .env("LARBOARD_HOME", "~/games")
        .current_dir(home.path());
    let Ran(code, out, err) = home::run_with_input(stats.stdout(Stdio::piped()), "").into();
    let expected = "error: LARBOARD_HOME begins with ~, which is not replaced by your home folder; write $HOME\n";
    assert_eq!((code, &*out, &*err), (1, "", expected));
}

#[test]
fn help_and_version_succeed() {
    let lines = "--help, -h, --version, deal --help, help, help show, help -h, help Moosehide --help, \
                 --ascii help moosehide";
    for line in lines.split(", ") {
        let Ran(code, out, err) = run(split(line));
        assert_eq!((code, &*err), (0, ""), "{line}");
        let is_told = if line == "--version" {
            out.starts_with("larboard ")
        } else {
            out.contains("Usage: larboard")
        };
        assert!(
            is_told || line.contains("oosehide") && out.starts_with("Moosehide: "),
            "{line}: {out}"
        );
    }
}

#[test]
fn titles_name_games() {
    // The first game is introduced.
    run(split("yakutat-bay --seed 1 --plain"));
    for title in [
        "deal,Moving Left,--seed,1",
        "solve,Moosehide,--seed,2,--json",
        "help,Single Left",
        "stats,Oscillation",
        "Yakutat Bay,--seed,1,--plain",
    ] {
        let id = title.to_lowercase().replace(' ', "-").replace(',', " ");
        let Ran(code, out, err) = run(title.split(','));
        assert_eq!((code, &*err), (0, ""), "{title}");
        // The time of a search differs.
        let until_time = |text: &str| text.split("seconds").next().map(str::to_owned);
        assert_eq!(until_time(&out), until_time(&run(split(&id)).1), "{title}");
    }
}

#[cfg(unix)]
#[test]
fn help_does_not_show_the_name_of_the_program_file() {
    use std::os::unix::process::CommandExt;

    let mut command = larboard(split("deal --help"));
    command.arg0("\x1b[2Jother\n");
    let Ran(code, out, _) = run_with_input(command, "");
    assert_eq!(code, 0);
    assert!(out.contains("Usage: larboard deal "), "{out}");
    assert!(!out.contains("other"), "{out}");
}

/// Returns a pipe that nobody reads.
fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("pipe");
    drop(reader);
    writer.into()
}

#[test]
fn without_a_reader_the_exit_status_says_the_failure() {
    let folder = Home::new();
    let good = write_record(&folder, "good.json", 3);
    let bad = folder.join("bad.json");
    fs::write(&bad, "{}").expect("writable file");
    let home = folder.join("home");
    fs::create_dir_all(home.join("results.jsonl")).expect("new folder");
    let status = |args: &[&OsStr]| {
        let mut command = larboard(args);
        command.env("LARBOARD_HOME", &home).stdout(closed_pipe());
        run_with_input(command, "").0
    };
    let (verify, good, bad) = (OsStr::new("verify"), good.as_os_str(), bad.as_os_str());
    assert_eq!(status(&[verify, good]), 0);
    assert_eq!(status(&[verify, good, bad]), 1);
    assert_eq!(status(&[verify, bad, good, OsStr::new("--json")]), 1);
    assert_eq!(status(&[OsStr::new("stats")]), 1);
    let mut command = larboard(split("solve moosehide --seed 2 --memory 32 --export"));
    let line = folder.join("line.json");
    command.arg(&line).stdout(closed_pipe());
    assert_eq!(run_with_input(command, "").0, 0);
    assert!(!read_record(&line).moves.is_empty());
}

/// Runs a command line in a shell with a limit.
#[cfg(target_os = "linux")]
fn run_limited(limit: &str, line: &str) -> Ran {
    let script = format!("{limit}; exec \"$0\" {line}");
    let program = env!("CARGO_BIN_EXE_larboard");
    let mut command = Command::new("sh");
    command.args(["-c", &script, program]);
    command.stdout(Stdio::piped());
    run_with_input(command, "")
}

#[cfg(target_os = "linux")]
#[test]
fn a_shallow_stack_is_enough() {
    for line in [
        "solve moving-left --seed 1 --positions 20000 --memory 16",
        "solve single-left --rule style=warfield --seed 1 --positions 20000 --memory 16",
    ] {
        let Ran(code, out, err) = run_limited("ulimit -s 256", line);
        assert_eq!(code, 0, "{line}: {err}");
        assert!(!out.is_empty());
    }
}

#[test]
fn every_game_is_a_command_with_its_rules_in_the_help() {
    for info in variant::games() {
        let Ran(code, help, _) = run(["help", info.id]);
        assert_eq!(code, 0);
        let start = format!(
            "{}: {}\n\n{}\n\n",
            info.title,
            info.summary,
            info.help.trim_end()
        );
        assert!(help.starts_with(&start), "{help}");
        for option in info.options {
            for value in option.values {
                let pair = format!("{}={}", option.name, value.name);
                assert!(help.contains(&pair), "{pair}: {help}");
            }
        }
    }
    let Ran(_, help, _) = run(["moosehide", "--help"]);
    assert!(!help.contains("wrap="), "{help}");
}

#[test]
fn the_summary_is_shorter_than_the_help_and_the_help_is_complete() {
    let Ran(_, summary, _) = run(["-h"]);
    let Ran(_, help, _) = run(["--help"]);
    // The values of `--color`, which clap adds, take another line.
    let is_continued = |line: &&str| line.starts_with("          ");
    let continued = summary.lines().filter(is_continued).count();
    assert!(continued < 2, "{summary}");
    for part in [
        "Examples:\n",
        "Files:\n",
        "Environment:\n  LARBOARD_HOME\n",
        "Exit status:\n  0\n",
        "settings.toml",
    ] {
        assert!(help.contains(part) && !summary.contains(part), "{part}");
    }
    for info in variant::games() {
        assert!(summary.contains(&format!("  {} ", info.id)), "{summary}");
    }
    let commands = "replay review show verify stats solve deal completions";
    let position = |command| summary.find(&format!("\n  {command} "));
    assert!(commands.split(' ').map(position).is_sorted(), "{summary}");
    for command in commands.split(' ') {
        let Ran(_, help, _) = run([command, "--help"]);
        assert!(help.contains("\nExample"), "{command}: {help}");
        assert_contains!(help, &format!("\n  larboard {command} "));
    }
}

#[test]
fn colors_follow_the_option_and_the_environment() {
    let is_colored = |args: &str, variables: &[(&str, &str)]| {
        let mut command = larboard(split(args));
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "CI"] {
            command.env_remove(name);
        }
        command.envs(variables.iter().copied());
        let Ran(_, out, err) = run_with_input(command, "");
        (out + &err).contains('\x1b')
    };
    for args in ["--help", "poker", "verify no-such-file --at"] {
        assert!(!is_colored(args, &[]), "{args}");
        assert!(is_colored(args, &[("CLICOLOR_FORCE", "1")]), "{args}");
        assert!(
            !is_colored(args, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]),
            "{args}"
        );
        let always = format!("--color always {args}");
        assert!(is_colored(&always, &[("NO_COLOR", "1")]), "{args}");
        let never = format!("--color=never {args}");
        assert!(!is_colored(&never, &[("CLICOLOR_FORCE", "1")]), "{args}");
    }
}

#[test]
fn letters_and_symbols_override_the_locale() {
    for line in [
        "deal moosehide --seed 1",
        "moosehide --seed 1 --plain",
        "moosehide --plain --seed 1",
    ] {
        for (option, locale, is_ascii) in [
            ("", "C.UTF-8", false),
            ("--ascii", "C.UTF-8", true),
            ("", "C", true),
            ("--no-ascii", "C", false),
            ("--ascii --no-ascii", "C", false),
            ("--no-ascii --ascii", "C.UTF-8", true),
        ] {
            let mut command = larboard(split(&format!("{line} {option}")));
            command.env("LC_ALL", locale);
            let Ran(code, out, _) = run_with_input(command, "");
            assert_eq!(
                (code, out.is_ascii()),
                (0, is_ascii),
                "{line} {option}: {out}"
            );
        }
    }
}

#[test]
fn a_record_is_read_from_standard_input() {
    let record = Record::from_played_game(&drawn(3)).to_string();
    let show = |record: &str| run_with_input(larboard(["show", "-"]), record);
    let Ran(code, out, _) = show(&record);
    assert_eq!(code, 0);
    assert_starts_with!(out, "Moving Left, deal 42, move 3: ");
    let error = "error: -: status: after the moves the game is playing, not won\n";
    let won = record.replace("playing", "won");
    assert_eq!(show(&won), Ran(1, String::new(), error.into()));
    let verified = run_with_input(larboard(["verify", "-"]), &record);
    let text = "-: playing after 3 moves\n";
    assert_eq!(verified, Ran(0, text.into(), String::new()));
}

#[cfg(unix)]
#[test]
fn control_characters_in_the_name_of_a_file_are_escaped() {
    let folder = Home::new();
    let bad = folder.join("bad\x1b[2J\n.json");
    let text = Record::from_played_game(&drawn(3)).to_string();
    fs::write(&bad, text.replacen("\"draw\"", "\"t1-t2\"", 1)).expect("writable file");
    let Ran(code, out, err) = run([OsStr::new("verify"), bad.as_os_str()]);
    assert_eq!((code, &*err), (1, ""));
    assert_ends_with!(
        out,
        "/bad\\u{1b}[2J\\n.json: refused: move 1: t1-t2: K♥ needs an empty pile\n"
    );
    let json = run([OsStr::new("verify"), OsStr::new("--json"), bad.as_os_str()]).1;
    assert!(!json.contains('\x1b'), "{json}");
    let object: serde_json::Value = serde_json::from_str(&json).expect("valid JSON");
    assert_eq!(object["file"].as_str(), bad.to_str());
}

#[test]
fn standard_output_has_the_record_alone_when_it_is_exported_there() {
    let line = "moving-left --seed 42 --plain --export -";
    let Ran(code, record, text) =
        run_with_input(larboard(split(line)), "draw\nbogus\ndraw\nundo\nquit\n");
    assert_eq!(code, 0);
    assert_contains!(
        text,
        "Dealt 2♦ to the waste\nUnknown: \"bogus\". help: all commands"
    );
    let played = Record::from_slice(record.as_bytes()).and_then(|record| record.to_played_game());
    let game = played.expect("valid record").game;
    assert_eq!(
        (game.moves().len(), game.undone().len(), game.undos()),
        (1, 1, 1)
    );
    assert_eq!(game.seed(), Some(42));
    let typed = run_with_input(
        larboard(split("single-left --seed 1 --plain")),
        "export -\n",
    )
    .1;
    let record = &typed[typed.find("{\n").expect("a record")..];
    Record::from_slice(record.as_bytes()).expect("valid record");
    let refused = run_with_input(larboard(split("single-left --seed 1 --json")), "export -\n").1;
    assert_contains!(refused, "Not exported: each answer is one object a line");
}

#[test]
fn random_seeds_are_short_and_the_daily_deal_is_that_of_the_date() {
    let seed = |line: &str| {
        let Ran(code, out, _) = run(split(line));
        assert_eq!(code, 0, "{line}");
        Record::from_slice(out.as_bytes())
            .expect("valid record")
            .seed
            .expect("seed")
    };
    assert!(seed("oscillation --plain --export -") < 1_000_000_000);
    let of_today = || run(split("deal moosehide --json --daily")).1;
    let (before, daily, after) = (
        of_today(),
        seed("moosehide --daily --plain --export -"),
        of_today(),
    );
    let seed = format!(r#""seed":{daily},"#);
    assert!(before.contains(&seed) || after.contains(&seed), "{before}");
}

#[test]
fn an_unwritable_export_fails_before_the_game() {
    let folder = Home::new();
    fs::write(folder.join("plain-file"), "original").expect("writable file");
    for (target, why) in [
        ("", "it is a folder"),
        ("new/", "it is a folder"),
        ("none/x.json", "no such file or directory"),
        ("plain-file/x.json", "not a directory"),
    ] {
        let path = folder.join(target);
        let Ran(code, out, err) = run_with_input(exporting_to(&path), "draw\n");
        assert_eq!((code, &*out), (1, ""), "{target}: {err}");
        if cfg!(unix) {
            assert_eq!(
                err,
                format!("error: cannot write {}: {why}\n", path.display())
            );
        }
    }
    assert_eq!(names(&folder), ["plain-file"]);
    assert_eq!(
        fs::read_to_string(folder.join("plain-file")).expect("readable file"),
        "original"
    );
}

/// Starts Moving Left in line mode with an export.
fn exporting_to(path: &Path) -> Command {
    let mut command = larboard(split("moving-left --plain --seed 42 --export"));
    command.arg(path);
    command
}

#[test]
fn an_export_replaces_its_file_only_at_the_end() {
    let folder = Home::new();
    let path = folder.join("game.json");
    fs::write(&path, "original").expect("writable file");
    let game = LineGame::start(exporting_to(&path));
    assert_eq!(fs::read(&path).expect("readable file"), b"original");
    assert_eq!(names(&folder), ["game.json"]);
    assert!(game.end().status.success());
    assert_eq!(read_record(&path).seed, Some(42));
    assert_eq!(names(&folder), ["game.json"]);
}

#[cfg(unix)]
#[test]
fn an_export_follows_symbolic_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Home::new();
    fs::create_dir(folder.join("real")).expect("new folder");
    fs::write(folder.join("real/game.json"), "").expect("writable file");
    let closed = fs::Permissions::from_mode(0o600);
    fs::set_permissions(folder.join("real/game.json"), closed).expect("permissions");
    symlink("real/game.json", folder.join("link.json")).expect("link");
    symlink("real/new.json", folder.join("dangling.json")).expect("link");
    symlink("loop.json", folder.join("loop.json")).expect("link");
    for (link, file) in [
        ("link.json", "real/game.json"),
        ("dangling.json", "real/new.json"),
    ] {
        let command = exporting_to(&folder.join(link));
        assert_eq!(run_with_input(command, "").0, 0);
        assert!(folder.join(link).is_symlink());
        assert_eq!(read_record(&folder.join(file)).seed, Some(42));
    }
    let mode = fs::metadata(folder.join("real/game.json"))
        .expect("file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    let command = exporting_to(&folder.join("loop.json"));
    assert_eq!(run_with_input(command, "").0, 1);
}

#[cfg(unix)]
#[test]
fn an_export_to_a_pipe_is_written_to_it_and_replaces_nothing() {
    use std::os::unix::fs::FileTypeExt;

    let folder = Home::new();
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let record = std::thread::scope(|scope| {
        let reader = scope.spawn(|| fs::read(&pipe).expect("a record"));
        assert_eq!(run_with_input(exporting_to(&pipe), "").0, 0);
        reader.join().expect("what was written")
    });
    assert!(
        Record::from_slice(&record)
            .expect("valid record")
            .moves
            .is_empty()
    );
    let kind = fs::symlink_metadata(&pipe).expect("the pipe").file_type();
    assert!(kind.is_fifo(), "it is a pipe still");
}

#[test]
fn an_export_that_fails_at_the_end_is_saved_elsewhere() {
    let folder = Home::new();
    fs::create_dir(folder.join("gone")).expect("new folder");
    let home = Home::new();
    let mut command = exporting_to(&folder.join("gone/game.json"));
    command.env("LARBOARD_HOME", home.path());
    let mut game = LineGame::start(command);
    fs::remove_dir(folder.join("gone")).expect("empty folder");
    game.send("draw", "Dealt ");
    let Ran(code, _, err) = game.end().into();
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    let emergency_file = &home.files("", "json")[0];
    assert!(err.contains(emergency_file.to_str().expect("UTF-8 text")));
    assert_eq!(read_record(emergency_file).moves.len(), 1);
}

#[cfg(unix)]
#[test]
fn the_first_interrupt_cancels_only_the_search() {
    use std::os::unix::process::ExitStatusExt;

    let folder = Home::new();
    let path = folder.join("typed.json");
    let mut game = LineGame::start(larboard(split("moving-left --plain --seed 1")));
    game.send("verdict", "Searching, 10 s at most. ");
    game.signal("INT");
    let export = format!("export {}", path.display());
    let answers = game.send(&export, "Exported to ");
    assert!(answers.starts_with("Search canceled\n"), "{answers}");
    game.send(&export, "Not exported: ");
    assert_eq!(game.end_by_signal("INT").status.signal(), Some(2));
    assert_eq!(read_record(&path).moves, []);
}

#[test]
fn a_closed_pipe_succeeds_and_the_export_is_still_written() {
    let folder = Home::new();
    let record = write_record(&folder, "many.json", 40);
    let mut command = larboard(["show", "--each", "--json"]);
    command.arg(&record);
    let mut child = command
        .stderr(Stdio::piped())
        .spawn()
        .expect("running program");
    let mut first = [0; 10];
    let mut out = child.stdout.take().expect("pipe");
    out.read_exact(&mut first).expect("start");
    drop(out);
    let ended = Ran::from(child.wait_with_output().expect("output"));
    assert_eq!(ended, Ran(0, String::new(), String::new()));

    let path = folder.join("game.json");
    let game = LineGame::start(exporting_to(&path));
    let ended = Ran::from(game.end_unread("draw"));
    assert_eq!(ended, Ran(0, String::new(), String::new()));
    assert_eq!(read_record(&path).moves.len(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    for line in ["games", "deal moosehide --seed 1", "man", "--help", "-V"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        let mut command = larboard(split(line));
        command.stdout(full.expect("full disk"));
        let Ran(status, _, error) = run_with_input(command, "");
        assert_eq!(status, 1, "{line}");
        assert!(error.starts_with("error: standard output: "), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
