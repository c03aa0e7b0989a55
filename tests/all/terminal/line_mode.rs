//! Line mode as a program: what it saves from one run to the next, and how it reads from a pipe and
//! from a terminal.

use std::thread;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use larboard::record::Record;

use super::Home;

#[test]
fn a_game_open_in_another_window_cannot_be_resumed() {
    let home = Home::new();
    let mut other = home.wide("moving-left --seed 42 --plain");
    other.types_until("draw\r", "Dealt");
    let text = home.stdout_of("moving-left", "m\nresume 1\nundo\n");
    assert_starts_with!(
        text,
        "Your last game is open in another window. This is another game\n"
    );
    assert_contains!(text, "open in another window\nThis game is open");
    assert_ends_with!(text, "\nThis is the start of the game. menu: other games\n");
    other.types("quit\r");
    other.end();
}

#[test]
fn a_line_cancels_a_verdict_search_at_a_terminal_but_not_from_a_pipe() {
    let home = Home::new();
    let text = home.stdout_of("single-left --seed 15", "verdict\nstatus\n");
    assert_contains!(
        text,
        "\nThis deal cannot be won. new: another deal\nSingle Left, "
    );
    assert!(text.ends_with("; no win left\n"), "{text}");
    let mut session = home.wide("moving-left --seed 42 --plain");
    session.until_shows("help: all commands");
    // Typed ahead, so that the line waits before the search can find anything.
    session.types_until("verdict\rdraw\r", "Dealt");
    assert!(session.shown().contains("Search canceled"));
    session.types("quit\r");
    assert!(session.end().status.success());
    assert_eq!(home.records("saves")[0].moves.len(), 1);
}

#[test]
fn the_solution_of_a_winnable_deal_is_known() {
    let home = Home::new();
    let lines = "status\nverdict\nshow\n";
    let text = home.stdout_of("single-left --winnable --rule discards=optional", lines);
    let (_, answers) = text.split_once("help: all commands\n").expect("a greeting");
    assert_contains!(answers, "\nWinnable in ");
    assert_contains!(answers, "\n1. ");
}

#[test]
fn an_exported_game_is_replayed_from_its_file_and_played_on() {
    let home = Home::new();
    home.stdout_of("single-left --seed 3", "run\nreplay 1\nexport it.json\n");
    let lines = "next 5\ncontinue\nstatus\nP\nclose\ndraw\nreplay none.json\n";
    let text = home.stdout_of("replay it.json", lines);
    assert_contains!(text, "\nReplay of ");
    assert_contains!(text, "\nSingle Left, deal 3, move 5: playing, ");
    assert_contains!(text, " to the hand; in view ");
    assert_contains!(text, "\ncannot be read: ");
    let records = home.records("saves");
    let is_branch = |record: &Record| record.moves.len() == 6 && record.parent.is_some();
    assert!(records.iter().any(is_branch));
}

#[test]
fn a_record_without_moves_is_replayed_from_the_deal() {
    let home = Home::new();
    home.stdout_of("single-left --seed 3", "export it.json\n");
    let text = home.stdout_of("replay it.json", "next\ncontinue\ndraw\nstatus\n");
    assert_contains!(text, "\nReplay of 0 moves. ");
    assert_contains!(text, "\nSingle Left, deal 3, move 1: playing, ");
}

#[test]
fn a_record_has_the_time_of_the_end_not_of_quitting() {
    let home = Home::new();
    let began = Instant::now();
    let mut session = home.wide("single-left --seed 3 --plain");
    session.types_until("run\r", " cards left");
    let (text, played) = (Timestamp::now(), began.elapsed().as_secs());
    thread::sleep(Duration::from_millis(1500));
    session.types("quit\r");
    assert!(session.end().status.success());
    let record = home.records("finished").remove(0);
    assert!(record.finished.expect("it is over") <= text);
    assert!(record.header.seconds <= played, "the time stands still");
}

#[test]
fn a_prompt_is_shown_at_a_terminal_and_not_in_a_pipe() {
    let home = Home::new();
    let text = home.stdout_of("moving-left --seed 42", "draw\n");
    assert!(!text.contains('>'), "{text}");
    let mut session = home.wide("moving-left --seed 42 --names");
    session.until_shows("\n>");
    session.types_until("draw\r", "> draw");
    session.until_shows("Dealt two of diamonds");
    session.types("quit\r");
    assert!(session.end().status.success());
}
