//! Keys and what they do, in the footer and on panels.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::tui::frame::{Button, Frame, Hit};
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

/// Places a row of buttons that starts at a cell, and makes them clickable. Returns those that fit
/// the window.
pub fn place_row(frame: &mut Frame, row: &[Button], (mut x, y): (u16, u16)) -> Vec<Button> {
    let mut placed = Vec::new();
    for mut button in row.iter().copied() {
        (button.area.x, button.area.y) = (x, y);
        x += button.area.width + BUTTON_GAP;
        if frame.area.intersection(button.area) == button.area {
            frame.add_hit(button.area, Hit::Button(button.action));
            placed.push(button);
        }
    }
    placed
}

/// A key and its label, in the styles for each.
pub struct ButtonLabel<'a> {
    pub button: &'a Button,
    pub key: Style,
    pub label: Style,
}

impl Widget for &ButtonLabel<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let x = write(buf, area.x, area.y, &self.button.key.to_string(), self.key);
        write(buf, x + 1, area.y, self.button.label, self.label);
    }
}
