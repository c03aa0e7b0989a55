//! Layout of one frame: what a click on each cell means, and where messages and keys go.

use ratatui::layout::{Position, Rect, Size};

use super::action::{Action, Target};
use super::keymap::{Binding, Key};
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
    /// The cells.
    pub area: Rect,
    /// What a click on them means.
    pub hit: Hit,
    /// The cell of the marker beside a card or pile. It belongs to the card unless something else
    /// covers it.
    pub marker: Option<Position>,
}

/// A key in the footer or on a panel, with its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Button {
    /// The cells; before it is placed, only their number.
    pub area: Rect,
    /// The key.
    pub key: Key,
    /// What the key does, as text.
    pub label: &'static str,
    /// What the key does.
    pub action: Action,
}

impl Button {
    /// Creates the button of a binding's first key; `None` if it has no key.
    pub fn new(binding: &Binding, label: &'static str) -> Option<Button> {
        let key = *binding.keys.first()?;
        let width = display_width(&format!("{key} {label}"));
        Some(Button {
            area: Rect::new(0, 0, width, 1),
            key,
            label,
            action: binding.action,
        })
    }
}

/// A line of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageLine {
    /// Its first column.
    pub x: u16,
    /// Its row.
    pub row: u16,
    /// Its text.
    pub text: String,
}

/// The size that a screen needs and does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooSmall {
    /// What needs the space.
    pub title: &'static str,
    /// Minimum size of the window.
    pub size: Size,
}

/// Layout of one frame, computed once after each event and shared by rendering, hit-testing and
/// animations. What each screen shows where is part of that screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The whole window.
    pub area: Rect,
    /// The columns of header, messages and footer.
    pub content: Rect,
    /// The cells that can be clicked, lowest first.
    pub hit_areas: Vec<HitArea>,
    /// The row of the prompt and of short messages.
    pub message_row: u16,
    /// The first row that a long message may cover.
    pub first_message_row: u16,
    /// The row of the footer, which may be the same.
    pub footer_row: u16,
    /// Columns at the start of the message row that are taken by something else.
    pub reserved_width: u16,
    /// Whether the keys may take the row above the footer too.
    pub may_wrap_footer: bool,
    /// Whether the footer shows keys.
    pub has_buttons: bool,
    /// Text at the start of the footer.
    pub status: String,
    /// The cell that screen readers and magnifiers should follow: the card under the cursor, the
    /// selected entry of a list, or the end of a typed line.
    pub focus: Option<Position>,
    /// The lines of the message.
    pub message: Vec<MessageLine>,
    /// The keys of the footer.
    pub buttons: Vec<Button>,
    /// Set if the window is too small to show anything else.
    pub too_small: Option<TooSmall>,
}

impl Frame {
    /// Creates an empty frame for a window of this many columns and rows.
    pub fn new((columns, rows): (u16, u16)) -> Frame {
        Frame {
            area: Rect::new(0, 0, columns, rows),
            content: Rect::new(1, 0, columns.saturating_sub(2), rows),
            message_row: rows.saturating_sub(1),
            first_message_row: 1,
            footer_row: rows.saturating_sub(1),
            has_buttons: true,
            ..Frame::default()
        }
    }

    /// Whether messages and the footer have the same row.
    pub fn is_footer_shared(&self) -> bool {
        self.message_row == self.footer_row
    }

    /// Adds cells that can be clicked, above those that are there.
    pub fn add_hit(&mut self, area: Rect, hit: Hit) {
        self.add_hit_with_marker(area, hit, None);
    }

    /// Adds the cells of a card or pile and of the marker beside it.
    pub fn add_hit_with_marker(&mut self, area: Rect, hit: Hit, marker: Option<Position>) {
        self.hit_areas.push(HitArea { area, hit, marker });
    }

    /// Makes the buttons added so far part of the background, and clears the status: another screen
    /// receives key input.
    pub fn cover_lower_screens(&mut self) {
        self.status.clear();
        self.focus = None;
        self.may_wrap_footer = false;
        for area in &mut self.hit_areas {
            area.hit = Hit::Target(area.hit.target());
        }
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
