//! Layout and drawing of the menu.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Flex, Layout, Margin, Rect, Size};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Cell, Row, Table, Widget};

use super::{MenuLayout, MenuRow, MenuScreen, MenuValue};
use crate::cards::Suit;
use crate::describe::{self, pluralize, sentence};
use crate::session::{DealSource, text};
use crate::storage::save_manager::SavedGame;
use crate::storage::settings::{Deals, Setting};
use crate::tui::action::{Action, Mode, Target};
use crate::tui::context::Context;
use crate::tui::deal_choices::{ChoiceRow, choice_rows};
use crate::tui::frame::{HitArea, ScreenLayout, TooSmall};
use crate::tui::theme::Theme;
use crate::tui::widgets::panel::entries_around;
use crate::tui::widgets::{fill, right_aligned, seed_text, write, write_centered};
use crate::tui::wrap::{display_width, wrap};
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
const SOURCE_NAME: &str = "Deal";
/// Rows above the saved games.
const HEADER_ROWS: u16 = 3;
/// Width from which on the menu can be used.
const MIN_WIDTH: u16 = 60;

/// The name of the program, a letter on each card.
const TITLE: &str = "LARBOARD";
const SUBTITLE: &str = "Five unusual solitaires";
/// Width and height of a card of the title, and the gap between two.
const CARD_SIZE: Size = Size::new(7, 4);
const CARD_GAP: u16 = 2;
/// Maximum number of lines that describe a game.
const MAX_SUMMARY_LINES: usize = 3;
/// Widths of the columns of the saved games.
const MOVES_WIDTH: u16 = 5;
const PLAYED_WIDTH: u16 = 12;

impl MenuScreen {
    /// Computes where everything goes.
    pub(super) fn arrange(&mut self, cx: &Context, area: Rect) -> ScreenLayout {
        self.layout = MenuLayout::default();
        let menu = area.centered_horizontally(Constraint::Max(MAX_WIDTH));
        let panel_width = menu.width.saturating_sub(GAME_LIST_WIDTH + LIST_PANEL_GAP);
        let body_height =
            body_height(panel_width.max(MIN_WIDTH - GAME_LIST_WIDTH - LIST_PANEL_GAP));
        let size = Size::new(MIN_WIDTH, body_height + 1);
        if area.width < size.width || area.height < size.height {
            return ScreenLayout {
                too_small: Some(TooSmall {
                    title: "The menu",
                    size,
                }),
                ..ScreenLayout::default()
            };
        }
        let has_title = area.height >= TITLE_HEIGHT + body_height + 2;
        let title_height = if has_title { TITLE_HEIGHT + 1 } else { 0 };
        let spare = area.height - title_height - body_height;
        let [_, title, body, _] = menu.layout(&Layout::vertical([
            Constraint::Length((spare / 3).max(1)),
            Constraint::Length(title_height),
            Constraint::Length(body_height),
            Constraint::Fill(1),
        ]));
        let [list, panel] = body.layout(
            &Layout::horizontal([Constraint::Length(GAME_LIST_WIDTH), Constraint::Fill(1)])
                .spacing(LIST_PANEL_GAP),
        );
        self.layout.title = has_title.then_some(Rect {
            height: TITLE_HEIGHT,
            ..title
        });
        self.layout.panel = panel;
        let mut layout = ScreenLayout {
            content: Some(menu.intersection(area.inner(Margin::new(1, 0)))),
            ..ScreenLayout::default()
        };
        self.lay_out_rows(self.source(cx), list, panel, &mut layout);
        layout
    }

