//! The last rows of the window: messages, the status and the keys.

use ratatui::layout::Rect;

use super::action::Action;
use super::frame::Frame;
use super::layer::Layer;
use super::painter::Painter;
use super::services::{MessageLevel, Services};
use super::theme::StyleRole;
use super::widgets::buttons::{ButtonLabel, draw_buttons, place_row, row_width, wrap_buttons};
use super::wrap::{display_width, wrap};

/// Columns between the status and the first key.
const STATUS_GAP: u16 = 3;

/// Places the keys of a screen in the footer, unless a message has its row.
pub(super) fn lay_out(top: &dyn Layer, services: &Services, frame: &mut Frame) {
    let is_hidden = frame.is_footer_shared() && services.message.is_some();
    if !frame.has_buttons || is_hidden {
        return;
    }
    let start = match display_width(&frame.status) {
        0 => frame.footer_start,
        width => 1 + width + STATUS_GAP,
    };
    let mut row: Vec<ButtonLabel> = services
        .keymap
        .bindings(top.footer_mode())
        .filter(|binding| !binding.footer.is_empty() && top.is_enabled(binding.action, services))
        .filter_map(|binding| {
            let key = *binding.keys.first()?;
            Some(ButtonLabel::new(
                key,
                top.footer_label(binding),
                binding.action,
            ))
        })
        .collect();
    let max_width = frame.area.width.saturating_sub(start + 1);
    if row_width(&row) > max_width && frame.may_wrap_footer {
        let mut rows = wrap_buttons(row, max_width).into_iter();
        let first = rows.next().unwrap_or_default();
        let buttons = place_row(frame, &first, (start, frame.footer_row - 1));
        frame.buttons.extend(buttons);
        row = rows.flatten().collect();
    }
    while !row.is_empty() && row_width(&row) > max_width {
        let last = row.iter().rposition(|button| !is_essential(button.action));
        row.remove(last.unwrap_or(row.len() - 1));
    }
    let buttons = place_row(frame, &row, (start, frame.footer_row));
    frame.buttons.extend(buttons);
}

/// Whether the key of an action is left out last.
fn is_essential(action: Action) -> bool {
    matches!(action, Action::Help | Action::Close | Action::Cancel)
}

/// Draws the status and the keys.
pub(super) fn render(frame: &Frame, painter: &mut Painter<'_>) {
    let width = frame.area.width.saturating_sub(2);
    if let Some(status) = shorten_or_wrap(&frame.status, width).first() {
        painter.write(1, frame.footer_row, status, StyleRole::Accent);
    }
    draw_buttons(painter, &frame.buttons, [StyleRole::Text, StyleRole::Dim]);
}

/// Draws the message in its row; a long one covers rows above too.
pub(super) fn render_message(services: &Services, frame: &Frame, painter: &mut Painter<'_>) {
    let Some(message) = &services.message else {
        return;
    };
    let role = match message.level {
        MessageLevel::Info => StyleRole::Accent,
        MessageLevel::Error => StyleRole::Error,
    };
    let width = frame.area.width.saturating_sub(2);
    let lines = message.text.lines();
    let lines: Vec<String> = lines
        .flat_map(|line| shorten_or_wrap(line, width))
        .collect();
    let rows = (1..=frame.last_message_row).rev();
    for (line, y) in lines.iter().rev().zip(rows) {
        if y < frame.message_row {
            let row = Rect::new(0, y, frame.area.width, 1);
            painter.fill(row, " ", StyleRole::Background);
        }
        painter.write(1, y, line, role);
    }
}

/// Leaves out the last parts of a text if they do not fit in a line: the first ones are the most
/// important. If not even the first fits, the text is wrapped.
fn shorten_or_wrap(text: &str, width: u16) -> Vec<String> {
    let fits = |end: &usize| display_width(&text[..*end]) <= width;
    let ends = text.match_indices(" · ").map(|(index, _)| index);
    match ends.chain([text.len()]).filter(fits).last() {
        Some(end) => vec![text[..end].to_owned()],
        None => wrap(text, width.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_message_is_shortened_or_wrapped() {
        let text = "7♠ to pile 3 · pile 2 empty: piles 3 to 8 moved left · turned up 4♣";
        for (width, expected) in [
            (80, text),
            (66, "7♠ to pile 3 · pile 2 empty: piles 3 to 8 moved left"),
            (50, "7♠ to pile 3"),
        ] {
            assert_eq!(shorten_or_wrap(text, width), [expected], "{width}");
        }
        assert_eq!(
            shorten_or_wrap("no win is left from here", 11),
            ["no win is", "left from", "here"]
        );
    }
}
