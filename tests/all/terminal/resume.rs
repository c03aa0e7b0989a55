//! Saved games and results in a pseudo-terminal.

use std::fs;

use super::harness::Session;
use super::{Home, WIDE};
use crate::calendar;

#[test]
fn each_position_is_exported_once_to_a_free_file_name() {
    let home = Home::new();
    let folder = home.join("pile 10");
    fs::create_dir(&folder).expect("a folder");
    let mut command = home.in_terminal("moving-left --seed 7");
    command.cwd(&folder);
    let mut session = Session::start(command, WIDE);
    session.types_until("eee", "pile 10/moving-left-7.json");
    session.types_until("deee", "pile 10/moving-left-7-2.json");
    session.leave();
    assert_eq!(home.records("pile 10").len(), 2);
}

#[test]
fn a_game_is_introduced_when_it_is_opened_for_the_first_time() {
    let home = Home::new();
    for is_first in [true, false] {
        let mut session = Session::start(home.as_new_player("moving-left"), WIDE);
        if is_first {
            session.until_shows("[Introduction]");
            session.types("\r");
        }
        session.until("the table alone", |screen| {
            let text = screen.contents();
            text.contains("move 0") && !text.contains("[Introduction]")
        });
        session.types_until("d", "move 1 ");
        session.types_until("n", "move 0 ");
        session.leave();
        std::fs::remove_dir_all(home.join("saves")).expect("saved games");
    }
    let seen = std::fs::read_to_string(home.join("introductions.txt"));
    assert_eq!(seen.expect("a file"), "moving-left\ngame-kept\n");
}

