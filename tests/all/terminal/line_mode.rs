//! Plain mode as a program: what it keeps from one run to the next, and how it is talked to from a
//! pipe and from a terminal.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::Home;

#[test]
fn undo_at_the_deal_goes_back_to_the_sitting_before_of_an_earlier_run_too() {
    let home = Home::new();
    home.told("moving-left --seed 42", "draw\n");
    home.told("moosehide --seed 1", "f r3\n");
    let told = home.told("moving-left --seed 7", "undo\nstatus\nundo\nredo\n");
    assert!(told.contains("\nMoving Left, seed 42, move 1: "), "{told}");
    assert!(told.ends_with("Redid: dealt 2♦ to the waste\n"), "{told}");
    let told = home.told("moosehide --seed 5", "undo\nundo\nundo\n");
    assert!(told.contains("\nMoosehide, seed 1, move 1: "), "{told}");
    assert!(told.ends_with("\nNothing to undo\n"), "{told}");
}

#[test]
fn the_menu_tells_games_and_sittings_begun_which_can_be_dealt_and_taken_up() {
    let home = Home::new();
    home.told("moving-left --seed 42", "draw\n");
    home.told("moosehide --seed 1 --rule layout=classic", "moves\n");
    home.told("oscillation --seed 3", "draw\n");
    let lines = "menu\nresume 2\nstatus\nm\nresume 1\nresume 9\n\
        play yakutat-bay face-up=tops 92\nstatus\nplay chess\nplay moosehide layout=round\n\
        play moosehide noon\nundo\nundo\n";
    let told = home.told("single-left --seed 1", lines);
    for line in [
        "moosehide: layout=open-reserve or four-reserve or classic",
        "Saved games (resume and a number):",
        "This game is open",
        "usage: resume N; menu lists the numbers",
        "Yakutat Bay, face-up tops, seed 92, move 0: playing, 0 of 52 home",
        "usage: play GAME [RULE=VALUE].. [SEED or daily]",
    ] {
        assert!(told.lines().any(|told| told == line), "{line}: {told}");
    }
    assert!(
        told.contains("\n1. Oscillation, seed 3, 1 move, at "),
        "{told}"
    );
    assert!(
        told.contains("\n2. Moving Left, seed 42, 1 move, at "),
        "{told}"
    );
    assert!(
        !told.contains("\n3. "),
        "a deal without a move is not begun: {told}"
    );
    assert!(
        told.contains("\nUnknown game \"chess\". The games are "),
        "{told}"
    );
    assert!(
        told.ends_with("\nUndid: dealt 2♦ to the waste\n"),
        "back at the first: {told}"
    );
}

#[test]
fn without_a_game_the_menu_is_where_one_begins() {
    let home = Home::new();
    let lines = "rules\nrules oscillation aim\nresults\nsettings warn-when-lost off\nundo\nfinished\n3 5\n\
        moving left 42\ndraw\nresults chess\nnew 7\nquit\n";
    let told = home.told("", lines);
    assert!(told.starts_with("Games and their rules, "), "{told}");
    for line in [
        "Type the name of a game, or resume and a number. help: all commands",
        "usage: rules [GAME] [PART]; for example rules moving-left",
        "THE AIM",
        "No finished games yet",
        "warn-when-lost is off",
        "No game open. Type: play moving-left",
        "Unknown: \"3 5\". help: all commands",
        "Moving Left, seed 42, move 0: playing, 0 of 104 home",
        "Dealt 2♦ to the waste",
        "Moving Left, seed 7, move 0: playing, 0 of 104 home",
    ] {
        assert!(told.lines().any(|told| told == line), "{line}: {told}");
    }
    assert!(
        told.contains("\nUnknown game \"chess\". The games are "),
        "{told}"
    );
    let told = home.told("", "help\nresume 1\ngive up\nq\n");
    assert!(
        told.contains("\n1. Moving Left, seed 42, 1 move, at "),
        "{told}"
    );
    assert!(!told.contains("undo, redo"), "of no use yet: {told}");
    assert!(
        told.contains("\nYou gave up.\n0 of 104 cards home in 1 move, "),
        "{told}"
    );
    let told = home.told(
        "",
        "results\nreplay 1\nfinished\nreplay 1\nnext\nclose\nstatus\nq\n",
    );
    for line in [
        "Moving Left",
        "usage: replay [N or FILE]; finished lists the numbers",
        "1. Dealt 2♦ to the waste",
        "No game open. Type: play moving-left",
    ] {
        assert!(told.lines().any(|told| told == line), "{line}: {told}");
    }
    assert_eq!(home.told("", "quit\ndraw\n").lines().count(), 8);
}

