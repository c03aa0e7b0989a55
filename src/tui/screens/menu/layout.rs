//! Layout of the menu: the title, the list of games, and beside it the saved games or the options.

use std::ops::Range;

use ratatui::layout::{Constraint, Layout, Margin, Rect, Size};

use super::rows::{MenuRow, MenuRows};
use crate::session::DealSource;
use crate::tui::action::Target;
use crate::tui::deal_choices::{ChoiceRow, choice_rows};
use crate::tui::frame::{HitArea, ScreenLayout, TooSmall};
use crate::tui::widgets::panel::entries_around;
use crate::tui::wrap::display_width;
use crate::variant;

/// Widths of the whole menu, of the list of games, and of the gap beside it.
const MAX_WIDTH: u16 = 78;
const GAME_LIST_WIDTH: u16 = 17;
const LIST_PANEL_GAP: u16 = 2;
/// Height of the title, which low windows leave out.
const TITLE_HEIGHT: u16 = 6;
/// First column of an option's values in its row.
const VALUES_COLUMN: u16 = 20;
/// Height of the row of the source: two lines of values and a description.
const SOURCE_HEIGHT: u16 = 3;
/// Name of the row of the source.
pub(super) const SOURCE_NAME: &str = "Deal";
/// Rows above the saved games.
pub(super) const HEADER_ROWS: u16 = 3;
/// Width from which on the menu can be used.
const MIN_WIDTH: u16 = 60;

/// Where the parts of the menu are.
#[derive(Clone, Debug, Default)]
pub(super) struct MenuLayout {
    content: Rect,
    title: Option<Rect>,
    panel: Rect,
    /// The visible rows, each with its entry.
    rows: Vec<(usize, MenuRow, Rect)>,
    values: Vec<MenuValue>,
}

/// A value that a row can have.
#[derive(Clone, Debug)]
pub(super) struct MenuValue {
    pub(super) name: &'static str,
    pub(super) is_chosen: bool,
    pub(super) area: Rect,
    /// The entry of its row, and its index among the values there.
    target: (usize, usize),
}

impl MenuLayout {
    /// Places the title, the rows and their values. `source` is where the deal comes from.
    ///
    /// # Errors
    /// If the area is too small, returns its minimum size.
    pub(super) fn compute(
        menu: &MenuRows,
        source: DealSource,
        area: Rect,
    ) -> Result<MenuLayout, TooSmall> {
        let columns = area.centered_horizontally(Constraint::Max(MAX_WIDTH));
        let beside_list = GAME_LIST_WIDTH + LIST_PANEL_GAP;
        let panel_width = columns.width.max(MIN_WIDTH) - beside_list;
        let body_height = body_height(panel_width);
        let size = Size::new(MIN_WIDTH, body_height + 1);
        if area.width < size.width || area.height < size.height {
            let title = "The menu";
            return Err(TooSmall { title, size });
        }
        let has_title = area.height >= TITLE_HEIGHT + body_height + 2;
        let title_height = if has_title { TITLE_HEIGHT + 1 } else { 0 };
        let spare = area.height - title_height - body_height;
        let [_, title, body, _] = columns.layout(&Layout::vertical([
            Constraint::Length((spare / 3).max(1)),
            Constraint::Length(title_height),
            Constraint::Length(body_height),
            Constraint::Fill(1),
        ]));
        let [list, panel] = body.layout(
            &Layout::horizontal([Constraint::Length(GAME_LIST_WIDTH), Constraint::Fill(1)])
                .spacing(LIST_PANEL_GAP),
        );
        let mut layout = MenuLayout {
            content: columns.intersection(area.inner(Margin::new(1, 0))),
            title: has_title.then_some(Rect {
                height: TITLE_HEIGHT,
                ..title
            }),
            panel,
            ..MenuLayout::default()
        };
        layout.place_rows(menu, list);
        for (entry, row, area) in layout.rows.clone() {
            layout.place_values(menu, source, row, entry, area);
        }
        Ok(layout)
    }

    /// Returns the area of the title, unless it has no room.
    pub(super) fn title(&self) -> Option<Rect> {
        self.title
    }

    /// Returns the area beside the list of games.
    pub(super) fn panel(&self) -> Rect {
        self.panel
    }

    /// Returns the rows and where they are, those that are visible.
    pub(super) fn rows(&self) -> impl Iterator<Item = (MenuRow, Rect)> {
        self.rows.iter().map(|&(_, row, area)| (row, area))
    }

    pub(super) fn values(&self) -> &[MenuValue] {
        &self.values
    }

    /// Returns what others need to know about the layout.
    pub(super) fn screen_layout(&self, selected: MenuRow) -> ScreenLayout {
        let mut layout = ScreenLayout {
            content: Some(self.content),
            ..ScreenLayout::default()
        };
        for &(entry, row, area) in &self.rows {
            layout.add_entry(entry, area, row == selected);
            let values = self.values.iter().filter(|value| value.target.0 == entry);
            layout.hit_areas.extend(
                values.map(|value| {
                    HitArea::of_target(Target::Value(entry, value.target.1), value.area)
                }),
            );
        }
        layout
    }

