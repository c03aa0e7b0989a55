//! Reviews in words.

use super::move_review::{Judgment, MoveReview, MoveVerdict, Review};
use crate::describe::{brief_move_text, events_brief, postmortem_summary};
use crate::game::{Game, TableEvent};
use crate::rules::Status;
use crate::solver::Tally;

/// Describes odds: `84 %`.
pub fn odds_text(odds: Tally) -> String {
    match odds.share() {
        Some(share) => format!("{:.0} %", 100.0 * share),
        None => "not known".into(),
    }
}

/// Says in one sentence what decided the game, which stands at the last position of the review.
pub fn summary(game: &Game, review: &Review) -> String {
    let mistake = review.greatest_drop(Judgment::Mistake);
    let bad_luck = review.greatest_drop(Judgment::BadLuck);
    let is_luck = match (mistake, bad_luck) {
        (Some((_, mistake)), Some((_, luck))) => luck > mistake,
        (mistake, _) => mistake.is_none(),
    };
    let decisive = if is_luck { bad_luck } else { mistake };
    let Some((number, _)) = decisive else {
        return summary_without_turning_point(game, review);
    };
    let label = match game.status() {
        Status::Won => "Won in spite of",
        Status::Lost => "Lost at",
        Status::Playing => "Greatest drop at",
    };
    let text = turning_point_text(game, review, number).unwrap_or_default();
    let first = format!("{label} move {number}: {text}");
    match mistake.filter(|_| is_luck) {
        Some((other, _)) => format!(
            "{first}. Greatest mistake: move {other}, {}.",
            drop_text(&review.moves[other - 1])
        ),
        None => format!("{first}."),
    }
}

fn summary_without_turning_point(game: &Game, review: &Review) -> String {
    let odds_at = |moves: usize| review.odds_at(moves).unwrap_or_default();
    let start = odds_at(0);
    let at_deal = odds_text(start);
    match game.status() {
        Status::Won if start.share() == Some(1.0) => "Won, as it could be from the deal on.".into(),
        Status::Won => format!("Won, from odds of {at_deal} at the deal."),
        Status::Lost if is_lost_deal(review) => {
            format!("The deal could not be won: {at_deal} at the deal by what could be seen.")
        }
        _ if start.share().is_none() => {
            let (winnable, lost) = proven_range(review);
            let proven = postmortem_summary(game, winnable, lost);
            format!("The odds of this game are not known. {proven}")
        }
        _ if start.won == 0 => "The odds were 0 % from the deal on.".into(),
        _ => {
            let at_end = odds_text(odds_at(review.moves.len()));
            format!("No single move decided it: {at_deal} at the deal, {at_end} at the end.")
        }
    }
}

/// Returns the last position that is proven winnable and the first that is proven lost.
fn proven_range(review: &Review) -> (Option<usize>, Option<usize>) {
    let moves = &review.moves;
    let first = |verdict: MoveVerdict| moves.iter().position(|review| review.verdict == verdict);
    let gave_away = first(MoveVerdict::GaveAway);
    let kept = moves
        .iter()
        .rposition(|review| review.verdict == MoveVerdict::Kept);
    let lost = first(MoveVerdict::AlreadyLost);
    let winnable = gave_away.or(kept.map(|index| index + 1));
    (winnable, gave_away.map(|index| index + 1).or(lost))
}

/// Whether the solver has proven that the deal could not be won.
fn is_lost_deal(review: &Review) -> bool {
    let first = review.moves.first();
    first.is_some_and(|first| first.verdict == MoveVerdict::AlreadyLost)
}

/// Says what a turning point changed: `84 % → 31 %; mistake: 7♦ to pile 8 was better`. `None` if
/// the move, counted from 1, is no turning point.
pub fn turning_point_text(game: &Game, review: &Review, number: usize) -> Option<String> {
    let judgment = move_judgment(game, review, number)?;
    Some(format!(
        "{}; {judgment}",
        drop_text(&review.moves[number - 1])
    ))
}

fn drop_text(review: &MoveReview) -> String {
    format!(
        "{} → {}",
        odds_text(review.before),
        odds_text(review.fell_to())
    )
}

/// Says what caused the change at a turning point: `mistake: 7♦ to pile 8 was better`, `bad luck:
/// turned up 5♣`. `None` if the move, counted from 1, is no turning point.
pub fn move_judgment(game: &Game, review: &Review, number: usize) -> Option<String> {
    let reviewed = review.moves.get(number.checked_sub(1)?)?;
    let judgment = reviewed.judgment?;
    let mut game = game.clone();
    let better = reviewed.better.as_ref();
    if let Some(better) = better.and_then(|better| better.moves.first()) {
        game.seek(number - 1);
        let text = brief_move_text(&game, *better, false);
        return Some(format!("{judgment}: {text} was better"));
    }
    game.seek(number);
    let events = game.last_move_events().into_iter();
    let shows =
        |event: &TableEvent| matches!(event, TableEvent::Flipped { .. } | TableEvent::Dealt { .. });
    let shown: Vec<TableEvent> = events.filter(shows).collect();
    if shown.is_empty() {
        return Some(judgment.to_string());
    }
    Some(format!("{judgment}: {}", events_brief(&shown)))
}
