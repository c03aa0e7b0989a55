//! Settings screen: a panel at the right, so that changes are visible beside it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Padding, Row, StatefulWidget, Table, TableState, Widget};

use crate::cards::{Card, Rank, Suit};
use crate::describe::sentence;
use crate::escape::escape_text;
use crate::storage::settings::Setting;
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::context::Context;
use crate::tui::frame::Frame;
use crate::tui::keymap::{Binding, Use};
use crate::tui::screen::{Request, Screen};
use crate::tui::theme::{Role, Theme, glyphs};
use crate::tui::widgets::panel;
use crate::tui::widgets::write;
use crate::tui::wrap::wrap;

const MAX_WIDTH: u16 = 50;
/// Rows above the settings: the border, and an empty row that low windows leave out.
const HEADER_ROWS: u16 = 2;
/// Rows for the description below them, the border included. Low windows leave out one of them; then the
/// settings scroll.
const DESCRIPTION_ROWS: u16 = 8;
/// Columns from a setting's label to its value.
const VALUE_COLUMN: u16 = 30;

/// Settings screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsScreen {
    /// The selected row: a setting, or after these an error in the settings file.
    selected: usize,
}

impl SettingsScreen {
    /// Returns the selected row: a setting, or after these an error in the settings file.
    pub fn selected(&self) -> usize {
        self.selected
    }

    fn selected_setting(&self) -> Option<Setting> {
        Setting::ON_SCREEN.get(self.selected).copied()
    }

    fn change(&self, direction: Direction, cx: &mut Context) {
        if let Some(setting) = self.selected_setting() {
            cx.cycle_setting(setting, direction.is_backward());
        }
    }

    /// Returns the rows: labels and values. All errors share the last one.
    fn rows(&self, cx: &Context) -> Vec<[String; 2]> {
        let settings = Setting::ON_SCREEN.iter().copied().map(|setting| {
            let overridden = cx.config.override_reason(setting).is_some();
            let note = if overridden { " (no effect)" } else { "" };
            let value = cx.config.chosen().shown_value(setting);
            [setting.label().to_owned(), format!("{value}{note}")]
        });
        let errors = cx.config.errors.len();
        let number = (self.selected + 1)
            .saturating_sub(Setting::ON_SCREEN.len())
            .max(1);
        let error_row = [
            "Problems in the file".to_owned(),
            format!("{number} of {errors}"),
        ];
        settings.chain((errors > 0).then_some(error_row)).collect()
    }

    /// Returns the values of the selected setting, the chosen one in brackets; what there is to say about it;
    /// and the first error or where keys are set. Or the errors from the selected one on.
    fn description(&self, cx: &Context) -> Vec<String> {
        let Some(setting) = self.selected_setting() else {
            let errors = cx.config.errors.iter();
            let errors = errors.skip(self.selected - Setting::ON_SCREEN.len());
            return errors.map(ToString::to_string).collect();
        };
        let (_, more) = setting.description().split_once(';').unwrap_or_default();
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
        let chosen = cx.config.chosen().value(setting);
        let values = setting.values().into_iter().map(|value| {
            if value == chosen {
                format!("[{value}]")
            } else {
                value.to_owned()
            }
        });
        let values = values.collect::<Vec<_>>().join(" ");
        [values].into_iter().chain(about).chain([last]).collect()
    }
}

