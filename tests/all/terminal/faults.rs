//! What can go wrong around the program, done to it in a real terminal: killed at any moment, no
//! place to save, a disk that is full or may not be written, files from elsewhere, two windows at
//! once. Each gets a plain line, the game goes on, and nothing that was saved is harmed.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::thread;
use std::time::Duration;

use larboard::record::Record;
use portable_pty::CommandBuilder;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rustix::process::Signal;

use super::harness::Session;
use super::{Home, WIDE};

impl Home {
    /// A command of the shell, which finds the program as `$0`.
    fn shell(&self, line: &str) -> Session {
        let mut command = CommandBuilder::new("/bin/bash");
        command.args(["-c", line, env!("CARGO_BIN_EXE_larboard")]);
        command.env("LARBOARD_HOME", self.path());
        command.env("TMPDIR", self.path());
        command.cwd(self.path());
        Session::start(command, WIDE)
    }

    fn record(&self) -> Record {
        let [record] = &self.records("saves")[..] else {
            panic!("one sitting, not {:?}", self.saved());
        };
        record.clone()
    }
}

/// The number of moves that the top line tells.
fn moves_shown(text: &str) -> usize {
    let (_, rest) = text.split_once("move ").expect("the number of moves");
    let digits = rest.chars().take_while(char::is_ascii_digit);
    digits.collect::<String>().parse().expect("a number")
}

/// Kills the program so many times, each time at another moment of play, and takes the game up
/// again: all that was shown is there.
fn kill(times: usize, seed: u64) {
    let home = Home::new();
    let mut random = SmallRng::seed_from_u64(seed);
    let mut session = home.wide("moving-left --seed 42");
    session.until_shows("move 0 ");
    session.types_until("d", "move 1 ");
    // How many moves are made, and how many were made and taken back in all: a move adds one to
    // the second, and taking back one too, so that it counts the keys.
    let (mut moves, mut keys) = (1, 1);
    for round in 0..times {
        // Some keys that are waited for, the table growing to and fro; then some that are not.
        let back = moves > 30;
        for _ in 0..random.random_range(0..4) {
            moves = if back { moves - 5 } else { moves + 1 };
            keys += if back { 5 } else { 1 };
            let typed = if back { "uuuuu" } else { "d" };
            session.types_until(typed, &format!("move {moves} "));
        }
        let ahead = random.random_range(1..4);
        session.types(&"d".repeat(ahead));
        thread::sleep(Duration::from_micros(random.random_range(0..30_000)));
        session.signal(Signal::KILL);
        let shown = moves_shown(&session.end().text);
        assert!(shown >= moves, "round {round}: {shown} of {moves}");

        let record = home.record();
        let safe = record.moves.len() + 2 * record.undos as usize;
        let seen = keys + shown - moves;
        assert!(
            safe >= seen,
            "round {round}: {seen} keys were shown, {safe} are safe"
        );
        assert!(safe <= keys + ahead, "round {round}: moves nobody made");
        (moves, keys) = (record.moves.len(), safe);
        session = home.wide("moving-left");
        session.until_shows(&format!("move {moves} "));
    }
    session.leave();
    assert_eq!(home.record().moves.len(), moves);
}

#[test]
fn a_program_killed_at_any_moment_has_saved_all_it_showed() {
    kill(25, 1);
}

#[test]
#[ignore = "a minute: two hundred moments"]
fn a_program_killed_at_two_hundred_moments_has_saved_all_it_showed() {
    kill(200, 2);
}

/// Plays on although nothing can be saved: that is told once, at the end with where the record is
/// instead; returns that record.
fn plays_on(mut session: Session, why: &str) {
    session.types_until("d", "not saved: ");
    session.until_shows(why);
    session.types_until("d", "move 2 ");
    session.types_until("u", "move 1 ");
    session.types("q");
    let end = session.end();
    end.left_the_terminal_as_it_was();
    assert_eq!(end.status.exit_code(), 1);
    // A line may be wrapped by the terminal.
    let text = end.text.replace('\n', "");
    assert!(text.contains("error: game not saved: "), "{text}");
    if let Some((_, place)) = text.split_once("its record is in ") {
        let (place, _) = place.split_once(" instead").expect("a place");
        let record = Record::from_slice(&fs::read(place).expect(place)).expect("a record");
        assert_eq!((record.moves.len(), record.redo.len()), (1, 1));
        fs::remove_file(place).expect("a file");
    }
}

#[test]
fn without_a_home_the_game_goes_on() {
    let home = Home::new();
    let line = "env -u LARBOARD_HOME -u XDG_DATA_HOME -u XDG_CONFIG_HOME HOME=/dev/null \
                \"$0\" moving-left --seed 42";
    plays_on(home.shell(line), "not a directory");
}

