//! The last rows of the window: messages, the status and the keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::action::Action;
use super::frame::{Button, Frame, MessageLine};
use super::screen::Screen;
use super::services::{MessageLevel, Services};
use super::widgets::buttons::{ButtonLabel, place_row, row_width, wrap_buttons};
use super::widgets::{fill, write};
use super::wrap::{display_width, wrap};
use crate::session::Command;

/// Columns between the status and the first key.
const STATUS_GAP: u16 = 3;

/// Columns of a shared row that a message leaves to the keys, if it can be shortened: `u undo   ? help`.
const KEYS_WIDTH: u16 = 18;

/// Columns that a message needs beside something else, at least.
const MIN_MESSAGE_WIDTH: u16 = 24;

/// Places the message, and the keys of a screen after the status or the message in their row.
pub(super) fn lay_out(top: &dyn Screen, services: &Services, frame: &mut Frame) {
    frame.message = place_message(services, frame);
    if !frame.has_buttons {
        return;
    }
    let last_line = frame.message.last();
    let taken = match last_line.filter(|line| line.row == frame.footer_row) {
        Some(line) => line.x + display_width(&line.text),
        None if frame.is_footer_shared() && frame.reserved_width > 0 => {
            frame.content.x + frame.reserved_width - STATUS_GAP
        }
        None => frame.content.x + display_width(&frame.status),
    };
    let start = if taken > frame.content.x {
        taken + STATUS_GAP
    } else {
        taken
    };
    let mut row: Vec<Button> = services
        .keymap
        .bindings(top.footer_mode())
        .filter(|binding| !binding.footer.is_empty() && top.is_enabled(binding.action, services))
        .filter_map(|binding| Button::new(binding, top.footer_label(binding)))
        .collect();
    let max_width = frame.content.right().saturating_sub(start);
    if row_width(&row) > max_width && frame.may_wrap_footer {
        let mut rows = wrap_buttons(row, max_width).into_iter();
        let first = rows.next().unwrap_or_default();
        let buttons = place_row(frame, &first, (start, frame.footer_row - 1));
        frame.buttons.extend(buttons);
        row = rows.flatten().collect();
    }
    while row_width(&row) > max_width {
        let last_first = (0..row.len()).rev();
        let least = last_first.min_by_key(|&index| importance(row[index].action));
        row.remove(least.unwrap_or(0));
    }
    let buttons = place_row(frame, &row, (start, frame.footer_row));
    frame.buttons.extend(buttons);
}

/// Returns how important the key of an action is: where there is no room for all keys, the least
/// important ones are left out.
fn importance(action: Action) -> u8 {
    match action {
        Action::Help | Action::Cancel => 3,
        Action::Game(Command::Undo) => 2,
        // Pages are there to be read to their end.
        Action::Close | Action::Menu | Action::PageDown | Action::TogglePlayback => 1,
        _ => 0,
    }
}

/// Places the lines of a message so that they end in the message row, or else in the footer. If a part
/// of the message row is taken, they end above it, or else start after that part.
fn place_message(services: &Services, frame: &Frame) -> Vec<MessageLine> {
    let Some(message) = &services.message else {
        return Vec::new();
    };
    let (first, content) = (frame.first_message_row, frame.content);
    let beside = content.width.saturating_sub(frame.reserved_width);
    let is_above =
        beside < content.width && (first < frame.message_row || beside < MIN_MESSAGE_WIDTH);
    let indent = if is_above { 0 } else { frame.reserved_width };
    let width = content.width.saturating_sub(indent);
    let is_shared = frame.is_footer_shared() && !is_above;
    let mut lines = message_lines(&message.text, width, is_shared);
    let lowest_row = if is_above {
        frame.message_row - 1
    } else {
        frame.footer_row
    };
    let last_row = if lines.len() as u16 + first <= frame.message_row + 1 {
        lowest_row.min(frame.message_row)
    } else {
        lowest_row
    };
    let max_lines = usize::from((last_row + 1).saturating_sub(first)).max(1);
    if lines.len() > max_lines {
        lines.truncate(max_lines);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    let first_row = (last_row + 1).saturating_sub(lines.len() as u16);
    let x = content.x + indent;
    let place = |(text, row)| MessageLine { x, row, text };
    lines.into_iter().zip(first_row..).map(place).collect()
}

/// Breaks a message into lines. In a row that it shares with keys it leaves room for some of them, if it
/// can be shortened to one line.
fn message_lines(text: &str, width: u16, is_shared: bool) -> Vec<String> {
    if is_shared {
        let beside_keys = shorten_or_wrap(text, width.saturating_sub(KEYS_WIDTH));
        if beside_keys.len() == 1 {
            return beside_keys;
        }
    }
    let lines = text.lines().flat_map(|line| shorten_or_wrap(line, width));
    lines.collect()
}

/// Draws the status, the message and the keys.
pub(super) fn render(services: &Services, frame: &Frame, buf: &mut Buffer) {
    let theme = &services.theme;
    // A panel has dimmed everything around it.
    for row in [frame.message_row, frame.footer_row] {
        let row = Rect::new(0, row, frame.area.width, 1);
        buf.set_style(row, Style::new().remove_modifier(Modifier::DIM));
    }
    let content = frame.content;
    let is_covered = frame
        .message
        .iter()
        .any(|line| line.row == frame.footer_row);
    if !is_covered && let Some(status) = shorten_or_wrap(&frame.status, content.width).first() {
        write(buf, content.x, frame.footer_row, status, theme.accent);
    }
    for button in &frame.buttons {
        let label = ButtonLabel {
            button,
            key: theme.text,
            label: theme.dim,
        };
        label.render(button.area, buf);
    }
    let role = match services.message.as_ref().map(|message| message.level) {
        Some(MessageLevel::Error) => theme.error,
        _ => theme.accent,
    };
    for line in &frame.message {
        if line.row < frame.message_row {
            let row = Rect::new(0, line.row, frame.area.width, 1);
            fill(buf, row, " ", theme.background);
        }
        write(buf, line.x, line.row, &line.text, role);
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
