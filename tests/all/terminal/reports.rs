//! What terminals report on their own or because another program has asked, on every screen.

use std::fs;
use std::thread;
use std::time::Duration;

use larboard::rules::PileId;

use super::{WIDE, mouse_report};
use crate::front_end::{MouseUser, Player};
use crate::games;
use crate::home::Home;
use crate::terminal_input::{Sent, corpus};

/// Returns all reports, one after another. That of the background names a dark one, so no color changes.
fn reports() -> String {
    let reports = corpus().into_iter().filter(Sent::is_report);
    let bytes: Vec<u8> = reports.flat_map(|sent| sent.bytes).collect();
    String::from_utf8(bytes).expect("reports in UTF-8")
}

#[test]
fn no_report_does_anything_on_any_screen() {
    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    for (open, shown) in [
        (" ", "esc cancel"),
        ("p", "Pile"),
        (":", "Move: _"),
        ("#", "Deal: _"),
        (",", "Settings"),
        ("S", "Results"),
        ("?", "/ search"),
        ("m", "Continue"),
        ("P", "move 0 of 1"),
    ] {
        session.types_until(open, shown);
        // The rest of the frame.
        thread::sleep(Duration::from_millis(100));
        let before = session.shown();
        session.types(&reports());
        // A screen that is drawn anew, after all that was sent before.
        session.resize(WIDE.0, WIDE.1 - 1);
        session.resize(WIDE.0, WIDE.1);
        session.until(&before, |screen| super::harness::text(screen) == before);
        session.types("\x1b");
        session.until("the table alone", |screen| {
            !screen.contents().contains(shown)
        });
    }
    session.types_until(":dr", "Move: dr_");
    session.types(&reports());
    session.types_until("aw\r", "move 2 ");
    session.types_until("G", "You gave up.");
    session.types(&reports());
    session.types_until("\x1bu", "move 2 ");
    session.leave().left_the_terminal_as_it_was();
    assert!(
        !home.join("settings.toml").exists(),
        "a setting was changed"
    );
    let saves = fs::read_dir(home.join("saves")).expect("saved games");
    let records = saves.filter(|entry| {
        let path = entry.as_ref().expect("directory entry").path();
        path.extension()
            .is_some_and(|extension| extension == "json")
    });
    assert_eq!(records.count(), 1, "another game was dealt");
}

#[test]
fn a_report_that_comes_in_pieces_is_no_key_and_the_next_key_is_obeyed() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    // Until then the terminal owes answers.
    thread::sleep(Duration::from_secs(1));
    for (number, pieces) in [
        ["\x1b", "[?2026;2$y"],
        ["\x1b[", "?997;1n"],
        ["\x1b[>41;3", "79;0c"],
        ["\x1bP1$r", "1 q\x1b\\"],
        ["\x1bP>|tmux 3.4\x1b", "\\"],
        ["\x1b_Gi=31;", "OK\x1b\\"],
        ["\x1b]11;rgb:ffff/ff", "ff/ffff\x07"],
    ]
    .iter()
    .enumerate()
    {
        for piece in pieces {
            session.types(piece);
            thread::sleep(Duration::from_millis(120));
        }
        session.types_until("d", &format!("move {} ", number + 2));
    }
    session.leave();
    assert!(
        !home.join("settings.toml").exists(),
        "a setting was changed"
    );
}

#[test]
fn a_report_during_a_drag_leaves_the_drag_alone() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    session.types_until("u", "move 0 ");
    let mut user = MouseUser::of(Player::at(games::variant("moving-left", &[]), 42, (80, 24)));
    let stock = user.cell_of(PileId::STOCK);
    let [from, to] = [3, 10].map(|pile| user.cell_of_pile(pile));
    let click = mouse_report(0, stock, 'M') + &mouse_report(0, stock, 'm');
    session.types_until(&click.repeat(4), "move 4 ");
    let drag = [
        mouse_report(0, from, 'M'),
        reports(),
        mouse_report(32, to, 'M'),
        reports(),
        mouse_report(0, to, 'm'),
    ];
    session.types_until(&drag.concat(), "move 5 ");
    session.leave();
}

#[test]
fn letters_are_shown_where_suits_are_two_cells_wide() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    session.until_shows("♠");
    session.types("\x1b[1;3R");
    session.until("letters alone", |screen| screen.contents().is_ascii());
    session.types_until(",jj", "draws suits two cells wide");
    session.types("\x1b");
    session.until("the table", |screen| {
        !screen.contents().contains("Settings")
    });
    session.leave().left_the_terminal_as_it_was();
}