#[test]
fn with_a_file_where_the_folder_should_be_the_game_goes_on() {
    let home = Home::new();
    fs::write(home.join("saves"), "mine").expect("a file");
    plays_on(home.wide("moving-left --seed 42"), "saves");
    assert_eq!(fs::read(home.join("saves")).expect("a file"), b"mine");
}

/// The records that a line of an error tells of, by their moves.
fn rescued(text: &str) -> Vec<usize> {
    let (_, places) = text.split_once(" in ").expect("places");
    let (places, _) = places.split_once(" instead").expect("its end");
    let moves = places.split(", ").map(|place| {
        let record = Record::from_slice(&fs::read(place).expect(place)).expect("a record");
        record.moves.len()
    });
    moves.collect()
}

#[test]
fn every_game_that_could_not_be_saved_is_put_elsewhere() {
    let home = Home::new();
    fs::write(home.join("file"), "mine").expect("a file");
    let line = "LARBOARD_HOME=$PWD/file/below exec \"$0\" moving-left --seed 42";
    let mut session = home.shell(line);
    session.types_until("d", "move 1 ");
    session.types_until("n", "move 0 ");
    for n in 1..=3 {
        session.types_until("d", &format!("move {n} "));
    }
    session.types("q");
    let end = session.end();
    assert_eq!(end.status.exit_code(), 1);
    let text = end.text.replace('\n', "");
    assert!(text.contains("error: 2 games not saved: "), "{text}");
    assert_eq!(rescued(&text), [1, 3]);
}

#[test]
fn what_cannot_be_saved_is_put_elsewhere_though_its_export_fails() {
    let home = Home::new();
    fs::write(home.join("file"), "mine").expect("a file");
    fs::create_dir(home.join("folder")).expect("a folder");
    let line = "LARBOARD_HOME=$PWD/file/below exec \"$0\" moving-left --seed 42 --export folder/it";
    let mut session = home.shell(line);
    session.types_until("d", "move 1 ");
    fs::remove_dir(home.join("folder")).expect("a folder");
    session.types("q");
    let end = session.end();
    assert_eq!(end.status.exit_code(), 1);
    let text = end.text.replace('\n', "");
    assert!(text.contains("error: cannot write folder/it: "), "{text}");
    let (_, unsaved) = text.split_once("game not saved: ").expect(&text);
    assert_eq!(rescued(unsaved), [1]);
}

#[test]
fn a_search_for_a_deal_that_is_stopped_leaves_the_game_on_the_table() {
    for interrupted in [true, false] {
        let home = Home::new();
        fs::write(home.join("settings.toml"), "winnable-deals = true\n").expect("a file");
        // No deal of this layout is known to be winnable, so the search does not end by itself.
        let game = "moosehide --rule layout=four-reserve --seed 7";
        let mut session = home.wide(&format!("{game} --plain --export it.json"));
        session.types_until("t6-f2\r", "to foundation 2");
        session.types_until("new\r", "Looking for a winnable deal. ");
        match interrupted {
            true => session.signal(Signal::INT),
            false => session.types("\r"),
        }
        session.until_shows("Search canceled");
        session.types("status\r");
        session.until_shows("seed 7, move 1: playing");
        session.types("quit\r");
        assert!(session.end().status.success());
        let exported = Record::from_slice(&fs::read(home.join("it.json")).expect("a file"));
        assert_eq!(exported.expect("a record").moves.len(), 1);
        assert_eq!(home.record().moves.len(), 1);
    }
}

#[test]
fn by_typed_lines_too_a_wish_for_deals_that_can_be_won_goes_on() {
    let home = Home::new();
    let line = "moosehide --winnable --plain --rule layout=classic";
    // High enough that nothing of two deals and what is said of them scrolls away.
    let mut session = Session::start(home.in_terminal(line), (80, 60));
    let times = |wanted: usize| {
        move |screen: &vt100::Screen| {
            let told = screen.contents();
            told.matches("Winnable deal found").count() == wanted
        }
    };
    session.until("a deal", times(1));
    session.types("new\r");
    session.until("another", times(2));
    session.types("quit\r");
    assert!(session.end().status.success());
}

/// How a command is begun so that what a file's mode forbids is forbidden: to root nothing is.
fn as_nobody() -> &'static str {
    if rustix::process::geteuid().is_root() {
        "exec setpriv --reuid 65534 --regid 65534 --clear-groups "
    } else {
        "exec "
    }
}

