//! The last two rows of the window: messages, and the keys. A low window has one row for both.

use ratatui::layout::{Position, Rect};

use super::context::{Context, MessageKind};
use super::frame::{Canvas, Frame, split};
use super::keymap::Button;
use super::screen::Prompt;
use super::theme::{Role, glyphs};
use super::wrap::{display_width, wrap, wrap_cut};

/// Columns between a typed line and a message.
const PROMPT_GAP: u16 = 3;
/// Columns between two keys.
const KEY_GAP: u16 = 3;

/// Draws the message, the line that is typed or the status in the message row, and a row of keys in
/// theirs. While cards are moving, nothing is said about what happened.
pub(super) fn draw(
    row: Vec<Button>,
    prompt: Option<&Prompt>,
    is_moving: bool,
    cx: &Context,
    canvas: &mut Canvas<'_>,
) {
    let theme = cx.theme();
    let [area, message_row, key_row] = split(canvas.frame.area);
    let Rect { x: left, width, .. } = canvas.frame.content;
    for row in [message_row, key_row] {
        canvas.fill(row, " ", theme[Role::Background]);
    }
    let mut prompt_width = 0;
    if let Some(prompt) = prompt {
        let line = prompt.line(width);
        let x = canvas.write(left, message_row.y, &line, theme[Role::Strong]);
        canvas.write(x, message_row.y, "_", theme[Role::Cursor]);
        canvas.frame.focus = Some(Position::new(x, message_row.y));
        prompt_width = x + 1 + PROMPT_GAP - left;
    }
    let lines = canvas.frame.status.lines();
    let lines = lines.map(|line| first_line(line, width.saturating_sub(prompt_width)));
    let status = lines.collect::<Vec<_>>().join("\n");
    let message = match &cx.message {
        Some(message) if is_moving && message.kind == MessageKind::Event => Vec::new(),
        Some(message) => place_message(&message.text, message.kind, prompt_width, &canvas.frame),
        None => place_message(&status, MessageKind::Event, prompt_width, &canvas.frame),
    };
    let style = match &cx.message {
        _ if cx.has_error_message() => theme[Role::Error],
        None if prompt.is_some() => theme[Role::Dim],
        _ => theme[Role::Accent],
    };
    for (cell, line) in &message {
        let row = Rect::new(area.x, cell.y, area.width, 1);
        if row != message_row {
            canvas.fill(row, " ", theme[Role::Background]);
        }
        let style = match line.split(' ').next() {
            Some(glyphs::COSTLY_MOVE) => theme[Role::Error],
            Some(sign) if sign == theme.hint_glyph() => theme[Role::HintMarker],
            _ => style,
        };
        canvas.write(cell.x, cell.y, line, style);
    }
    let is_covered = !message.is_empty() || prompt.is_some();
    if message_row == key_row && is_covered {
        return;
    }
    draw_keys(row, key_row.y, canvas);
}

/// Draws as many keys as there is room for, the most important first; the help has all.
fn draw_keys(row: Vec<Button>, y: u16, canvas: &mut Canvas<'_>) {
    let mut x = canvas.frame.content.x;
    for button in row {
        let end = x + button.width;
        if end > canvas.frame.content.right() {
            break;
        }
        canvas.add(button.action, Rect::new(x, y, button.width, 1));
        let label = canvas.write(x, y, &button.key.to_string(), canvas.theme[Role::Text]);
        canvas.write(label + 1, y, &button.label, canvas.theme[Role::Dim]);
        x = end + KEY_GAP;
    }
}

/// Places a text so that it ends in the message row, after the line that is typed. If it is too long
/// beside that line, it ends above it; lines for which there is no room there cover the screen.
fn place_message(
    text: &str,
    kind: MessageKind,
    prompt_width: u16,
    frame: &Frame,
) -> Vec<(Position, String)> {
    let [_, message_row, _] = split(frame.area);
    let Rect { x, width, .. } = frame.content;
    let lines = |width: u16| {
        let lines = text.lines();
        let lines = lines.flat_map(|line| match kind {
            MessageKind::Event => shorten_or_wrap(line, width),
            MessageKind::Copied | MessageKind::Error => wrap(line, width.into()),
        });
        lines.collect::<Vec<_>>()
    };
    let beside = lines(width.saturating_sub(prompt_width));
    let (x, end, mut lines) = match beside.len() {
        0 => return Vec::new(),
        1 => (x + prompt_width, message_row.bottom(), beside),
        _ if prompt_width == 0 => (x, message_row.bottom(), beside),
        _ => (x, message_row.y, lines(width)),
    };
    let max_lines = usize::from(end).max(1);
    if lines.len() > max_lines {
        lines.truncate(max_lines);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    let first = end.saturating_sub(lines.len() as u16);
    let cells = (first..).map(|y| Position::new(x, y));
    cells.zip(lines).collect()
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

/// Returns as much of a status as fits in one line: it stays as long as what it describes, so it must not
/// cover a card.
fn first_line(status: &str, width: u16) -> String {
    wrap_cut(status, width.into(), 1).concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_takes_one_line() {
        let status = "Selected Q♠..4♦ (14 cards)   ◆ valid target";
        assert_eq!(first_line(status, 60), status);
        assert_eq!(first_line(status, 34), "Selected Q♠..4♦ (14 cards) ◆…");
        assert_eq!(first_line("", 34), "");
    }

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

    #[test]
    fn every_word_of_a_long_error_is_shown_above_the_line_that_is_typed() {
        let frame = Frame {
            area: Rect::new(0, 0, 30, 24),
            content: Rect::new(1, 0, 28, 22),
            ..Frame::default()
        };
        let text = "one two three four five six · seven eight nine ten eleven";
        for (prompt_width, last_row) in [(0, 22), (20, 21)] {
            let lines = place_message(text, MessageKind::Error, prompt_width, &frame);
            assert_eq!(lines.last().map(|(cell, _)| cell.y), Some(last_row));
            let shown: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
            assert_eq!(shown.join(" "), text.replace(" ·", ""));
        }
    }
}
