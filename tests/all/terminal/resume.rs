//! Saved games in a real terminal: left, killed, taken up again, exported.

use std::fs;

use super::Home;

#[cfg(unix)]
#[test]
fn whatever_is_on_the_screen_when_the_program_is_killed_is_there_again() {
    use rustix::process::Signal;

    let home = Home::new();
    let mut made = 0;
    for round in 0..8 {
        let arguments = if round == 0 {
            "oscillation --seed 3"
        } else {
            "oscillation"
        };
        let mut session = home.wide(arguments);
        session.until_shows(&format!("move {made} "));
        // The last key is only just drawn when the program dies.
        for key in ["d", "d", "u", "d"].iter().take(1 + round % 4) {
            made = match *key {
                "u" => made - 1,
                _ if made == 5 => break,
                _ => made + 1,
            };
            session.types_until(key, &format!("move {made} "));
        }
        session.signal(Signal::KILL);
        session.end();
        assert_eq!(home.records("saves")[0].moves.len(), made);
    }
}

#[test]
fn a_game_that_was_left_is_taken_up_and_its_moves_taken_back() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42");
    session.types_until("dd", "move 2 ");
    session.types_until("u", "move 1 ");
    session.leave();
    let mut session = home.wide("moving-left");
    session.until_shows("Resumed at move 1");
    session.types_until("U", "move 2 ");
    session.types_until("uu", "move 0 ");
    // Another deal is begun over it, and from its opening the one before is gone back to.
    session.types_until("n", "move 0 ");
    session.leave();
    let mut session = home.wide("moving-left --seed 7");
    session.until_shows("seed 7");
    session.types_until("u", "seed 42");
    session.leave();
    let records = home.records("saves");
    assert_eq!((records.len(), records[0].redo.len()), (1, 2));
}

#[test]
fn a_second_window_leaves_the_game_to_the_first() {
    let home = Home::new();
    let mut first = home.wide("moving-left --seed 42");
    first.types_until("d", "move 1 ");
    let mut second = home.wide("moving-left");
    second.until_shows("This game is open in another window");
    second.types_until("ddd", "move 3 ");
    first.types_until("d", "move 2 ");
    first.types("q");
    second.types("q");
    first.end();
    second.end();
    let records = home.records("saves");
    let mut moves: Vec<_> = records
        .iter()
        .map(|one| (one.seed == Some(42), one.moves.len()))
        .collect();
    moves.sort_unstable();
    assert_eq!(moves, [(false, 3), (true, 2)]);
}

#[test]
fn what_cannot_be_saved_is_said_on_the_screen_and_at_the_end() {
    let home = Home::new();
    fs::write(home.join("saves"), "mine").expect("a file");
    let mut session = home.wide("moving-left --seed 42");
    session.types_until("d", "not saved: ");
    session.types_until("d", "move 2 ");
    assert!(!session.shown().contains("not saved"));
    session.types("q");
    let end = session.end();
    assert_eq!(end.status.exit_code(), 1);
    assert!(end.text.contains("error: game not saved: "), "{}", end.text);
    let rescued = home.records("");
    assert_eq!(rescued[0].moves.len(), 2);
    assert_eq!(fs::read(home.join("saves")).expect("a file"), b"mine");
}

#[test]
fn a_game_is_exported_to_a_name_that_is_free() {
    let home = Home::new();
    let mut session = home.wide("moosehide --seed 7");
    session.types_until("e", "Exported to ");
    session.types_until("e", "moosehide-7-2.json");
    session.leave();
    assert_eq!(home.records("").len(), 2);
    assert_eq!(home.records("saves").len(), 0, "no move was made");
}

#[test]
fn the_menu_lists_the_games_begun_and_takes_one_up() {
    let home = Home::new();
    for (game, moves) in [("moving-left", 3), ("oscillation", 2), ("moosehide", 0)] {
        let mut session = home.wide(&format!("{game} --seed 77"));
        session.until_shows("seed 77");
        for n in 1..=moves {
            session.types_until("d", &format!("move {n} "));
        }
        session.leave();
    }
    let mut session = home.wide("");
    session.until_shows("Continue (2)");
    // Up from the first game there is nothing; from the last down are the games begun.
    session.types_until("\t\t\t", "last played");
    let shown = session.shown();
    assert!(
        shown.contains("Oscillation") && shown.contains("77     2 "),
        "{shown}"
    );
    session.types("\x1b[B\x1b[B\r");
    session.until_shows("Resumed at move 3");
    session.types_until("m", "Continue (2)");
    session.types_until("\x1b", "move 3");
    session.types_until("m", "Continue (2)");
    session.types_until("\t\t\t", "last played");
    // The one on the table is now the one played last.
    session.types("\x1b[B\x1b[B\r");
    session.until_shows("Resumed at move 2");
    session.types_until("d", "move 3");
    session.leave();
    let records = home.records("saves");
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|record| record.moves.len() == 3));
}

