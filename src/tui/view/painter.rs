//! A pen for a buffer: it writes in roles and never outside.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::tui::theme::{Appearance, StyleRole};
use crate::tui::wrap::display_width;

/// Writes on a buffer in the styles of a look; what would fall outside is left off.
pub struct Painter<'a> {
    buffer: &'a mut Buffer,
    /// The look written in.
    pub appearance: Appearance,
}

impl<'a> Painter<'a> {
    /// A pen for a buffer.
    pub fn new(buffer: &'a mut Buffer, look: Appearance) -> Painter<'a> {
        Painter {
            buffer,
            appearance: look,
        }
    }

    /// Fills an area with a glyph.
    pub fn fill(&mut self, area: Rect, glyph: &str, role: StyleRole) {
        let style = self.appearance.style(role);
        self.fill_styled(area, glyph, style);
    }

    /// Fills an area with a glyph in a style of its own.
    pub fn fill_styled(&mut self, area: Rect, glyph: &str, style: Style) {
        let mut cell = Cell::default();
        cell.set_symbol(glyph).set_style(style);
        let area = area.intersection(self.buffer.area);
        if area.is_empty() {
            return;
        }
        for row in area.rows() {
            let start = self.buffer.index_of(row.x, row.y);
            let end = start + usize::from(row.width);
            self.buffer.content[start..end].fill(cell.clone());
        }
    }

    /// Fills an area with a panel, outlined where no colour sets it off.
    pub fn draw_panel(&mut self, area: Rect) {
        self.fill(area, " ", StyleRole::Panel);
        if self.appearance.has_extended_colors() || area.width < 2 || area.height < 2 {
            return;
        }
        let [top_left, across, top_right, down, bottom_left, bottom_right] =
            self.appearance.glyphs().border;
        let inner = usize::from(area.width - 2);
        let line = across.repeat(inner);
        let (last, bottom) = (area.right() - 1, area.bottom() - 1);
        self.write(
            area.x,
            area.y,
            &format!("{top_left}{line}{top_right}"),
            StyleRole::Panel,
        );
        self.write(
            area.x,
            bottom,
            &format!("{bottom_left}{line}{bottom_right}"),
            StyleRole::Panel,
        );
        for row in area.y + 1..bottom {
            self.write(area.x, row, down, StyleRole::Panel);
            self.write(last, row, down, StyleRole::Panel);
        }
    }

    /// Writes words; returns the column after them.
    pub fn write(&mut self, column: u16, row: u16, words: &str, role: StyleRole) -> u16 {
        let style = self.appearance.style(role);
        self.write_styled(column, row, words, style)
    }

    /// Writes words in a style of their own; returns the column after them.
    pub fn write_styled(&mut self, column: u16, row: u16, words: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if row < area.top()
            || row >= area.bottom()
            || column < area.left()
            || column >= area.right()
        {
            return column;
        }
        let words = self.appearance.transliterate(words);
        self.buffer
            .set_stringn(column, row, words, usize::MAX, style)
            .0
    }

    /// Writes words that end before a column.
    pub fn write_right_aligned(&mut self, end: u16, row: u16, words: &str, role: StyleRole) {
        let column = end.saturating_sub(display_width(words));
        self.write(column, row, words, role);
    }

    /// Says at a panel's upper edge how many lines are hidden below, and whether any are above.
    pub fn write_scroll_indicator(&mut self, panel: Rect, above: usize, below: usize) {
        let [up, down] = self.appearance.glyphs().arrows;
        let more = match (above, below) {
            (0, 0) => String::new(),
            (0, _) => format!("{below} more {down}"),
            (_, 0) => up.to_owned(),
            _ => format!("{up} {below} more {down}"),
        };
        let end = panel.right().saturating_sub(1);
        self.write_right_aligned(end, panel.y, &more, StyleRole::Panel);
    }

    /// Reverses what is written in an area.
    pub fn reverse(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        self.buffer.set_style(area, Modifier::REVERSED);
    }
}
