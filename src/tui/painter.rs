//! Drawing on a buffer in the styles of the theme.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{StatefulWidget, Widget};

use super::theme::{Appearance, Glyphs, StyleRole};
use super::wrap::display_width;

/// Draws on a buffer; what would be outside is left out.
pub struct Painter<'a> {
    buffer: &'a mut Buffer,
    /// Colors and glyphs.
    pub appearance: Appearance,
}

impl<'a> Painter<'a> {
    /// Creates a painter for a buffer.
    pub fn new(buffer: &'a mut Buffer, appearance: Appearance) -> Painter<'a> {
        Painter { buffer, appearance }
    }

    /// Fills an area with a glyph.
    pub fn fill(&mut self, area: Rect, glyph: &str, role: StyleRole) {
        let mut cell = Cell::default();
        cell.set_symbol(glyph).set_style(self.style(role));
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

    /// Renders a widget.
    pub fn render(&mut self, widget: impl Widget, area: Rect) {
        widget.render(area.intersection(self.buffer.area), self.buffer);
    }

    /// Renders a widget with its state.
    pub fn render_stateful<W: StatefulWidget>(
        &mut self,
        widget: W,
        area: Rect,
        state: &mut W::State,
    ) {
        widget.render(area.intersection(self.buffer.area), self.buffer, state);
    }

    /// Returns the style of a role.
    pub fn style(&self, role: StyleRole) -> Style {
        self.appearance.style(role)
    }

    /// Returns the glyphs of the theme.
    pub fn glyphs(&self) -> &'static Glyphs {
        self.appearance.glyphs()
    }

    /// Writes text; returns the column after it.
    pub fn write(&mut self, column: u16, row: u16, text: &str, role: StyleRole) -> u16 {
        self.write_styled(column, row, text, self.style(role))
    }

    /// Writes text in a given style; returns the column after it.
    pub fn write_styled(&mut self, column: u16, row: u16, text: &str, style: Style) -> u16 {
        if !self.buffer.area.contains(Position::new(column, row)) {
            return column;
        }
        let buffer = &mut self.buffer;
        let (end, _) = buffer.set_stringn(column, row, text, usize::MAX, style);
        end
    }

    /// Writes text in the middle of the columns of an area.
    pub fn write_centered(&mut self, area: Rect, row: u16, text: &str, role: StyleRole) {
        let column = area.x + area.width.saturating_sub(display_width(text)) / 2;
        self.write(column, row, text, role);
    }

    /// Writes text that ends before a column.
    pub fn write_right_aligned(&mut self, end: u16, row: u16, text: &str, role: StyleRole) {
        let column = end.saturating_sub(display_width(text));
        self.write(column, row, text, role);
    }

    /// Adds a style to the cells of an area; blank cells get another one first.
    pub fn restyle(&mut self, area: Rect, style: Style, blank: Style) {
        let area = area.intersection(self.buffer.area);
        for position in area.positions() {
            let cell = &mut self.buffer[position];
            if cell.symbol() == " " {
                cell.set_style(blank);
            }
            cell.set_style(style);
        }
    }

    /// Dims everything drawn so far.
    pub fn dim(&mut self) {
        self.buffer.set_style(self.buffer.area, Modifier::DIM);
    }

    /// Undoes [`dim`](Painter::dim) in a row.
    pub fn undim_row(&mut self, row: u16) {
        let Rect { x, width, .. } = self.buffer.area;
        let area = Rect::new(x, row, width, 1);
        let style = Style::new().remove_modifier(Modifier::DIM);
        self.buffer
            .set_style(area.intersection(self.buffer.area), style);
    }

    /// Swaps the colors of an area.
    pub fn reverse(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        self.buffer.set_style(area, Modifier::REVERSED);
    }

    /// Replaces all characters of the buffer that are not ASCII, if the theme asks for that.
    pub fn transliterate(&mut self) {
        if !self.appearance.ascii {
            return;
        }
        for cell in &mut self.buffer.content {
            if !cell.symbol().is_ascii() {
                let symbol = self.appearance.transliterate(cell.symbol()).into_owned();
                cell.set_symbol(&symbol);
            }
        }
    }
}
