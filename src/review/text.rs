//! Reviews in words.

use super::move_review::{Judgment, MoveVerdict, Review};
use crate::describe::{brief_move_text, events_brief};
use crate::game::{EventKind, Game, TableEvent};
use crate::rules::Status;
use crate::solver::Tally;

/// Describes odds: `84 %`.
pub fn odds_text(odds: Tally) -> String {
    match odds.share() {
        Some(share) => format!("{:.0} %", 100.0 * share),
        None => "not known".into(),
    }
}

/// Says what decided the game, or as far as that is known when it was lost. The game stands at the last position of the
/// review.
pub fn summary(game: &Game, review: &Review) -> String {
    if game.status() == Status::Won {
        return "Won without a mistake.".into();
    }
    let decisive = decisive_move(review);
    match decisive.and_then(|number| turning_point_text(game, review, number)) {
        Some(text) if decisive == review.losing_move() => text,
        text => {
            let text = text.or_else(|| text_without_turning_point(game, review));
            let sentences: Vec<String> = loss_text(game, review).into_iter().chain(text).collect();
            sentences.join(" ")
        }
    }
}

/// Returns a status, and below it, a line each, the turning points that it does not name.
pub fn with_turning_points(game: &Game, review: &Review, status: String) -> String {
    let points = review.turning_points();
    let points = points.filter_map(|number| turning_point_text(game, review, number));
    let others: Vec<String> = points.filter(|point| !status.contains(point)).collect();
    [vec![status], others].concat().join("\n")
}

/// Returns the number of the move that decided the game: the one that is proven to have lost it, else that of the greatest
/// drop of the odds.
pub fn decisive_move(review: &Review) -> Option<usize> {
    review.losing_move().or_else(|| review.greatest_drop())
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

/// Says how the odds fell where no move is known to have decided the game.
fn text_without_turning_point(game: &Game, review: &Review) -> Option<String> {
    let odds_at = |moves: usize| review.odds_at(moves).unwrap_or_default();
    let (start, end) = (odds_at(0), odds_at(review.moves.len()));
    let proofs = review.proofs;
    match game.status() {
        Status::Won => None,
        _ if proofs.first_lost == Some(0) || proofs.is_complete(game.moves().len()) => None,
        _ if start.share().is_none() || end.share().is_none() => None,
        _ => Some(format!(
            "Of deals that look like this, {} could be won at the deal, {} at the end.",
            odds_text(start),
            odds_text(end)
        )),
    }
}

/// Says in a sentence what a turning point did: `Move 13, 8♥ to pile 6, gave the win away: 8♦ to pile 6 kept it.`
/// `None` if the move, counted from 1, is none.
pub fn turning_point_text(game: &Game, review: &Review, number: usize) -> Option<String> {
    let reviewed = review.moves.get(number.checked_sub(1)?)?;
    reviewed.turning_point()?;
    let mut game = game.clone();
    game.seek(number - 1);
    let text = |mv| brief_move_text(&game, mv, false);
    let name = format!("Move {number}, {},", text(reviewed.mv));
    let better = reviewed.better.as_ref();
    let better = better.and_then(|better| Some((text(*better.moves.first()?), better.is_proven)));
    let (did, kept) = match reviewed.verdict {
        MoveVerdict::GaveAway => ("gave the win away", "kept it"),
        _ => ("was a mistake", "was better"),
    };
    Some(match (reviewed.judgment, better) {
        (Some(Judgment::GoodLuck), _) => {
            let shown = shown_text(&mut game, number).map(|shown| format!(": it {shown}"));
            format!("{name} was lucky{}.", shown.unwrap_or_default())
        }
        (Some(Judgment::BadLuck), _) => {
            format!("{name} was right by what you could see; the hidden cards were against you.")
        }
        // Sample deals do not tell whether it could be seen.
        (None, Some((mv, _))) => {
            format!("{name} {did}, which was hard to see: {mv} {kept}.")
        }
        (_, Some((mv, true))) => format!("{name} {did}: {mv} {kept}."),
        (_, Some((mv, false))) => format!("{name} {did}: by what you could see, {mv} was better."),
        (_, None) => format!("{name} {did}."),
    })
}

/// Names the cards that a move turned up, if there are any.
fn shown_text(game: &mut Game, number: usize) -> Option<String> {
    game.seek(number);
    let events = game.last_move_events().into_iter();
    let shows = |event: &TableEvent| matches!(event.kind, EventKind::Flipped | EventKind::Dealt);
    let shown: Vec<TableEvent> = events.filter(shows).collect();
    (!shown.is_empty()).then(|| events_brief(&shown))
}
