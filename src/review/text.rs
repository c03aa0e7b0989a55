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

/// Says in one sentence what decided the game, whose last position is that of the review.
pub fn summary(game: &Game, review: &Review) -> String {
    let mistake = review.greatest_drop(Judgment::Mistake);
    let bad_luck = review.greatest_drop(Judgment::BadLuck);
    let is_luck = match (mistake, bad_luck) {
        (Some((_, mistake)), Some((_, luck))) => luck > mistake,
        (mistake, _) => mistake.is_none(),
    };
    let decisive = if is_luck { bad_luck } else { mistake };
    let at = |moves: usize| review.odds_at(moves).map_or("not known".into(), odds_text);
    let Some((number, _)) = decisive else {
        let (start, end) = (at(0), at(review.moves.len()));
        return match game.status() {
            Status::Won if start == "100 %" => "Won, as it could be from the deal on.".into(),
            Status::Won => format!("Won, from odds of {start} at the deal."),
            Status::Lost if is_lost_deal(review) => {
                format!("The deal could not be won: {start} at the deal by what could be seen.")
            }
            _ if start == "not known" => {
                let (winnable, lost) = proven_range(review);
                let proven = postmortem_summary(game, winnable, lost);
                format!("The odds of this game are not known. {proven}")
            }
            _ if start == "0 %" => "The odds were 0 % from the deal on.".into(),
            _ => format!("No single move decided it: {start} at the deal, {end} at the end."),
        };
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

/// Returns the last position that is proven winnable and the first that is proven lost.
fn proven_range(review: &Review) -> (Option<usize>, Option<usize>) {
    let moves = &review.moves;
    let before = |verdict: MoveVerdict| moves.iter().position(|review| review.verdict == verdict);
    let gave_away = before(MoveVerdict::GaveAway);
    let kept = moves
        .iter()
        .rposition(|review| review.verdict == MoveVerdict::Kept);
    let lost = before(MoveVerdict::AlreadyLost);
    let winnable = gave_away.or(kept.map(|index| index + 1));
    (winnable, gave_away.map(|index| index + 1).or(lost))
}

/// Whether the solver has proven that the deal could not be won.
fn is_lost_deal(review: &Review) -> bool {
    let first = review.moves.first();
    first.is_some_and(|first| first.verdict == MoveVerdict::AlreadyLost)
}

/// Says what a turning point changed: `84 % → 31 %; mistake: 7♦ to pile 8 was better`. `None` if the move, counted
/// from 1, is no turning point.
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

/// Says what the change at a turning point was due to: `mistake: 7♦ to pile 8 was better`, `bad luck: turned up
/// 5♣`. `None` if the move, counted from 1, is no turning point.
pub fn move_judgment(game: &Game, review: &Review, number: usize) -> Option<String> {
    let reviewed = review.moves.get(number.checked_sub(1)?)?;
    let judgment = reviewed.judgment?;
    let mut game = game.clone();
    if let Some(better) = reviewed
        .better
        .as_ref()
        .and_then(|better| better.moves.first())
    {
        game.seek(number - 1);
        let text = brief_move_text(&game, *better, false);
        return Some(format!("{judgment}: {text} was better"));
    }
    game.seek(number);
    let events = game.last_move_events().into_iter();
    let shows =
        |event: &TableEvent| matches!(event, TableEvent::Flipped { .. } | TableEvent::Dealt { .. });
    let shown: Vec<TableEvent> = events.filter(shows).collect();
    Some(match shown.is_empty() {
        true => judgment.to_string(),
        false => format!("{judgment}: {}", events_brief(&shown)),
    })
}
