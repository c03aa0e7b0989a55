//! What one frame shows: its cells, what a click on each means, and where messages and keys go.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Position, Rect, Size};
use ratatui::style::Style;
use ratatui::widgets::{Clear, Fill, Widget};

use super::action::{Action, Target};
use super::theme::{Role, Theme};
use super::wrap::{display_width, wrap, wrap_cut};

/// Minimum height of a window in which messages have a row of their own. In lower ones they take the
/// place of the keys.
const MIN_ROWS_WITH_MESSAGE_ROW: u16 = 18;

/// Splits a window into the area of the screens, the row of messages and that of the keys.
pub(super) fn split(window: Rect) -> [Rect; 3] {
    let message_rows = u16::from(window.height >= MIN_ROWS_WITH_MESSAGE_ROW);
    let [area, message_row, key_row] = window.layout(&Layout::vertical([
        Constraint::Fill(1),
        Constraint::Length(message_rows),
        Constraint::Length(1),
    ]));
    match message_rows {
        0 => [area, key_row, key_row],
        _ => [area, message_row, key_row],
    }
}

/// The size that a screen needs and does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooSmall {
    /// What needs the space.
    pub title: &'static str,
    /// Minimum size of the area of a screen.
    pub size: Size,
}

impl TooSmall {
    /// Says what size the window needs and has, and which key quits, as far as there is room for that.
    pub fn render(self, quit: Option<String>, canvas: &mut Canvas<'_>) {
        let Size { width, height } = self.size;
        let message_rows = u16::from(height + 1 >= MIN_ROWS_WITH_MESSAGE_ROW);
        let size = Size::new(width, height + message_rows + 1);
        let (window, style) = (canvas.frame.area, canvas.theme[Role::Text]);
        let texts = [
            format!("{} needs {size}", self.title),
            format!("this window has {}", window.as_size()),
            quit.unwrap_or_default(),
        ];
        let lines = texts.iter();
        let lines = lines.flat_map(|text| wrap(text, window.width.max(1).into()));
        let lines: Vec<String> = lines.take(window.height.into()).collect();
        let middle = window.centered_vertically(Constraint::Length(lines.len() as u16));
        for (row, line) in middle.rows().zip(&lines) {
            canvas.write_centered(row, line, style);
        }
    }
}

/// What a frame shows besides its cells: what a click on each cell means, and where messages and keys go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    pub area: Rect,
    /// The columns of header, messages and keys.
    pub content: Rect,
    /// The cells that can be clicked, lowest first, and the action of a click on them.
    pub hit_areas: Vec<(Rect, Action)>,
    /// The cell that screen readers and magnifiers should follow: the card under the cursor or the
    /// selected entry of a list.
    pub focus: Option<Position>,
    /// What is selected or under way, shown while there is no message.
    pub status: String,
    /// Whether another screen is above the one that is drawn.
    pub(super) is_covered: bool,
    /// Set if the window is too small to show anything else.
    pub too_small: Option<TooSmall>,
}

impl Frame {
    /// Creates an empty frame for a window of this many columns and rows.
    pub fn new((columns, rows): (u16, u16)) -> Frame {
        let area = Rect::new(0, 0, columns, rows);
        Frame {
            area,
            content: area.inner(Margin::new(1, 0)),
            ..Frame::default()
        }
    }

    /// Begins a screen above the others, whose buttons become part of the background, because it receives
    /// key input.
    pub(super) fn begin_screen(&mut self) {
        for (_, hit) in &mut self.hit_areas {
            *hit = Action::Click(hit.target());
        }
        self.focus = None;
        self.status.clear();
    }

    /// Returns the action of a click on a cell: that of the topmost area there.
    pub fn hit_test(&self, column: u16, row: u16) -> Action {
        let cell = Position::new(column, row);
        let mut areas = self.hit_areas.iter();
        let found = areas.rfind(|(area, _)| area.contains(cell));
        found.map_or(Action::Click(Target::Background), |(_, hit)| *hit)
    }
}

/// What a frame is drawn on, and with.
pub struct Canvas<'a> {
    pub theme: &'a Theme,
    pub frame: Frame,
    pub buf: &'a mut Buffer,
}

impl Canvas<'_> {
    /// Adds cells that can be clicked.
    pub fn add(&mut self, hit: Action, area: Rect) {
        self.frame.hit_areas.push((area, hit));
    }

    /// Adds cells of something that is no button.
    pub fn add_target(&mut self, target: Target, area: Rect) {
        self.add(Action::Click(target), area);
    }

    /// Adds an entry of a list, by its index. The selected one has the focus.
    pub fn add_entry(&mut self, entry: usize, area: Rect, is_selected: bool) {
        self.add_target(Target::Entry(entry), area);
        if is_selected {
            self.frame.focus = Some(area.as_position());
        }
    }

    /// Writes text as far as it is in the buffer; returns the column after it.
    pub fn write(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        if !self.buf.area.contains(Position::new(x, y)) {
            return x;
        }
        let (end, _) = self.buf.set_stringn(x, y, text, usize::MAX, style);
        end
    }

    /// Writes text in the middle of an area's first row.
    pub fn write_centered(&mut self, area: Rect, text: &str, style: Style) {
        let x = area.x + area.width.saturating_sub(display_width(text)) / 2;
        self.write(x, area.y, text, style);
    }

    /// Writes a text in the rows of an area; what does not fit is cut.
    pub fn write_cut(&mut self, area: Rect, text: &str, style: Style) {
        if area.is_empty() {
            return;
        }
        let lines = wrap_cut(text, area.width.into(), area.height.into());
        for (row, line) in area.rows().zip(&lines) {
            self.write(row.x, row.y, line, style);
        }
    }

    /// Covers an area with a symbol.
    pub fn fill(&mut self, area: Rect, symbol: &str, style: Style) {
        Clear.render(area, self.buf);
        Fill::new(symbol).style(style).render(area, self.buf);
    }
}
