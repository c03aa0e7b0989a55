//! Draws a pile in full, over the table.

use ratatui::layout::Rect;

use super::painter::Painter;
use crate::describe::pile_name;
use crate::rules::PileId;
use crate::tui::grid::CARD_TEXT_WIDTH;
use crate::tui::table_state::TableState;
use crate::tui::theme::StyleRole;
use crate::tui::wrap::display_width;

/// Draws a panel with the face-up cards of a pile, bottom card first, and how many lie face down.
pub(super) fn draw(pen: &mut Painter<'_>, screen: Rect, seat: &TableState, place: PileId) {
    let table = seat.game().table();
    let cards = table.face_up(place);
    let title = match table.face_down(place) {
        0 => pile_name(place),
        down => format!("{}: {down} face down, then", pile_name(place)),
    };
    let step = CARD_TEXT_WIDTH + 1;
    let per_row = (screen.width.saturating_sub(6) / step).clamp(1, 13);
    let rows = (cards.len() as u16).div_ceil(per_row);
    let wide = (per_row.min(cards.len() as u16) * step + 3).max(display_width(&title) + 4);
    let area = Rect {
        x: screen.width.saturating_sub(wide) / 2,
        y: screen.height.saturating_sub(rows + 3) / 2,
        width: wide,
        height: rows + 3,
    };
    pen.draw_panel(area);
    pen.write(area.x + 2, area.y + 1, &title, StyleRole::Panel);
    for (n, &card) in cards.iter().enumerate() {
        let (row, column) = (n as u16 / per_row, n as u16 % per_row);
        let (x, y) = (area.x + 2 + column * step, area.y + 2 + row);
        pen.fill(
            Rect::new(x, y, CARD_TEXT_WIDTH, 1),
            " ",
            StyleRole::CardFace,
        );
        let (face, ink) = (
            pen.appearance.card_text(card),
            pen.appearance.card_style(card, StyleRole::CardFace),
        );
        pen.write_styled(x, y, &face, ink);
    }
}
