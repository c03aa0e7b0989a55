//! Bordered panels, their tabs and scroll bars.

use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{
    Block, Clear, Paragraph, Scrollbar, ScrollbarOrientation, ScrollbarState, Tabs,
};
use strum::VariantArray;

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

/// Returns the page that an action turns to, after the last one the first; `None` for any other
/// action.
pub fn turn_page<P: VariantArray + Copy + PartialEq>(page: P, action: Action) -> Option<P> {
    let offset = match action {
        Action::Navigate(Direction::Right) | Action::NextGroup => 1,
        Action::Navigate(Direction::Left) | Action::PreviousGroup => P::VARIANTS.len() - 1,
        _ => return None,
    };
    let mut pages = P::VARIANTS.iter().cycle();
    pages.find(|other| **other == page);
    pages.nth(offset - 1).copied()
}

/// Returns the area of a full-height panel above the last row, at most as wide as `text_width`
/// needs.
pub fn full_height_area(window: Rect, text_width: u16) -> Rect {
    let width = (text_width + FRAME_COLUMNS).min(window.width);
    let height = window.height.saturating_sub(1);
    Rect::new((window.width - width) / 2, 0, width, height)
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

/// Covers the screens below with a panel, and adds it and its tabs, at most three, to what can be
/// clicked: each tab but the selected one turns to its page.
pub fn lay_out_pages(frame: &mut Frame, panel: Rect, titles: &[impl AsRef<str>], selected: usize) {
    frame.message_row = frame.footer_row;
    frame.cover_lower_screens();
    frame.add_hit(panel, Hit::Target(Target::Panel));
    let mut x = panel.x + 1;
    for (index, title) in titles.iter().enumerate() {
        let width = display_width(title.as_ref()) + 2;
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

/// Dims everything drawn so far, and draws an empty panel with tabs on it, the selected one in
/// brackets.
pub fn draw_pages(
    painter: &mut Painter<'_>,
    panel: Rect,
    titles: &[impl AsRef<str>],
    selected: usize,
) {
    draw_modal_panel(painter, panel, "");
    let titles = titles.iter().map(AsRef::as_ref);
    let line = |(index, title)| {
        if index == selected {
            Line::raw(format!("[{title}]"))
        } else {
            Line::raw(format!(" {title} "))
        }
    };
    let tabs = Tabs::new(titles.clone().enumerate().map(line))
        .select(selected)
        .style(painter.style(StyleRole::Panel))
        .highlight_style(painter.style(StyleRole::PanelStrong))
        .padding("", "")
        .divider(" ");
    let widths = titles.map(|title| display_width(title) + 3);
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

/// Draws the lines of a panel that are below the first `above` ones, as far as it has room for them,
/// and its scroll bar. Returns the part that is visible.
pub fn draw_text<'a>(
    painter: &mut Painter<'_>,
    panel: Rect,
    above: usize,
    lines: impl ExactSizeIterator<Item = Line<'a>>,
) -> Scroll {
    let area = text_area(panel);
    let scroll = Scroll::new(above, area.height.into(), lines.len());
    let visible = lines.skip(scroll.above).take(scroll.visible);
    painter.render(Paragraph::new(visible.collect::<Vec<_>>()), area);
    draw_scroll(painter, panel, scroll);
    scroll
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
