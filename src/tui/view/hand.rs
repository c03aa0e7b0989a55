//! Draws the words about a game played in the hand.

use super::pen::{Pen, width};
use crate::cards::Card;
use crate::rules::{Move, Place};
use crate::tui::app::Seat;
use crate::tui::scene::Scene;
use crate::tui::theme::Role;

/// Says under the cards in play what the next step is and why.
pub(super) fn words(pen: &mut Pen<'_>, scene: &Scene, seat: &Seat) {
    let hand = seat.game().table().pile(Place::HAND);
    let window = seat.plan.window.unwrap_or(0);
    let playing = &hand[hand.len().saturating_sub(window)..];
    let (Some(first), Some(last)) = (playing.first(), playing.last()) else {
        return;
    };
    let ways: Vec<String> = seat
        .game()
        .legal()
        .into_iter()
        .map(|mv| way(mv, *first, *last, playing.len()))
        .collect();
    let words = match ways.is_empty() {
        true => "nothing is left to do".to_owned(),
        false => ways.join(", or "),
    };
    let x = scene.area.width.saturating_sub(width(&words)) / 2;
    pen.write(x, scene.words, &words, Role::Dim);
}

fn way(mv: Move, first: Card, last: Card, cards: usize) -> String {
    match mv {
        Move::All => format!("{first} and {last} are of one rank: all {cards} go"),
        Move::Middle => format!("{first} and {last} are of one suit: the two between go"),
        Move::Draw => format!("{first} and {last}: draw a card"),
        Move::Redeal => "the discards can be the deck again".into(),
        Move::Deal | Move::Carry { .. } => mv.to_string(),
    }
}
