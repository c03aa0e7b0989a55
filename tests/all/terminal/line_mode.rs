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
    assert!(
        told.ends_with("made again: dealt 2♦ to the waste\n"),
        "{told}"
    );
    let told = home.told("moosehide --seed 5", "undo\nundo\nundo\n");
    assert!(told.contains("\nMoosehide, seed 1, move 1: "), "{told}");
    assert!(
        told.ends_with("\nthere is no move to take back\n"),
        "{told}"
    );
}

#[test]
fn the_menu_tells_games_and_sittings_begun_which_can_be_dealt_and_taken_up() {
    let home = Home::new();
    home.told("moving-left --seed 42", "draw\n");
    home.told("moosehide --seed 1 --rule layout=classic", "moves\n");
    home.told("oscillation --seed 3", "draw\n");
    let lines = "menu\ntake-up 2\nstatus\nm\ntake-up 1\ntake-up 9\n\
        play yakutat-bay face-up=tops 92\nstatus\nplay chess\nplay moosehide layout=round\n\
        play moosehide noon\nundo\nundo\n";
    let told = home.told("single-left --seed 1", lines);
    for line in [
        "moosehide, with layout=open-reserve or four-reserve or classic",
        "Games begun, taken up by take-up and a number:",
        "this game is on the table",
        "take-up wants a number that the menu tells",
        "Yakutat Bay, face-up tops, seed 92, move 0: playing, 0 of 52 home",
        "a game is dealt from a seed, daily, or by chance",
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
        told.contains("\nunknown game \"chess\"; the games are "),
        "{told}"
    );
    assert!(
        told.ends_with("\ntaken back: dealt 2♦ to the waste\n"),
        "back at the first: {told}"
    );
}

#[test]
fn without_a_game_the_menu_is_where_one_begins() {
    let home = Home::new();
    let lines = "rules\nrules oscillation aim\nresults\nsettings warn-when-lost off\nundo\nover\n3 5\n\
        moving left 42\ndraw\nresults chess\nnew 7\nquit\n";
    let told = home.told("", lines);
    assert!(
        told.starts_with("The games, dealt by play and a name"),
        "{told}"
    );
    for line in [
        "Type the name of a game, or take-up and a number; help lists the commands.",
        "usage: rules GAME; for example rules moving-left",
        "THE AIM",
        "no game has come to a result yet",
        "warn-when-lost is off",
        "there is no game on the table; play and its name deals one",
        "no game is over yet",
        "not known: \"3 5\"; help lists the commands",
        "Moving Left, seed 42, move 0: playing, 0 of 104 home",
        "dealt 2♦ to the waste",
        "Moving Left, seed 7, move 0: playing, 0 of 104 home",
    ] {
        assert!(told.lines().any(|told| told == line), "{line}: {told}");
    }
    assert!(
        told.contains("\nunknown game \"chess\"; the games are "),
        "{told}"
    );
    let told = home.told("", "help\ntake up 1\ngive up\nq\n");
    assert!(
        told.contains("\n1. Moving Left, seed 42, 1 move, at "),
        "{told}"
    );
    assert!(!told.contains("undo, redo"), "of no use yet: {told}");
    assert!(told.contains("\nGiven up after 1 move. "), "{told}");
    let told = home.told(
        "",
        "results\nreplay 1\nover\nreplay 1\non\nclose\nstatus\nq\n",
    );
    for line in [
        "Moving Left",
        "over tells the numbers of games that are over",
        "1. dealt 2♦ to the waste",
        "there is no game on the table; play and its name deals one",
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
    assert!(back.contains("\nGiven up after 1 move. "), "{told}");
    let told = home.told("", "over\n");
    assert!(told.contains("\n1. given up: "), "{told}");
}

#[test]
fn from_a_replay_one_can_go_anywhere() {
    let home = Home::new();
    let lines = "draw\nreplay\nmenu\ntake-up 1\nplay moosehide 5\nstatus\nundo\n";
    let told = home.told("moving-left --seed 42", lines);
    assert!(told.contains("\nthis game is on the table\n"), "{told}");
    let dealt = "\nMoosehide, seed 5, move 0: playing, 0 of 52 home\n";
    assert_eq!(told.matches(dealt).count(), 2, "{told}");
    let (_, back) = told.rsplit_once("Moosehide").expect("the deal");
    assert!(back.contains("\nMoving Left, seed 42, move 1: "), "{told}");
}

#[test]
fn a_sitting_on_another_table_cannot_be_taken_up() {
    let home = Home::new();
    let mut other = home.wide("moving-left --seed 42 --plain");
    other.types_until("draw\r", "dealt");
    let told = home.told("moving-left", "m\ntake-up 1\nundo\n");
    assert!(
        told.starts_with("This game is open in another window\n"),
        "{told}"
    );
    assert!(
        told.contains("on the table of another window\nThis game is open"),
        "{told}"
    );
    assert!(
        told.ends_with("\nthere is no move to take back\n"),
        "{told}"
    );
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
        "no setting is called \"sound\"; settings lists them",
        "warn-when-lost is off: Warn when the game can't be won",
        "dealt 2D to the waste",
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
        told.contains("\nno win is left from here\nSingle Left, "),
        "{told}"
    );
    assert!(told.ends_with("; no win left\n"), "{told}");
    let mut session = home.wide("moving-left --seed 42 --plain");
    session.until_shows("help the commands.");
    // Typed ahead, so that it is there before anything can be found.
    session.types_until("verdict\rdraw\r", "dealt");
    assert!(session.shown().contains("the search was stopped"));
    session.types("quit\r");
    assert!(session.end().status.success());
    assert_eq!(home.records("saves")[0].moves.len(), 1);
}

