//! Faults in a pseudo-terminal: the program is killed at any moment, saves fail, the disk is full or
//! read-only, files come from a newer version, two windows are open. Each fault is reported, the game
//! goes on, and saved games stay intact.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use larboard::record::Record;
use portable_pty::CommandBuilder;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rustix::process::{Pid, Signal};

use super::harness::Session;
use super::{Home, WIDE};
use crate::home::LineGame;

impl Home {
    /// Runs a shell command; `$0` is the program.
    pub(super) fn shell(&self, line: &str) -> Session {
        self.skip_introductions();
        let mut command = CommandBuilder::new("/bin/bash");
        command.args(["-c", line, env!("CARGO_BIN_EXE_larboard")]);
        command.env("LARBOARD_HOME", self.path());
        command.env("TMPDIR", self.path());
        command.cwd(self.path());
        Session::start(command, WIDE)
    }

    fn record(&self) -> Record {
        let [record] = &self.records("saves")[..] else {
            panic!("expected one saved game: {:?}", self.saved_files());
        };
        record.clone()
    }
}

/// Returns the number of moves in the top line.
fn moves_shown(text: &str) -> usize {
    let (_, rest) = text.split_once("move ").expect("the number of moves");
    let digits = rest.chars().take_while(char::is_ascii_digit);
    digits.collect::<String>().parse().expect("a number")
}

/// Kills the program at random moments and resumes the game: every move shown was saved.
fn kill(times: usize, seed: u64) {
    let home = Home::new();
    let mut random = SmallRng::seed_from_u64(seed);
    let mut session = home.wide("moving-left --seed 42");
    session.until_shows("move 0 ");
    session.types_until("d", "move 1 ");
    // `moves` is the length of the game; `keys` counts moves and undos.
    let (mut moves, mut keys) = (1, 1);
    for round in 0..times {
        // Type some keys and wait for them, undoing in a long game; then type some without waiting.
        let undo = moves > 30;
        for _ in 0..random.random_range(0..4) {
            moves = if undo { moves - 5 } else { moves + 1 };
            keys += if undo { 5 } else { 1 };
            let typed = if undo { "uuuuu" } else { "d" };
            session.types_until(typed, &format!("move {moves} "));
        }
        let ahead = random.random_range(1..4);
        session.types(&"d".repeat(ahead));
        thread::sleep(Duration::from_micros(random.random_range(0..30_000)));
        session.signal(Signal::KILL);
        let shown = moves_shown(&session.end().text);
        assert!(shown >= moves, "round {round}: {shown} of {moves}");

        let record = home.record();
        let saved = record.moves.len() + 2 * record.header.undos as usize;
        let expected = keys + shown - moves;
        assert!(
            saved >= expected,
            "round {round}: {expected} keys were shown, {saved} are saved"
        );
        assert!(saved <= keys + ahead, "round {round}: more moves than keys");
        (moves, keys) = (record.moves.len(), saved);
        session = home.wide("moving-left");
        session.until_shows(&format!("move {moves} "));
    }
    session.leave();
    assert_eq!(home.record().moves.len(), moves);
}

#[test]
fn a_killed_program_has_saved_all_that_it_showed() {
    kill(25, 1);
}

#[test]
#[ignore = "takes a minute"]
fn a_program_killed_200_times_has_saved_all_that_it_showed() {
    kill(200, 2);
}

#[test]
fn the_answer_to_a_question_does_not_reach_the_shell() {
    let home = Home::new();
    let line = "\"$0\" moving-left --seed 42; echo left; read -r line; echo \"typed: $line.\"";
    // On a busy machine the answer may come too late now and then.
    let is_discarded = (0..5).any(|_| {
        let mut session = home.shell(line);
        session.until_shows("move 0 ");
        session.types("q");
        session.until("the screen of the shell", |screen| {
            !screen.alternate_screen()
        });
        for answer in ["\x1b]11;rgb:ffff/ffff/ffff\x07", "\x1b[1;2R"] {
            // As over a slow connection.
            thread::sleep(Duration::from_millis(200));
            session.types(answer);
        }
        session.until_shows("left");
        session.types_until("x\r", "typed: ");
        session.end().text.contains("typed: x.")
    });
    assert!(is_discarded, "typed by the terminal");
}

