//! Bordered panels, their tabs and scroll bars.

use std::ops::Range;

use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{
    Block, Clear, Padding, Scrollbar, ScrollbarOrientation, ScrollbarState, StatefulWidget, Widget,
};
use strum::VariantArray;

use crate::tui::action::{Action, Direction, Target};
use crate::tui::frame::Canvas;
use crate::tui::theme::Role;
use crate::tui::theme::glyphs::{DOWN, SCROLL_THUMB, UP};
use crate::tui::wrap::display_width;

/// Width of a text that fits in a window of 80 columns. The rules are written for it.
pub const TEXT_WIDTH: u16 = 76;
/// Columns of a panel's border and padding, both sides together.
const FRAME_COLUMNS: u16 = 4;
/// Rows of them, and the blank one above the text.
const FRAME_ROWS: u16 = 3;
/// Fewest rows that a panel leaves visible between the header of the table and itself.
const MIN_ROWS_ABOVE: u16 = 5;
/// Most rows of a screen that a panel fills rather than leave a few of them visible.
const MAX_LOW_ROWS: u16 = 24;

/// Returns the line or entry that an action leads to from another, or that is clicked, in a list that ends at
/// `last`; `None` for any other action.
pub fn scroll_by(action: Action, from: usize, page_rows: usize, last: usize) -> Option<usize> {
    let to = match action {
        Action::Navigate(Direction::Up) | Action::Wheel(_, Direction::Up) => from.saturating_sub(1),
        Action::Navigate(Direction::Down) | Action::Wheel(..) => from + 1,
        Action::PageUp => from.saturating_sub(page_rows),
        Action::PageDown => from + page_rows,
        Action::RowStart => 0,
        Action::RowEnd => last,
        Action::Click(Target::Entry(entry)) => entry,
        _ => return None,
    };
    Some(to.min(last))
}

/// Returns the page that an action turns to, after the last one the first; `None` for any other
/// action.
pub fn turn_page<P: VariantArray + Copy + PartialEq>(page: P, action: Action) -> Option<P> {
    let direction = match action {
        Action::Navigate(Direction::Right) | Action::NextGroup => Direction::Right,
        Action::Navigate(Direction::Left) | Action::PreviousGroup => Direction::Left,
        _ => return None,
    };
    let index = P::VARIANTS.iter().position(|other| *other == page)?;
    Some(P::VARIANTS[direction.cycle(index, P::VARIANTS.len())])
}

/// Returns the entries of a list that there is room for, around the selected one.
pub fn entries_around(selected: usize, rows: usize, count: usize) -> Range<usize> {
    let first = selected.saturating_sub(rows / 2);
    let start = first.min(count.saturating_sub(rows));
    start..count.min(start + rows)
}

/// Returns the cells of a panel in the middle of a screen, as wide and high as its text needs. The header
/// of the table stays visible, unless all of the text fits only without it.
pub fn centered_area(screen: Rect, text_width: u16, text_rows: usize) -> Rect {
    let height = (text_rows as u16).saturating_add(FRAME_ROWS);
    let header = u16::from(height != screen.height);
    let below = Rect {
        y: screen.y + header,
        height: screen.height.saturating_sub(header),
        ..screen
    };
    let width = Constraint::Length(text_width + FRAME_COLUMNS);
    let panel = below.centered(width, Constraint::Length(height));
    // Of a table, so few rows beside the panel would show nothing whole.
    let is_close = panel.y - below.y < MIN_ROWS_ABOVE;
    let y = if is_close { below.y } else { panel.y };
    let fills = is_close && below.height <= MAX_LOW_ROWS;
    let height = if fills { below.height } else { panel.height };
    Rect { y, height, ..panel }
}

