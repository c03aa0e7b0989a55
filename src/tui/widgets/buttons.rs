//! Keys and what they do, in the footer and on panels.

use ratatui::layout::Rect;

use crate::tui::action::Action;
use crate::tui::frame::{Button, Frame, Hit};
use crate::tui::keymap::Key;
use crate::tui::painter::Painter;
use crate::tui::theme::StyleRole;
use crate::tui::wrap::display_width;

/// Columns between two buttons.
const BUTTON_GAP: u16 = 3;

/// A key with a label, not yet placed.
#[derive(Clone, Copy, Debug)]
pub struct ButtonLabel {
    key: Key,
    label: &'static str,
    /// What the key does.
    pub action: Action,
    width: u16,
}

impl ButtonLabel {
    /// Creates the button of a key.
    pub fn new(key: Key, label: &'static str, action: Action) -> ButtonLabel {
        ButtonLabel {
            key,
            label,
            action,
            width: display_width(&format!("{key} {label}")),
        }
    }
}

/// Returns how many columns a row of buttons takes.
pub fn row_width(row: &[ButtonLabel]) -> u16 {
    let widths = row.iter().map(|button| button.width + BUTTON_GAP);
    widths.sum::<u16>().saturating_sub(BUTTON_GAP)
}

/// Arranges buttons in rows at most this wide.
pub fn wrap_buttons(
    buttons: impl IntoIterator<Item = ButtonLabel>,
    max_width: u16,
) -> Vec<Vec<ButtonLabel>> {
    let mut rows: Vec<Vec<ButtonLabel>> = Vec::new();
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

/// Places a row of buttons that starts at a cell, and makes them clickable. What does not fit the
/// window is left out.
pub fn place_row(frame: &mut Frame, row: &[ButtonLabel], (mut x, y): (u16, u16)) -> Vec<Button> {
    let mut placed = Vec::new();
    for button in row {
        let area = Rect::new(x, y, button.width, 1);
        if frame.area.intersection(area) == area {
            frame.add_hit(area, Hit::Button(button.action));
            placed.push(Button {
                area,
                key: button.key,
                label: button.label,
            });
        }
        x += button.width + BUTTON_GAP;
    }
    placed
}

/// Draws buttons in these styles for the key and the label.
pub fn draw_buttons(painter: &mut Painter<'_>, buttons: &[Button], [key, label]: [StyleRole; 2]) {
    for button in buttons {
        let area = button.area;
        let x = painter.write(area.x, area.y, &button.key.to_string(), key);
        painter.write(x + 1, area.y, button.label, label);
    }
}