impl SettingsScreen {
    fn draw_rows(
        &self,
        cx: &Context,
        rows: Vec<[String; 2]>,
        area: Rect,
        frame: &mut Frame,
        buf: &mut Buffer,
    ) {
        let theme = cx.theme();
        let visible = panel::entries_around(self.selected, area.height.into(), rows.len());
        for (row, area) in visible.clone().zip(area.rows()) {
            // A click on the row of the errors keeps the selected one.
            let entry = if row == Setting::ON_SCREEN.len() {
                self.selected.max(row)
            } else {
                row
            };
            frame.add_entry(entry, area, entry == self.selected);
        }
        if visible.len() < rows.len() {
            let border = area.outer(Margin::new(1, 0));
            panel::draw_scroll_bar(theme, buf, border, visible.clone(), rows.len());
        }
        let selected = self.selected.min(rows.len() - 1) - visible.start;
        let shown = rows.into_iter().skip(visible.start).take(visible.len());
        let table = Table::new(
            shown.map(Row::new),
            [Constraint::Length(VALUE_COLUMN), Constraint::Min(0)],
        )
        .column_spacing(0)
        .style(theme[Role::Panel])
        .row_highlight_style(theme[Role::SelectedEntry])
        .highlight_symbol(Line::raw(format!("{} ", glyphs::CURSOR)));
        let mut state = TableState::new().with_selected(selected);
        StatefulWidget::render(table, area, buf, &mut state);
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
            Action::Select => self.change(Direction::Right, cx),
            Action::Click(Target::Entry(row)) => {
                self.selected = row.min(last);
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

    fn draw(&mut self, cx: &Context, area: Rect, frame: &mut Frame, buf: &mut Buffer) {
        let theme = cx.theme();
        let count = Setting::ON_SCREEN.len() + cx.config.errors.len();
        self.selected = self.selected.min(count - 1);
        let rows = self.rows(cx);
        let height = HEADER_ROWS + rows.len() as u16 + DESCRIPTION_ROWS;
        let margin = u16::from(area.width > MAX_WIDTH);
        let [_, right, _] = area.layout(&Layout::horizontal([
            Constraint::Fill(1),
            Constraint::Max(MAX_WIDTH),
            Constraint::Length(margin),
        ]));
        // The header of the table stays visible.
        let [_, _, panel] = right.layout(&Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Max(height),
        ]));
        let inside = Block::bordered().inner(panel);
        let max_rows = inside.height.saturating_sub(DESCRIPTION_ROWS - 2);
        let [_, entries, about] = inside.layout(&Layout::vertical([
            Constraint::Length(u16::from(panel.height >= height)),
            Constraint::Length(max_rows.min(rows.len() as u16)),
            Constraint::Fill(1),
        ]));
        // What is behind is not dimmed: it shows the effect of the settings.
        panel::draw_panel("Settings", theme, panel, frame, buf);
        if panel.height >= height {
            draw_suits(theme, buf, panel);
        }
        self.draw_rows(cx, rows, entries, frame, buf);
        let about = Block::new().padding(Padding::new(1, 1, 1, 0)).inner(about);
        let lines = self.description(cx);
        let wrapped = lines.iter().flat_map(|line| wrap(line, about.width.into()));
        let lines = wrapped.map(|line| {
            let words = line.split_inclusive(' ').map(|word| {
                let is_chosen = word.starts_with('[');
                let style = is_chosen.then(|| theme[Role::PanelStrong]);
                Span::styled(word.to_owned(), style.unwrap_or_default())
            });
            words.collect::<Line<'_>>()
        });
        let about_text = Text::from_iter(lines).style(theme[Role::Panel]);
        about_text.render(about, buf);
    }

    fn use_of(&self, binding: &Binding, _: &Context) -> Use {
        match binding.action {
            Action::Select if self.selected_setting().is_none() => Use::Idle,
            _ => Use::Ready(binding.footer),
        }
    }
}

/// Draws the suits in their colors, at the right of the empty row below the title.
fn draw_suits(theme: &Theme, buf: &mut Buffer, panel: Rect) {
    let mut x = panel.right().saturating_sub(18);
    for suit in Suit::ALL {
        let card = Card::new(Rank::ACE, suit);
        let style = theme.suit_style(suit, theme[Role::CardFace]);
        let face = format!(" {}", theme.card_text(card));
        x = write(buf, x, panel.y + 1, &face, style) + 1;
    }
}
