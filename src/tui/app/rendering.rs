//! Layout and rendering of the frame.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::Style;

use super::App;
use crate::tui::footer;
use crate::tui::frame::{Frame, TooSmall};
use crate::tui::widgets::{write, write_centered};
use crate::tui::wrap::display_width;

impl App {
    /// Computes the layout of the next frame.
    pub fn refresh(&mut self) {
        let has_previous = !self.previous_tables.is_empty();
        if let Some(table) = self.table_mut() {
            table.has_previous = has_previous;
        }
        let mut frame = Frame::new(self.services.size);
        for screen in self.screens.visible_mut() {
            if frame.too_small.is_none() {
                screen.lay_out(&self.services, &mut frame);
            }
        }
        if frame.too_small.is_none() {
            footer::lay_out(self.screens.top(), &self.services, &mut frame);
        }
        self.frame = Arc::new(frame);
        self.restart_clock();
    }

    /// Draws the frame on an empty buffer.
    pub fn render(&self, buf: &mut Buffer) {
        let (services, frame) = (&self.services, &self.frame);
        let theme = &services.theme;
        buf.set_style(frame.area, theme.background);
        if let Some(too_small) = frame.too_small {
            render_too_small(too_small, theme.text, frame.area, buf);
            return;
        }
        for screen in self.screens.visible() {
            screen.render(services, frame, buf);
        }
        footer::render(services, frame, buf);
        if let Some(view) = self.visible_table() {
            view.render_floating(theme, buf);
        }
        theme.transliterate(buf);
    }

    /// Returns the layout of the current frame.
    pub fn frame(&self) -> &Arc<Frame> {
        &self.frame
    }
}

/// Says what size is needed, as far as the window has room for that.
fn render_too_small(too_small: TooSmall, style: Style, area: Rect, buf: &mut Buffer) {
    let TooSmall { title, size } = too_small;
    let lines = [
        format!("{title} needs {size}"),
        format!("this window has {}", area.as_size()),
    ];
    if lines.iter().any(|line| display_width(line) > area.width) || area.height < 2 {
        write(buf, 0, area.height / 2, &size.to_string(), style);
        return;
    }
    let middle = area.centered_vertically(Constraint::Length(2));
    for (row, line) in middle.rows().zip(&lines) {
        write_centered(buf, row, line, style);
    }
}