    /// Places the rows beside and below each other.
    fn lay_out_rows(
        &mut self,
        source: DealSource,
        list: Rect,
        panel: Rect,
        layout: &mut ScreenLayout,
    ) {
        let is_narrow = panel.right() - list.x < MAX_WIDTH;
        // In a narrow window a description takes one more row: all of them if there are few options,
        // else the selected one.
        let extra = |wanted: bool| u16::from(wanted && is_narrow);
        let rows = self.choices.rows();
        let lines = rows
            .iter()
            .map(|row| value_lines(row, panel.width).len() as u16);
        let lines: Vec<u16> = lines.collect();
        let all_heights: u16 = lines.iter().map(|lines| lines + 2).sum();
        let has_room_for_all = 4 + all_heights + SOURCE_HEIGHT < panel.height;
        let mut next_option = panel.y + 4;
        let selected_game = match self.row {
            MenuRow::SavedGame(index) => index,
            _ => 0,
        };
        let list_rows = usize::from(panel.height - HEADER_ROWS);
        let saved_games = entries_around(selected_game, list_rows, self.saved_games.len());
        // `Continue` is above the games.
        let first_game = usize::from(!self.saved_games.is_empty());
        let game_list_row =
            |index: usize| Rect::new(list.x, list.y + 2 * index as u16, list.width, 1);
        let panel_rows = |y: u16, height: u16| Rect::new(panel.x, y, panel.width, height);
        for (entry, row) in self.rows().into_iter().enumerate() {
            let area = match row {
                MenuRow::Continue => game_list_row(0),
                MenuRow::Game(index) => game_list_row(first_game + index),
                MenuRow::SavedGame(index) if saved_games.contains(&index) => {
                    let row = (index - saved_games.start) as u16;
                    panel_rows(panel.y + HEADER_ROWS + row, 1)
                }
                MenuRow::SavedGame(_) => continue,
                MenuRow::Option(index) => {
                    let height = lines[index] + 1 + extra(has_room_for_all || self.row == row);
                    let y = next_option;
                    next_option += height;
                    panel_rows(y, height)
                }
                MenuRow::Source => {
                    let height = SOURCE_HEIGHT + extra(self.row == row);
                    panel_rows(panel.bottom() - height, height)
                }
            };
            self.layout.rows.push((row, area));
            layout.add_entry(entry, area, row == self.row);
            self.lay_out_values(row, source, entry, area, layout);
        }
    }

    /// Places the values of a row in its lines, closer to its name if there is little room.
    fn lay_out_values(
        &mut self,
        row: MenuRow,
        source: DealSource,
        entry: usize,
        area: Rect,
        layout: &mut ScreenLayout,
    ) {
        let (name, names, chosen, lines) = match row {
            MenuRow::Game(_) | MenuRow::Continue | MenuRow::SavedGame(_) => return,
            MenuRow::Option(index) => {
                let (row, value) = self.choices.row(index);
                let names: Vec<&str> = row.values.iter().map(|value| value.name).collect();
                let chosen = self.choices.is_row_relevant(index).then_some(value);
                (row.name, names, chosen, value_lines(&row, area.width))
            }
            MenuRow::Source => {
                let sources = self.choices.sources();
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
                let target = Target::Value(entry, index);
                layout.hit_areas.push(HitArea::of_target(target, cells));
                self.layout.values.push(MenuValue {
                    name: names[index],
                    is_chosen: chosen == Some(index),
                    area: cells,
                });
            }
        }
    }

    pub(super) fn draw(&self, cx: &Context, buf: &mut Buffer) {
        let theme = cx.look.theme();
        if let Some(area) = self.layout.title {
            draw_title(theme, buf, area);
        }
        if self.is_in_saved_games() {
            self.draw_saved_games(cx, buf);
        } else {
            self.draw_game_info(theme, buf);
        }
        for &(row, area) in &self.layout.rows {
            match row {
                MenuRow::Game(index) => {
                    let title = variant::games()[index].title;
                    self.draw_list_entry(theme, buf, row, area, title);
                }
                MenuRow::Continue => {
                    let text = format!("Continue ({})", self.saved_games.len());
                    self.draw_list_entry(theme, buf, row, area, &text);
                }
                MenuRow::SavedGame(_) => {}
                MenuRow::Option(_) | MenuRow::Source => self.draw_choice(cx, buf, row, area),
            }
        }
        for value in &self.layout.values {
            let name = value.name.replace('-', " ");
            let (text, style) = if value.is_chosen {
                (format!("[{name}]"), theme.accent)
            } else {
                (format!(" {name} "), theme.dim)
            };
            write(buf, value.area.x, value.area.y, &text, style);
        }
    }

    fn draw_list_entry(
        &self,
        theme: &Theme,
        buf: &mut Buffer,
        row: MenuRow,
        area: Rect,
        text: &str,
    ) {
        let chosen = if self.is_in_saved_games() {
            MenuRow::Continue
        } else {
            self.selected_game_row()
        };
        let is_selected = self.row == row;
        let style = match (is_selected, row == chosen) {
            (true, _) => theme.selected_entry,
            (false, true) => theme.strong,
            (false, false) => theme.dim,
        };
        if is_selected {
            fill(buf, area, " ", style);
        }
        write(buf, area.x + 2, area.y, text, style);
        if is_selected || row == chosen {
            write(buf, area.x, area.y, theme.glyphs().cursor, style);
        }
    }

