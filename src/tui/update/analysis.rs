//! The solver at the table: its requests, progress and results.

use jiff::{SignedDuration, Timestamp};

use crate::analysis::Assessment;
use crate::describe::{approx_count, position_text};
use crate::session::{SearchEvent, SearchKind, SearchReply, SearchUpdate, VerdictResponse, text};
use crate::tui::action::Action;
use crate::tui::app::{App, Message, MessageLevel};
use crate::tui::play::cancel_selection;

/// The shortest time between two reports on the search for a winnable deal.
const DEAL_PROGRESS_INTERVAL: SignedDuration = SignedDuration::from_millis(200);

/// Takes in what a requested search reports; returns whether there is something new to show.
pub(super) fn handle_search_reply(app: &mut App, reply: &SearchReply, now: Timestamp) -> bool {
    if reply.request.kind == SearchKind::WinnableDeal {
        return advance_deal_search(app, &reply.update, now);
    }
    let Some(table) = &mut app.table else {
        return false;
    };
    match &reply.update {
        SearchUpdate::Progress(positions) => {
            table.session.record_search_progress(*positions);
            notify_progress(app, now);
        }
        SearchUpdate::Finished(result) => {
            match table.session.record_search_result(&reply.request, result) {
                SearchEvent::Lost if !has_error_message(app) => notify_verdict(app),
                // An error stands until it is read, and the header says the same.
                SearchEvent::Lost | SearchEvent::Silent => {}
                SearchEvent::Verdict { show_solution } => {
                    present_analysis(app, show_solution, now);
                }
            }
        }
    }
    true
}

fn has_error_message(app: &App) -> bool {
    let is_error = |message: &Message| message.level == MessageLevel::Error;
    app.message.as_ref().is_some_and(is_error)
}

/// Goes on with the search for a winnable deal, or deals the one found; returns whether there is
/// something new to show.
fn advance_deal_search(app: &mut App, update: &SearchUpdate, now: Timestamp) -> bool {
    let Some(mut search) = app.deal_search.take() else {
        return false;
    };
    match update {
        SearchUpdate::Progress(positions) => search.record_progress(*positions),
        SearchUpdate::Finished(result) => {
            let found = search.record_result(result, || app.random_seed(), now);
            if let Some(session) = found {
                app.start_session(session);
                if !has_error_message(app) {
                    app.notify(text::winnable_deal_found(search.skipped()));
                }
                return true;
            }
        }
    }
    let is_due = search.take_progress_due(now, DEAL_PROGRESS_INTERVAL);
    app.deal_search = Some(search);
    is_due
}

/// Shows how far the verdict search is.
fn notify_progress(app: &mut App, now: Timestamp) {
    let Some(table) = &app.table else { return };
    let Some(search) = table.session.pending_verdict() else {
        return;
    };
    app.notify(format!(
        "Searching: {}, {} of {} s. Any key cancels",
        approx_count(table.session.positions_searched(), "position"),
        search.elapsed(now).as_secs(),
        search.task.budget.time_limit().as_secs(),
    ));
}

/// Shows the verdict on the position, or starts a search for it. With `show_solution` the winning
/// line is played for the player to look at.
pub(super) fn analyze(app: &mut App, show_solution: bool, now: Timestamp) {
    let Some(table) = &mut app.table else { return };
    let response = table.session.request_verdict(show_solution, now);
    if matches!(
        response,
        VerdictResponse::Searching | VerdictResponse::Known
    ) {
        cancel_selection(table);
    }
    match response {
        VerdictResponse::Won => app.notify("The game is won"),
        VerdictResponse::Postmortem => {}
        VerdictResponse::Searching => notify_progress(app, now),
        VerdictResponse::Known => present_analysis(app, show_solution, now),
    }
}

/// Plays the winning line if it is wanted and known; else shows the verdict.
fn present_analysis(app: &mut App, show_solution: bool, now: Timestamp) {
    let table = app.table.as_ref().filter(|_| show_solution);
    match table.map(|table| table.session.solution()) {
        Some(Ok(Some(solution))) => app.show_solution(solution, now),
        Some(Err(too_long)) => app.notify_error(too_long.to_string()),
        Some(Ok(None)) | None => notify_verdict(app),
    }
}

/// Shows what is known about the position and which keys to use next.
fn notify_verdict(app: &mut App) {
    let Some(table) = &app.table else { return };
    let analysis = table.session.analysis();
    let assessment = analysis.assessment(table.game());
    let keys = match assessment {
        Assessment::Lost => {
            let winnable = analysis.last_winnable_index();
            let back = winnable.and_then(|moves| {
                let effect = format!("back to {}, still winnable", position_text(moves));
                app.key_hint(Action::UndoToWinnable, &effect)
            });
            vec![back]
        }
        Assessment::Winnable(_) => vec![
            app.key_hint(Action::Hint, "next move"),
            app.key_hint(Action::ShowSolution, "all moves"),
        ],
        Assessment::NotYetKnown => vec![app.key_hint(Action::Analyze, "search longer")],
        Assessment::Inconclusive => Vec::new(),
    };
    let text = text::verdict(assessment);
    let keys: Vec<String> = keys.into_iter().flatten().collect();
    app.notify(match keys.is_empty() {
        true => text,
        false => format!("{text}. {}", keys.join(", ")),
    });
}