#[test]
fn a_deal_found_as_one_that_can_be_won_needs_no_search_for_a_verdict() {
    let home = Home::new();
    let lines = "status\nverdict\nshow\n";
    let told = home.told("moosehide --winnable --rule layout=classic", lines);
    let (_, answers) = told.split_once("help the commands.\n").expect("a greeting");
    let answers: Vec<&str> = answers.lines().collect();
    assert!(answers[0].ends_with(" home; winnable"), "{answers:?}");
    assert!(answers[1].starts_with("it can be won from here, in "));
    assert!(answers[2].starts_with("1. "), "{answers:?}");
}

#[test]
fn a_game_that_is_over_is_compared_listed_looked_at_and_played_on() {
    let home = Home::new();
    // It plays itself, and is lost.
    let told = home.told(
        "single-left --seed 3",
        "run\nover\nreplay 1\non\nexport it.json\nq\nundo\n",
    );
    assert!(
        told.contains(": there is no legal move. 36 of 52 gone, 16 left.\nIt took "),
        "{told}"
    );
    assert!(told.contains("\n1. lost: Single Left, seed 3, "), "{told}");
    assert!(told.contains("\nexported to "), "{told}");
    assert!(
        told.contains("\ntaken back: dealt 2♥ to the hand; in sight "),
        "{told}"
    );
    let told = home.told("replay it.json", "on 5\nplay-on\nstatus\nP\nclose\ndraw\n");
    assert!(told.contains("\nA replay of "), "{told}");
    assert!(
        told.contains("\nSingle Left, seed 3, move 5: playing, "),
        "{told}"
    );
    assert!(told.contains(" to the hand; in sight "), "{told}");
    let records = home.records("saves");
    assert!(
        records
            .iter()
            .any(|one| one.moves.len() == 6 && one.parent.is_some())
    );
    let told = home.told(
        "moving-left --seed 1",
        "replay\nreplay 7\nreplay none.json\nover x\n",
    );
    for line in [
        "no move has been made in this game",
        "over tells the numbers of games that are over",
        "over wants a number: over 11",
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
    session.types_until("run\r", "Lost after ");
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
    let lines = "draw\ngive-up\nreplay\non\nclose\nstatus\nover\n";
    let told = home.told("moving-left --seed 42", lines);
    assert!(
        told.contains("\nGiven up after 1 move. 0 of 104 home.\nIt took "),
        "{told}"
    );
    assert!(
        told.contains("\n1. given up: Moving Left, seed 42, 1 move, "),
        "{told}"
    );
    let told = home.told("single-left --seed 1", "menu\n");
    assert!(
        told.contains("\nNo game is begun and not ended.\n"),
        "{told}"
    );
}