    fn draw_game_info(&self, theme: &Theme, buf: &mut Buffer) {
        let info = self.choices.game_info();
        let area = self.layout.panel;
        let title = Line::styled(info.title, theme.strong);
        let lines = wrap(info.summary, area.width.into()).into_iter();
        let summary = lines.map(|line| Line::styled(line, theme.text));
        let text = Text::from_iter([title].into_iter().chain(summary.take(MAX_SUMMARY_LINES)));
        text.render(area, buf);
    }

    fn draw_saved_games(&self, cx: &Context, buf: &mut Buffer) {
        let theme = cx.look.theme();
        let area = self.layout.panel;
        write(buf, area.x, area.y, "Saved games", theme.strong);
        let text = self.saved_games_text(cx);
        write(buf, area.x, area.y + 1, &text, theme.text);
        let visible = self.layout.rows.iter().filter_map(|(row, _)| match row {
            MenuRow::SavedGame(index) => Some((*row, &self.saved_games[*index])),
            _ => None,
        });
        let deal_width = self.saved_games.iter().map(|saved| deal_name(saved).len());
        let deal_width = deal_width.max().unwrap_or(0).max("seed".len()) as u16;
        let cursor = theme.glyphs().cursor;
        let rows = visible.map(|(row, saved)| {
            let is_selected = self.row == row;
            let deal = deal_name(saved);
            let fixed = 2 + deal.len() as u16 + MOVES_WIDTH + PLAYED_WIDTH + 4;
            let title_width = area.width.saturating_sub(fixed);
            let title = describe::game_title_within(&saved.deal.kind, title_width.into());
            let played = if saved.locked_by_other {
                "other window".to_owned()
            } else {
                cx.time_or_date(saved.last_played)
            };
            let is_next = self.selected_save().is_some_and(|next| next.id == saved.id);
            let style = match (is_selected, is_next) {
                (true, _) => theme.selected_entry,
                (false, true) => theme.strong,
                (false, false) => theme.text,
            };
            Row::new([
                Cell::new(if is_next { cursor } else { "" }),
                Cell::new(title),
                right_aligned(deal),
                right_aligned(saved.moves.to_string()),
                Cell::new(played),
            ])
            .style(style)
        });
        let header = Row::new([
            Cell::new(""),
            Cell::new(""),
            right_aligned("seed".into()),
            right_aligned("moves".into()),
            Cell::new("last played"),
        ]);
        let widths = [
            Constraint::Length(1),
            Constraint::Min(0),
            Constraint::Length(deal_width),
            Constraint::Length(MOVES_WIDTH),
            Constraint::Length(PLAYED_WIDTH),
        ];
        let table = Table::new(rows, widths)
            .header(header.style(theme.dim))
            .column_spacing(1);
        let [_, list] = area.layout(&Layout::vertical([
            Constraint::Length(HEADER_ROWS - 1),
            Constraint::Fill(1),
        ]));
        Widget::render(table, list, buf);
    }

    /// Returns the line below the heading of the saved games: how to resume one, or for a game with
    /// unusual options its full name, for which its row may have no room.
    fn saved_games_text(&self, cx: &Context) -> String {
        let selected = self.selected_save();
        if let Some(saved) = selected.filter(|_| self.row != MenuRow::Continue) {
            let title = describe::game_title(&saved.deal.kind);
            if title != saved.deal.kind.info.title {
                return title;
            }
        }
        let count = pluralize(self.saved_games.len(), "game");
        let mut actions = [Action::NewDeal, Action::Select].into_iter();
        let key = actions.find_map(|action| cx.keymap.key_for(Mode::Menu, action));
        let key = key.map(|key| key.to_string());
        let has_mouse = cx.config.settings().is_on(Setting::Mouse);
        let click = has_mouse.then(|| "click".to_owned());
        let ways: Vec<String> = [key, click].into_iter().flatten().collect();
        if ways.is_empty() {
            count
        } else {
            format!("{count}; {} to resume", ways.join(" or "))
        }
    }

