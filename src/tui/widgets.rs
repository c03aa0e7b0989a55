//! Parts that several screens draw.

pub mod buttons;
pub mod list;
pub mod odds_strip;
pub mod panel;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Clear, Fill, Widget};

use super::wrap::{display_width, wrap};

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

/// Writes a text in the rows of an area; what does not fit is cut.
pub fn write_cut(buf: &mut Buffer, area: Rect, text: &str, style: Style) {
    if area.is_empty() {
        return;
    }
    let (rows, width) = (usize::from(area.height), usize::from(area.width));
    let mut lines = if display_width(text) > area.width {
        wrap(text, width)
    } else {
        vec![text.to_owned()]
    };
    if lines.len() > rows {
        lines = wrap(text, width.saturating_sub(1));
        lines.truncate(rows);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    for (row, line) in area.rows().zip(&lines) {
        write(buf, row.x, row.y, line, style);
    }
}

/// Covers an area with a symbol.
pub fn fill(buf: &mut Buffer, area: Rect, symbol: &str, style: Style) {
    Clear.render(area, buf);
    Fill::new(symbol).style(style).render(area, buf);
}
