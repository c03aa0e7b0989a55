//! Settings screen: a panel at the bottom, so that changes are visible above it.

use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::widgets::Block;

use crate::describe::sentence;
use crate::escape::escape_text;
use crate::storage::settings::Setting;
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, Use};
use crate::tui::screen::{Request, Screen};
use crate::tui::theme::{Role, glyphs};
use crate::tui::widgets::panel::{self, entries_around};
use crate::tui::wrap::display_width;

/// Width of the panel, from which on settings stand in two columns, and that of the left one.
const MAX_WIDTH: u16 = 80;
const COLUMN_WIDTH: u16 = 36;
/// Columns from a setting to its values.
const VALUE_COLUMN: usize = 19;
/// Rows of the border, and for the description with a blank one above it.
const BORDER_ROWS: u16 = 2;
const DESCRIPTION_ROWS: u16 = 3;

/// Settings screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsScreen {
    /// The selected row: a setting, or after these an error in the settings file.
    selected: usize,
}

impl SettingsScreen {
    fn selected_setting(&self) -> Option<Setting> {
        Setting::ON_SCREEN.get(self.selected).copied()
    }

    fn change(&self, direction: Direction, cx: &mut Context) {
        if let Some(setting) = self.selected_setting() {
            cx.cycle_setting(setting, direction.is_backward());
        }
    }

    /// Returns the settings: the label of each, its values side by side, and the chosen one in brackets. All errors
    /// share the last.
    fn entries(&self, cx: &Context) -> Vec<(&'static str, String, String)> {
        let settings = Setting::ON_SCREEN.iter().map(|&setting| {
            let values = cx.config.chosen().available_values(setting).into_iter();
            let chosen = cx.config.chosen().value(setting);
            let shown = values.map(|value| match setting.shown(value) {
                name if value == chosen => format!("[{name}]"),
                name => format!(" {name} "),
            });
            let chosen = format!("[{}]", setting.shown(chosen));
            (setting.label(), shown.collect(), chosen)
        });
        let number = (self.selected + 1).saturating_sub(Setting::ON_SCREEN.len());
        let errors = cx.config.errors.len();
        let errors = (errors > 0).then(|| format!(" {} of {errors}", number.max(1)));
        let errors = errors.map(|errors| ("Errors in the file", errors, String::new()));
        settings.chain(errors).collect()
    }

    /// Returns what there is to say about the selected setting, and the first error or where keys are set. Or nothing
    /// and the selected error.
    fn description(&self, cx: &Context) -> [String; 2] {
        let Some(setting) = self.selected_setting() else {
            let error = cx
                .config
                .errors
                .get(self.selected - Setting::ON_SCREEN.len());
            return [None, error].map(|error| error.map_or_else(String::new, ToString::to_string));
        };
        let description = setting.descriptor().description;
        let (_, more) = description.split_once(';').unwrap_or_default();
        let reason = cx.config.override_reason(setting).unwrap_or_default();
        let mut about = vec![more.trim_start(), reason];
        about.retain(|text| !text.is_empty());
        let last = match (cx.config.errors.first(), &cx.config.file) {
            (Some(error), _) => error.to_string(),
            (None, Some(file)) => format!(
                "Keys and colors are set in {}",
                escape_text(&file.to_string_lossy())
            ),
            (None, None) => "Settings cannot be saved: no folder for them was found".to_owned(),
        };
        [sentence(&about.join(" · ")), last]
    }

