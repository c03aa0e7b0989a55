//! Analysis in a pseudo-terminal: its messages, and that no key waits for it.

use std::time::{Duration, Instant};

use super::Home;
use super::harness::Session;

/// Longest acceptable response time to a key.
const MAX_LATENCY: Duration = Duration::from_millis(16);

/// Starts a long verdict search.
fn start_search(home: &Home) -> Session {
    let mut session = home.larboard("moving-left --seed 1");
    session.until_shows("Moving Left");
    session.types_until("v", "Searching: ");
    session.until_shows(" of 10 s. Any key cancels");
    session
}

#[test]
fn a_hint_and_the_odds_come_from_sample_deals() {
    let home = Home::new();
    let mut session = home.larboard("moosehide --rule layout=classic --seed 3");
    session.until_shows("move 0 ");
    session.types_until("H", "Hint 1 of ");
    session.types_until(" ", "move 1 ");
    session.types_until("o", "deals that look like this can be won");
    session.leave();
}

#[test]
fn deals_are_winnable_or_graded_within_a_second_or_two_unless_the_player_says_otherwise() {
    let home = Home::new();
    let is_good = |screen: &vt100::Screen| {
        let text = screen.contents();
        let grades = ["easy", "medium", "hard", "expert", "winnable"];
        let header = text.lines().next().unwrap_or_default();
        header.contains("move 0") && grades.iter().any(|word| header.contains(word))
    };
    for arguments in ["moosehide", "moving-left", "oscillation --winnable"] {
        let mut session = home.larboard(arguments);
        session.until("a winnable deal", is_good);
        let seed = |text: &str| {
            let words = text.split_whitespace();
            words
                .skip_while(|&word| word != "deal")
                .nth(1)
                .map(str::to_owned)
        };
        let first = seed(&session.shown());
        session.types("n");
        session.until("another winnable deal", |screen| {
            is_good(screen) && seed(&screen.contents()) != first
        });
        session.leave();
    }
    // Else a deal that is soon known to be lost says that in place of the reason.
    std::fs::write(home.join("settings.toml"), "warn-when-lost = false\n").expect("settings");
    let session = home.larboard("moosehide --rule layout=four-reserve");
    // A few of these deals have no legal move, which is said instead.
    session.until("the reason for a random deal", |screen| {
        let text = screen.contents();
        let note = "Deals with these options can hardly ever be won: dealt at random";
        text.contains(note) || text.contains("This deal has no legal move")
    });
    session.leave();
}

#[test]
fn no_key_waits_for_a_search() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 1");
    session.until_shows("Moving Left");
    let mut moves = 0;
    // A busy machine is late now and then; a key that waits for the search that begins after each move always is.
    let prompt = (0..40).filter(|n| {
        moves += 1;
        session.types_until("d", &format!("move {moves} "));
        let before = session.shown();
        let start = Instant::now();
        session.types(if n % 2 == 0 { "\x1b[C" } else { "\x1b[D" });
        session.until("the moved cursor", |screen| {
            super::harness::text(screen) != before
        });
        start.elapsed() < MAX_LATENCY
    });
    assert_eq!(
        prompt.take(5).count(),
        5,
        "a key waited after 36 of 40 moves"
    );
}

#[test]
fn quitting_waits_for_no_search() {
    let home = Home::new();
    let is_prompt = (0..5).any(|_| {
        let mut session = start_search(&home);
        let start = Instant::now();
        session.types_until("q", "Search canceled");
        session.leave().left_the_terminal_as_it_was();
        start.elapsed() < 20 * MAX_LATENCY
    });
    assert!(is_prompt, "quitting was slow five times");
}

#[cfg(unix)]
#[test]
fn a_command_that_ctrl_c_cancels_says_so_and_ends_the_loop_of_a_shell() {
    let home = Home::new();
    let record = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/played/moving-left.json"
    );
    let solve = "solve moving-left --seed 31001 --seconds 1000";
    for (arguments, progress, said) in [
        (solve, " positions, ", ", canceled)"),
        (
            &*format!("{solve} --json"),
            " positions, ",
            "\"canceled\":true",
        ),
        (&format!("review {record}"), "Reviewing", "Review canceled"),
        (
            &format!("review {record} --json"),
            "Reviewing",
            "\"summary\":\"Review canceled",
        ),
    ] {
        let mut session = home.shell(&format!("for n in 1 2 3; do \"$0\" {arguments}; done"));
        session.until_shows(progress);
        session.types("\x03");
        let end = session.end();
        let text = end.text.replace('\n', "");
        assert_eq!(text.matches(said).count(), 1, "{text}");
        assert!(end.status.signal().is_some(), "{arguments}");
    }
}
