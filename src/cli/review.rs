//! `larboard review`: how each move of a record changed the odds.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::search::{ProgressLine, cancel_on_exit_signals, interruption};
use super::{Failure, file};
use crate::describe;
use crate::game::{DealName, Game};
use crate::json::joined;
use crate::review::{self, Review, Reviewer};

pub(super) fn run(path: &Path, is_json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let game = file::require_record(path)?.game;
    let (review, summary) = match Reviewer::new(&game) {
        Ok(reviewer) => {
            let reviewer = complete(reviewer);
            let summary = match reviewer.reviewed_moves() {
                _ if reviewer.review.is_complete => review::summary(&game, &reviewer.review),
                0 => "Review canceled.".to_owned(),
                reviewed => format!("Review canceled after move {reviewed}."),
            };
            (reviewer.review, summary)
        }
        Err(nothing) => (Arc::default(), nothing.to_string()),
    };
    let written = if is_json {
        let status = json!({ "status": game.status() });
        let mut output = joined(joined(json!(DealName::new(&game)), status), json!(*review));
        output["summary"] = summary.into();
        file::write_json_line(out, output)
    } else {
        write_text(&game, &review, summary, out)
    };
    Failure::combine_all([written.err(), interruption()])
}

/// Reviews all moves with a line of progress. A signal cancels the review.
fn complete(mut reviewer: Reviewer) -> Reviewer {
    let cancel = cancel_on_exit_signals();
    let mut progress = ProgressLine::new(Duration::ZERO);
    loop {
        progress.update(|_| reviewer.progress());
        if !reviewer.step(&cancel) {
            break;
        }
    }
    reviewer
}

fn write_text(
    game: &Game,
    review: &Review,
    summary: String,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if !review.moves.is_empty() {
        write_moves(game, review, out)?;
    }
    let text = review::with_turning_points(game, review, summary);
    Ok(writeln!(out, "{text}")?)
}

fn write_moves(game: &Game, review: &Review, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}", describe::status_line(game))?;
    let deal = review.odds_at(0).unwrap_or_default();
    writeln!(out, "  move              odds  solver")?;
    writeln!(out, "     0  deal   {:>9}", review::odds_text(deal))?;
    for (number, reviewed) in (1..).zip(&review.moves) {
        let odds = review::odds_text(reviewed.after);
        let (mv, verdict) = (reviewed.mv.to_string(), reviewed.verdict.to_string());
        let judgment = reviewed.judgment.map(|judgment| judgment.to_string());
        let judgment = judgment.unwrap_or_default();
        let line = format!("{number:>6}  {mv:<7}{odds:>9}  {verdict:<13} {judgment}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
