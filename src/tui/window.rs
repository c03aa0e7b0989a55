//! The window: what it shows, its next frame, and the bytes that lead from one to the other.
//!
//! ratatui compares the frames. The bytes are written here and not by its backend, which repeats both
//! colors whenever one of them changes and resets each attribute at the end of every frame: to move
//! the cursor by a card took half as many bytes again.

use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Attribute, Colored, ResetColor};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, size as terminal_size,
};
use ratatui::buffer::{Buffer, Cell, CellWidth};
use ratatui::layout::{Position, Rect, Size};
use ratatui::prelude::IntoCrossterm;
use ratatui::style::{Color, Modifier};

/// Maximum size that is drawn. A table never needs more, and a window may claim to have 65535 columns
/// and rows.
const MAX_SIZE: Size = Size::new(640, 240);

/// Minimum size in bytes of a frame that is sent as a synchronized update. Smaller frames arrive
/// whole anyway, and the escape sequences would cost more than they help.
const SYNC_UPDATE_THRESHOLD: usize = 1024;

/// What the window shows, and its next frame. Unlike ratatui's `Terminal`, it has cells for the part of
/// the window that is drawn only, and never asks the terminal for the position of the cursor, a query that
/// may go unanswered.
pub(super) struct Window {
    shown: Buffer,
    next: Buffer,
    encoder: FrameEncoder,
}

impl Window {
    /// Creates a window of which nothing is drawn before it is [cleared](Window::clear).
    pub(super) fn new() -> Window {
        Window {
            shown: Buffer::empty(Rect::ZERO),
            next: Buffer::empty(Rect::ZERO),
            encoder: FrameEncoder::default(),
        }
    }

    /// Clears the window together with the next frame, to avoid flicker, forgets what was on it, and
    /// takes over its size.
    ///
    /// # Errors
    /// The size is not known.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        let (columns, rows) = terminal_size()?;
        let area = Rect::new(0, 0, columns.min(MAX_SIZE.width), rows.min(MAX_SIZE.height));
        self.shown = Buffer::empty(area);
        self.next = Buffer::empty(area);
        self.encoder = FrameEncoder::default();
        self.encoder.clear_screen()
    }

    /// Returns the columns and rows that are drawn.
    pub(super) fn size(&self) -> (u16, u16) {
        (self.next.area.width, self.next.area.height)
    }

    /// Returns the next frame, which is empty.
    pub(super) fn next_frame(&mut self) -> &mut Buffer {
        &mut self.next
    }

    /// Sends the cells of the next frame that differ from those shown, and moves the hidden cursor to
    /// a cell. A frame is written at once, so that no half-drawn screen is visible.
    ///
    /// # Errors
    /// Writing fails.
    pub(super) fn present(&mut self, focus: Option<Position>) -> io::Result<()> {
        self.encoder.draw(self.shown.diff_iter(&self.next), focus)?;
        std::mem::swap(&mut self.shown, &mut self.next);
        self.next.reset();
        self.encoder.send(&mut io::stdout().lock())
    }
}

/// The attributes of text that are used: the modifier, and what turns it on and off.
const ATTRIBUTES: [(Modifier, Attribute, Attribute); 5] = [
    (Modifier::BOLD, Attribute::Bold, Attribute::NormalIntensity),
    (Modifier::DIM, Attribute::Dim, Attribute::NormalIntensity),
    (Modifier::ITALIC, Attribute::Italic, Attribute::NoItalic),
    (
        Modifier::UNDERLINED,
        Attribute::Underlined,
        Attribute::NoUnderline,
    ),
    (Modifier::REVERSED, Attribute::Reverse, Attribute::NoReverse),
];

/// Attributes that [`Attribute::NormalIntensity`] turns off together.
const INTENSITIES: Modifier = Modifier::BOLD.union(Modifier::DIM);

/// Attributes that show on a space.
const VISIBLE_ON_SPACE: Modifier = Modifier::UNDERLINED.union(Modifier::REVERSED);

/// The bytes of one frame, and the state of the terminal after them.
#[derive(Default)]
struct FrameEncoder {
    bytes: Vec<u8>,
    style: TextStyle,
    /// Where the cursor is, if known.
    cursor: Option<Position>,
}

/// Colors and attributes of text.
#[derive(Clone, Copy, Default, PartialEq)]
struct TextStyle {
    foreground: Color,
    background: Color,
    modifier: Modifier,
}

impl FrameEncoder {
    fn clear_screen(&mut self) -> io::Result<()> {
        queue!(self.bytes, Clear(ClearType::All))
    }

