//! The solver at the table: what it tells, and what is done with it.

use jiff::{SignedDuration, Timestamp};

use crate::analysis::Assessment;
use crate::describe::{approx_count, position_text, skipped_text};
use crate::record::PlayedGame;
use crate::rules::Move;
use crate::solver::{SolveResult, Verdict};
use crate::tui::action::Action;
use crate::tui::app::{App, Message, MessageLevel};
use crate::tui::deal_search::DealSearch;
use crate::tui::play::cancel_selection;
use crate::tui::solver_requests::{SearchKind, SearchReply, SearchRequest, SearchUpdate};
use crate::tui::table_state::Ending;

/// Takes what a search tells that is asked for; says whether there is something new to be seen.
pub(super) fn handle_search_reply(app: &mut App, report: &SearchReply, now: Timestamp) -> bool {
    if report.request.kind == SearchKind::WinnableDeal {
        return advance_deal_search(app, &report.update, now);
    }
    handle_analysis_reply(app, report, now);
    true
}

/// Takes what a search tells of the game on the table.
fn handle_analysis_reply(app: &mut App, report: &SearchReply, now: Timestamp) {
    let SearchRequest {
        kind: purpose,
        task: look,
        ..
    } = &report.request;
    let Some(seat) = &mut app.table else { return };
    let answer = match &report.update {
        SearchUpdate::Progress(positions) => {
            seat.positions_searched = *positions;
            return notify_progress(app, now);
        }
        SearchUpdate::Finished(answer) => answer,
    };
    seat.analysis.record_result(&seat.played.game, look, answer);
    seat.positions_searched = 0;
    match purpose {
        SearchKind::Background if seat.analysis.proven_positions().is_lost() => {
            notify_background_verdict(app);
        }
        SearchKind::Verdict => {
            let inquiry = seat.pending_search.take();
            seat.analysis.verdict_revealed = true;
            present_analysis(
                app,
                inquiry.is_some_and(|inquiry| inquiry.show_solution),
                now,
            );
        }
        SearchKind::Background | SearchKind::Postmortem | SearchKind::WinnableDeal => {}
    }
}

/// Says what the watch found, but not over a complaint: that stands until it is read, and the line at
/// the top says the same.
fn notify_background_verdict(app: &mut App) {
    if !has_error_message(app) {
        notify_verdict(app);
    }
}

/// Whether a complaint stands.
fn has_error_message(app: &App) -> bool {
    let complains = |message: &Message| message.level == MessageLevel::Error;
    app.message.as_ref().is_some_and(complains)
}

/// Goes on to another deal where one is not proven to be winnable; sits down to one that is. Says
/// whether there is something new to be seen.
fn advance_deal_search(app: &mut App, news: &SearchUpdate, now: Timestamp) -> bool {
    let Some(mut seeking) = app.deal_search.take() else {
        return false;
    };
    match news {
        SearchUpdate::Progress(positions) => seeking.positions_searched = *positions,
        SearchUpdate::Finished(answer) if matches!(answer.verdict, Verdict::Winnable(_)) => {
            start_found_deal(app, seeking, answer, now);
            return true;
        }
        SearchUpdate::Finished(answer) => {
            seeking = seeking.next_deal(app.random_seed(), answer.positions);
        }
    }
    let tells = seeking.take_progress_due(now);
    app.deal_search = Some(seeking);
    tells
}

/// Sits down to a deal that was looked for, and remembers that it can be won.
fn start_found_deal(app: &mut App, seeking: DealSearch, answer: &SolveResult, now: Timestamp) {
    let mut sitting = PlayedGame::new(seeking.game);
    sitting.started = Some(now);
    app.start_session(sitting);
    if let Some(seat) = &mut app.table {
        seat.analysis
            .record_winnable_deal(&seat.played.game, answer);
    }
    if !has_error_message(app) {
        let passed = skipped_text(seeking.skipped);
        app.notify(format!("this deal can be won; {passed}"));
    }
}

