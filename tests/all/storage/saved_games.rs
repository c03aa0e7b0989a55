//! Saved games: no move that was shown is lost, and no saved game is damaged.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Home;

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a text file")
}

#[test]
fn a_killed_game_resumes_with_every_answered_move() {
    let home = Home::new();
    let mut moves = 0;
    for round in 1..=20 {
        let arguments = if round == 1 {
            "moving-left --seed 42"
        } else {
            "moving-left"
        };
        let mut line_game = home.line_game(arguments);
        for _ in 0..round % 4 {
            line_game.send("draw", "Dealt");
            moves += 1;
        }
        if round % 3 == 0 {
            line_game.send("undo", "Undid");
            line_game.send("undo", "Undid");
            line_game.send("redo", "Redid");
            moves -= 1;
        }
        line_game.kill();
        let records = home.records("saves");
        assert_eq!(records.len(), 1);
        assert_eq!((records[0].moves.len(), records[0].seed), (moves, Some(42)));
    }
    assert!(home.records("saves")[0].header.undos > 4);
    let stdout = home.stdout_of("moving-left", "undo\nredo\n");
    assert_starts_with!(stdout, &format!("Resumed at move {moves}\n"));
    assert!(
        stdout.contains("Undid: ") && stdout.contains("Redid: "),
        "{stdout}"
    );
}

#[test]
fn the_fields_of_a_newer_release_survive_the_next_move() {
    let home = Home::new();
    home.stdout_of("single-left --seed 14", "draw\n");
    let save = &home.saved_files()[0];
    let mut before: Value = serde_json::from_str(&read(save)).expect("JSON");
    for value in ["[1, \"a \\\" b\", {}]", "{\"x\": {}, \"y\": []}", "66.0"] {
        before["later"] = serde_json::from_str(value).expect("JSON");
        fs::write(save, before.to_string()).expect("writable file");
        home.stdout_of("single-left", "draw\nexport it.json\n");
        let after: Value = serde_json::from_str(&read(save)).expect("JSON");
        assert_eq!(after["later"], before["later"]);
        assert_ne!(after["moves"], before["moves"]);
        assert!(!read(&home.join("it.json")).contains("later"));
        fs::remove_file(home.join("it.json")).expect("a file");
    }
}

#[test]
fn a_game_that_was_left_can_be_resumed_in_another_window() {
    let home = Home::new();
    let mut first = home.line_game("moving-left --seed 42");
    first.send("draw", "Dealt");
    first.send("new 7", "Moving Left, deal 7");
    let stdout = home.stdout_of("moving-left", "");
    assert_starts_with!(stdout, "Resumed at move 1\n");
    first.kill();
}

#[test]
fn a_game_that_could_not_be_saved_is_resumed_as_it_was_left_or_removed_for_good() {
    for (line, answer, kept) in [
        ("resume 1", "Resumed at move 2", 1),
        ("forget 1", "Moving Left, deal 42: 1 saved game removed", 0),
    ] {
        let home = Home::new();
        let mut game = home.line_game("moving-left --seed 42");
        game.send("draw", "Dealt");
        home.without_saving(|| {
            game.send("draw", "Game not saved: ");
            game.send("new 7", "Moving Left, deal 7");
        });
        game.send("menu", "1. Moving Left, deal 42, 1 move");
        game.send(line, answer);
        game.end();
        assert_eq!(home.saved_files().len(), kept, "after {line} and the end");
    }
}

#[test]
fn deal_arguments_start_a_new_game_and_keep_the_saved_one() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 7", "draw\ndraw\n");
    assert!(home.stdout_of("moving-left", "").starts_with("Resumed"));
    for argument in ["--seed 7", "--daily", "--rule foundation-return=no"] {
        let stdout = home.stdout_of(&format!("moving-left {argument}"), "quit\n");
        assert!(!stdout.contains("Resumed"), "{argument}: {stdout}");
    }
    assert_eq!(
        home.records("saves").len(),
        1,
        "a deal without a move is not saved"
    );
}

