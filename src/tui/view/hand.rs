//! Draws the words about a game played in the hand.

use super::painter::Painter;
use crate::cards::Card;
use crate::rules::{Move, PileId};
use crate::tui::scene::Scene;
use crate::tui::table_state::TableState;
use crate::tui::theme::StyleRole;
use crate::tui::wrap::display_width;

/// Says under the cards in play what the next step is and why.
pub(super) fn draw_caption(pen: &mut Painter<'_>, scene: &Scene, seat: &TableState) {
    let hand = seat.game().table().pile(PileId::HAND);
    let window = seat.layout.window.unwrap_or(0);
    let playing = &hand[hand.len().saturating_sub(window)..];
    let (Some(first), Some(last)) = (playing.first(), playing.last()) else {
        return;
    };
    let legal = seat.game().legal_moves();
    let words = match legal[..] {
        [] => "nothing is left to do".to_owned(),
        [mv] => describe_move(mv, *first, *last, playing.len()),
        [mv, ..] => format!(
            "{}; or draw",
            describe_move(mv, *first, *last, playing.len())
        ),
    };
    let x = scene.area.width.saturating_sub(display_width(&words)) / 2;
    pen.write(x, scene.caption_row, &words, StyleRole::Dim);
}

fn describe_move(mv: Move, first: Card, last: Card, cards: usize) -> String {
    match mv {
        Move::DiscardAll => format!("{first} and {last} are of one rank: all {cards} go"),
        Move::DiscardMiddle => format!("{first} and {last} are of one suit: the two between go"),
        Move::Draw => format!("{first} and {last} do not match: draw"),
        Move::Redeal => "the discards can be the deck again".into(),
        Move::Deal | Move::Transfer { .. } => mv.to_string(),
    }
}