/// Says how far the search is that the player waits for.
fn notify_progress(app: &mut App, now: Timestamp) {
    let Some(seat) = &app.table else { return };
    let Some(inquiry) = seat.pending_search else {
        return;
    };
    let spent = now
        .duration_since(inquiry.started)
        .max(SignedDuration::ZERO);
    app.notify(format!(
        "searching: {}, {} of {} s; any key stops it",
        approx_count(seat.positions_searched, "position"),
        spent.as_secs(),
        inquiry.task.budget.time_limit().as_secs(),
    ));
}

/// Says whether the game can be won from here, or begins to search for that.
pub(super) fn analyze(app: &mut App, now: Timestamp) {
    request_analysis(app, false, now);
}

/// Plays the line that wins from here for the player to look at, or begins to search for one.
pub(super) fn show_solution(app: &mut App, now: Timestamp) {
    request_analysis(app, true, now);
}

/// Answers from what is known, or begins a search, at whose end a line that wins is to be played
/// where that is wished.
fn request_analysis(app: &mut App, show: bool, now: Timestamp) {
    let Some(seat) = &mut app.table else { return };
    let known = seat.analysis.proven_positions().is_lost()
        || seat.analysis.proven_positions().winning_line().is_some();
    match seat.ending {
        None => {}
        Some(Ending::Won) => return app.notify("the game is won"),
        Some(Ending::GivenUp) if show && known => {}
        Some(Ending::Lost | Ending::GivenUp) => return seat.analysis.extend_postmortem(),
    }
    cancel_selection(seat);
    if known || !seat.start_search(show, now) {
        seat.analysis.verdict_revealed = true;
        return present_analysis(app, show, now);
    }
    notify_progress(app, now);
}

/// Tells what was asked for: the verdict, or the line itself where one is known.
fn present_analysis(app: &mut App, show: bool, now: Timestamp) {
    let line = app
        .table
        .as_ref()
        .and_then(|seat| seat.analysis.proven_positions().winning_line());
    match line.filter(|_| show).map(<[Move]>::to_vec) {
        Some(line) => show_line(app, &line, now),
        None => notify_verdict(app),
    }
}

/// Plays a line for the player to look at.
fn show_line(app: &mut App, line: &[Move], now: Timestamp) {
    let Some(seat) = &app.table else { return };
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
        Ok(game) => app.show_solution(game, now),
        Err(too_long) => app.notify_error(too_long.to_string()),
    }
}

/// Says in words what is known of the present position.
fn notify_verdict(app: &mut App) {
    let Some(seat) = &app.table else { return };
    let standing = seat.analysis.assessment(seat.game());
    let keys = match standing {
        Assessment::Lost => {
            let back = seat.analysis.last_winnable_index().ok().and_then(|at| {
                let does = format!("goes back to {}, which had one", position_text(at));
                app.key_hint(Action::UndoToWinnable, &does)
            });
            vec![back]
        }
        Assessment::Winnable(_) => vec![
            app.key_hint(Action::Hint, "shows the next"),
            app.key_hint(Action::ShowSolution, "shows all"),
        ],
        Assessment::NotYetKnown => vec![app.key_hint(Action::Analyze, "searches longer")],
        Assessment::Inconclusive => Vec::new(),
    };
    let words = standing.description();
    let keys: Vec<String> = keys.into_iter().flatten().collect();
    app.notify(match keys.is_empty() {
        true => words,
        false => format!("{words}; {}", keys.join(", ")),
    });
}

/// Takes back the moves since the last position that is known to have a win.
pub(super) fn undo_to_winnable(app: &mut App) {
    let Some(seat) = &mut app.table else { return };
    match seat.analysis.undo_to_winnable(&mut seat.played.game) {
        Err(why) => app.notify_error(why),
        Ok(words) => {
            cancel_selection(seat);
            seat.ending = None;
            seat.played.finished = None;
            seat.clamp_cursor();
            app.notify(match app.key_hint(Action::Redo, "makes the moves again") {
                Some(again) => format!("{words}; {again}"),
                None => words,
            });
        }
    }
}