    /// Draws cells, returns to the default style, and moves the cursor.
    fn draw<'a>(
        &mut self,
        cells: impl Iterator<Item = (u16, u16, &'a Cell)>,
        focus: Option<Position>,
    ) -> io::Result<()> {
        for (x, y, cell) in cells {
            self.move_to(Position { x, y })?;
            self.set_style(cell)?;
            self.bytes.extend_from_slice(cell.symbol().as_bytes());
            // After the last column this is no cell, so the cursor will be moved to any that follows.
            let x = x.saturating_add(cell.cell_width());
            self.cursor = Some(Position { x, y });
        }
        if self.style != TextStyle::default() {
            queue!(self.bytes, ResetColor)?;
            self.style = TextStyle::default();
        }
        focus.map_or(Ok(()), |focus| self.move_to(focus))
    }

    fn move_to(&mut self, position: Position) -> io::Result<()> {
        if self.cursor != Some(position) {
            queue!(self.bytes, MoveTo(position.x, position.y))?;
            self.cursor = Some(position);
        }
        Ok(())
    }

    /// Changes what differs between the current style and that of a cell, in one escape sequence. Of a
    /// space only what is visible changes.
    fn set_style(&mut self, cell: &Cell) -> io::Result<()> {
        let shown = self.style;
        let mut next = TextStyle {
            foreground: cell.fg,
            background: cell.bg,
            modifier: cell.modifier,
        };
        if cell.symbol() == " " && !next.modifier.intersects(VISIBLE_ON_SPACE) {
            next.foreground = shown.foreground;
            next.modifier = shown.modifier - VISIBLE_ON_SPACE;
        }
        let removed = shown.modifier - next.modifier;
        let mut added = next.modifier - shown.modifier;
        if removed.intersects(INTENSITIES) {
            added |= next.modifier & INTENSITIES;
        }
        let removed = ATTRIBUTES.into_iter().filter(|row| removed.contains(row.0));
        let added = ATTRIBUTES.into_iter().filter(|row| added.contains(row.0));
        let turned_off = removed.map(|(_, _, off)| off.sgr());
        let turned_on = added.map(|(_, on, _)| on.sgr());
        let mut parameters: Vec<String> = turned_off.chain(turned_on).collect();
        if next.foreground != shown.foreground {
            let color = next.foreground.into_crossterm();
            parameters.push(Colored::ForegroundColor(color).to_string());
        }
        if next.background != shown.background {
            let color = next.background.into_crossterm();
            parameters.push(Colored::BackgroundColor(color).to_string());
        }
        // Without colors, because of NO_COLOR, crossterm writes none.
        parameters.retain(|parameter| !parameter.is_empty());
        if !parameters.is_empty() {
            write!(self.bytes, "\x1b[{}m", parameters.join(";"))?;
        }
        self.style = next;
        Ok(())
    }

