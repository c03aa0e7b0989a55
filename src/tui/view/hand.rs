//! Draws the words about a game played in the hand.

use super::pen::Pen;
use crate::cards::Card;
use crate::rules::{Move, Place};
use crate::tui::scene::Scene;
use crate::tui::seat::Seat;
use crate::tui::theme::Role;
use crate::tui::wrap::width;

/// Says under the cards in play what the next step is and why.
pub(super) fn words(pen: &mut Pen<'_>, scene: &Scene, seat: &Seat) {
    let hand = seat.game().table().pile(Place::HAND);
    let window = seat.plan.window.unwrap_or(0);
    let playing = &hand[hand.len().saturating_sub(window)..];
    let (Some(first), Some(last)) = (playing.first(), playing.last()) else {
        return;
    };
    let legal = seat.game().legal();
    let words = match legal[..] {
        [] => "nothing is left to do".to_owned(),
        [mv] => way(mv, *first, *last, playing.len()),
        [mv, ..] => format!("{}; or draw", way(mv, *first, *last, playing.len())),
    };
    let x = scene.area.width.saturating_sub(width(&words)) / 2;
    pen.write(x, scene.words, &words, Role::Dim);
}

fn way(mv: Move, first: Card, last: Card, cards: usize) -> String {
    match mv {
        Move::All => format!("{first} and {last} are of one rank: all {cards} go"),
        Move::Middle => format!("{first} and {last} are of one suit: the two between go"),
        Move::Draw => format!("{first} and {last} do not match: draw"),
        Move::Redeal => "the discards can be the deck again".into(),
        Move::Deal | Move::Carry { .. } => mv.to_string(),
    }
}