/// Checks that a game can be played though saving fails: the failure is reported once, and again at
/// the end with the path of the emergency save.
fn check_unsaved_game(mut session: Session, reason: &str) {
    session.types_until("d", "not saved: ");
    session.until_shows(reason);
    session.types_until("d", "move 2 ");
    assert!(!session.shown().contains("Game not saved: "), "said once");
    session.types_until("u", "move 1 ");
    session.types("q");
    let end = session.end();
    end.left_the_terminal_as_it_was();
    assert_eq!(end.status.exit_code(), 1);
    // A line may be wrapped by the terminal.
    let text = end.text.replace('\n', "");
    assert!(text.contains("error: game not saved: "), "{text}");
    let (_, path) = text.split_once("its record is in ").expect("a path");
    let (path, _) = path.split_once(" instead").expect("a path");
    let record = Record::from_slice(&fs::read(path).expect(path)).expect("a record");
    assert_eq!((record.moves.len(), record.redo.len()), (1, 1));
    fs::remove_file(path).expect("a file");
}

#[test]
fn without_a_data_folder_the_game_works() {
    let home = Home::new();
    let line = "env -u LARBOARD_HOME -u XDG_DATA_HOME -u XDG_CONFIG_HOME HOME=/dev/null \
                \"$0\" moving-left --seed 42";
    check_unsaved_game(home.shell(line), "not a directory");
}

#[test]
fn with_a_file_in_place_of_the_folder_the_game_works() {
    let home = Home::new();
    fs::write(home.join("saves"), "mine").expect("a file");
    check_unsaved_game(home.wide("moving-left --seed 42"), "saves");
    assert_eq!(fs::read(home.join("saves")).expect("a file"), b"mine");
}

#[test]
fn with_a_pipe_in_place_of_the_folder_the_game_works() {
    for plain in ["", "--plain"] {
        let home = Home::new();
        let line = format!("mkfifo saves && exec \"$0\" moving-left --seed 42 {plain}");
        let mut session = home.shell(&line);
        if plain.is_empty() {
            check_unsaved_game(session, "saves");
            continue;
        }
        session.types_until("draw\n", "not saved: ");
        session.types("quit\n");
        let end = session.end();
        assert_eq!(end.status.exit_code(), 1);
        assert_eq!(end.text.matches("error: ").count(), 1, "{}", end.text);
    }
}

/// Reads the emergency saves named in an error message, and returns their numbers of moves.
fn emergency_saves(text: &str) -> Vec<usize> {
    let moves = text.split("record is in ").skip(1).map(|rest| {
        let (path, _) = rest.split_once(" instead").expect("the end of a path");
        let record = Record::from_slice(&fs::read(path).expect(path)).expect("a record");
        record.moves.len()
    });
    moves.collect()
}

#[test]
fn every_unsaved_game_is_written_elsewhere_even_if_its_export_fails() {
    let home = Home::new();
    fs::write(home.join("file"), "mine").expect("a file");
    fs::create_dir(home.join("folder")).expect("a folder");
    let line = "LARBOARD_HOME=$PWD/file/below exec \"$0\" moving-left --seed 42 --export folder/it";
    let mut session = home.shell(line);
    session.types_until("d", "move 1 ");
    session.types_until("n", "move 0 ");
    session.types_until("ddd", "move 3 ");
    fs::remove_dir(home.join("folder")).expect("a folder");
    session.types("q");
    let end = session.end();
    assert_eq!(end.status.exit_code(), 1);
    let text = end.text.replace('\n', "");
    assert_contains!(text, "error: cannot write folder/it: ");
    assert_eq!(text.matches("game not saved: ").count(), 2, "{text}");
    assert_eq!(emergency_saves(&text), [3, 1, 3]);
}

#[test]
fn unsaved_games_that_can_be_written_nowhere_are_printed() {
    let home = Home::new();
    let mut command = home.command("moving-left --seed 42 --plain");
    command
        .env("LARBOARD_HOME", "/dev/null")
        .env("TMPDIR", "/dev/null");
    let mut game = LineGame::start(command);
    game.send("draw", "Dealt");
    game.send("new 7", "Type a move");
    game.send("draw", "Dealt");
    game.send("draw", "Dealt");
    let end = game.end();
    assert_eq!(end.status.code(), Some(1));
    let errors = String::from_utf8(end.stderr).expect("UTF-8 output");
    let place = "; its record is on standard output instead";
    assert_eq!(errors.matches(place).count(), 2, "{errors}");
    let text = String::from_utf8(end.stdout).expect("UTF-8 output");
    let (_, records) = text.split_once('{').expect("a record");
    let moves = records
        .split("\n}\n")
        .filter(|text| !text.is_empty())
        .map(|record| {
            let text = format!("{{{}\n}}\n", record.trim_start_matches('{'));
            Record::from_slice(text.as_bytes())
                .expect("a record")
                .moves
                .len()
        });
    assert_eq!(moves.collect::<Vec<_>>(), [1, 2]);
}