/// Returns the cells of a panel of several pages, each of so many rows, while it shows one of them. The tabs stay in one
/// row, unless a page needs that of the header.
pub fn page_area(screen: Rect, text_width: u16, rows: &[usize], page: usize) -> Rect {
    let area = centered_area(screen, text_width, rows[page]);
    let tallest = rows.iter().copied().max().unwrap_or(0);
    let top = centered_area(screen, text_width, tallest).y;
    let y = area.y.min(top.max(screen.y + 1));
    Rect { y, ..area }
}

/// Returns where the text of a panel goes.
pub fn text_area(panel: Rect) -> Rect {
    let padding = Padding {
        bottom: 0,
        ..Padding::uniform(1)
    };
    Block::bordered().padding(padding).inner(panel)
}

/// Draws an empty panel with a border and a title.
pub fn draw_panel(title: &str, area: Rect, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let mut block = theme.outline(theme[Role::Panel]).style(theme[Role::Panel]);
    if !title.is_empty() {
        let title = format!(" {title} ");
        block = block.title(Line::styled(title, theme[Role::PanelStrong]));
    }
    canvas.add_target(Target::Panel, area);
    Clear.render(area, canvas.buf);
    block.render(area, canvas.buf);
}

/// Width of a panel from which on its upper border has room for three tabs and a note.
const MIN_WIDTH_FOR_NOTE: u16 = 56;

/// Draws an empty panel with three tabs on it, the selected one in brackets. A click on another tab
/// turns to its page.
pub fn draw_pages(titles: [&str; 3], selected: usize, panel: Rect, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    draw_panel("", panel, canvas);
    let border = panel.inner(Margin::new(1, 0));
    let mut x = panel.x + 1;
    for (index, title) in titles.into_iter().enumerate() {
        let (tab, style) = if index == selected {
            (format!("[{title}]"), theme[Role::PanelStrong])
        } else {
            (format!(" {title} "), theme[Role::Panel])
        };
        let width = display_width(&tab);
        let area = Rect::new(x, panel.y, width, 1).intersection(border);
        canvas.write_cut(area, &tab, style);
        if index != selected {
            let is_next = index == (selected + 1) % titles.len();
            let turn = if is_next {
                Action::NextGroup
            } else {
                Action::PreviousGroup
            };
            canvas.add(turn, area);
        }
        x += width + 1;
        // It keeps the tab apart from the next one; a bracket at the end from the border.
        if index == selected || index + 1 < titles.len() {
            let gap = Rect::new(x - 1, panel.y, 1, 1).intersection(border);
            canvas.fill(gap, " ", theme[Role::Panel]);
        }
    }
}

/// Shows which of so many lines are visible, unless all are: a note in the upper border of a panel says how many
/// follow, and a scroll bar is on the right one.
pub fn draw_scroll_bar(panel: Rect, visible: Range<usize>, count: usize, canvas: &mut Canvas<'_>) {
    let text = match (visible.start, count.saturating_sub(visible.end)) {
        (0, 0) => return,
        (0, below) => format!(" {below} more {DOWN} "),
        (_, 0) => format!(" {UP} "),
        (_, below) => format!(" {UP} {below} more {DOWN} "),
    };
    draw_note(panel, &text, canvas);
    let positions = (count + 1).saturating_sub(visible.len());
    let state = ScrollbarState::new(positions).position(visible.start);
    let mut state = state.viewport_content_length(visible.len());
    let bar = Scrollbar::new(ScrollbarOrientation::VerticalRight)
        .begin_symbol(None)
        .end_symbol(None)
        .track_symbol(None)
        .thumb_symbol(SCROLL_THUMB)
        .style(canvas.theme[Role::Panel]);
    bar.render(panel.inner(Margin::new(0, 1)), canvas.buf, &mut state);
}

/// Writes a note at the right of a panel's upper border, if it leaves room for a title.
pub fn draw_note(panel: Rect, text: &str, canvas: &mut Canvas<'_>) {
    if panel.width < MIN_WIDTH_FOR_NOTE {
        return;
    }
    let end = panel.right().saturating_sub(1 + display_width(text));
    canvas.write(end, panel.y, text, canvas.theme[Role::Panel]);
}