    /// Draws the settings: the first, which has the most values, in a row of its own, the others in columns. Those
    /// around the selected one if there is no room for all.
    fn draw_entries(&self, cx: &Context, area: Rect, canvas: &mut Canvas<'_>) {
        let (theme, entries) = (cx.theme(), self.entries(cx));
        let rows = row_count(entries.len(), area.width);
        let place = |entry: usize| match entry.checked_sub(1) {
            None => (0, 0),
            Some(entry) => (entry / (rows - 1), 1 + entry % (rows - 1)),
        };
        let selected = self.selected.min(Setting::ON_SCREEN.len());
        let visible = entries_around(place(selected).1, area.height.into(), rows);
        if visible.len() < rows {
            let border = area.outer(Margin::new(1, 0));
            panel::draw_scroll_bar(border, visible.clone(), rows, canvas);
        }
        for (entry, (label, values, chosen)) in entries.iter().enumerate() {
            let (column, row) = place(entry);
            if !visible.contains(&row) {
                continue;
            }
            let x = area.x + column as u16 * COLUMN_WIDTH;
            let y = area.y + (row - visible.start) as u16;
            let is_left = column == 0 && row > 0 && rows < entries.len();
            let width = if is_left {
                COLUMN_WIDTH
            } else {
                area.right() - x
            };
            let cell = Rect::new(x, y, width, 1);
            let is_selected = entry == selected;
            // A click on the row of the errors keeps the selected one.
            let clicked = if is_selected { self.selected } else { entry };
            canvas.add_entry(clicked, cell, is_selected);
            let (cursor, role, strong) = if is_selected {
                (glyphs::CURSOR, Role::SelectedEntry, Role::SelectedEntry)
            } else {
                (" ", Role::Panel, Role::PanelStrong)
            };
            canvas.fill(cell, " ", theme[role]);
            let text = format!("{cursor} {label:VALUE_COLUMN$}");
            let has_room = display_width(&text) + display_width(values.trim_end()) <= width;
            // Where there is no room for all values, there are others than the chosen one.
            let values = if has_room {
                values
            } else {
                &format!("{chosen} …")
            };
            let x = canvas.write(x, y, &text, theme[role]);
            let before = values.find('[').unwrap_or(0);
            canvas.write_cut(Rect { x, ..cell }.intersection(cell), values, theme[role]);
            let chosen = Rect::new(x + before as u16, y, display_width(chosen), 1);
            canvas
                .buf
                .set_style(chosen.intersection(cell), theme[strong]);
        }
    }
}

/// Returns how many rows the settings take.
fn row_count(entries: usize, width: u16) -> usize {
    let columns = if width < 2 * COLUMN_WIDTH { 1 } else { 2 };
    1 + (entries - 1).div_ceil(columns)
}

impl Screen for SettingsScreen {
    fn mode(&self) -> Mode {
        Mode::Settings
    }

    fn handle_action(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        let last = Setting::ON_SCREEN.len() + cx.config.errors.len() - 1;
        if let Some(row) = panel::scroll_by(action, self.selected, 1, last) {
            self.selected = row;
        }
        match action {
            Action::Navigate(direction @ (Direction::Left | Direction::Right)) => {
                self.change(direction, cx);
            }
            Action::Select | Action::Click(Target::Entry(_)) => {
                self.change(Direction::Right, cx);
            }
            Action::Click(Target::Panel) => {}
            Action::Cancel | Action::Close | Action::Settings | Action::Click(_) => {
                return Some(Request::Close);
            }
            _ => {}
        }
        None
    }

    fn draw(&mut self, cx: &Context, area: Rect, canvas: &mut Canvas<'_>) {
        let count = self.entries(cx).len();
        self.selected = self
            .selected
            .min(Setting::ON_SCREEN.len() + cx.config.errors.len() - 1);
        let width = MAX_WIDTH.min(area.width);
        let rows = row_count(count, width) as u16;
        // Some of the table stays visible in every window.
        let height = (rows + DESCRIPTION_ROWS + BORDER_ROWS).min(area.height * 2 / 3);
        let y = area.bottom() - height;
        let panel = Rect { y, height, ..area }.centered_horizontally(Constraint::Length(width));
        // What is behind is not dimmed: it shows the effect of the settings.
        panel::draw_panel("Settings", panel, canvas);
        let [entries, below] = Block::bordered().inner(panel).layout(&Layout::vertical([
            Constraint::Min(1),
            Constraint::Max(DESCRIPTION_ROWS),
        ]));
        self.draw_entries(cx, entries, canvas);
        let [about, last] = self.description(cx);
        let [_, first, rest] = below.inner(Margin::new(1, 0)).layout(&Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(u16::from(!about.is_empty())),
            Constraint::Fill(1),
        ]));
        let style = cx.theme()[Role::Panel];
        canvas.write_cut(first, &about, style);
        canvas.write_cut(rest, &last, style);
    }

    fn use_of(&self, binding: &Binding, _: &Context) -> Use {
        match binding.action {
            Action::Select if self.selected_setting().is_none() => Use::Idle,
            _ => Use::Ready(binding.footer),
        }
    }
}
