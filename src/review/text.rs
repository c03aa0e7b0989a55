//! Reviews in words.

use std::iter;

use super::move_review::{
    BetterMoves, Judgment, LossReason, MoveReview, MoveVerdict, Review, TurningPoint,
};
use crate::describe::{Plan, events_brief, move_as_subject, pluralize};
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
        let odds = (0..=review.moves.len()).filter_map(|moves| review.odds_at(moves));
        let odds = odds.filter(|odds| odds.decided() > 1);
        let shares = odds.filter_map(|odds| Some((odds.share()?, odds)));
        let worst = shares.min_by(|one, other| one.0.total_cmp(&other.0));
        let worst = worst.filter(|(share, _)| *share < 1.0).map(|(_, odds)| {
            let deals = pluralize(odds.decided() as usize, "deal");
            match odds.won {
                0 => " At its worst hardly a deal like it could be won.".into(),
                won => format!(" At its worst {won} of {deals} like it could be won."),
            }
        });
        return format!("Won without a mistake.{}", worst.unwrap_or_default());
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

/// Says in a few words what decided a game that was not won: `by a mistake at move 31`.
pub fn decision_text(review: &Review) -> String {
    match (review.loss_reason(), decisive_move(review)) {
        (LossReason::GivenUp, _) => "could still be won".to_owned(),
        _ if review.proofs.first_lost == Some(0) => "could not be won".to_owned(),
        (reason @ (LossReason::Mistake | LossReason::BadLuck), Some(number)) => {
            format!("{reason} at move {number}")
        }
        (LossReason::Unclear, Some(number)) if review.losing_move().is_some() => {
            format!("at move {number}, hard to see")
        }
        (reason, _) => reason.to_string(),
    }
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
        (Some(won), _) if won == last && last > 0 => {
            format!("After move {last}, the last one, it could still be won.")
        }
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
            "Of deals that look like this, {} of {} could be won at the deal, {} of {} at the end.",
            start.won,
            start.decided(),
            end.won,
            end.decided()
        )),
    }
}

/// What a turning point did, in parts of sentences: `9♣ to pile 7`, `gave the win away`, and of the better move, or the one
/// that would have been lucky, if there is one, `K♦ to pile 1` and `kept it`.
struct TurningPointParts {
    made: String,
    did: String,
    better: Option<(String, &'static str)>,
}

fn turning_point_parts(game: &Game, review: &Review, number: usize) -> Option<TurningPointParts> {
    let reviewed = review.moves.get(number.checked_sub(1)?)?;
    let mut game = game.clone();
    game.seek(number - 1);
    let text = |mv| move_as_subject(&game, mv);
    let made = text(reviewed.mv);
    let better = review.better_move(number).map(text);
    let has_given_away = reviewed.verdict == MoveVerdict::GaveAway;
    let did = match reviewed.judgment {
        Some(Judgment::GoodLuck) => {
            let shown = shown_text(&mut game, number).map(|shown| format!(": it {shown}"));
            format!("was lucky{}", shown.unwrap_or_default())
        }
        Some(Judgment::BadLuck) => {
            "was right by what you could see; the hidden cards were against you".into()
        }
        _ if has_given_away => "gave the win away".into(),
        _ => "was a mistake".into(),
    };
    let is_proven = reviewed
        .better
        .as_ref()
        .is_some_and(|better| better.is_proven);
    let kept = match reviewed.turning_point()? {
        TurningPoint::Luck => "kept the win with these cards",
        TurningPoint::Costly if !is_proven => "was better by what you could see",
        TurningPoint::Costly if has_given_away => "kept it",
        TurningPoint::Costly => "was better",
    };
    let better = better.map(|better| (better, kept));
    Some(TurningPointParts { made, did, better })
}

/// Names the move that a player is asked about.
pub fn gave_away_text(number: usize) -> String {
    format!("Move {number} gave the win away.")
}

/// Says in a sentence what a turning point did: `Move 13, 8♥ to pile 6, gave the win away: 8♦ to pile 6 kept it.`
/// `None` if the move, counted from 1, is none.
pub fn turning_point_text(game: &Game, review: &Review, number: usize) -> Option<String> {
    let TurningPointParts { made, did, better } = turning_point_parts(game, review, number)?;
    let better = better.map(|(better, kept)| format!(": {better} {kept}"));
    let better = better.unwrap_or_default();
    Some(format!("Move {number}, {made}, {did}{better}."))
}

/// Says what a turning point did in a row for the move that was made, and one for the better move, if there is one, or for
/// what lay hidden: `you     9♣ to pile 7 gave the win away`, `better  K♦ to pile 1 kept it: turns up a card in pile 2`.
pub fn turning_point_rows(game: &Game, review: &Review, number: usize) -> Vec<String> {
    let Some(TurningPointParts { made, did, better }) = turning_point_parts(game, review, number)
    else {
        return Vec::new();
    };
    let reviewed = &review.moves[number - 1];
    match (reviewed.judgment, better) {
        (Some(Judgment::BadLuck), better) => {
            let better = better.map(|(text, _)| format!(": {text} kept the win with them"));
            let better = better.unwrap_or_default();
            let made = format!("luck    {made} was right by what you could see");
            [made, format!("hidden  cards were against you{better}")].to_vec()
        }
        (Some(Judgment::GoodLuck), _) => vec![format!("luck    {made} {did}")],
        (_, better) => {
            let better = better.map(|(text, kept)| {
                let reasons = reviewed.better.as_ref();
                let reasons = reasons.map(|better| reasons_text(game, reviewed, number, better));
                format!("better  {text} {kept}{}", reasons.unwrap_or_default())
            });
            let made = format!("you     {made} {did}");
            iter::once(made).chain(better).collect()
        }
    }
}

/// Says what a better move does, and how much more it wins: `: turns up a card in pile 2 · wins 9 of 20 deals like it, yours 2`.
fn reasons_text(game: &Game, made: &MoveReview, number: usize, better: &BetterMoves) -> String {
    let (mut game, won, all) = (game.clone(), better.odds.won, better.odds.decided());
    game.seek(number - 1);
    let plan = Plan::new(&**game.rules(), game.table(), &better.moves);
    let plan = plan.filter(|plan| !plan.text.is_empty());
    let effect = plan.map_or_else(String::new, |plan| format!(": {}", plan.text));
    let yours = made.chosen.won;
    if all > 1 && all == made.chosen.decided() {
        format!("{effect} · wins {won} of {all} deals like it, yours {yours}")
    } else {
        effect
    }
}

/// Names the cards that a move turned up, if there are any.
fn shown_text(game: &mut Game, number: usize) -> Option<String> {
    game.seek(number);
    let events = game.last_move_events().into_iter();
    let shows = |event: &TableEvent| matches!(event.kind, EventKind::Flipped | EventKind::Dealt);
    let shown: Vec<TableEvent> = events.filter(shows).collect();
    (!shown.is_empty()).then(|| events_brief(&shown))
}
