//! The end of a game: a win worth having, an honest loss.

use ratatui::layout::Rect;

use super::card;
use super::painter::Painter;
use crate::cards::Card;
use crate::tui::scene::{GameOverPanel, ItemKind, Scene};
use crate::tui::table_state::TableState;
use crate::tui::theme::StyleRole;
use crate::tui::wrap::display_width;

/// Draws how the game ended, over the table.
pub(super) fn draw(pen: &mut Painter<'_>, scene: &Scene, seat: &TableState, end: &GameOverPanel) {
    pen.draw_panel(end.area);
    for &(area, card) in &end.win_cards {
        if !seat.animation.is_arriving_at(area) {
            match area.height {
                1 => card::draw_face(pen, area, card, StyleRole::CardFace),
                _ => draw_king(pen, area, card),
            }
        }
    }
    for (n, (line, role)) in end.lines.iter().enumerate() {
        let x = end.area.x + end.area.width.saturating_sub(display_width(line)) / 2;
        pen.write(x, end.first_line_row + n as u16, line, *role);
    }
    for item in &scene.items {
        if let ItemKind::Button(key, brief) = item.kind
            && end.area.intersects(item.area)
        {
            let key = key.to_string();
            let x = pen.write(item.area.x, item.area.y, &key, StyleRole::PanelStrong);
            pen.write(x + 1, item.area.y, brief, StyleRole::Panel);
        }
    }
}

fn draw_king(pen: &mut Painter<'_>, at: Rect, card: Card) {
    pen.fill(at, " ", StyleRole::CardFace);
    let edge = Rect::new(at.x, at.y, at.width, 1);
    pen.fill(edge, pen.appearance.glyphs().card_edge, StyleRole::CardEdge);
    let ink = pen.appearance.card_style(card, StyleRole::CardFace);
    let face = pen.appearance.card_text(card);
    let pip = pen.appearance.pip(card.suit());
    let crown = if pen.appearance.ascii { "WWW" } else { "♛" };
    pen.write_styled(at.x, at.y, &face, ink);
    pen.write_styled(
        at.x + (at.width - display_width(crown)) / 2,
        at.y + 1,
        crown,
        ink,
    );
    let pips = format!("{pip} {pip} {pip}");
    pen.write_styled(
        at.x + (at.width - display_width(&pips)) / 2,
        at.y + 2,
        &pips,
        ink,
    );
    pen.write_styled(at.x + at.width / 2, at.y + 3, &pip.to_string(), ink);
    let end = at.right() - display_width(&face);
    pen.write_styled(end, at.bottom() - 1, &face, ink);
}