#[test]
fn a_game_left_for_another_is_taken_up_as_it_stands_not_as_it_was_saved() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    // What is to be written beside the game cannot be.
    let folder = home.join("saves");
    let mut saved = fs::read_dir(&folder).expect("a folder");
    let saved = saved.find_map(|entry| {
        let name = entry.expect("an entry").file_name();
        Some(name.to_str()?.strip_suffix(".json")?.to_owned())
    });
    let beside = folder.join(format!(".{}.new", saved.expect("a game")));
    fs::create_dir(&beside).expect("a folder");
    session.types_until("d", "not saved: ");
    session.types_until("d", "move 3 ");
    session.types_until("n", "move 0 ");
    session.types_until("d", "move 1 ");
    session.types_until("m", "Continue (2)");
    session.types_until("\t\t\t", "last played");
    session.types("\x1b[B\x1b[B\r");
    session.until_shows("seed 42   move 3 ");
    fs::remove_dir(&beside).expect("a folder");
    session.types_until("d", "The game is saved again");
    session.leave();
    let moves = home.records("saves").into_iter();
    let mut moves: Vec<_> = moves.map(|record| record.moves.len()).collect();
    moves.sort_unstable();
    assert_eq!(moves, [1, 4]);
    let session = home.wide("moving-left");
    session.until_shows("at move 4");
    session.leave();
}

#[test]
fn a_search_for_a_deal_stopped_at_the_menu_leaves_the_games_begun_there() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    session.leave();
    let mut session = home.wide("moving-left --winnable");
    session.until_shows("Looking for a winnable deal: no. ");
    session.types_until("\x1b", "Search canceled");
    session.until_shows("Continue (1)");
    session.leave();
}

/// Seeds of Single Left that its forced moves win, and that they lose.
const WON: u64 = 14;
const LOST: u64 = 15;

#[test]
fn results_are_shown_and_finished_games_replayed_and_exported_from_there() {
    let home = Home::new();
    let mut session = home.wide("");
    session.types_until("S", "No finished games yet");
    session.types_until("q", "games");
    session.leave();
    for (seed, end) in [(WON, "Your first win"), (LOST, "Your best so far: ")] {
        let mut session = home.wide(&format!("single-left --seed {seed}"));
        session.types_until("x", end);
        // Taken back and made again it is the same result.
        session.types("u");
        session.until("the table", |screen| !screen.contents().contains(end));
        session.types_until("U", end);
        session.leave();
    }
    let mut session = home.wide("");
    session.types_until("S", "2 games, 1 won");
    session.types_until("\t", "lost");
    let shown = session.shown();
    let line = |word: &str| shown.lines().position(|line| line.contains(word));
    assert!(line("lost") < line("won   "), "the last first: {shown}");
    session.types_until("\x1b[B\r", "replay: move 0");
    session.types_until("\x1b[F", "won");
    session.types_until("q", "Finished games");
    session.types_until("e", "Exported to ");
    session.types_until("q", "games");
    session.leave();
    let exported = home.records("");
    assert_eq!((exported.len(), exported[0].seed), (1, Some(WON)));
}

#[test]
fn a_replay_from_the_results_goes_back_to_what_they_lay_over() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    session.types_until("G", "You gave up.");
    session.types_until("n", "move 0 ");
    for (keys, beneath) in [("m", "Any random deal"), ("\x1b", "move 0 ")] {
        session.types_until(keys, beneath);
        session.types_until("S", "Finished games");
        // The page is that of the last time.
        if !session.shown().contains("given up") {
            session.types_until("\t", "given up");
        }
        session.types_until("\r", "replay: move 0");
        session.types_until("q", "Finished games");
        session.types_until("q", beneath);
    }
    session.leave();
}

#[test]
fn a_game_given_up_is_said_to_be_and_is_not_taken_up_again() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    session.types_until("G", "You gave up.");
    session.leave();
    let mut session = home.wide("moving-left");
    session.until("another deal", |screen| {
        let text = screen.contents();
        text.contains("move 0") && !text.contains("seed 42 ")
    });
    session.types_until("S", "1 game, 0 won");
    session.types_until("\t", "given up");
    session.types("qq");
    session.end();
}

#[test]
fn all_that_is_wrong_is_told_at_the_start_whatever_that_is() {
    for arguments in [
        "",
        "moving-left",
        "moosehide --winnable --rule layout=four-reserve",
    ] {
        let home = Home::new();
        fs::write(home.join("settings.toml"), "theme = \"pink\"\nfly = 1\n").expect("a file");
        fs::create_dir(home.join("saves")).expect("a folder");
        let torn = home.join("saves").join("20261121-torn.json");
        fs::write(torn, "{\"format\": ").expect("a file");
        let mut session = home.wide(arguments);
        session.until_shows("line 1: theme cannot be \"pink\"");
        session.until_shows("(and 1 more: see the settings)");
        session.until_shows("renamed to 20261121-torn.invalid");
        // Where a deal is looked for, the first key stops that.
        session.types("x,");
        session.types_until("\x1b[F", "2 of 2");
        session.until_shows("line 2: unknown setting");
        session.types("q");
        session.leave();
    }
}