#[test]
fn a_game_given_up_is_still_so_when_one_goes_back_to_it() {
    let home = Home::new();
    let told = home.told("moving-left --seed 42", "draw\ngive-up\nnew 7\nundo\n");
    let (_, back) = told.split_once("seed 7").expect("another deal");
    assert!(
        back.contains("\nYou gave up.\n0 of 104 cards home in 1 move, "),
        "{told}"
    );
    let told = home.told("", "finished\n");
    assert!(told.contains("\n1. given up: "), "{told}");
}

#[test]
fn from_a_replay_one_can_go_anywhere() {
    let home = Home::new();
    let lines = "draw\nreplay\nmenu\nresume 1\nplay moosehide 5\nstatus\nundo\n";
    let told = home.told("moving-left --seed 42", lines);
    assert!(told.contains("\nThis game is open\n"), "{told}");
    let dealt = "\nMoosehide, seed 5, move 0: playing, 0 of 52 home\n";
    assert_eq!(told.matches(dealt).count(), 2, "{told}");
    let (_, back) = told.rsplit_once("Moosehide").expect("the deal");
    assert!(back.contains("\nMoving Left, seed 42, move 1: "), "{told}");
}

#[test]
fn a_sitting_on_another_table_cannot_be_taken_up() {
    let home = Home::new();
    let mut other = home.wide("moving-left --seed 42 --plain");
    other.types_until("draw\r", "Dealt");
    let told = home.told("moving-left", "m\nresume 1\nundo\n");
    assert!(
        told.starts_with("This game is open in another window\n"),
        "{told}"
    );
    assert!(
        told.contains("open in another window\nThis game is open"),
        "{told}"
    );
    assert!(told.ends_with("\nNothing to undo\n"), "{told}");
    other.types("quit\r");
    other.end();
}

#[test]
fn settings_are_changed_in_words_kept_and_refused_with_what_there_is() {
    let home = Home::new();
    let lines = "settings warn-when-lost\toff\n, four colors on\n, ascii\n, theme felt\n, theme red\n, ascii maybe\n, sound on\n,\ndraw\n";
    let told = home.told("moving-left --seed 42", lines);
    for line in [
        "warn-when-lost is off",
        "four-colors is on",
        "ascii is on",
        "theme is felt",
        "theme is terminal or felt or light or high-contrast or mono",
        "ascii is on or off",
        "Unknown setting \"sound\". settings: list them",
        "warn-when-lost is off: Warn when the game can't be won",
        "Dealt 2D to the waste",
    ] {
        assert!(told.lines().any(|told| told == line), "{line}: {told}");
    }
    let file = fs::read_to_string(home.join("settings.toml")).expect("the settings");
    for line in ["warn-when-lost = false", "ascii = true", "theme = \"felt\""] {
        assert!(file.contains(line), "{file}");
    }
    assert!(
        home.told("moving-left", "f 4\n")
            .contains("AH from pile 4 to foundation 3")
    );
}

