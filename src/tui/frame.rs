//! Layout of one frame: what a click on each cell means, and where messages and keys go.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin, Position, Rect, Size};
use ratatui::style::Style;

use super::action::{Action, Target};
use super::keymap::Button;
use super::widgets::{write, write_centered};
use super::wrap::display_width;

/// What a click of the left button means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// Runs an action.
    Button(Action),
    /// Is on something else.
    Target(Target),
}

impl Hit {
    /// Returns the action of a click, or of the second click of a double click.
    pub fn action(self, is_second: bool) -> Action {
        match self {
            Hit::Button(action) => action,
            Hit::Target(target @ Target::Card(_)) if is_second => Action::DoubleClick(target),
            Hit::Target(target) => Action::Click(target),
        }
    }

    /// Returns what a drag or the wheel is on; a button is part of the background.
    pub fn target(self) -> Target {
        match self {
            Hit::Target(target) => target,
            Hit::Button(_) => Target::Background,
        }
    }
}

/// Cells that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitArea {
    pub area: Rect,
    /// What a click on them means.
    pub hit: Hit,
    /// The cell of the marker beside a card or pile. It belongs to the card unless something else
    /// covers it.
    pub marker: Option<Position>,
}

impl HitArea {
    pub fn new(area: Rect, hit: Hit) -> HitArea {
        HitArea {
            area,
            hit,
            marker: None,
        }
    }

    /// Creates the cells of a button that is placed.
    pub fn of_button(button: &Button) -> HitArea {
        HitArea::new(button.area, Hit::Button(button.action))
    }

    /// Creates the cells of something that is no button.
    pub fn of_target(target: Target, area: Rect) -> HitArea {
        HitArea::new(area, Hit::Target(target))
    }
}

/// A line of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageLine {
    pub x: u16,
    pub row: u16,
    pub text: String,
}

/// The size that a screen needs and does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooSmall {
    /// What needs the space.
    pub title: &'static str,
    /// Minimum size of the area of a screen, or in a frame that of the window.
    pub size: Size,
}

impl TooSmall {
    /// Says what size is needed, as far as the window has room for that.
    pub fn render(self, style: Style, window: Rect, buf: &mut Buffer) {
        let lines = [
            format!("{} needs {}", self.title, self.size),
            format!("this window has {}", window.as_size()),
        ];
        let has_room = |line: &String| display_width(line) <= window.width;
        if window.height < 2 || !lines.iter().all(has_room) {
            write(buf, 0, window.height / 2, &self.size.to_string(), style);
            return;
        }
        let middle = window.centered_vertically(Constraint::Length(2));
        for (row, line) in middle.rows().zip(&lines) {
            write_centered(buf, row, line, style);
        }
    }
}

/// What a screen has laid out in its area, as far as others need to know. What it shows where is part
/// of the screen.
#[derive(Clone, Debug, Default)]
pub struct ScreenLayout {
    /// The cells that can be clicked, lowest first.
    pub hit_areas: Vec<HitArea>,
    /// The cell that screen readers and magnifiers should follow: the card under the cursor or the
    /// selected entry of a list.
    pub focus: Option<Position>,
    /// The columns of the header, which the message row and the key row share.
    pub content: Option<Rect>,
    /// What is selected or under way, shown while there is no message.
    pub status: String,
    /// The line that is being typed, with its label.
    pub prompt: Option<String>,
    /// Set if the area is too small to show anything else.
    pub too_small: Option<TooSmall>,
}

impl ScreenLayout {
    pub fn of_panel(panel: Rect) -> ScreenLayout {
        ScreenLayout {
            hit_areas: vec![HitArea::of_target(Target::Panel, panel)],
            ..ScreenLayout::default()
        }
    }

    /// Adds an entry of a list, by its index. The selected one has the focus.
    pub fn add_entry(&mut self, entry: usize, area: Rect, is_selected: bool) {
        let target = Target::Entry(entry);
        self.hit_areas.push(HitArea::of_target(target, area));
        if is_selected {
            self.focus = Some(area.as_position());
        }
    }
}

/// Layout of one frame, computed once after each event and shared by rendering, hit-testing and
/// animations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    pub area: Rect,
    /// The columns of header, messages and keys.
    pub content: Rect,
    /// The cells that can be clicked, lowest first.
    pub hit_areas: Vec<HitArea>,
    /// The cell that screen readers and magnifiers should follow.
    pub focus: Option<Position>,
    pub(super) status: String,
    pub(super) prompt: Option<String>,
    pub message: Vec<MessageLine>,
    /// The keys of the last row.
    pub buttons: Vec<Button>,
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

    /// Adds a screen above the others, whose buttons become part of the background, because it receives
    /// key input.
    pub(super) fn add(&mut self, layout: ScreenLayout) {
        for area in &mut self.hit_areas {
            area.hit = Hit::Target(area.hit.target());
        }
        self.hit_areas.extend(layout.hit_areas);
        self.focus = layout.focus;
        self.content = layout.content.unwrap_or(self.content);
        self.status = layout.status;
        self.prompt = layout.prompt;
        self.too_small = layout.too_small;
    }

    /// Returns what a click on a cell means: that of the topmost area there, or else of the card or
    /// pile whose marker is there.
    pub fn hit_test(&self, column: u16, row: u16) -> Hit {
        let cell = Position::new(column, row);
        let mut areas = self.hit_areas.iter();
        let mut markers = self.hit_areas.iter();
        areas
            .rfind(|area| area.area.contains(cell))
            .or_else(|| markers.rfind(|area| area.marker == Some(cell)))
            .map_or(Hit::Target(Target::Background), |area| area.hit)
    }
}
