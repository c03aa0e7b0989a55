//! Parts that several screens draw.

pub mod list;
pub mod odds_strip;
pub mod panel;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Position, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Clear, Fill, Widget};

use super::keymap::Button;
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

/// Columns between two buttons.
const BUTTON_GAP: u16 = 3;

/// Returns how many columns a row of buttons takes.
pub fn row_width(row: &[Button]) -> u16 {
    let widths = row.iter().map(|button| button.area.width + BUTTON_GAP);
    widths.sum::<u16>().saturating_sub(BUTTON_GAP)
}

/// Arranges buttons in rows at most this wide.
pub fn wrap_buttons(buttons: impl IntoIterator<Item = Button>, max_width: u16) -> Vec<Vec<Button>> {
    let mut rows: Vec<Vec<Button>> = Vec::new();
    for button in buttons {
        match rows.last_mut() {
            Some(row) if row_width(row) + BUTTON_GAP + button.area.width <= max_width => {
                row.push(button);
            }
            _ => rows.push(vec![button]),
        }
    }
    rows
}

/// Places a row of buttons that starts at a cell. Returns those that fit in an area.
pub fn place_row(row: &[Button], start: Position, area: Rect) -> Vec<Button> {
    let mut x = start.x;
    let mut placed = row.to_vec();
    for button in &mut placed {
        (button.area.x, button.area.y) = (x, start.y);
        x += button.area.width + BUTTON_GAP;
    }
    placed.retain(|button| area.intersection(button.area) == button.area);
    placed
}

/// Places rows of buttons in those of an area, each in the middle.
pub fn place_rows(rows: &[Vec<Button>], area: Rect) -> Vec<Button> {
    let place = |(row, cells): (&Vec<Button>, Rect)| {
        let cells = cells.centered_horizontally(Constraint::Length(row_width(row)));
        place_row(row, cells.as_position(), area)
    };
    rows.iter().zip(area.rows()).flat_map(place).collect()
}

/// Draws buttons, with styles for the keys and for their labels. Keys that cannot be used look like labels.
pub fn draw_buttons(buttons: &[Button], key: Style, label: Style, buf: &mut Buffer) {
    for button in buttons {
        let Rect { x, y, .. } = button.area;
        let key = if button.can_use { key } else { label };
        let end = write(buf, x, y, &button.key.to_string(), key);
        write(buf, end + 1, y, button.label, label);
    }
}