#[cfg(target_os = "linux")]
#[test]
fn without_threads_the_program_says_so_and_ends() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 42 --export it.json", "draw\n");
    // The limit is on all processes of a user together, and another run of the tests may have one too.
    let user = rand::random_range(20_000..60_000);
    for arguments in [
        "moving-left",
        "moving-left --plain",
        "moving-left --winnable",
        "moving-left --winnable --plain",
        "replay it.json",
        "replay it.json --plain",
    ] {
        let line = format!("ulimit -u 1; {}\"$0\" {arguments}", unprivileged_exec(user));
        let end = home.shell(&line).end();
        assert_eq!(end.status.exit_code(), 1, "{arguments}: {}", end.text);
        let error = end.text.trim();
        assert!(
            error.starts_with("error: ") && error.ends_with("resource temporarily unavailable"),
            "{arguments}: {error}"
        );
    }
}

/// Shell prefix that runs a program as another user if root runs the tests, because neither file
/// modes nor limits restrict root.
fn unprivileged_exec(user: u16) -> String {
    if rustix::process::geteuid().is_root() {
        format!("exec setpriv --reuid {user} --regid {user} --clear-groups ")
    } else {
        "exec ".to_owned()
    }
}

#[test]
fn with_a_read_only_data_folder_the_game_works() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 1");
    session.types_until("d", "move 1 ");
    session.leave();
    let before = fs::read(&home.saved_files()[0]).expect("a file");
    for folder in [home.join("saves"), home.path().into()] {
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("a mode");
    }
    let line = format!(
        "export TMPDIR=/tmp; {}\"$0\" moving-left --seed 42",
        unprivileged_exec(65534)
    );
    check_unsaved_game(home.shell(&line), "permission denied");
    for folder in [home.path().into(), home.join("saves")] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    assert_eq!(fs::read(&home.saved_files()[0]).expect("a file"), before);
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_the_game_works_and_saved_games_stay() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42");
    session.types_until(&"d".repeat(20), "move 20 ");
    session.leave();
    let before = fs::read(&home.saved_files()[0]).expect("a file");
    // Files are limited to 1 KiB, so a write fails halfway, as on a full disk.
    let mut session = home.shell("ulimit -f 1; exec \"$0\" moving-left");
    session.until_shows("move 20 ");
    session.types_until("d", "not saved: ");
    session.types_until("d", "move 22 ");
    session.types("q");
    let end = session.end();
    end.left_the_terminal_as_it_was();
    assert_eq!(end.status.exit_code(), 1);
    assert_eq!(fs::read(&home.saved_files()[0]).expect("a file"), before);
    let files = fs::read_dir(home.join("saves")).expect("a folder");
    assert_eq!(files.count(), 1, "no temporary file is left");
    let session = home.wide("moving-left");
    session.until_shows("move 20 ");
    session.leave();
}

