//! Settings screen: a panel at the right, so that changes are visible beside it.

use std::iter;

use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::text::Text;
use ratatui::widgets::{Block, Padding, Widget};

use crate::cards::{Card, Rank, Suit};
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
use crate::tui::wrap::wrap;

const MAX_WIDTH: u16 = 53;
/// Rows above the settings: the border, and an empty row that low windows leave out.
const HEADER_ROWS: u16 = 2;
/// Rows for the description below them, the border included. Low windows leave out one of them; then the
/// settings scroll.
const DESCRIPTION_ROWS: u16 = 5;
/// Columns from a setting's label to its values, and those of the values.
const VALUE_COLUMN: usize = 27;
const VALUE_WIDTH: usize = 21;

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

    /// Returns the lines of the settings, each with its row: a label, and the values with the chosen one in brackets,
    /// which may need several lines. All errors share the last row.
    fn lines(&self, cx: &Context) -> Vec<(usize, String)> {
        let settings = Setting::ON_SCREEN.iter().map(|&setting| {
            let chosen = cx.config.chosen().value(setting);
            let values = cx.config.chosen().available_values(setting).into_iter();
            let values = values.map(|value| {
                let name = value.replace('-', " ");
                if value == chosen {
                    format!("[{name}]")
                } else {
                    name
                }
            });
            (setting.label(), values.collect::<Vec<_>>().join(" "))
        });
        let number = (self.selected + 1).saturating_sub(Setting::ON_SCREEN.len());
        let errors = cx.config.errors.len();
        let errors = (errors > 0).then(|| format!("{} of {errors}", number.max(1)));
        let errors = errors.map(|errors| ("Problems in the file", errors));
        let rows = settings.chain(errors).enumerate();
        let lines = rows.flat_map(|(row, (label, values))| {
            let labels = iter::once(label).chain(iter::repeat(""));
            let values = wrap(&values, VALUE_WIDTH).into_iter().zip(labels);
            values.map(move |(values, label)| (row, format!("{label:VALUE_COLUMN$}{values}")))
        });
        lines.collect()
    }

    /// Returns what there is to say about the selected setting, and the first error or where keys are set. Or the
    /// errors from the selected one on.
    fn description(&self, cx: &Context) -> Vec<String> {
        let Some(setting) = self.selected_setting() else {
            let errors = cx.config.errors.iter();
            let errors = errors.skip(self.selected - Setting::ON_SCREEN.len());
            return errors.map(ToString::to_string).collect();
        };
        let description = setting.descriptor().description;
        let (_, more) = description.split_once(';').unwrap_or_default();
        let more = [
            more.trim_start(),
            cx.config.override_reason(setting).unwrap_or_default(),
        ];
        let more = more.into_iter().filter(|text| !text.is_empty());
        let about = more.map(sentence);
        let last = match (cx.config.errors.first(), &cx.config.file) {
            (Some(error), _) => error.to_string(),
            (None, Some(file)) => format!(
                "Keys and colors are set in {}",
                escape_text(&file.to_string_lossy())
            ),
            (None, None) => "Settings cannot be saved: no folder for them was found".to_owned(),
        };
        about.chain([last]).collect()
    }

    /// Draws the lines of the settings, those around the selected one if there is no room for all.
    fn draw_lines(&self, cx: &Context, area: Rect, canvas: &mut Canvas<'_>) {
        let (theme, lines) = (cx.theme(), self.lines(cx));
        let selected = self.selected.min(Setting::ON_SCREEN.len());
        let first = lines.iter().position(|(row, _)| *row == selected);
        let visible = entries_around(first.unwrap_or(0), area.height.into(), lines.len());
        if visible.len() < lines.len() {
            let border = area.outer(Margin::new(1, 0));
            panel::draw_scroll_bar(border, visible.clone(), lines.len(), canvas);
        }
        for (index, area) in visible.zip(area.rows()) {
            let (row, text) = &lines[index];
            let (is_selected, is_first) = (*row == selected, Some(index) == first);
            // A click on the row of the errors keeps the selected one.
            let entry = if is_selected { self.selected } else { *row };
            canvas.add_entry(entry, area, is_selected && is_first);
            let role = if is_selected {
                Role::SelectedEntry
            } else {
                Role::Panel
            };
            canvas.fill(area, " ", theme[role]);
            let cursor = if is_first { glyphs::CURSOR } else { " " };
            canvas.write_cut(area, &format!("{cursor} {text}"), theme[role]);
            let chosen = text.find('[').zip(text.find(']')).filter(|_| !is_selected);
            if let Some((start, end)) = chosen {
                let (x, width) = (area.x + 2 + start as u16, (end + 1 - start) as u16);
                let chosen = Rect { x, width, ..area }.intersection(area);
                canvas.buf.set_style(chosen, theme[Role::PanelStrong]);
            }
        }
    }
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
        let theme = cx.theme();
        let count = Setting::ON_SCREEN.len() + cx.config.errors.len();
        self.selected = self.selected.min(count - 1);
        let rows = self.lines(cx).len() as u16;
        let height = HEADER_ROWS + rows + DESCRIPTION_ROWS;
        let right = area.right() - u16::from(area.width > MAX_WIDTH);
        let max_width = MAX_WIDTH.min(area.width);
        // The header of the table stays visible.
        let max_height = height.min(area.height.saturating_sub(1));
        let (x, y) = (right - max_width, area.bottom() - max_height);
        let panel = Rect::new(x, y, max_width, max_height);
        let inside = Block::bordered().inner(panel);
        let max_rows = inside.height.saturating_sub(DESCRIPTION_ROWS - 2);
        let [_, entries, about] = inside.layout(&Layout::vertical([
            Constraint::Length(u16::from(panel.height >= height)),
            Constraint::Length(max_rows.min(rows)),
            Constraint::Fill(1),
        ]));
        // What is behind is not dimmed: it shows the effect of the settings.
        panel::draw_panel("Settings", panel, canvas);
        if panel.height >= height {
            draw_suits(panel, canvas);
        }
        self.draw_lines(cx, entries, canvas);
        let about = Block::new().padding(Padding::new(1, 1, 1, 0)).inner(about);
        let lines = self.description(cx);
        let lines = lines.iter().flat_map(|line| wrap(line, about.width.into()));
        let text = Text::from_iter(lines).style(theme[Role::Panel]);
        text.render(about, canvas.buf);
    }

    fn use_of(&self, binding: &Binding, _: &Context) -> Use {
        match binding.action {
            Action::Select if self.selected_setting().is_none() => Use::Idle,
            _ => Use::Ready(binding.footer),
        }
    }
}

/// Draws the suits in their colors, at the right of the empty row below the title.
fn draw_suits(panel: Rect, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let mut x = panel.right().saturating_sub(18);
    for suit in Suit::ALL {
        let card = Card::new(Rank::ACE, suit);
        let style = theme.suit_style(suit, theme[Role::CardFace]);
        let face = format!(" {}", theme.card_text(card));
        x = canvas.write(x, panel.y + 1, &face, style) + 1;
    }
}