#[test]
fn with_a_home_that_may_not_be_written_the_game_goes_on() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 1");
    session.types_until("d", "move 1 ");
    session.leave();
    let before = fs::read(&home.saved()[0]).expect("a file");
    for folder in [home.join("saves"), home.path().into()] {
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("a mode");
    }
    let line = format!(
        "export TMPDIR=/tmp; {}\"$0\" moving-left --seed 42",
        as_nobody()
    );
    plays_on(home.shell(&line), "permission denied");
    for folder in [home.path().into(), home.join("saves")] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    assert_eq!(fs::read(&home.saved()[0]).expect("a file"), before);
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_the_game_goes_on_and_what_is_saved_stays() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42");
    session.until_shows("move 0 ");
    for n in 1..=20 {
        session.types_until("d", &format!("move {n} "));
    }
    session.leave();
    let before = fs::read(&home.saved()[0]).expect("a file");
    // No file may grow beyond 1 KiB: a write fails halfway, as on a disk that is full.
    let mut session = home.shell("ulimit -f 1; exec \"$0\" moving-left");
    session.until_shows("move 20 ");
    session.types_until("d", "not saved: ");
    session.types_until("d", "move 22 ");
    session.types("q");
    let end = session.end();
    end.left_the_terminal_as_it_was();
    assert_eq!(end.status.exit_code(), 1);
    assert_eq!(fs::read(&home.saved()[0]).expect("a file"), before);
    let session = home.wide("moving-left");
    session.until_shows("move 20 ");
    session.leave();
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs the right to mount: a disk of 64 KiB, filled to the last byte"]
fn on_a_disk_that_is_really_full_what_is_saved_stays() {
    let home = Home::new();
    // The disk is this shell's alone, and gone with it.
    let script = r#"
        mount -t tmpfs -o size=64k tmpfs . && cd "$PWD" && export TMPDIR=$PWD
        printf 'draw\ndraw\nquit\n' | "$0" moving-left --seed 42 --plain > told
        cat saves/*.json > before
        cat /dev/zero > filler
        "$0" moving-left
        echo "left with $?"
        cat saves/*.json | cmp - before && echo unharmed
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
        end.text.contains("left with 1") && end.text.contains("unharmed"),
        "{}",
        end.text
    );
}

#[test]
fn a_sitting_of_a_newer_version_is_put_aside_whole_and_the_game_goes_on() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    session.leave();
    let path = &home.saved()[0];
    let newer = fs::read_to_string(path)
        .expect("a file")
        .replace("larboard/1", "larboard/2");
    fs::write(path, &newer).expect("a file");
    let mut session = home.wide("moving-left");
    session.until_shows("renamed to ");
    session.types_until("d", "move 1 ");
    session.leave().left_the_terminal_as_it_was();
    let aside = home.files("saves", "invalid");
    assert_eq!(fs::read_to_string(&aside[0]).expect("a file"), newer);
}

#[test]
fn two_windows_never_write_one_sitting() {
    let home = Home::new();
    let mut first = home.wide("moving-left --seed 42");
    first.types_until("d", "move 1 ");
    let mut second = home.wide("moving-left");
    second.until_shows("This game is open in another window");
    second.types_until("d", "move 1 ");
    for n in 2..6 {
        first.types_until("d", &format!("move {n} "));
        second.types_until("d", &format!("move {n} "));
    }
    first.leave();
    second.leave();
    let records = home.records("saves").into_iter();
    let moves: Vec<usize> = records.map(|record| record.moves.len()).collect();
    assert_eq!(moves, [5, 5]);
}

#[test]
fn a_clock_that_is_set_back_loses_nothing() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    session.leave();
    // As if it had been saved by a clock a year ahead.
    let path = &home.saved()[0];
    let later = std::time::SystemTime::now() + Duration::from_secs(86_400 * 365);
    let file = fs::File::options().write(true).open(path).expect("a file");
    file.set_modified(later).expect("a time");
    let text = fs::read_to_string(path).expect("a file");
    let (before, rest) = text.split_once("\"started\": \"").expect("a time");
    let (_, after) = rest.split_once('"').expect("its end");
    let ahead = format!("{before}\"started\": \"2999-01-01T00:00:00Z\"{after}");
    assert_ne!(ahead, text);
    fs::write(path, ahead).expect("a file");
    file.set_modified(later).expect("a time");
    let mut session = home.wide("moving-left");
    session.until_shows("Resumed at move 1");
    session.types_until("d", "move 2 ");
    session.leave();
    let record = home.record();
    assert_eq!(record.moves.len(), 2);
    assert!(record.seconds < 60, "{} seconds", record.seconds);
}
