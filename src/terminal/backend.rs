//! The backend of ratatui's terminal. It asks the terminal nothing, sends a frame as a whole, and of each cell
//! only what changes.

use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{
    Attribute, Print, ResetColor, SetAttribute, SetBackgroundColor, SetForegroundColor,
};
use crossterm::terminal::{self, BeginSynchronizedUpdate, Clear, EndSynchronizedUpdate};
use ratatui::backend::{Backend, ClearType, IntoCrossterm, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};

/// Maximum size that is drawn. No screen needs more, and a window may claim to have 65535 columns
/// and rows.
const MAX_SIZE: Size = Size::new(640, 240);

/// Minimum size in bytes of a frame that is sent as a synchronized update. Smaller frames arrive
/// whole anyway, and the escape sequences would cost more than they help.
const SYNC_UPDATE_THRESHOLD: usize = 1024;

/// Backend for a terminal whose cursor stays hidden and only marks the focus. It gathers a frame and writes it
/// at once, so that no half-drawn screen is visible.
#[derive(Default)]
pub struct WindowBackend {
    frame: Vec<u8>,
    /// Where the cursor was put last, unless cells were drawn since.
    cursor: Option<Position>,
}

impl WindowBackend {
    /// Returns what is not sent yet.
    #[must_use]
    pub fn frame(&self) -> &[u8] {
        &self.frame
    }
}

impl Backend for WindowBackend {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut pen = Pen::default();
        for (x, y, cell) in content {
            pen.draw(cell, Position { x, y }, &mut self.frame)?;
            self.cursor = None;
        }
        if pen.next.is_none() {
            return Ok(());
        }
        queue!(self.frame, ResetColor, SetAttribute(Attribute::Reset))
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Returns any position: only [`Terminal::clear`](ratatui::Terminal::clear) wants to know it, and a
    /// query may go unanswered.
    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let at = position.into();
        if self.cursor.replace(at) != Some(at) {
            queue!(self.frame, MoveTo(at.x, at.y))?;
        }
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        // Sent together with the next frame, to avoid flicker; blank, whatever was written last.
        queue!(
            self.frame,
            ResetColor,
            SetAttribute(Attribute::Reset),
            Clear(terminal::ClearType::All)
        )
    }

    fn clear_region(&mut self, _all: ClearType) -> io::Result<()> {
        self.clear()
    }

    fn size(&self) -> io::Result<Size> {
        let Size { width, height } = window_size()?;
        let (width, height) = (width.min(MAX_SIZE.width), height.min(MAX_SIZE.height));
        Ok(Size { width, height })
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize {
            columns_rows: self.size()?,
            pixels: Size::ZERO,
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.frame.is_empty() {
            return Ok(());
        }
        let mut out = io::stdout();
        let is_synchronized = self.frame.len() >= SYNC_UPDATE_THRESHOLD;
        if is_synchronized {
            queue!(out, BeginSynchronizedUpdate)?;
        }
        let result = out.write_all(&self.frame);
        self.frame.clear();
        result?;
        if is_synchronized {
            queue!(out, EndSynchronizedUpdate)?;
        }
        out.flush()
    }
}

/// Returns the size of the window in cells. Where the terminal reports 0, as on a serial line, it is that of
/// `COLUMNS` and `LINES`, else 80 by 24.
///
/// # Errors
/// There is no terminal.
pub fn window_size() -> io::Result<Size> {
    let known = |reported: u16, variable: &str, usual: u16| {
        let told = || std::env::var(variable).ok()?.parse().ok();
        let mut lengths = [Some(reported), told()].into_iter().flatten();
        lengths.find(|length| *length > 0).unwrap_or(usual)
    };
    let (width, height) = terminal::size()?;
    Ok(Size {
        width: known(width, "COLUMNS", 80),
        height: known(height, "LINES", 24),
    })
}

/// What the terminal draws with, and where. Only what changes is sent, and of a blank only what is seen:
/// an animation takes half as many bytes.
#[derive(Default)]
struct Pen {
    foreground: Color,
    background: Color,
    modifiers: Modifier,
    /// The cell that is drawn without moving there.
    next: Option<Position>,
}

/// The attributes of the modifiers.
const MODIFIERS: [(Modifier, Attribute); 5] = [
    (Modifier::BOLD, Attribute::Bold),
    (Modifier::DIM, Attribute::Dim),
    (Modifier::ITALIC, Attribute::Italic),
    (Modifier::UNDERLINED, Attribute::Underlined),
    (Modifier::REVERSED, Attribute::Reverse),
];
/// Those that are seen on a blank: of a reversed one, also whether its paper is dim.
const SEEN_ON_BLANKS: Modifier = Modifier::UNDERLINED
    .union(Modifier::REVERSED)
    .union(Modifier::DIM);

impl Pen {
    fn draw(&mut self, cell: &Cell, at: Position, out: &mut impl Write) -> io::Result<()> {
        if self.next != Some(at) {
            queue!(out, MoveTo(at.x, at.y))?;
        }
        self.next = at.x.checked_add(1).map(|x| Position { x, ..at });
        // Both halves of a half block may have one color.
        let is_filled = cell.symbol() == "▀" && cell.fg == cell.bg && cell.bg != Color::Reset;
        let symbol = if is_filled { " " } else { cell.symbol() };
        let is_blank = symbol == " ";
        let all = Modifier::all();
        let seen = if is_blank { SEEN_ON_BLANKS } else { all };
        let modifiers = cell.modifier & seen;
        if modifiers != self.modifiers & seen {
            if !modifiers.contains(self.modifiers) {
                // What switches all of them off resets the colors too.
                queue!(out, SetAttribute(Attribute::Reset))?;
                *self = Pen {
                    next: self.next,
                    ..Pen::default()
                };
            }
            let added = modifiers - self.modifiers;
            let is_added = |(modifier, _): &&(Modifier, Attribute)| added.contains(*modifier);
            for (_, attribute) in MODIFIERS.iter().filter(is_added) {
                queue!(out, SetAttribute(*attribute))?;
            }
            self.modifiers = modifiers;
        }
        if (!is_blank || !modifiers.is_empty()) && cell.fg != self.foreground {
            queue!(out, SetForegroundColor(cell.fg.into_crossterm()))?;
            self.foreground = cell.fg;
        }
        if cell.bg != self.background {
            queue!(out, SetBackgroundColor(cell.bg.into_crossterm()))?;
            self.background = cell.bg;
        }
        queue!(out, Print(symbol))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reversed_blank_becomes_dim_and_bright_again() -> io::Result<()> {
        let reversed = Modifier::REVERSED;
        let (mut pen, mut out) = (Pen::default(), Vec::new());
        for modifiers in [reversed, reversed | Modifier::DIM, reversed] {
            let mut cell = Cell::new(" ");
            cell.modifier = modifiers;
            pen.draw(&cell, pen.next.unwrap_or_default(), &mut out)?;
        }
        let shown = String::from_utf8_lossy(&out).replace('\x1b', "^");
        assert_eq!(shown, "^[1;1H^[7m ^[2m ^[0m^[7m ");
        Ok(())
    }
}
