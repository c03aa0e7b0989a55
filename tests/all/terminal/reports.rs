//! What terminals report on their own or because another program has asked, on every screen.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::{WIDE, mouse_report, stock_and_piles};
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
        ("3", "esc cancel"),
        ("p", "Pile"),
        (":", "Move or find: _"),
        ("#", "Deal of Moving Left: _"),
        (",", "Settings"),
        ("S", "Results"),
        ("?", "MOVING CARDS"),
        ("m", "Continue"),
        ("P", "move 0 of 1"),
    ] {
        session.types_until(open, shown);
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
    session.types_until(":dr", "Move or find: dr_");
    session.types(&reports());
    session.types_until("aw\r", "move 2 ");
    session.types_until("G", "You gave up.");
    session.types(&reports());
    session.types("\x1bu");
    session.until_gone("You gave up.");
    session.until_shows("move 2 ");
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
fn keys_of_the_keypad_are_their_keys_and_what_means_nothing_does_nothing() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    // Until then the terminal owes answers.
    thread::sleep(Duration::from_secs(1));
    let moves = (1..).map(|n| format!("move {n} "));
    for (sent, n) in [
        // Urxvt's Ctrl and arrows, its Shift and Home, and sequences that no terminal sends.
        "\x1bOa\x1bOb\x1bOc\x1bOd",
        "\x1b[7$\x1b[8$\x1b[23$",
        "\x1bOz\x1bO!\x1bO~\x1bOT",
        "\x1b[1;2;3q\x1b[5 q\x1b[q\x1b[=5u\x1b[!p",
    ]
    .into_iter()
    .zip(moves.skip(1))
    {
        session.types_until(&format!("{sent}d"), &n);
    }
    session.types_until(":", "Move or find: _");
    session.types_until("\x1bOq\x1bOn\x1bOy", "Move or find: 1.9_");
    session.types("\x1b");
    for start in ["\x1b]11;rgb:1e", "\x1bP1+r54", "\x1b_Gi=1"] {
        session.types(start);
        thread::sleep(Duration::from_millis(1200));
        session.types_until("u", "move 4 ");
        session.types_until("U", "move 5 ");
    }
    session.leave();
    assert!(
        !home.join("settings.toml").exists(),
        "a setting was changed"
    );
}

#[test]
#[ignore = "takes 20 minutes"]
fn twenty_minutes_of_sequences_whole_and_cut_do_nothing_and_cost_no_key() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    let sequences: Vec<Sent> = corpus().into_iter().filter(Sent::is_harmless).collect();
    let mut random = SmallRng::seed_from_u64(47);
    let (start, mut sent, mut undos) = (Instant::now(), 0, 0);
    while start.elapsed() < Duration::from_secs(20 * 60) {
        for _ in 0..random.random_range(1..100) {
            let bytes = &sequences[random.random_range(0..sequences.len())].bytes;
            // Two bytes would be Alt and a letter.
            let cut = random.random_range(1..bytes.len());
            let (start, rest) = bytes.split_at(if cut == 2 { 1 } else { cut });
            match random.random_range(0..3) {
                0 => session.sends(bytes),
                1 => session.sends(start),
                _ => {
                    session.sends(start);
                    if start.len() > 1 {
                        thread::sleep(Duration::from_millis(random.random_range(0..300)));
                    }
                    session.sends(rest);
                }
            }
            if random.random_ratio(1, 10) {
                thread::sleep(Duration::from_millis(random.random_range(0..1200)));
            }
            sent += 1;
        }
        // What was cut is over.
        thread::sleep(Duration::from_millis(1100));
        session.types_until("d", "move 2 ");
        session.types_until("u", "move 1 ");
        undos += 1;
    }
    println!("{sent} sequences, {undos} keys to draw and to undo");
    session.leave();
    let [record] = &home.records("saves")[..] else {
        panic!("another game was dealt: {:?}", home.saved_files());
    };
    assert_eq!((record.moves.len(), record.header.undos), (1, undos));
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
    let (stock, [from, to]) = stock_and_piles(&session, [3, 10]);
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
    session.types_until(",jj", "suits are two cells wide here");
    session.types("\x1b");
    session.until("the table", |screen| {
        !screen.contents().contains("Settings")
    });
    session.leave().left_the_terminal_as_it_was();
}
