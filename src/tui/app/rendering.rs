//! Layout and rendering of the frame.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::App;
use crate::tui::footer;
use crate::tui::frame::{Frame, TooSmall};
use crate::tui::painter::Painter;
use crate::tui::theme::StyleRole;
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
    pub fn render(&self, buffer: &mut Buffer) {
        let services = &self.services;
        let frame = &self.frame;
        let mut painter = Painter::new(buffer, services.appearance);
        if painter.style(StyleRole::Background) != Style::new() {
            painter.fill(frame.area, " ", StyleRole::Background);
        }
        if let Some(too_small) = frame.too_small {
            render_too_small(&mut painter, frame.area, too_small);
            return;
        }
        for screen in self.screens.visible() {
            screen.render(services, frame, &mut painter);
        }
        footer::render(services, frame, &mut painter);
        if let Some(view) = self.visible_table() {
            view.render_floating(&mut painter);
        }
        painter.transliterate();
    }

    /// Returns the layout of the current frame.
    pub fn frame(&self) -> &Arc<Frame> {
        &self.frame
    }
}

/// Says what size is needed, as far as the window has room for that.
fn render_too_small(painter: &mut Painter<'_>, area: Rect, too_small: TooSmall) {
    let size = too_small.size;
    let lines = [
        format!("{} needs {size}", too_small.title),
        format!("this window has {}", area.as_size()),
    ];
    if lines.iter().any(|line| display_width(line) > area.width) || area.height < 2 {
        painter.write(0, area.height / 2, &size.to_string(), StyleRole::Text);
        return;
    }
    for (row, line) in (area.height / 2 - 1..).zip(&lines) {
        painter.write_centered(area, row, line, StyleRole::Text);
    }
}
