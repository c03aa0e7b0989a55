//! Keys and what they do, in the footer and on panels.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::tui::keymap::Button;
use crate::tui::widgets::write;

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

/// Draws buttons, with styles for the keys and for their labels.
pub fn draw_buttons(buttons: &[Button], key: Style, label: Style, buf: &mut Buffer) {
    for button in buttons {
        let Rect { x, y, .. } = button.area;
        let end = write(buf, x, y, &button.key.to_string(), key);
        write(buf, end + 1, y, button.label, label);
    }
}
