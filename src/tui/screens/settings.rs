//! Settings screen: a panel at the bottom, so that changes are visible above it.

use ratatui::layout::{Constraint, Flex, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Padding, Widget};

use crate::escape::escape_text;
use crate::storage::settings::Setting;
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::board::layout::{FaceUpCard, ItemKind};
use crate::tui::board::paint::draw_card;
use crate::tui::board::scene::{ItemMarks, Mark};
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, Use};
use crate::tui::screen::{Request, Screen};
use crate::tui::theme::{Role, glyphs};
use crate::tui::widgets::list::choice_text;
use crate::tui::widgets::panel::{self, entries_around};
use crate::tui::wrap::wrap;

/// Width of the panel; a narrower one has no cards.
const MAX_WIDTH: u16 = 80;
/// Columns from a setting to its values.
const VALUE_COLUMN: usize = 20;
/// Columns from a card that shows the settings to the next, its rows, and the entries above it.
const SAMPLE_PITCH: u16 = 8;
const CARD_ROWS: u16 = 3;
const SAMPLE_ROW: u16 = 2;
/// Rows and columns of the border.
const BORDER: u16 = 2;
/// Fewest rows of a table that stays visible where all settings are shown.
const MIN_TABLE_ROWS: u16 = 6;
/// Rows for what is said below the settings, with a blank one above it.
const ROWS_BELOW: u16 = 4;

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

    /// Returns the rows: the label of a setting and its values, with whether each is the chosen one. The lines of the
    /// errors in the file follow.
    fn entries(&self, cx: &Context) -> Vec<(&'static str, Vec<(String, bool)>)> {
        let chosen = cx.config.chosen();
        let settings = Setting::ON_SCREEN.iter().map(|&setting| {
            let values = chosen.available_values(setting).into_iter();
            let is_chosen = |value| value == chosen.value(setting);
            let values =
                values.map(|value| (choice_text(value, is_chosen(value)), is_chosen(value)));
            (setting.descriptor().label, values.collect())
        });
        let errors = cx.config.errors.iter();
        let errors = errors.map(|error| {
            let line = error.line.map(|line| (format!("line {line}"), false));
            ("Error in the file", line.into_iter().collect())
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
            let (label, values) = &entries[entry];
            let is_selected = entry == self.selected;
            canvas.add_entry(entry, row, is_selected);
            let (cursor, roles) = if is_selected {
                (glyphs::CURSOR, [Role::SelectedEntry; 2])
            } else {
                (" ", [Role::Panel, Role::PanelStrong])
            };
            let [plain, strong] = roles.map(|role| theme[role]);
            canvas.fill(row, " ", plain);
            let text = format!("{cursor} {label:VALUE_COLUMN$}");
            let x = canvas.write(row.x, row.y, &text, plain);
            let room = Rect { x, ..row }.intersection(row);
            let values = values.iter().map(|(value, is_chosen)| {
                let style = if *is_chosen { strong } else { plain };
                [Span::styled(&**value, style), Span::styled("  ", plain)]
            });
            Line::from_iter(values.flatten()).render(room, canvas.buf);
        }
        if area.width + BORDER == MAX_WIDTH {
            draw_samples(area, canvas);
        }
    }
}

/// Cards that show the settings: what they are an example of, a face, or a back without one, and its mark.
const SAMPLES: [(&str, &str, Option<Mark>); 4] = [
    ("cursor", "QS", None),
    ("chosen", "TH", Some(Mark::Selected)),
    ("back", "", None),
    ("target", "5C", Some(Mark::DropTarget)),
];

/// Draws cards at the right of an area as the settings show them, if it has room for them.
fn draw_samples(area: Rect, canvas: &mut Canvas<'_>) {
    let first = area.right() - SAMPLES.len() as u16 * SAMPLE_PITCH;
    let columns = (first..).step_by(SAMPLE_PITCH.into());
    for ((name, face, mark), x) in SAMPLES.into_iter().zip(columns) {
        let card = Rect::new(x, area.y + SAMPLE_ROW, SAMPLE_PITCH - 2, CARD_ROWS);
        let below = Rect {
            y: card.bottom(),
            ..card
        };
        if below.y >= area.bottom() {
            return;
        }
        let face = face.parse().ok().map(FaceUpCard::plain);
        let kind = face.map_or(ItemKind::FaceDown, ItemKind::FaceUp);
        let has_cursor = name == "cursor";
        let marks = ItemMarks {
            has_cursor,
            tint: mark,
            marker: mark,
        };
        draw_card(kind, marks, card, canvas);
        canvas.write_centered(below, name, canvas.theme.on_panel(Role::Dim));
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
            let high = area.height.saturating_sub(MIN_TABLE_ROWS);
            (high.max(area.height * 2 / 3), Flex::End)
        } else {
            cx.theme().dim_cells(canvas.frame.area, canvas.buf);
            (area.height, Flex::Center)
        };
        let height = (count + ROWS_BELOW + BORDER).min(max_height);
        let [panel] = area.layout(&Layout::vertical([Constraint::Length(height)]).flex(align));
        let panel = panel.centered_horizontally(Constraint::Length(width));
        panel::draw_panel("Settings", panel, canvas);
        let about = self.selected_setting().and_then(|setting| {
            let (label, about) = (setting.descriptor().label, description(setting, cx));
            (!about.is_empty()).then(|| format!("{label}: {about}"))
        });
        let inner = Block::bordered().inner(panel);
        let texts = about.into_iter().chain([self.note(cx)]);
        let texts = texts.flat_map(|text| wrap(&text, inner.width.saturating_sub(BORDER).into()));
        let texts: Vec<String> = texts.collect();
        let lines = texts.len() as u16;
        let [entries, below] = inner.layout(&Layout::vertical([
            Constraint::Max(count),
            Constraint::Min(lines.min(inner.height / 2)),
        ]));
        self.draw_entries(cx, panel, entries, canvas);
        let blank = Padding::new(1, 1, u16::from(below.height > lines), 0);
        let below = Block::new().padding(blank).inner(below);
        for (line, row) in texts.iter().zip(below.rows()) {
            canvas.write(row.x, row.y, line, cx.theme()[Role::Panel]);
        }
    }

    fn use_of(&self, binding: &Binding, _: &Context) -> Use {
        match binding.action {
            Action::Select if self.selected_setting().is_none() => Use::Idle,
            _ => Use::Ready(binding.footer),
        }
    }
}
