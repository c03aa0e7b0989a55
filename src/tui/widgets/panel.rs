//! Bordered panels, their tabs and scroll bars.

use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Scrollbar, ScrollbarOrientation, ScrollbarState, Tabs};

use crate::tui::action::{Action, Direction, Target};
use crate::tui::frame::{Frame, Hit};
use crate::tui::painter::Painter;
use crate::tui::theme::{Glyphs, StyleRole};
use crate::tui::wrap::display_width;

/// Columns of a panel's border and padding, both sides together.
pub const FRAME_COLUMNS: u16 = 4;
/// Rows of a panel's border and of the blank row below its title.
pub const FRAME_ROWS: u16 = 3;

/// Part of a text that a panel has room for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scroll {
    /// Lines above the first visible one.
    pub above: usize,
    /// Visible lines.
    pub visible: usize,
    /// All lines.
    pub total: usize,
}

impl Scroll {
    /// Creates the part that starts after `above` lines, or the last one if it would be past the end.
    pub fn new(above: usize, visible: usize, total: usize) -> Scroll {
        Scroll {
            above: above.min(total.saturating_sub(visible)),
            visible,
            total,
        }
    }

    fn below(self) -> usize {
        self.total.saturating_sub(self.above + self.visible)
    }
}

/// Returns the line or entry that an action leads to from another, in a list that ends at `last`;
/// `None` for any other action.
pub fn scroll_by(action: Action, from: usize, page_rows: usize, last: usize) -> Option<usize> {
    let to = match action {
        Action::Navigate(Direction::Up) | Action::Wheel(_, Direction::Up) => from.saturating_sub(1),
        Action::Navigate(Direction::Down) | Action::Wheel(..) => from + 1,
        Action::PageUp => from.saturating_sub(page_rows),
        Action::PageDown => from + page_rows,
        Action::RowStart => 0,
        Action::RowEnd => last,
        _ => return None,
    };
    Some(to.min(last))
}

/// Returns the area of a full-height panel above the last row, at most as wide as `text_width`
/// needs, and the number of text rows in it.
pub fn full_height_area(window: Rect, text_width: u16) -> (Rect, u16) {
    let width = (text_width + FRAME_COLUMNS).min(window.width);
    let height = window.height.saturating_sub(1);
    let area = Rect::new((window.width - width) / 2, 0, width, height);
    (area, height.saturating_sub(FRAME_ROWS))
}

/// Returns where the text of a panel goes.
pub fn text_area(panel: Rect) -> Rect {
    Rect {
        x: panel.x + 2,
        y: panel.y + 2,
        width: panel.width.saturating_sub(FRAME_COLUMNS),
        height: panel.height.saturating_sub(FRAME_ROWS),
    }
}

/// Dims everything drawn so far, and draws an empty panel with a border and a title on it.
pub fn draw_modal_panel(painter: &mut Painter<'_>, area: Rect, title: &str) {
    painter.dim();
    draw_panel(painter, area, title);
}

/// Draws an empty panel with a border and a title.
pub fn draw_panel(painter: &mut Painter<'_>, area: Rect, title: &str) {
    let mut block = Block::bordered()
        .border_set(painter.glyphs().border)
        .style(painter.style(StyleRole::Panel));
    if !title.is_empty() {
        let title = Line::styled(format!(" {title} "), painter.style(StyleRole::PanelStrong));
        block = block.title(title);
    }
    painter.render(Clear, area);
    painter.render(block, area);
}

/// Adds the tabs of a panel, at most three, to what can be clicked: each tab but the selected one turns
/// to its page.
pub fn lay_out_tabs(frame: &mut Frame, panel: Rect, titles: &[String], selected: usize) {
    let mut x = panel.x + 1;
    for (index, title) in titles.iter().enumerate() {
        let width = display_width(title) + 2;
        let area = Rect::new(x, panel.y, width, 1).intersection(panel);
        frame.add_hit(
            area,
            if index == selected {
                Hit::Target(Target::Panel)
            } else if index == (selected + 1) % titles.len() {
                Hit::Button(Action::NextGroup)
            } else {
                Hit::Button(Action::PreviousGroup)
            },
        );
        x += width + 1;
    }
}

/// Draws the tabs of a panel, the selected one in brackets.
pub fn draw_tabs(painter: &mut Painter<'_>, panel: Rect, titles: &[String], selected: usize) {
    let line = |(index, title): (usize, &String)| match index == selected {
        true => Line::raw(format!("[{title}]")),
        false => Line::raw(format!(" {title} ")),
    };
    let tabs = Tabs::new(titles.iter().enumerate().map(line))
        .select(selected)
        .style(painter.style(StyleRole::Panel))
        .highlight_style(painter.style(StyleRole::PanelStrong))
        .padding("", "")
        .divider(" ");
    let widths = titles.iter().map(|title| display_width(title) + 3);
    let row = Rect {
        x: panel.x + 1,
        width: widths
            .sum::<u16>()
            .saturating_sub(1)
            .min(panel.width.saturating_sub(2)),
        height: panel.height.min(1),
        ..panel
    };
    painter.render(tabs, row);
}

/// Draws the scroll bar of a panel on its right border, and how many lines are hidden below in its
/// upper border.
pub fn draw_scroll(painter: &mut Painter<'_>, panel: Rect, scroll: Scroll) {
    let Glyphs { up, down, .. } = painter.glyphs();
    let text = match (scroll.above, scroll.below()) {
        (0, 0) => return,
        (0, below) => format!(" {below} more {down} "),
        (_, 0) => format!(" {up} "),
        (_, below) => format!(" {up} {below} more {down} "),
    };
    let end = panel.right().saturating_sub(1);
    painter.write_right_aligned(end, panel.y, &text, StyleRole::Panel);
    let mut state = ScrollbarState::new(scroll.total.saturating_sub(scroll.visible) + 1)
        .position(scroll.above)
        .viewport_content_length(scroll.visible);
    let bar = Scrollbar::new(ScrollbarOrientation::VerticalRight)
        .begin_symbol(None)
        .end_symbol(None)
        .track_symbol(None)
        .thumb_symbol(painter.glyphs().scroll_thumb)
        .style(painter.style(StyleRole::Panel));
    let track = Rect {
        x: end,
        y: panel.y + 1,
        width: 1,
        height: panel.height.saturating_sub(2),
    };
    painter.render_stateful(bar, track, &mut state);
}
