//! Parts that several screens draw.

pub mod buttons;
pub mod odds_strip;
pub mod panel;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Clear, Fill, Widget};

use super::wrap::display_width;

/// Writes text as far as it is in the buffer; returns the column after it.
pub fn write(buf: &mut Buffer, x: u16, y: u16, text: &str, style: Style) -> u16 {
    if !buf.area.contains(Position::new(x, y)) {
        return x;
    }
    let (end, _) = buf.set_stringn(x, y, text, usize::MAX, style);
    end
}

/// Writes text in the middle of an area's first row.
pub fn write_centered(buf: &mut Buffer, area: Rect, text: &str, style: Style) {
    let x = area.x + area.width.saturating_sub(display_width(text)) / 2;
    write(buf, x, area.y, text, style);
}

/// Covers an area with a symbol.
pub fn fill(buf: &mut Buffer, area: Rect, symbol: &str, style: Style) {
    Clear.render(area, buf);
    Fill::new(symbol).style(style).render(area, buf);
}