    /// Writes the frame, if it has changes.
    fn send(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        let is_synchronized = self.bytes.len() >= SYNC_UPDATE_THRESHOLD;
        if is_synchronized {
            queue!(out, BeginSynchronizedUpdate)?;
        }
        let result = out.write_all(&self.bytes);
        self.bytes.clear();
        result?;
        if is_synchronized {
            queue!(out, EndSynchronizedUpdate)?;
        }
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use proptest::prelude::*;
    use ratatui::style::Style;

    use super::*;

    const AREA: Rect = Rect::new(0, 0, 12, 3);

    fn style() -> impl Strategy<Value = Style> {
        let color = prop::sample::select(vec![
            Color::Reset,
            Color::Red,
            Color::Indexed(200),
            Color::Rgb(26, 26, 30),
        ]);
        // Not bold and dim: which of the two a terminal shows differs.
        let modifiers = prop::sample::select(vec![
            Modifier::empty(),
            Modifier::BOLD,
            Modifier::DIM,
            Modifier::REVERSED,
            Modifier::BOLD | Modifier::UNDERLINED,
            Modifier::DIM | Modifier::ITALIC,
        ]);
        (color.clone(), color, modifiers).prop_map(|(fg, bg, modifier)| {
            let plain = Style::new().remove_modifier(Modifier::all());
            plain.fg(fg).bg(bg).add_modifier(modifier)
        })
    }

    /// A frame with some texts in several styles.
    fn frame() -> impl Strategy<Value = Buffer> {
        let text = prop::sample::select(vec![" ", "K", "❯▌", "ab  c"]);
        let texts = prop::collection::vec((0..AREA.width, 0..AREA.height, text, style()), 0..12);
        texts.prop_map(|texts| {
            let mut buffer = Buffer::empty(AREA);
            for (x, y, text, style) in texts {
                buffer.set_stringn(x, y, text, usize::from(AREA.width - x), style);
            }
            buffer
        })
    }

    fn encode(
        encoder: &mut FrameEncoder,
        shown: &Buffer,
        next: &Buffer,
        focus: Option<Position>,
    ) -> Vec<u8> {
        let mut bytes = Vec::new();
        encoder
            .draw(shown.diff_iter(next), focus)
            .and_then(|()| encoder.send(&mut bytes))
            .expect("writing to memory");
        bytes
    }

    fn terminal_color(color: Color) -> vt100::Color {
        match color {
            Color::Red => vt100::Color::Idx(1),
            Color::Indexed(index) => vt100::Color::Idx(index),
            Color::Rgb(r, g, b) => vt100::Color::Rgb(r, g, b),
            _ => vt100::Color::Default,
        }
    }

    fn assert_shows(screen: &vt100::Screen, frame: &Buffer) {
        for position in AREA.positions() {
            let (x, y) = (position.x, position.y);
            let cell = &frame[position];
            let shown = screen.cell(y, x).expect("cell");
            if shown.is_wide_continuation() {
                continue;
            }
            let contents = if shown.has_contents() {
                shown.contents()
            } else {
                " "
            };
            assert_eq!(contents, cell.symbol(), "{position}");
            assert_eq!(shown.bgcolor(), terminal_color(cell.bg), "{position}");
            let on = |modifier| cell.modifier.contains(modifier);
            assert_eq!(shown.inverse(), on(Modifier::REVERSED), "{position}");
            assert_eq!(shown.underline(), on(Modifier::UNDERLINED), "{position}");
            if cell.symbol() != " " || on(Modifier::UNDERLINED) || on(Modifier::REVERSED) {
                assert_eq!(shown.fgcolor(), terminal_color(cell.fg), "{position}");
                assert_eq!(shown.bold(), on(Modifier::BOLD), "{position}");
                assert_eq!(shown.dim(), on(Modifier::DIM), "{position}");
                assert_eq!(shown.italic(), on(Modifier::ITALIC), "{position}");
            }
        }
    }

    /// Frames, each with the cell to which the cursor is moved, if any.
    fn frames() -> impl Strategy<Value = Vec<(Buffer, Option<(u16, u16)>)>> {
        let focus = prop::option::of((0..AREA.width, 0..AREA.height));
        prop::collection::vec((frame(), focus), 1..6)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_terminal_shows_each_frame(frames in frames()) {
            let size = |cells| NonZero::new(cells).expect("cells");
            let mut terminal = vt100::Parser::new(size(AREA.height), size(AREA.width), 0);
            let mut encoder = FrameEncoder::default();
            encoder.clear_screen().expect("writing to memory");
            let mut shown = Buffer::empty(AREA);
            for (next, focus) in frames {
                let focus = focus.map(Position::from);
                terminal.process(&encode(&mut encoder, &shown, &next, focus));
                assert_shows(terminal.screen(), &next);
                if let Some(focus) = focus {
                    prop_assert_eq!(terminal.screen().cursor_position(), (focus.y, focus.x));
                }
                shown = next;
            }
        }
    }

    #[test]
    fn a_frame_without_changes_takes_no_bytes() {
        let mut encoder = FrameEncoder::default();
        let buffer = Buffer::empty(AREA);
        let focus = Some(Position::new(3, 1));
        assert_eq!(encode(&mut encoder, &buffer, &buffer, focus), b"\x1b[2;4H");
        assert_eq!(encode(&mut encoder, &buffer, &buffer, focus), b"");
        assert_eq!(encode(&mut encoder, &buffer, &buffer, None), b"");
    }

    #[test]
    fn a_color_that_stays_is_not_repeated() {
        let blank = Buffer::empty(AREA);
        let mut next = blank.clone();
        let style = Style::new().fg(Color::Rgb(1, 2, 3));
        next.set_string(0, 0, "a", style);
        next.set_string(1, 0, "b", style.bg(Color::Rgb(4, 5, 6)));
        let bytes = encode(&mut FrameEncoder::default(), &blank, &next, None);
        let expected = b"\x1b[1;1H\x1b[38;2;1;2;3ma\x1b[48;2;4;5;6mb\x1b[0m";
        assert_eq!(
            String::from_utf8_lossy(&bytes),
            String::from_utf8_lossy(expected)
        );
    }

    #[test]
    fn the_cursor_is_not_moved_to_the_cell_after_a_wide_character() {
        let blank = Buffer::empty(AREA);
        let mut next = blank.clone();
        next.set_string(0, 0, "日本", Style::new());
        let focus = Some(Position::new(4, 0));
        let bytes = encode(&mut FrameEncoder::default(), &blank, &next, focus);
        assert_eq!(String::from_utf8_lossy(&bytes), "\x1b[1;1H日本");
    }
}
