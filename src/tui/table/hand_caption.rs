//! Draws the caption of a game played in the hand.

use super::layout::TableLayout;
use super::state::TableState;
use crate::cards::Card;
use crate::rules::{Move, PileId};
use crate::tui::painter::Painter;
use crate::tui::theme::StyleRole;
use crate::tui::wrap::display_width;

/// Draws below the cards in play what the next step is and why.
pub(super) fn draw(painter: &mut Painter<'_>, layout: &TableLayout, table: &TableState) {
    let hand = table.game().table().pile(PileId::HAND);
    let window = table.layout.window.unwrap_or(0);
    let in_play = &hand[hand.len().saturating_sub(window)..];
    let (Some(&first), Some(&last)) = (in_play.first(), in_play.last()) else {
        return;
    };
    let text = match table.game().legal_moves()[..] {
        [] => "No moves left".to_owned(),
        [mv] => describe_move(mv, first, last, in_play.len()),
        [mv, ..] => format!("{}, or draw", describe_move(mv, first, last, in_play.len())),
    };
    let x = layout.area.width.saturating_sub(display_width(&text)) / 2;
    painter.write(x, layout.caption_row, &text, StyleRole::Dim);
}

fn describe_move(mv: Move, first: Card, last: Card, count: usize) -> String {
    match mv {
        Move::DiscardAll => format!("{first} and {last}, same rank: discard all {count}"),
        Move::DiscardMiddle => format!("{first} and {last}, same suit: discard the two between"),
        Move::Draw => format!("{first} and {last} don't match: draw"),
        Move::Redeal => "Turn the discards over to redeal".into(),
        Move::Deal | Move::Transfer { .. } => mv.to_string(),
    }
}
