//! Reviews in words.

use super::move_review::{Judgment, MoveReview, MoveVerdict, Review};
use crate::describe::{brief_move_text, events_brief};
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

/// Says what is proven about when the game was lost, and what decided it. The game stands at the last
/// position of the review.
pub fn summary(game: &Game, review: &Review) -> String {
    let sentences = [loss_text(game, review), decision_text(game, review)];
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    sentences.join(" ")
}

/// Says when the game was lost, as far as that is proven: `You could still win after move 36; after
/// move 37 no more.` `None` if it was won.
pub fn loss_text(game: &Game, review: &Review) -> Option<String> {
    let last = game.moves().len();
    let proofs = review.proofs;
    let winnable = |moves: usize| match moves {
        0 => "You could win at the deal".to_owned(),
        _ => format!("You could still win after move {moves}"),
    };
    Some(match (proofs.last_winnable, proofs.first_lost) {
        _ if game.status() == Status::Won => return None,
        (_, Some(0)) => "This deal could not be won.".into(),
        (Some(won), Some(lost)) if won + 1 == lost => {
            format!("{}; after move {lost} no more.", winnable(won))
        }
        (Some(won), Some(lost)) => format!(
            "{}; after move {lost} no more. Between them it is not known.",
            winnable(won)
        ),
        (None, Some(lost)) if lost < last || game.status() == Status::Playing => {
            format!("You could no longer win after move {lost}. Before that it is not known.")
        }
        (Some(won), _) if won == last => "You could still win from here.".into(),
        (Some(won), _) => format!("{}. After that it is not known.", winnable(won)),
        (None, _) => "Whether this deal could be won is not known.".into(),
    })
}

/// Says in one sentence what decided the game, if that is more than [`loss_text`] says.
fn decision_text(game: &Game, review: &Review) -> Option<String> {
    let mistake = review.greatest_drop(Judgment::Mistake);
    let bad_luck = review.greatest_drop(Judgment::BadLuck);
    let is_luck = match (mistake, bad_luck) {
        (Some((_, mistake)), Some((_, luck))) => luck < mistake,
        (mistake, _) => mistake.is_none(),
    };
    let decisive = if is_luck { bad_luck } else { mistake };
    let unlucky = unlucky_loss(review);
    if unlucky.is_some() && decisive.is_none_or(|(number, _)| unlucky == Some(number)) {
        return unlucky.map(|number| {
            format!(
                "Move {number} was right, as far as one could see; the hidden cards were against you."
            )
        });
    }
    let Some((number, _)) = decisive else {
        return text_without_turning_point(game, review);
    };
    let label = match game.status() {
        Status::Won => "Won in spite of",
        _ if review.proofs.first_lost == Some(number) => "Lost at",
        _ => "Greatest drop at",
    };
    let text = turning_point_text(game, review, number).unwrap_or_default();
    let first = format!("{label} move {number}: {text}");
    Some(match mistake.filter(|_| is_luck) {
        Some((other, _)) => format!(
            "{first}. Greatest mistake: move {other}, {}.",
            change_text(&review.moves[other - 1])
        ),
        None => format!("{first}."),
    })
}

/// Returns the number of the move that is proven to have lost the game, if it was no mistake.
fn unlucky_loss(review: &Review) -> Option<usize> {
    let lost = review.proofs.first_lost?;
    let reviewed = review.moves.get(lost.checked_sub(1)?)?;
    let is_right =
        reviewed.verdict == MoveVerdict::GaveAway && reviewed.judgment != Some(Judgment::Mistake);
    is_right.then_some(lost)
}

fn text_without_turning_point(game: &Game, review: &Review) -> Option<String> {
    let odds_at = |moves: usize| review.odds_at(moves).unwrap_or_default();
    let (start, end) = (odds_at(0), odds_at(review.moves.len()));
    let proofs = review.proofs;
    match game.status() {
        Status::Won => Some("Won. No move changed the odds by 20 points.".into()),
        _ if proofs.first_lost == Some(0) || proofs.is_complete(game.moves().len()) => None,
        _ if start.share().is_none() => None,
        _ => Some(format!(
            "No single move decided it: {} at the deal, {} at the end.",
            odds_text(start),
            odds_text(end)
        )),
    }
}

/// Says what a turning point changed: `84 % → 31 %; mistake: 7♦ to pile 8 was better`. `None` if
/// the move, counted from 1, is no turning point.
pub fn turning_point_text(game: &Game, review: &Review, number: usize) -> Option<String> {
    let judgment = move_judgment(game, review, number)?;
    Some(format!(
        "{}; {judgment}",
        change_text(&review.moves[number - 1])
    ))
}

/// Says how the odds changed. Along a game that was won they are always 100 %, but not by what
/// could be seen.
fn change_text(review: &MoveReview) -> String {
    let (before, after) = (review.before, review.fell_to());
    if before == after {
        format!("{:+} points by what could be seen", review.change)
    } else {
        format!("{} → {}", odds_text(before), odds_text(after))
    }
}

/// Says what caused the change at a turning point: `mistake: 7♦ to pile 8 was better`, `bad luck:
/// turned up 5♣`. `None` if the move, counted from 1, is no turning point.
pub fn move_judgment(game: &Game, review: &Review, number: usize) -> Option<String> {
    let reviewed = review.moves.get(number.checked_sub(1)?)?;
    let judgment = reviewed.judgment?;
    let mut game = game.clone();
    let better = reviewed.better.as_ref();
    if let Some((better, mv)) = better.and_then(|better| Some((better, better.moves.first()?))) {
        game.seek(number - 1);
        let text = brief_move_text(&game, *mv, false);
        let limit = if better.is_proven {
            ""
        } else {
            " by what you could see"
        };
        return Some(format!("{judgment}: {text} was better{limit}"));
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
