//! The solver at the table: what it tells, and what is done with it.

use jiff::{SignedDuration, Timestamp};

use crate::record::Sitting;
use crate::solver::{Answer, OF_A_DEAL, Verdict};
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::play::let_go;
use crate::tui::seat::Ending;
use crate::tui::seeking::Seeking;
use crate::tui::study::{News, Purpose, Question, Report};
use crate::words::{counted, many, passed_over};

/// Takes what a search tells that is asked for.
pub(super) fn learn(app: &mut App, report: &Report, now: Timestamp) {
    let Question {
        purpose, budget, ..
    } = &report.question;
    if *purpose == Purpose::Deal {
        return seek(app, &report.news, now);
    }
    let Some(seat) = &mut app.seat else { return };
    let answer = match &report.news {
        News::Progress(positions) => {
            seat.study.note(*positions);
            return progress(app, now);
        }
        News::Answer(answer) => answer,
    };
    let game = &seat.sitting.game;
    let at = match purpose {
        Purpose::LookBack(at) => *at,
        _ => game.moves().len(),
    };
    seat.study.learn(game, at, budget, answer);
    match purpose {
        Purpose::Watch if seat.study.proofs().is_lost() => tell_verdict(app),
        Purpose::Verdict => {
            seat.study.inquiry = None;
            seat.study.asked = true;
            tell_verdict(app);
        }
        Purpose::Watch | Purpose::LookBack(_) | Purpose::Deal => {}
    }
}

/// Goes on to another deal where one is not proven to be winnable; sits down to one that is.
fn seek(app: &mut App, news: &News, now: Timestamp) {
    let Some(mut seeking) = app.seeking.take() else {
        return;
    };
    match news {
        News::Progress(positions) => seeking.positions = *positions,
        News::Answer(answer) if matches!(answer.verdict, Verdict::Winnable(_)) => {
            return sit_down_to(app, seeking, answer, now);
        }
        News::Answer(_) => {
            let rules = seeking.game.rules().clone();
            seeking = Seeking::at(rules, app.any_seed(), seeking.passed + 1);
        }
    }
    app.tell(seeking.words());
    app.seeking = Some(seeking);
}

/// Sits down to a deal that was looked for, and remembers that it can be won.
fn sit_down_to(app: &mut App, seeking: Seeking, answer: &Answer, now: Timestamp) {
    let mut sitting = Sitting::new(seeking.game);
    sitting.started = Some(now);
    app.sit_down(sitting);
    if let Some(seat) = &mut app.seat {
        let game = &seat.sitting.game;
        seat.study.follow(game);
        seat.study.learn(game, 0, &OF_A_DEAL, answer);
    }
    let passed = passed_over(seeking.passed);
    app.tell(format!("this deal can be won; {passed}"));
}

/// Says how far the search is that the player waits for.
fn progress(app: &mut App, now: Timestamp) {
    let inquiry = app.seat.as_ref().and_then(|seat| seat.study.inquiry);
    let Some(inquiry) = inquiry else { return };
    let spent = now.duration_since(inquiry.since).max(SignedDuration::ZERO);
    app.tell(format!(
        "searching: {}, {} of {} s; any key stops it",
        many(inquiry.positions, "position"),
        spent.as_secs(),
        inquiry.time.as_secs(),
    ));
}

/// Says whether the game can be won from here, or begins to search for that.
pub(super) fn verdict(app: &mut App, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    match seat.ending {
        None => {}
        Some(Ending::Won) => return app.tell("the game is won"),
        Some(Ending::Lost | Ending::GivenUp) => return seat.study.look_back(),
    }
    let_go(seat);
    let study = &mut seat.study;
    let here = seat.sitting.game.moves().len();
    if study.proofs().is_lost() || study.proofs().line().is_some() {
        study.asked = true;
        return tell_verdict(app);
    }
    if study.inquiry.is_none() {
        study.inquire(here, now);
    }
    progress(app, now);
}

/// Says in words what is known of the present position.
fn tell_verdict(app: &mut App) {
    let Some(seat) = &app.seat else { return };
    let study = &seat.study;
    let words = if study.proofs().is_lost() {
        let back = app.key_for(Action::BackToWin);
        match study.way_back() {
            Some(0) => {
                format!("no win is left from here; {back} goes back to the deal, which had one")
            }
            Some(n) => {
                format!("no win is left from here; {back} goes back to move {n}, which had one")
            }
            None => "no win is left from here".into(),
        }
    } else if let Some(line) = study.proofs().line() {
        format!(
            "it can be won from here, in {} at most; {} shows the next, {} all",
            counted(line.len(), "move"),
            app.key_for(Action::Hint),
            app.key_for(Action::Show),
        )
    } else if study.is_open(seat.game().moves().len()) {
        let longer = app.key_for(Action::Verdict);
        format!("whether it can be won is not known; {longer} searches longer")
    } else {
        "whether it can be won is not known, after the longest search".into()
    };
    app.tell(words);
}

/// Takes back the moves since the last position that is known to have a win.
pub(super) fn back_to_win(app: &mut App) {
    let Some(seat) = &mut app.seat else { return };
    let Some(at) = seat.study.way_back() else {
        let words = match seat.study.proofs().is_lost() {
            true => "no position before this one is known to have a win",
            false => "a win may still be left from here",
        };
        return app.refuse(words);
    };
    let_go(seat);
    seat.ending = None;
    seat.sitting.finished = None;
    while seat.game().moves().len() > at && seat.sitting.game.undo().is_some() {}
    seat.steady_cursor();
    let again = app.key_for(Action::Redo);
    let there = match at {
        0 => "the deal".into(),
        n => format!("move {n}"),
    };
    app.tell(format!(
        "back at {there}, from where it can be won; {again} makes the moves again"
    ));
}

/// Plays the line that wins from here, where one is known, for the player to look at.
pub(super) fn show(app: &mut App, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    let_go(seat);
    let Some(line) = seat.study.proofs().line() else {
        if seat.study.proofs().is_lost() {
            return tell_verdict(app);
        }
        let ask = app.key_for(Action::Verdict);
        return app.refuse(format!(
            "no line that wins is known from here; {ask} searches for one"
        ));
    };
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
