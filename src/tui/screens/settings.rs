//! Settings screen: a panel at the bottom, so that changes are visible above it.

use ratatui::layout::{Constraint, Flex, Layout, Rect};
use ratatui::widgets::{Block, Padding};

use crate::describe::sentence;
use crate::escape::escape_text;
use crate::storage::settings::Setting;
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, Use};
use crate::tui::screen::{Request, Screen};
use crate::tui::theme::{Role, glyphs, on_face};
use crate::tui::widgets::list::choice_text;
use crate::tui::widgets::panel::{self, entries_around};
use crate::tui::wrap::{display_width, wrap};

/// Width of the panel; a narrower one describes only the selected setting.
const MAX_WIDTH: u16 = 80;
/// Columns from a setting to its values, and those before the description of the chosen one.
const VALUE_COLUMN: usize = 20;
const DESCRIPTION_COLUMN: u16 = 44;
/// Rows and columns of the border.
const BORDER: u16 = 2;
/// Fewest rows of a table that stays visible where all settings are shown.
const MIN_TABLE_ROWS: u16 = 6;
/// Rows for what is said below the settings, with a blank one above it.
const ROWS_BELOW: u16 = 3;

/// Settings screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsScreen {
    /// The selected row: a setting, or after these an error in the settings file.
    pub selected: usize,
    /// Whether a board is behind, which shows the effect of the settings.
    pub shows_board: bool,
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

    /// Returns the rows: the label of a setting, its values side by side, and the chosen one in brackets. The lines of
    /// the errors in the file follow.
    fn entries(&self, cx: &Context) -> Vec<(&'static str, String, String)> {
        let settings = Setting::ON_SCREEN.iter().map(|&setting| {
            let values = cx.config.chosen().available_values(setting).into_iter();
            let chosen = cx.config.chosen().value(setting);
            let shown = values.map(|value| choice_text(value, value == chosen));
            let shown: Vec<String> = shown.collect();
            let label = setting.descriptor().label;
            (label, shown.join("  "), choice_text(chosen, true))
        });
        let errors = cx.config.errors.iter();
        let errors = errors.map(|error| {
            let line = error.line.map(|line| format!("line {line}"));
            ("Error in the file", line.unwrap_or_default(), String::new())
        });
        settings.chain(errors).collect()
    }

    /// Returns what is said below all: the selected error, the first one, or where keys are set.
    fn note(&self, cx: &Context) -> String {
        let selected = self.selected.checked_sub(Setting::ON_SCREEN.len());
        let error = cx.config.errors.get(selected.unwrap_or(0));
        match (error, &cx.config.file) {
            (Some(error), _) => error.to_string(),
            (None, Some(file)) => format!(
                "Keys and colors are set in {}",
                escape_text(&file.to_string_lossy())
            ),
            (None, None) => "Settings cannot be saved: no folder for them was found".to_owned(),
        }
    }

    /// Draws a setting a row: its values and what the chosen one does. Those around the selected one if there is no
    /// room for all.
    fn draw_entries(&self, cx: &Context, panel: Rect, area: Rect, canvas: &mut Canvas<'_>) {
        let (theme, entries) = (cx.theme(), self.entries(cx));
        let visible = entries_around(self.selected, area.height.into(), entries.len());
        panel::draw_scroll_bar(panel, visible.clone(), entries.len(), canvas);
        for (entry, row) in visible.zip(area.rows()) {
            let (label, values, chosen) = &entries[entry];
            let is_selected = entry == self.selected;
            canvas.add_entry(entry, row, is_selected);
            let (cursor, roles) = if is_selected {
                (glyphs::CURSOR, [Role::SelectedEntry; 3])
            } else {
                (" ", [Role::Panel, Role::PanelStrong, Role::Dim])
            };
            let [plain, strong, dim] = roles.map(|role| theme[role]);
            canvas.fill(row, " ", plain);
            let text = format!("{cursor} {label:VALUE_COLUMN$}");
            let x = canvas.write(row.x, row.y, &text, plain);
            let room = Rect { x, ..row }.intersection(row);
            // Where there is no room for all values, there are others than the chosen one.
            let values = if display_width(values) <= room.width || chosen.is_empty() {
                values
            } else {
                &format!("{chosen} …")
            };
            let before = values.find('[').unwrap_or(0);
            canvas.write_cut(room, values, plain);
            let chosen = Rect::new(x + before as u16, row.y, display_width(chosen), 1);
            canvas.buf.set_style(chosen.intersection(row), strong);
            if let Some(&setting) = Setting::ON_SCREEN.get(entry)
                && row.width + BORDER == MAX_WIDTH
            {
                let (x, style) = (row.x + DESCRIPTION_COLUMN, on_face(dim, plain));
                let beside = Rect { x, ..row }.intersection(row);
                canvas.write_cut(beside, description(setting, cx), style);
            }
        }
    }
}

/// Describes the chosen value of a setting, or says why it has no effect.
fn description(setting: Setting, cx: &Context) -> &'static str {
    let reason = cx.config.override_reason(setting);
    reason.unwrap_or_else(|| setting.about(cx.config.chosen().value(setting)))
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
        let count = self.entries(cx).len() as u16;
        self.selected = self.selected.min(usize::from(count) - 1);
        let width = MAX_WIDTH.min(area.width);
        let (max_height, align) = if self.shows_board {
            // Some of the table stays visible in every window, and is not dimmed.
            let of_all = Setting::ON_SCREEN.len() as u16 + BORDER + 1;
            let of_all = of_all.min(area.height.saturating_sub(MIN_TABLE_ROWS));
            (of_all.max(area.height * 2 / 3), Flex::End)
        } else {
            cx.theme().dim_cells(canvas.frame.area, canvas.buf);
            (area.height, Flex::Center)
        };
        let height = (count + ROWS_BELOW + BORDER).min(max_height);
        let [panel] = area.layout(&Layout::vertical([Constraint::Length(height)]).flex(align));
        let panel = panel.centered_horizontally(Constraint::Length(width));
        panel::draw_panel("Settings", panel, canvas);
        // A narrow panel describes the selected setting below all.
        let about = self.selected_setting().filter(|_| width < MAX_WIDTH);
        let about = about.map(|setting| sentence(description(setting, cx)));
        let mut texts: Vec<String> = about.into_iter().chain([self.note(cx)]).collect();
        texts.retain(|text| !text.is_empty());
        let (inner, text) = (Block::bordered().inner(panel), texts.join(" · "));
        let lines = wrap(&text, inner.width.saturating_sub(BORDER).into()).len() as u16;
        let [entries, below] = inner.layout(&Layout::vertical([
            Constraint::Max(count),
            Constraint::Min(lines.min(inner.height / 2)),
        ]));
        self.draw_entries(cx, panel, entries, canvas);
        let blank = Padding::new(1, 1, u16::from(below.height > lines), 0);
        let below = Block::new().padding(blank).inner(below);
        canvas.write_cut(below, &text, cx.theme()[Role::Panel]);
    }

    fn use_of(&self, binding: &Binding, _: &Context) -> Use {
        match binding.action {
            Action::Select if self.selected_setting().is_none() => Use::Idle,
            _ => Use::Ready(binding.footer),
        }
    }
}