#[test]
fn lines_from_a_pipe_wait_for_a_verdict_and_a_line_at_a_terminal_stops_it() {
    let home = Home::new();
    let told = home.told("single-left --seed 15", "verdict\nstatus\n");
    assert!(
        told.contains("\nThis can't be won any more\nSingle Left, "),
        "{told}"
    );
    assert!(told.ends_with("; no win left\n"), "{told}");
    let mut session = home.wide("moving-left --seed 42 --plain");
    session.until_shows("help: all commands");
    // Typed ahead, so that it is there before anything can be found.
    session.types_until("verdict\rdraw\r", "Dealt");
    assert!(session.shown().contains("Search canceled"));
    session.types("quit\r");
    assert!(session.end().status.success());
    assert_eq!(home.records("saves")[0].moves.len(), 1);
}

#[test]
fn a_deal_found_as_one_that_can_be_won_needs_no_search_for_a_verdict() {
    let home = Home::new();
    let lines = "status\nverdict\nshow\n";
    let told = home.told("moosehide --winnable --rule layout=classic", lines);
    let (_, answers) = told.split_once("help: all commands\n").expect("a greeting");
    let answers: Vec<&str> = answers.lines().collect();
    assert!(answers[0].ends_with(" home; winnable"), "{answers:?}");
    assert!(answers[1].starts_with("Winnable in "));
    assert!(answers[2].starts_with("1. "), "{answers:?}");
}

#[test]
fn a_game_that_is_over_is_compared_listed_looked_at_and_played_on() {
    let home = Home::new();
    // It plays itself, and is lost.
    let told = home.told(
        "single-left --seed 3",
        "run\nfinished\nreplay 1\nnext\nexport it.json\nq\nundo\n",
    );
    assert!(
        told.contains("\nNo moves left. You lost.\n36 of 52 cards gone, 16 left, in "),
        "{told}"
    );
    assert!(told.contains("\n1. lost: Single Left, seed 3, "), "{told}");
    assert!(told.contains("\nExported to "), "{told}");
    assert!(
        told.contains("\nUndid: dealt 2♥ to the hand; in view "),
        "{told}"
    );
    let told = home.told(
        "replay it.json",
        "next 5\ncontinue\nstatus\nP\nclose\ndraw\n",
    );
    assert!(told.contains("\nReplay of "), "{told}");
    assert!(
        told.contains("\nSingle Left, seed 3, move 5: playing, "),
        "{told}"
    );
    assert!(told.contains(" to the hand; in view "), "{told}");
    let records = home.records("saves");
    assert!(
        records
            .iter()
            .any(|one| one.moves.len() == 6 && one.parent.is_some())
    );
    let told = home.told(
        "moving-left --seed 1",
        "replay\nreplay 7\nreplay none.json\nfinished x\n",
    );
    for line in [
        "No move has been made in this game",
        "usage: replay [N or FILE]; finished lists the numbers",
        "usage: finished [N]; for example finished 11",
    ] {
        assert!(told.lines().any(|told| told == line), "{line}: {told}");
    }
    assert!(told.contains("\ncannot be read: "), "{told}");
}

#[test]
fn a_record_tells_when_the_game_ended_and_not_when_it_was_left() {
    let home = Home::new();
    let began = Instant::now();
    let mut session = home.wide("single-left --seed 3 --plain");
    session.types_until("run\r", "You lost.");
    let (told, played) = (Timestamp::now(), began.elapsed().as_secs());
    thread::sleep(Duration::from_millis(1500));
    session.types("quit\r");
    assert!(session.end().status.success());
    let record = home.records("saves").remove(0);
    assert!(record.finished.expect("it is over") <= told);
    assert!(record.seconds <= played, "the time stands still");
}

#[test]
fn a_game_given_up_is_still_given_up_after_a_replay_of_it() {
    let home = Home::new();
    let lines = "draw\ngive-up\nreplay\nnext\nclose\nstatus\nfinished\n";
    let told = home.told("moving-left --seed 42", lines);
    assert!(
        told.contains("\nYou gave up.\n0 of 104 cards home in 1 move, "),
        "{told}"
    );
    assert!(
        told.contains("\n1. given up: Moving Left, seed 42, 1 move, "),
        "{told}"
    );
    let told = home.told("single-left --seed 1", "menu\n");
    assert!(told.contains("\nNo saved games.\n"), "{told}");
}