#[test]
fn the_menu_opens_with_what_was_dealt_last() {
    let home = Home::new();
    let mut session = home.wide("");
    session.until_shows("[winnable]");
    let to_moosehide = "\x1b[B".repeat(3);
    session.types_until(&to_moosehide, "[open reserve]");
    session.types_until("\x1b[C\x1b[C", "[classic]");
    session.types_until("\x1b[B\x1b[C", "[any]");
    session.types_until("\r", "move 0 ");
    session.leave();
    let session = home.wide("");
    session.until_shows("[classic]");
    session.until_shows("[any]");
    session.leave();
    let session = home.wide("--winnable");
    session.until_shows("[winnable]");
    session.leave();

    let file = home.join("last-deal.json");
    for (text, shown) in [
        ("", "[any]"),
        ("{}", "[any]"),
        (r#"{"game":"whist","rules":{}}"#, "[any]"),
        // The menu does not offer this layout.
        (
            r#"{"game":"moosehide","rules":{"layout":"four-reserve"}}"#,
            "[open reserve]",
        ),
        // A field that it does not know.
        (
            r#"{"game":"moosehide","rules":{"layout":"classic"},"source":"winnable"}"#,
            "[classic]",
        ),
    ] {
        std::fs::write(&file, text).expect("a file");
        let session = home.wide("");
        session.until_shows(shown);
        session.leave();
    }
}

#[test]
fn a_game_left_in_this_run_resumes_as_it_was_left() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    home.without_saving(|| {
        session.types_until("d", "not saved: ");
        session.types_until("d", "move 3 ");
        session.types_until("n", "move 0 ");
    });
    session.types_until("d", "move 1 ");
    session.types_until("m", "Continue (2)");
    session.types_until("\t\t\t", "Saved games");
    session.types("\x1b[C\x1b[B\r");
    session.until_shows("deal 42   move 3 ");
    // The game may have been saved before the key.
    session.types("d");
    session.until("a saved game at move 4", |screen| {
        let text = screen.contents();
        text.contains("move 4 ") && !text.contains("not saved")
    });
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
fn a_finished_game_is_exported_from_the_results() {
    let home = Home::new();
    home.stdout_of("single-left --seed 14", "run\n");
    let mut session = home.wide("");
    session.types_until("S\t", "[Finished games]");
    session.types_until("e", "Exported to ");
    session.types("q");
    session.until_gone("Finished games");
    session.leave();
    assert_eq!(home.records("")[0].seed, Some(14));
}

#[test]
fn all_problems_are_reported_at_the_start() {
    for arguments in ["", "moving-left", "oscillation"] {
        let home = Home::new();
        fs::write(home.join("settings.toml"), "theme = \"pink\"\nfly = 1\n").expect("a file");
        fs::create_dir(home.join("saves")).expect("a folder");
        let invalid = home.join("saves").join("20261121-bad.json");
        fs::write(invalid, "{\"format\": ").expect("a file");
        let mut session = home.wide(arguments);
        session.until_shows("line 1: theme cannot be \"pink\"");
        session.until_shows("(and 1 more: see the");
        session.until_shows("20261121-bad.json: not JSON");
        if !arguments.is_empty() {
            session.until_shows("move 0 ");
        }
        session.types("x,");
        session.types_until("\x1b[F", "❯ Error in the file");
        session.until_shows("line 2: unknown setting");
        session.types("q");
        session.leave();
    }
}

#[test]
fn the_screen_deals_the_daily_deal_of_the_place_where_the_player_is() {
    for place in calendar::PLACES {
        let home = Home::new();
        let before = calendar::day_in(place);
        let mut command = home.in_terminal("moving-left --daily");
        command.env("TZ", place);
        let mut session = Session::start(command, (80, 24));
        session.types_until("d", "move 1 ");
        session.leave();
        let daily = home.records("saves")[0]
            .header
            .daily
            .expect("a day")
            .to_string();
        // Midnight may pass meanwhile.
        assert!(
            [before, calendar::day_in(place)].contains(&daily),
            "{place}: {daily}"
        );
    }
}

#[test]
fn a_daily_deal_is_resumed_in_both_user_interfaces_and_a_won_one_says_so() {
    let home = Home::new();
    let deal = "moving-left --daily 2026-01-05";
    let mut session = home.wide(deal);
    session.types_until("d", "move 1 ");
    session.leave();
    let session = home.wide(deal);
    session.until_shows("Resumed at move 1. R: from the deal");
    session.leave();
    for other in [
        "moving-left --daily 2026-01-06",
        "moving-left --daily 2026-01-05 --rule foundation-return=no",
        "moosehide --daily 2026-01-05",
    ] {
        let session = home.wide(other);
        session.until_shows("move 0 ");
        session.leave();
    }
    let plain = home.stdout_of(deal, "quit\n");
    assert_starts_with!(
        plain,
        "Resumed at move 1. restart: from the deal\nDaily Mon 5 Jan · easy\n"
    );
    let menu = home.stdout_of("", "quit\n");
    assert_contains!(
        menu,
        "1. Moving Left, daily Mon 5 Jan, 1 move, last played "
    );
    let session = home.wide("");
    session.until_shows("daily Mon 5 Jan");
    session.leave();

    let open = home.wide(deal);
    open.until_shows("Resumed at move 1");
    let session = home.wide(deal);
    session.until_shows("This deal is open in another window; here it is from the start");
    session.leave();
    open.leave();

    let won = r#"{"id":"20260105-1","game":"moosehide","rules":{"layout":"open-reserve"},"seed":1,"difficulty":"easy","daily":"2026-01-05","outcome":"won","moves":80,"seconds":9,"home":52,"left":null,"hints":0,"shown":0,"taken_over":false,"ended":"2026-01-05T12:00:00Z"}"#;
    let results = home.join("results.jsonl");
    std::fs::write(results, won.to_owned() + "\n").expect("writable file");
    let deal = "moosehide --daily 2026-01-05";
    let session = home.wide(deal);
    session.until_shows("You have won this deal; here it is again");
    session.leave();
    let plain = home.stdout_of(deal, "quit\n");
    assert_starts_with!(
        plain,
        "You have won this deal; here it is again\nDaily Mon 5 Jan"
    );
}
