//! Line mode as a program: what it saves from one run to the next, and how it reads from a pipe and
//! from a terminal.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::Home;

#[test]
fn the_menu_lists_games_to_play_and_saved_games_to_resume() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 42", "draw\n");
    home.stdout_of("moosehide --seed 1 --rule layout=classic", "moves\n");
    home.stdout_of("oscillation --seed 3", "draw\n");
    let lines = "menu\nresume 2\nstatus\nm\nresume 1\nresume 9\n\
        play yakutat-bay face-up=tops 92\nstatus\nplay chess\nplay moosehide layout=round\n\
        play moosehide noon\nm\nresume 1\nundo\n";
    let text = home.stdout_of("single-left --seed 1", lines);
    for line in [
        "moosehide: layout=open-reserve or four-reserve or classic",
        "Saved games (resume and a number):",
        "This game is open",
        "usage: resume N; menu lists the numbers",
        "Yakutat Bay, face-up tops, seed 92, move 0: playing, 0 of 52 home",
        "usage: play GAME [RULE=VALUE].. [DEAL]",
    ] {
        assert!(text.lines().any(|text| text == line), "{line}: {text}");
    }
    assert_contains!(text, "\n1. Oscillation, seed 3, 1 move, last played ");
    assert_contains!(text, "\n2. Moving Left, seed 42, 1 move, last played ");
    assert_contains!(text, "\nUnknown game \"chess\". The games are ");
    assert!(
        text.ends_with("\nUndid: dealt 2♦ to the waste\n"),
        "back at the second: {text}"
    );
}

#[test]
fn without_a_game_line_mode_starts_in_the_menu() {
    let home = Home::new();
    let lines = "rules\nrules oscillation aim\nresults\nsettings warn-when-lost off\nundo\nfinished\n3 5\n\
        moving left 42\ndraw\nresults chess\nnew 7\nquit\n";
    let text = home.stdout_of("", lines);
    assert!(text.starts_with("Games and their options, "), "{text}");
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
        assert!(text.lines().any(|text| text == line), "{line}: {text}");
    }
    assert_contains!(text, "\nUnknown game \"chess\". The games are ");
    let text = home.stdout_of("", "help\nresume 1\ngive up\nq\n");
    assert_contains!(text, "\n1. Moving Left, seed 42, 1 move, last played ");
    assert!(!text.contains("undo, redo"), "of no use yet: {text}");
    assert_contains!(text, "\nYou gave up.\n0 of 104 cards home in 1 move, ");
    let text = home.stdout_of(
        "",
        "results\nreplay 1\nfinished\nreplay 1\nnext\nclose\nstatus\nq\n",
    );
    for line in [
        "Moving Left",
        "usage: replay [N or FILE]; finished lists the numbers",
        "1. Dealt 2♦ to the waste",
        "No game open. Type: play moving-left",
    ] {
        assert!(text.lines().any(|text| text == line), "{line}: {text}");
    }
    assert_eq!(home.stdout_of("", "quit\ndraw\n").lines().count(), 8);
}

#[test]
fn a_game_given_up_stays_so_after_it_is_left() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 42", "draw\ngive-up\nnew 7\nundo\n");
    let text = home.stdout_of("", "finished\n");
    assert!(text.contains("\n1. given up: "), "{text}");
}

#[test]
fn a_replay_can_be_left_for_any_game() {
    let home = Home::new();
    let lines = "draw\nreplay\nmenu\nresume 1\nplay moosehide 5\nstatus\nm\nresume 1\n";
    let text = home.stdout_of("moving-left --seed 42", lines);
    assert!(text.contains("\nThis game is open\n"), "{text}");
    let dealt = "\nMoosehide, seed 5, move 0: playing, 0 of 52 home\n";
    let (_, back) = text.rsplit_once(dealt).expect("the deal");
    assert!(back.contains("\nMoving Left, seed 42, move 1: "), "{text}");
}

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
    assert!(
        text.ends_with("\nThis is the start of the game. menu: other games\n"),
        "{text}"
    );
    other.types("quit\r");
    other.end();
}

