//! The end of a game: a win worth having, an honest loss.

use ratatui::layout::Rect;

use super::card;
use super::pen::Pen;
use crate::cards::Card;
use crate::tui::scene::{EndPanel, Scene, Shape};
use crate::tui::seat::Seat;
use crate::tui::theme::Role;
use crate::tui::wrap::width;

/// Draws how the game ended, over the table.
pub(super) fn draw(pen: &mut Pen<'_>, scene: &Scene, seat: &Seat, end: &EndPanel) {
    pen.panel(end.area);
    for &(area, card) in &end.feast {
        if !seat.motion.is_coming(area) {
            match area.height {
                1 => card::face(pen, area, card, Role::Paper),
                _ => king(pen, area, card),
            }
        }
    }
    for (n, (line, role)) in end.words.iter().enumerate() {
        let x = end.area.x + end.area.width.saturating_sub(width(line)) / 2;
        pen.write(x, end.top + n as u16, line, *role);
    }
    for item in &scene.items {
        if let Shape::Button(key, brief) = item.shape
            && end.area.intersects(item.area)
        {
            let key = key.to_string();
            let x = pen.write(item.area.x, item.area.y, &key, Role::PanelStrong);
            pen.write(x + 1, item.area.y, brief, Role::Panel);
        }
    }
}

fn king(pen: &mut Pen<'_>, at: Rect, card: Card) {
    pen.fill(at, " ", Role::Paper);
    let edge = Rect::new(at.x, at.y, at.width, 1);
    pen.fill(edge, pen.look.glyphs().hairline, Role::Hairline);
    let ink = pen.look.ink(card, Role::Paper);
    let face = pen.look.face(card);
    let pip = pen.look.pip(card.suit());
    let crown = if pen.look.ascii { "WWW" } else { "♛" };
    pen.write_styled(at.x, at.y, &face, ink);
    pen.write_styled(at.x + (at.width - width(crown)) / 2, at.y + 1, crown, ink);
    let pips = format!("{pip} {pip} {pip}");
    pen.write_styled(at.x + (at.width - width(&pips)) / 2, at.y + 2, &pips, ink);
    pen.write_styled(at.x + at.width / 2, at.y + 3, &pip.to_string(), ink);
    let end = at.right() - width(&face);
    pen.write_styled(end, at.bottom() - 1, &face, ink);
}
