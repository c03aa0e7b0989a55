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
/// The same in a large window, whose size is at least this.
const LARGE_MAX_WIDTH: u16 = 116;
const LARGE_LIST_WIDTH: u16 = 38;
const LARGE_SIZE: Size = Size::new(100, 28);
/// Rows of an entry of the list in a large window, and most rows of the menu there.
const LARGE_ENTRY_HEIGHT: u16 = 3;
const LARGE_MAX_HEIGHT: u16 = 34;
/// Rows from which on a preview is shown.
const MIN_PREVIEW_HEIGHT: u16 = 8;
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
/// Rows above the games of today.
const TODAY_HEADER_ROWS: u16 = 3;
/// Width from which on there is more than the list of games.
const MIN_WIDTH: u16 = 60;
/// The smallest size of the list.
const MIN_LIST_SIZE: Size = Size::new(20, 3);

/// Where the parts of the menu are.
#[derive(Clone, Debug, Default)]
pub(super) struct MenuLayout {
    content: Rect,
    title: Option<Rect>,
    panel: Rect,
    /// The area of the example deal, if there is room for it.
    preview: Option<Rect>,
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
    /// Whether there is room for nothing but the list of games.
    pub(super) fn is_list_only(area: Rect) -> bool {
        area.width < MIN_WIDTH || area.height < info_height(area.width.min(MAX_WIDTH)) + 1
    }

    /// Places the title, the rows and their values. `source` is where the deal comes from.
    ///
    /// # Errors
    /// If the area is too small, returns its minimum size.
    pub(super) fn compute(
        menu: &MenuRows,
        source: DealSource,
        area: Rect,
    ) -> Result<MenuLayout, TooSmall> {
        if area.width < MIN_LIST_SIZE.width || area.height < MIN_LIST_SIZE.height {
            let title = "The menu";
            let size = MIN_LIST_SIZE;
            return Err(TooSmall { title, size });
        }
        let content = area.inner(Margin::new(1, 0));
        if MenuLayout::is_list_only(area) {
            let mut layout = MenuLayout {
                content,
                ..MenuLayout::default()
            };
            layout.place_headings(menu, content, 1, 1);
            return Ok(layout);
        }
        let is_large = area.width >= LARGE_SIZE.width && area.height >= LARGE_SIZE.height;
        let (max_width, list_width) = if is_large {
            (LARGE_MAX_WIDTH, LARGE_LIST_WIDTH)
        } else {
            (MAX_WIDTH, GAME_LIST_WIDTH)
        };
        let columns = area.centered_horizontally(Constraint::Max(max_width));
        let info_height = info_height(columns.width - list_width + GAME_LIST_WIDTH);
        // The same whether a game can be continued or not.
        let entries = 2 + variant::games().len() as u16;
        let large_list_height = entries * (LARGE_ENTRY_HEIGHT + 1) - 1;
        let body_height = if is_large {
            let room = area.height.saturating_sub(TITLE_HEIGHT + 3);
            room.clamp(large_list_height, LARGE_MAX_HEIGHT)
        } else {
            info_height.max((2 * entries - 1).min(area.height - 1))
        };
        let has_title = area.height >= TITLE_HEIGHT + body_height + 2;
        let title_height = if has_title { TITLE_HEIGHT + 1 } else { 0 };
        let spare = area.height - title_height - body_height;
        let [_, title, body, _] = columns.layout(&Layout::vertical([
            Constraint::Length((spare / 2).max(1)),
            Constraint::Length(title_height),
            Constraint::Length(body_height),
            Constraint::Fill(1),
        ]));
        let [list, beside] = body.layout(
            &Layout::horizontal([Constraint::Length(list_width), Constraint::Fill(1)])
                .spacing(LIST_PANEL_GAP),
        );
        let preview_height = body_height.saturating_sub(info_height + 1);
        let has_preview = is_large && preview_height >= MIN_PREVIEW_HEIGHT;
        let heights = [Constraint::Fill(1), Constraint::Length(info_height)];
        let [preview, panel] = if has_preview && !menu.is_in_saved_games() {
            beside.layout(&Layout::vertical(heights).spacing(1))
        } else {
            [Rect::default(), beside]
        };
        let mut layout = MenuLayout {
            content: columns.intersection(content),
            title: has_title.then_some(Rect {
                height: TITLE_HEIGHT,
                ..title
            }),
            panel,
            preview: (!preview.is_empty()).then_some(preview),
            ..MenuLayout::default()
        };
        let (entry_height, pitch) = if is_large {
            (LARGE_ENTRY_HEIGHT, LARGE_ENTRY_HEIGHT + 1)
        } else {
            (1, if body_height >= 2 * entries - 1 { 2 } else { 1 })
        };
        layout.place_headings(menu, list, entry_height, pitch);
        layout.place_rows(menu);
        for (entry, row, area) in layout.rows.clone() {
            layout.place_values(menu, source, row, entry, area);
        }
        Ok(layout)
    }

    /// Returns the area of the example deal, if there is room for it.
    pub(super) fn preview(&self) -> Option<Rect> {
        self.preview
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

    /// Places the entries of the list, those around the selected one if there is no room for all.
    fn place_headings(&mut self, menu: &MenuRows, list: Rect, height: u16, pitch: u16) {
        let headings = menu.headings();
        let selected = menu.selected_heading();
        let selected = headings.iter().position(|row| *row == selected);
        let room = usize::from((list.height + pitch - height) / pitch);
        let visible = entries_around(selected.unwrap_or(0), room, headings.len());
        for (index, y) in visible.zip((list.y..).step_by(pitch.into())) {
            let area = Rect::new(list.x, y, list.width, height);
            self.rows.push((index, headings[index], area));
        }
    }

    /// Places the rows beside the list.
    fn place_rows(&mut self, menu: &MenuRows) {
        let panel = self.panel;
        let is_narrow = panel.width < MAX_WIDTH - GAME_LIST_WIDTH - LIST_PANEL_GAP;
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
        let panel_rows = |y: u16, height: u16| Rect::new(panel.x, y, panel.width, height);
        for (entry, row) in menu.all().into_iter().enumerate() {
            let is_selected = menu.selected() == row;
            let area = match row {
                MenuRow::Continue | MenuRow::Today | MenuRow::Game(_) => continue,
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

    /// Places the games of today below each other.
    fn place_today(&mut self, menu: &MenuRows, entry: usize) {
        let rows = self.panel.rows().skip(TODAY_HEADER_ROWS.into());
        for ((index, info), row) in menu.today().infos().enumerate().zip(rows) {
            self.values.push(MenuValue {
                name: info.title,
                is_chosen: menu.today().chosen() == index,
                area: Rect {
                    width: display_width(info.title) + 2,
                    ..row
                },
                target: (entry, index),
            });
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
            MenuRow::Today if menu.selected() == row => return self.place_today(menu, entry),
            MenuRow::Today | MenuRow::Game(_) | MenuRow::Continue | MenuRow::SavedGame(_) => {
                return;
            }
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

/// Returns the height of what is beside the list of games in a menu of some width: the same for all games, so that
/// nothing moves when another one is selected.
fn info_height(width: u16) -> u16 {
    let panel_width = width.max(MIN_WIDTH) - GAME_LIST_WIDTH - LIST_PANEL_GAP;
    let options = variant::games().map(|info| {
        let rows = choice_rows(info).into_iter();
        let heights = rows.map(|row| value_lines(&row, panel_width).len() as u16 + 1);
        heights.sum::<u16>()
    });
    4 + options.into_iter().max().unwrap_or(0) + SOURCE_HEIGHT + 1
}
