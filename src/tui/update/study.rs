//! The solver at the table: what it tells, and what is done with it.

use jiff::{SignedDuration, Timestamp};

use crate::record::Sitting;
use crate::rules::Move;
use crate::solver::{Answer, Verdict};
use crate::study::Standing;
use crate::tui::action::Action;
use crate::tui::app::{App, Message, Tone};
use crate::tui::play::let_go;
use crate::tui::seat::Ending;
use crate::tui::seeking::Seeking;
use crate::tui::study::{News, Purpose, Question, Report};
use crate::words::{many, passed_over, position};

/// Takes what a search tells that is asked for; says whether there is something new to be seen.
pub(super) fn learn(app: &mut App, report: &Report, now: Timestamp) -> bool {
    if report.question.purpose == Purpose::Deal {
        return seek(app, &report.news, now);
    }
    learn_of_game(app, report, now);
    true
}

/// Takes what a search tells of the game on the table.
fn learn_of_game(app: &mut App, report: &Report, now: Timestamp) {
    let Question { purpose, look, .. } = &report.question;
    let Some(seat) = &mut app.seat else { return };
    let answer = match &report.news {
        News::Progress(positions) => {
            seat.searched = *positions;
            return progress(app, now);
        }
        News::Answer(answer) => answer,
    };
    seat.study.learn(&seat.sitting.game, look, answer);
    seat.searched = 0;
    match purpose {
        Purpose::Watch if seat.study.proofs().is_lost() => watched(app),
        Purpose::Verdict => {
            let inquiry = seat.inquiry.take();
            seat.study.asked = true;
            give(app, inquiry.is_some_and(|inquiry| inquiry.show), now);
        }
        Purpose::Watch | Purpose::LookBack | Purpose::Deal => {}
    }
}

/// Says what the watch found, but not over a complaint: that stands until it is read, and the line at
/// the top says the same.
fn watched(app: &mut App) {
    if !complains(app) {
        tell_verdict(app);
    }
}

/// Whether a complaint stands.
fn complains(app: &App) -> bool {
    let complains = |message: &Message| message.tone == Tone::Refused;
    app.message.as_ref().is_some_and(complains)
}

/// Goes on to another deal where one is not proven to be winnable; sits down to one that is. Says
/// whether there is something new to be seen.
fn seek(app: &mut App, news: &News, now: Timestamp) -> bool {
    let Some(mut seeking) = app.seeking.take() else {
        return false;
    };
    match news {
        News::Progress(positions) => seeking.positions = *positions,
        News::Answer(answer) if matches!(answer.verdict, Verdict::Winnable(_)) => {
            sit_down_to(app, seeking, answer, now);
            return true;
        }
        News::Answer(answer) => seeking = seeking.next(app.any_seed(), answer.positions),
    }
    let tells = seeking.tells(now);
    app.seeking = Some(seeking);
    tells
}

/// Sits down to a deal that was looked for, and remembers that it can be won.
fn sit_down_to(app: &mut App, seeking: Seeking, answer: &Answer, now: Timestamp) {
    let mut sitting = Sitting::new(seeking.game);
    sitting.started = Some(now);
    app.sit_down(sitting);
    if let Some(seat) = &mut app.seat {
        seat.study.promise(&seat.sitting.game, answer);
    }
    if !complains(app) {
        let passed = passed_over(seeking.passed);
        app.tell(format!("this deal can be won; {passed}"));
    }
}

/// Says how far the search is that the player waits for.
fn progress(app: &mut App, now: Timestamp) {
    let Some(seat) = &app.seat else { return };
    let Some(inquiry) = seat.inquiry else { return };
    let spent = now.duration_since(inquiry.since).max(SignedDuration::ZERO);
    app.tell(format!(
        "searching: {}, {} of {} s; any key stops it",
        many(seat.searched, "position"),
        spent.as_secs(),
        inquiry.look.budget.longest().as_secs(),
    ));
}

/// Says whether the game can be won from here, or begins to search for that.
pub(super) fn verdict(app: &mut App, now: Timestamp) {
    ask(app, false, now);
}

/// Plays the line that wins from here for the player to look at, or begins to search for one.
pub(super) fn show(app: &mut App, now: Timestamp) {
    ask(app, true, now);
}

/// Answers from what is known, or begins a search, at whose end a line that wins is to be played
/// where that is wished.
fn ask(app: &mut App, show: bool, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    let known = seat.study.proofs().is_lost() || seat.study.proofs().line().is_some();
    match seat.ending {
        None => {}
        Some(Ending::Won) => return app.tell("the game is won"),
        Some(Ending::GivenUp) if show && known => {}
        Some(Ending::Lost | Ending::GivenUp) => return seat.study.look_longer(),
    }
    let_go(seat);
    if known || !seat.inquire(show, now) {
        seat.study.asked = true;
        return give(app, show, now);
    }
    progress(app, now);
}

/// Tells what was asked for: the verdict, or the line itself where one is known.
fn give(app: &mut App, show: bool, now: Timestamp) {
    let line = app
        .seat
        .as_ref()
        .and_then(|seat| seat.study.proofs().line());
    match line.filter(|_| show).map(<[Move]>::to_vec) {
        Some(line) => play_out(app, &line, now),
        None => tell_verdict(app),
    }
}

/// Plays a line for the player to look at.
fn play_out(app: &mut App, line: &[Move], now: Timestamp) {
    let Some(seat) = &app.seat else { return };
    let shown = seat.game().branch().map(|mut game| {
        let at = game.moves().len();
        for &mv in line {
            // A line that has no room in the longest game there is ends there.
            _ = game.play(mv);
        }
        game.seek(at);
        game
    });
    match shown {
        Ok(game) => app.show(game, now),
        Err(too_long) => app.refuse(too_long.to_string()),
    }
}

/// Says in words what is known of the present position.
fn tell_verdict(app: &mut App) {
    let Some(seat) = &app.seat else { return };
    let standing = seat.study.standing(seat.game());
    let keys = match standing {
        Standing::Lost => {
            let back = seat.study.way_back().ok().and_then(|at| {
                let does = format!("goes back to {}, which had one", position(at));
                app.by_key(Action::BackToWin, &does)
            });
            vec![back]
        }
        Standing::Winnable(_) => vec![
            app.by_key(Action::Hint, "shows the next"),
            app.by_key(Action::Show, "shows all"),
        ],
        Standing::Open => vec![app.by_key(Action::Verdict, "searches longer")],
        Standing::Unknown => Vec::new(),
    };
    let words = standing.words();
    let keys: Vec<String> = keys.into_iter().flatten().collect();
    app.tell(match keys.is_empty() {
        true => words,
        false => format!("{words}; {}", keys.join(", ")),
    });
}

/// Takes back the moves since the last position that is known to have a win.
pub(super) fn back_to_win(app: &mut App) {
    let Some(seat) = &mut app.seat else { return };
    match seat.study.go_back(&mut seat.sitting.game) {
        Err(why) => app.refuse(why),
        Ok(words) => {
            let_go(seat);
            seat.ending = None;
            seat.sitting.finished = None;
            seat.steady_cursor();
            app.tell(match app.by_key(Action::Redo, "makes the moves again") {
                Some(again) => format!("{words}; {again}"),
                None => words,
            });
        }
    }
}