#[cfg(target_os = "linux")]
#[test]
fn games_that_cannot_be_saved_keep_no_file_open() {
    let home = Home::new();
    let lines = "for n in {1..60}; do echo d; echo restart; done";
    let play = "(ulimit -f 1 -n 40; \"$0\" moving-left --plain --seed 42)";
    let count = format!("{lines} | {play} 2>&1 | grep -c 'too many open files'");
    let end = home.shell(&format!("echo \"errors: $({count})\"")).end();
    assert!(end.text.contains("errors: 0"), "{}", end.text);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs the right to mount"]
fn on_a_real_full_disk_saved_games_stay() {
    let home = Home::new();
    // The mount belongs to a private namespace and disappears with the shell.
    let script = r#"
        mount -t tmpfs -o size=64k tmpfs . && cd "$PWD" && export TMPDIR=$PWD
        printf 'draw\ndraw\nquit\n' | "$0" moving-left --seed 42 --plain > output
        cat saves/*.json > before
        cat /dev/zero > filler
        "$0" moving-left
        echo "exit code $?"
        cat saves/*.json | cmp - before && echo unchanged
        rm filler
        "$0" moving-left"#;
    fs::write(home.join("script"), script).expect("a file");
    let mut session = home.shell("unshare -m /bin/bash -c \"$(cat script)\" \"$0\"");
    session.until_shows("Resumed at move 2");
    session.types_until("d", "not saved: ");
    session.types_until("d", "move 4 ");
    session.types_until("q", "Resumed at move 2");
    session.types("q");
    let end = session.end();
    assert!(
        end.text.contains("exit code 1") && end.text.contains("unchanged"),
        "{}",
        end.text
    );
}

#[test]
fn two_windows_never_write_the_same_save() {
    let home = Home::new();
    let mut first = home.wide("moving-left --seed 42");
    first.types_until("d", "move 1 ");
    let mut second = home.wide("moving-left");
    second.until_shows("Your last game is open in another window");
    second.until_shows("move 0 ");
    second.types_until("d", "move 1 ");
    for n in 2..6 {
        first.types_until("d", &format!("move {n} "));
        second.types_until("d", &format!("move {n} "));
    }
    first.leave();
    second.leave();
    let [one, other] = &home.records("saves")[..] else {
        panic!("expected two saved games");
    };
    assert_eq!((one.moves.len(), other.moves.len()), (5, 5));
    assert_ne!(one.seed == Some(42), other.seed == Some(42));
}

#[test]
fn an_unsaved_game_is_marked_until_it_is_saved() {
    let home = Home::new();
    fs::write(home.join("saves"), "mine").expect("writable file");
    let mut session = home.wide("moving-left --seed 42");
    session.types_until("d", "Game not saved: ");
    session.until_shows("Moving Left  not saved ");
    session.types_until("d", "move 2 ");
    session.until_shows("Moving Left  not saved ");
    fs::remove_file(home.join("saves")).expect("removable file");
    // A search that ends may save the game before the key.
    session.types("d");
    session.until_shows("Moving Left  deal 42");
    session.leave();
}

#[test]
fn endless_input_waits_in_the_pipe_and_ends_with_ctrl_c() {
    let home = Home::new();
    let mut game = home
        .command("moving-left --seed 42 --plain")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("running program");
    let mut input = game.stdin.take().expect("standard input");
    let mut output = game.stdout.take().expect("standard output");
    let (sender, written) = mpsc::channel();
    let lines = "status\n".repeat(1 << 16);
    thread::spawn(move || {
        input.write_all(lines.as_bytes()).expect("writable pipe");
        sender.send(()).expect("receiver");
        while input.write_all(lines.as_bytes()).is_ok() {}
    });
    // Nobody reads the answers, so the lines are not read either.
    let is_written = written.recv_timeout(Duration::from_secs(1)).is_ok();
    assert!(!is_written, "all lines are kept in memory");
    let drain = thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    rustix::process::kill_process(Pid::from_child(&game), Signal::INT).expect("running process");
    let status = game.wait().expect("exit status");
    assert_eq!(status.signal(), Some(2));
    drain.join().expect("thread").expect("readable pipe");
}

#[test]
fn a_window_of_any_size_is_drawn_in_bounds() {
    let home = Home::new();
    for size in [(5000, 5000), (u16::MAX, u16::MAX)] {
        let mut session = home.wide("moving-left --seed 42");
        session.until_shows("move 0 ");
        session.resize(size.0.min(700), size.1.min(300));
        session.resize_terminal(size);
        session.types_until("d", "move 1 ");
        #[cfg(target_os = "linux")]
        assert!(session.peak_kibibytes() < 96 << 10, "{size:?}");
        session.leave().left_the_terminal_as_it_was();
    }
}

#[test]
fn a_program_whose_terminal_does_not_read_ends() {
    let home = Home::new();
    for signals in [&[Signal::TERM][..], &[Signal::INT, Signal::INT]] {
        let mut session = home.wide("moving-left --seed 42");
        session.types_until("d", "move 1 ");
        let time = session.ends_unread(|session| {
            for n in 0..300 {
                session.resize_terminal((150 + n % 2, 40));
                thread::sleep(Duration::from_millis(3));
            }
            for &signal in signals {
                session.signal(signal);
                thread::sleep(Duration::from_millis(100));
            }
        });
        assert!(time < Duration::from_secs(5), "{signals:?}: {time:?}");
        assert!(session.line_is_as_before(), "{signals:?}");
        assert!(session.end().status.signal().is_some(), "{signals:?}");
    }
}

#[test]
fn ctrl_c_ends_line_mode_whose_terminal_does_not_read() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42 --plain");
    session.types_until("draw\r", "Dealt");
    let time = session.ends_unread(|session| {
        for _ in 0..30 {
            session.types("rules\r");
            thread::sleep(Duration::from_millis(10));
        }
        session.types("\x03");
    });
    assert!(time < Duration::from_secs(4), "{time:?}");
}

#[test]
fn ctrl_c_overtakes_the_keys_before_it() {
    for keys in ["t", "c", "e", "Rd"] {
        let home = Home::new();
        let mut session = home.wide("moving-left --seed 42");
        session.types_until("d", "move 1 ");
        session.types(&keys.repeat(3000));
        session.types("\x03");
        let start = Instant::now();
        session.end().left_the_terminal_as_it_was();
        let time = start.elapsed();
        assert!(time < Duration::from_millis(1500), "{keys}: {time:?}");
    }
}

#[test]
fn a_setting_changed_by_many_keys_at_once_is_saved() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    session.types_until(&"c".repeat(101), "Four suit colors: on");
    session.leave();
    let settings = fs::read_to_string(home.join("settings.toml")).expect("a file");
    assert!(settings.contains("four-colors = true"), "{settings}");
}