#[test]
fn settings_are_changed_saved_and_refused_with_the_allowed_values() {
    let home = Home::new();
    let lines = "settings warn-when-lost\toff\n, four colors on\n, ascii\n, theme felt\n, theme red\n, ascii maybe\n, sound on\n,\ndraw\n";
    let text = home.stdout_of("moving-left --seed 42", lines);
    for line in [
        "warn-when-lost is off",
        "four-colors is on",
        "ascii is on",
        "theme is felt",
        "theme is terminal or felt or light or high-contrast or mono",
        "ascii is on or off",
        "Unknown setting \"sound\". settings: list them",
        "warn-when-lost is off: Warn when the game is lost",
        "Dealt 2D to the waste",
    ] {
        assert!(text.lines().any(|text| text == line), "{line}: {text}");
    }
    let file = fs::read_to_string(home.join("settings.toml")).expect("the settings");
    for line in ["warn-when-lost = false", "ascii = true", "theme = \"felt\""] {
        assert!(file.contains(line), "{file}");
    }
    assert!(
        home.stdout_of("moving-left", "f 4\n")
            .contains("AH from pile 4 to foundation 3")
    );
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
fn a_winnable_deal_says_so_and_its_solution_is_known() {
    let home = Home::new();
    let lines = "status\nverdict\nshow\n";
    let text = home.stdout_of("moosehide --winnable --rule layout=classic", lines);
    let (_, answers) = text.split_once("help: all commands\n").expect("a greeting");
    let status = answers.lines().next().expect("the status");
    let is_winnable = status.ends_with(" home; winnable");
    // On a busy machine the search may take too long.
    assert!(is_winnable || status.contains("; graded "), "{answers}");
    assert_contains!(answers, "\nWinnable in ");
    assert_contains!(answers, "\n1. ");
}

#[test]
fn a_finished_game_is_compared_listed_replayed_and_continued() {
    let home = Home::new();
    // The game has no choices and is lost.
    let text = home.stdout_of(
        "single-left --seed 3",
        "run\nfinished\nreplay 1\nnext\nexport it.json\nq\nundo\n",
    );
    assert_contains!(
        text,
        "\nNo moves left. You lost.\n36 of 52 cards gone, 16 left, in "
    );
    assert!(text.contains("\n1. lost: Single Left, seed 3, "), "{text}");
    assert!(text.contains("\nExported to "), "{text}");
    assert_contains!(text, "\nUndid: dealt 2♥ to the hand; in view ");
    let text = home.stdout_of(
        "replay it.json",
        "next 5\ncontinue\nstatus\nP\nclose\ndraw\n",
    );
    assert!(text.contains("\nReplay of "), "{text}");
    assert_contains!(text, "\nSingle Left, seed 3, move 5: playing, ");
    assert!(text.contains(" to the hand; in view "), "{text}");
    let records = home.records("saves");
    assert!(
        records
            .iter()
            .any(|one| one.moves.len() == 6 && one.parent.is_some())
    );
    let text = home.stdout_of(
        "moving-left --seed 1",
        "replay\nreplay 7\nreplay none.json\nfinished x\n",
    );
    for line in [
        "No move has been made yet",
        "usage: replay [N or FILE]; finished lists the numbers",
        "usage: finished [N]; for example finished 11",
    ] {
        assert!(text.lines().any(|text| text == line), "{line}: {text}");
    }
    assert!(text.contains("\ncannot be read: "), "{text}");
}

#[test]
fn a_record_has_the_time_of_the_end_not_of_quitting() {
    let home = Home::new();
    let began = Instant::now();
    let mut session = home.wide("single-left --seed 3 --plain");
    session.types_until("run\r", "You lost.");
    let (text, played) = (Timestamp::now(), began.elapsed().as_secs());
    thread::sleep(Duration::from_millis(1500));
    session.types("quit\r");
    assert!(session.end().status.success());
    let record = home.records("saves").remove(0);
    assert!(record.finished.expect("it is over") <= text);
    assert!(record.seconds <= played, "the time stands still");
}

#[test]
fn a_game_given_up_stays_so_after_its_replay() {
    let home = Home::new();
    let lines = "draw\ngive-up\nreplay\nnext\nclose\nstatus\nfinished\n";
    let text = home.stdout_of("moving-left --seed 42", lines);
    assert_contains!(text, "\nYou gave up.\n0 of 104 cards home in 1 move, ");
    assert_contains!(text, "\n1. given up: Moving Left, seed 42, 1 move, ");
    let text = home.stdout_of("single-left --seed 1", "menu\n");
    assert!(text.contains("\nNo saved games.\n"), "{text}");
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