#[test]
fn what_a_killed_program_has_left_of_a_save_is_replaced() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 1", "draw\n");
    let leftover = home.saved_files()[0].with_extension("json.new");
    fs::write(&leftover, "half").expect("accessible file");
    assert!(
        home.stdout_of("moving-left", "draw\n")
            .contains("at move 1")
    );
    assert!(!leftover.exists());
    assert_eq!(home.records("saves")[0].moves.len(), 2);
}

#[test]
fn an_invalid_save_is_reported_and_stays_as_it_is() {
    for (content, reason) in [
        ("", "not JSON"),
        ("{\"format\": \"larboard/1\", \"ga", "not JSON"),
        ("{\"format\": \"larboard/2\"}", "format: \"larboard/2\""),
        ("\u{1b}[2J", "not JSON"),
        ("[1, 2]", "a list, not an object"),
        ("an illegal move", "move 1"),
    ] {
        let home = Home::new();
        home.stdout_of("moving-left --seed 1", "draw\n");
        home.stdout_of("moving-left --seed 2", "draw\ndraw\n");
        let last = home
            .saved_files()
            .into_iter()
            .find(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("\"seed\": 2")))
            .expect("second");
        let content = match content {
            "an illegal move" => fs::read_to_string(&last).expect("readable file").replacen(
                "\"draw\"",
                "\"t1-f1\"",
                1,
            ),
            _ => content.to_owned(),
        };
        fs::write(&last, &content).expect("writable file");
        let stdout = home.stdout_of("moving-left", "draw\nquit\n");
        let first = stdout.lines().next().expect("line");
        assert_starts_with!(first, "Invalid saved game ");
        assert!(first.contains(reason), "{first}");
        assert!(!first.contains('\x1b'));
        assert!(stdout.contains("Dealt"), "{stdout}");
        assert_eq!(fs::read_to_string(&last).expect("readable file"), content);
        fs::remove_file(last).expect("removable file");
        assert_eq!(
            home.records("saves")[0].moves.len(),
            2,
            "the other game was resumed"
        );
    }
}

#[test]
fn an_unwritable_folder_is_reported_once_and_with_the_status_and_play_continues() {
    let home = Home::new();
    fs::write(home.join("saves"), "mine").expect("writable file");
    let output = home.play("moving-left --seed 1", "draw\ndraw\ndraw\nstatus\n");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(stdout.matches("Dealt").count(), 3, "{stdout}");
    let (moves, status) = stdout
        .split_once("Moving Left, deal 1, move 3: ")
        .expect("status");
    for said in [moves, status] {
        assert_eq!(said.matches("ame not saved: ").count(), 1, "{stdout}");
    }
    let error = String::from_utf8_lossy(&output.stderr);
    assert_starts_with!(error, "error: game not saved: ");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert_eq!(home.records("")[0].moves.len(), 3);
    assert_eq!(fs::read(home.join("saves")).expect("a file"), b"mine");
}

#[cfg(unix)]
#[test]
fn a_termination_signal_discards_pending_lines_and_writes_the_export() {
    use std::os::unix::process::ExitStatusExt;

    for (signal, number) in [("TERM", 15), ("HUP", 1)] {
        let home = Home::new();
        let mut game = home.line_game("moving-left --seed 42 --export it.json");
        // The search starts after the reply to the move.
        let pending = format!("draw\nverdict\n{}", "draw\n".repeat(20));
        game.send(pending.trim_end(), "Dealt ");
        game.signal(signal);
        let output = game.end();
        assert_eq!(output.status.signal(), Some(number));
        assert!(!String::from_utf8_lossy(&output.stdout).contains("Dealt "));
        for folder in ["saves", ""] {
            assert_eq!(home.records(folder)[0].moves.len(), 1, "{signal}");
        }
    }
}