    /// Draws the name of a row, with the cursor if the row is selected, and below its values the
    /// description of the chosen one; what does not fit is cut.
    fn draw_choice(&self, cx: &Context, buf: &mut Buffer, row: MenuRow, area: Rect) {
        let theme = cx.look.theme();
        let (name, description) = match row {
            MenuRow::Option(index) => {
                let (option, value) = self.choices.row(index);
                let is_relevant = self.choices.is_row_relevant(index);
                let description = is_relevant.then(|| sentence(option.values[value].description));
                (option.name, description)
            }
            _ => (SOURCE_NAME, Some(self.source_description(cx))),
        };
        let is_selected = self.row == row;
        if is_selected {
            write(buf, area.x, area.y, theme.glyphs().cursor, theme.cursor);
        }
        let style = match description {
            None => theme.dim,
            Some(_) if is_selected => theme.strong,
            Some(_) => theme.text,
        };
        write(buf, area.x + 2, area.y, name, style);
        let text = description.unwrap_or_else(|| "Not used with the options above".to_owned());
        let mut values = self.layout.values.iter().map(|value| value.area);
        let last = values.rfind(|values| area.contains(values.as_position()));
        let top = last.map_or(area.y, |values| values.y) + 1;
        let rows = usize::from(area.bottom().saturating_sub(top));
        let width = usize::from(area.width.saturating_sub(2));
        let mut lines = wrap(&text, width);
        if lines.len() > rows {
            lines = wrap(&text, width.saturating_sub(1));
            lines.truncate(rows);
            if let Some(last) = lines.last_mut() {
                last.push('…');
            }
        }
        for (y, line) in (top..).zip(&lines) {
            write(buf, area.x + 2, y, line, theme.dim);
        }
    }

    /// Describes where the deal comes from.
    fn source_description(&self, cx: &Context) -> String {
        match self.source(cx) {
            DealSource::Random(Deals::Any) => {
                let rules = self.choices.rules();
                let note =
                    rules.and_then(|rules| text::random_deal_note(cx.config.deal_source(), &rules));
                note.unwrap_or("Any random deal").to_owned()
            }
            DealSource::Random(Deals::Winnable) => {
                "A random deal that is proven to be winnable".to_owned()
            }
            DealSource::Graded(_) => {
                "A winnable deal of this difficulty, graded in advance".to_owned()
            }
            DealSource::Daily(day) => {
                let deal = text::daily_deal(day.unwrap_or_else(|| cx.today()));
                format!("{}, the same for everyone", sentence(&deal))
            }
            DealSource::Number => match self.choices.seed {
                Some(seed) => format!("Deal {seed}: the same number, always the same cards"),
                None => {
                    let hint = cx.key_hint(Mode::Menu, Action::EnterSeed, "enter a deal number");
                    hint.unwrap_or_else(|| "The same number, always the same cards".to_owned())
                }
            },
        }
    }
}

/// Draws the name of the program on cards.
fn draw_title(theme: &Theme, buf: &mut Buffer, area: Rect) {
    let row = Layout::horizontal([Constraint::Length(CARD_SIZE.width); TITLE.len()])
        .spacing(CARD_GAP)
        .flex(Flex::Center);
    let columns: [Rect; TITLE.len()] = area.layout(&row);
    let suits = Suit::ALL.into_iter().rev().cycle();
    for ((column, letter), suit) in columns.into_iter().zip(TITLE.chars()).zip(suits) {
        let height = CARD_SIZE.height;
        let card = Rect { height, ..column };
        fill(buf, card, " ", theme.card_face);
        let style = theme.suit_style(suit, theme.card_face);
        let pip = theme.pip(suit).to_string();
        let letter = letter.to_string();
        write(buf, card.x + 1, card.y, &letter, style);
        write(buf, card.x + card.width / 2, card.y + 1, &pip, style);
        write(buf, card.right() - 2, card.bottom() - 1, &letter, style);
    }
    let last_row = area.rows().next_back().unwrap_or_default();
    write_centered(buf, last_row, SUBTITLE, theme.dim);
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

/// Returns the day of a daily deal, or the seed.
fn deal_name(saved: &SavedGame) -> String {
    let seed = || seed_text(saved.deal.seed);
    saved.daily.map_or_else(seed, text::daily_name)
}
