//! Rows of keys with their labels, which can be clicked.

use ratatui::layout::{Constraint, Position, Rect};

use crate::tui::frame::Canvas;
use crate::tui::keymap::Button;
use crate::tui::theme::Role;

/// Columns between two buttons.
const BUTTON_GAP: u16 = 3;

/// Returns how many columns a row of buttons takes.
pub fn row_width(row: &[Button]) -> u16 {
    let widths = row.iter().map(|button| button.width + BUTTON_GAP);
    widths.sum::<u16>().saturating_sub(BUTTON_GAP)
}

/// Arranges buttons in rows at most this wide.
pub fn wrap_buttons(buttons: impl IntoIterator<Item = Button>, max_width: u16) -> Vec<Vec<Button>> {
    let mut rows: Vec<Vec<Button>> = Vec::new();
    for button in buttons {
        match rows.last_mut() {
            Some(row) if row_width(row) + BUTTON_GAP + button.width <= max_width => {
                row.push(button);
            }
            _ => rows.push(vec![button]),
        }
    }
    rows
}

/// Draws rows of buttons in those of an area, each in the middle.
pub fn draw_button_rows(
    rows: &[Vec<Button>],
    area: Rect,
    roles: [Role; 2],
    canvas: &mut Canvas<'_>,
) {
    for (row, cells) in rows.iter().zip(area.rows()) {
        let cells = cells.centered_horizontally(Constraint::Length(row_width(row)));
        draw_buttons(row, cells.as_position(), roles, canvas);
    }
}

/// Draws a row of buttons from a cell on, as far as they fit, with styles for the keys and for their labels.
pub fn draw_buttons(
    row: &[Button],
    Position { mut x, y }: Position,
    roles: [Role; 2],
    canvas: &mut Canvas<'_>,
) {
    let [key, label] = roles.map(|role| canvas.theme[role]);
    for button in row {
        let area = Rect::new(x, y, button.width, 1);
        x += button.width + BUTTON_GAP;
        if canvas.buf.area.intersection(area) == area {
            canvas.add(button.action, area);
            let end = canvas.write(area.x, y, &button.key.to_string(), key);
            canvas.write(end + 1, y, &button.label, label);
        }
    }
}