    /// Places the rows beside and below each other.
    fn place_rows(&mut self, menu: &MenuRows, list: Rect) {
        let panel = self.panel;
        let is_narrow = panel.right() - list.x < MAX_WIDTH;
        // In a narrow window a description takes one more row: all of them if there are few options,
        // else the selected one.
        let extra = |wanted: bool| u16::from(wanted && is_narrow);
        let rows = menu.choices().rows().into_iter();
        let lines = rows.map(|row| value_lines(&row, panel.width).len() as u16);
        let lines: Vec<u16> = lines.collect();
        let all_heights: u16 = lines.iter().map(|lines| lines + 2).sum();
        let has_room_for_all = 4 + all_heights + SOURCE_HEIGHT < panel.height;
        let mut next_option = panel.y + 4;
        let selected_game = match menu.selected() {
            MenuRow::SavedGame(index) => index,
            _ => 0,
        };
        let list_rows = usize::from(panel.height - HEADER_ROWS);
        let saved_games = entries_around(selected_game, list_rows, menu.saved_games().rows().len());
        // `Continue` is above the games.
        let first_game = usize::from(!menu.saved_games().is_empty());
        let game_list_row =
            |index: usize| Rect::new(list.x, list.y + 2 * index as u16, list.width, 1);
        let panel_rows = |y: u16, height: u16| Rect::new(panel.x, y, panel.width, height);
        for (entry, row) in menu.all().into_iter().enumerate() {
            let is_selected = menu.selected() == row;
            let area = match row {
                MenuRow::Continue => game_list_row(0),
                MenuRow::Game(index) => game_list_row(first_game + index),
                MenuRow::SavedGame(index) if saved_games.contains(&index) => {
                    let row = (index - saved_games.start) as u16;
                    panel_rows(panel.y + HEADER_ROWS + row, 1)
                }
                MenuRow::SavedGame(_) => continue,
                MenuRow::Option(index) => {
                    let height = lines[index] + 1 + extra(has_room_for_all || is_selected);
                    let y = next_option;
                    next_option += height;
                    panel_rows(y, height)
                }
                MenuRow::Source => {
                    let height = SOURCE_HEIGHT + extra(is_selected);
                    panel_rows(panel.bottom() - height, height)
                }
            };
            self.rows.push((entry, row, area));
        }
    }

    /// Places the values of a row in its lines, closer to its name if there is little room.
    fn place_values(
        &mut self,
        menu: &MenuRows,
        source: DealSource,
        row: MenuRow,
        entry: usize,
        area: Rect,
    ) {
        let choices = menu.choices();
        let (name, names, chosen, lines) = match row {
            MenuRow::Game(_) | MenuRow::Continue | MenuRow::SavedGame(_) => return,
            MenuRow::Option(index) => {
                let (row, value) = choices.row(index);
                let names: Vec<&str> = row.values.iter().map(|value| value.name).collect();
                let chosen = choices.is_row_relevant(index).then_some(value);
                (row.name, names, chosen, value_lines(&row, area.width))
            }
            MenuRow::Source => {
                let sources = choices.sources();
                let names: Vec<&str> = sources.iter().map(|source| source.as_str()).collect();
                let chosen = sources.iter().position(|&other| other == source);
                // The grades are below the other sources.
                let is_grade = |source: &DealSource| matches!(source, DealSource::Graded(_));
                let second = sources.iter().position(is_grade).unwrap_or(names.len());
                let lines = vec![0..second, second..names.len()];
                (SOURCE_NAME, names, chosen, lines)
            }
        };
        let width = |index: usize| display_width(names[index]) + 2;
        let total = |line: &Range<usize>| line.clone().map(width).sum::<u16>();
        let longest = lines.iter().map(total).max().unwrap_or(0);
        let column = if name.is_empty() { 2 } else { VALUES_COLUMN };
        let left = (area.x + column)
            .min(area.right().saturating_sub(longest))
            .max(area.x + name_width(name));
        for (y, line) in (area.y..).zip(lines) {
            let mut x = left;
            for index in line {
                let cells = Rect::new(x, y, width(index), 1);
                x = cells.right();
                self.values.push(MenuValue {
                    name: names[index],
                    is_chosen: chosen == Some(index),
                    area: cells,
                    target: (entry, index),
                });
            }
        }
    }
}

/// Returns the columns before the values of a row: those of its name, if it has one.
fn name_width(name: &str) -> u16 {
    2 + display_width(name) + u16::from(!name.is_empty())
}

/// Divides the values of a row into lines that fit beside its name.
fn value_lines(row: &ChoiceRow, row_width: u16) -> Vec<Range<usize>> {
    let room = row_width.saturating_sub(name_width(row.name));
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut used = room;
    for (index, value) in row.values.iter().enumerate() {
        let width = display_width(value.name) + 2;
        match lines.last_mut() {
            Some(line) if used + width <= room => line.end = index + 1,
            _ => {
                lines.push(index..index + 1);
                used = 0;
            }
        }
        used += width;
    }
    lines
}

/// Returns the height of the list of games and of a panel of some width beside it: the same for all
/// games, so that nothing moves when another one is selected.
fn body_height(panel_width: u16) -> u16 {
    let options = variant::games().map(|info| {
        let rows = choice_rows(info).into_iter();
        let heights = rows.map(|row| value_lines(&row, panel_width).len() as u16 + 1);
        heights.sum::<u16>()
    });
    let panel = 4 + options.into_iter().max().unwrap_or(0) + SOURCE_HEIGHT + 1;
    panel.max(2 * variant::games().len() as u16 + 1)
}
