//! The solver at the table, in a real terminal: what it says there, and that nothing waits for it.

use std::time::{Duration, Instant};

use larboard::game::Game;
use larboard::rules::{Move, Status};
use larboard::solver::{Budget, CancelToken, SolveResult, Verdict};

use super::Home;
use super::harness::Session;
use crate::games;

/// The longest a key may wait.
const PROMPT: Duration = Duration::from_millis(16);

fn solved(game: &Game) -> SolveResult {
    let budget = Budget {
        positions: Some(2000),
        time: None,
        memory: 4 << 20,
    };
    game.rules()
        .solve(game.table(), &budget, &CancelToken::default(), &mut |_| {})
}

/// A seed of Single Left with a choice of discards, moves along a line that wins it, and the move
/// after them that throws it away, though others are left then.
fn thrown_away() -> (u64, Vec<Move>, Move) {
    let rules = games::variant("single-left", &[("discards", "optional")]);
    for seed in 0..1000 {
        let mut game = Game::new(rules.clone(), seed);
        let Verdict::Winnable(line) = solved(&game).verdict else {
            continue;
        };
        for (n, &mv) in line.iter().enumerate() {
            for other in game.legal_moves().into_iter().filter(|other| *other != mv) {
                let mut lost = game.clone();
                lost.play(other).expect("a legal move");
                let answer = solved(&lost);
                let playing = lost.status() == Status::Playing;
                if playing && answer.verdict == Verdict::Unwinnable && answer.positions < 500 {
                    return (seed, line[..n].to_vec(), other);
                }
            }
            game.play(mv).expect("a legal move");
        }
    }
    panic!("no such game");
}

/// A deal whose verdict takes long, being searched for it.
fn searching(home: &Home) -> Session {
    let mut session = home.larboard("moving-left --seed 1");
    session.until_shows("Moving Left");
    session.types_until("v", "Searching: ");
    session
}

#[test]
fn a_game_thrown_away_is_told_and_gone_back_to_where_it_was_not() {
    let (seed, moves, mistake) = thrown_away();
    let home = Home::new();
    let mut session = home.larboard(&format!(
        "single-left --seed {seed} --rule discards=optional"
    ));
    session.until_shows("Single Left");
    session.types_until("v", "Winnable in ");
    let key = |mv: Move| if mv == Move::Draw { "d" } else { " " };
    for (n, &mv) in (1..).zip(&moves) {
        session.types_until(key(mv), &format!("move {n} "));
    }
    // The move is a mistake only where the position before it is known to be winnable.
    session.until_shows("winnable");
    session.types_until(key(mistake), "This can't be won any more. b: back to");
    session.until_shows("no win left");
    session.types_until("b", "Back at move ");
    let told = session.shown();
    assert!(told.contains(&format!("move {} ", moves.len())), "{told}");
    assert!(!told.contains("no win left"), "{told}");
    session.leave().left_the_terminal_as_it_was();
}

#[test]
fn a_verdict_shows_its_progress_and_any_key_stops_it() {
    let home = Home::new();
    let mut session = searching(&home);
    session.until_shows(" of 10 s. Any key cancels");
    session.types_until("\x1b[C", "Search canceled");
    session.types_until("v", "Searching: ");
    session.types_until("q", "Search canceled");
    session.leave().left_the_terminal_as_it_was();
}

#[test]
fn the_way_is_shown_and_followed() {
    let home = Home::new();
    let mut session = home.larboard("moosehide --seed 1 --rule layout=classic");
    session.until_shows("Moosehide");
    session.types_until("v", "Winnable in ");
    session.types_until("H", "this wins");
    session.types_until("V", "solution: move ");
    session.types("\x1b[F");
    session.until_shows("won");
    session.types_until("\r", "Moosehide: won!");
    session.leave();
}

#[test]
fn a_deal_that_can_be_won_is_found_or_the_search_for_it_stopped() {
    let home = Home::new();
    let session = home.larboard("moosehide --winnable --rule layout=classic");
    session.until_shows("Winnable deal found");
    session.until_shows("winnable");
    let mut session = home.larboard("moosehide --winnable --rule layout=four-reserve");
    session.until_shows("Looking for a winnable deal: no. ");
    session.types_until("\x1b", "Search canceled");
    session.leave();
}

#[test]
fn the_setting_deals_only_what_can_be_won() {
    let home = Home::new();
    std::fs::write(home.join("settings.toml"), "winnable-deals = true\n").expect("a file");
    let mut session = home.larboard("moosehide");
    session.until_shows("Winnable deal found");
    session.types_until("n", "Looking for a winnable deal: no. ");
    session.until_shows("Winnable deal found");
    session.leave();
}

#[test]
fn no_key_waits_for_a_search() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 1");
    session.until_shows("Moving Left");
    let mut moves = 0;
    // A machine with much else to do may be late; what waited for a search would be late each time.
    let prompt = (0..20).any(|_| {
        moves += 1;
        session.types_until("d", &format!("move {moves} "));
        (0..4).all(|n| {
            let before = session.shown();
            let start = Instant::now();
            session.types(if n % 2 == 0 { "\x1b[C" } else { "\x1b[D" });
            session.until("the cursor elsewhere", |screen| {
                super::harness::text(screen) != before
            });
            start.elapsed() < PROMPT
        })
    });
    assert!(prompt, "each of twenty moves kept a key waiting");
}

#[test]
fn leaving_waits_for_no_search() {
    let home = Home::new();
    let quick = (0..5).any(|_| {
        let mut session = searching(&home);
        let start = Instant::now();
        session.types_until("q", "Search canceled");
        session.leave().left_the_terminal_as_it_was();
        start.elapsed() < 20 * PROMPT
    });
    assert!(quick, "each of five times");
}

#[cfg(unix)]
#[test]
fn a_search_of_the_command_line_says_how_far_it_is_and_is_stopped() {
    let home = Home::new();
    let session = home.larboard("solve moving-left --seed 1 --seconds 1000");
    session.until_shows("million positions");
    session.signal(rustix::process::Signal::INT);
    let end = session.end();
    assert!(end.status.success());
    assert!(end.text.contains("unknown ("), "{}", end.text);
    assert!(end.text.contains(", canceled)"), "{}", end.text);
}
