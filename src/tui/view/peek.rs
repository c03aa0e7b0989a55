//! Draws a pile in full, over the table.

use ratatui::layout::Rect;

use super::pen::Pen;
use crate::rules::Place;
use crate::tui::happened::name;
use crate::tui::layout::FACE;
use crate::tui::seat::Seat;
use crate::tui::theme::Role;
use crate::tui::wrap::width;

/// Draws a panel with the face-up cards of a pile, bottom card first, and how many lie face down.
pub(super) fn draw(pen: &mut Pen<'_>, screen: Rect, seat: &Seat, place: Place) {
    let table = seat.game().table();
    let cards = table.face_up(place);
    let title = match table.face_down(place) {
        0 => name(place),
        down => format!("{}: {down} face down, then", name(place)),
    };
    let step = FACE + 1;
    let per_row = (screen.width.saturating_sub(6) / step).clamp(1, 13);
    let rows = (cards.len() as u16).div_ceil(per_row);
    let wide = (per_row.min(cards.len() as u16) * step + 3).max(width(&title) + 4);
    let area = Rect {
        x: screen.width.saturating_sub(wide) / 2,
        y: screen.height.saturating_sub(rows + 3) / 2,
        width: wide,
        height: rows + 3,
    };
    pen.panel(area);
    pen.write(area.x + 2, area.y + 1, &title, Role::Panel);
    for (n, &card) in cards.iter().enumerate() {
        let (row, column) = (n as u16 / per_row, n as u16 % per_row);
        let (x, y) = (area.x + 2 + column * step, area.y + 2 + row);
        pen.fill(Rect::new(x, y, FACE, 1), " ", Role::Paper);
        let (face, ink) = (pen.look.face(card), pen.look.ink(card, Role::Paper));
        pen.write_styled(x, y, &face, ink);
    }
}
