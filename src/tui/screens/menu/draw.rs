//! Draws the menu.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Flex, Layout, Rect, Size};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Cell, Row, Table, Widget};

use super::layout::{HEADER_ROWS, SOURCE_NAME};
use super::{MenuRow, MenuScreen, MenuValue};
use crate::cards::Suit;
use crate::describe::{self, pluralize, sentence};
use crate::session::{DealSource, text};
use crate::storage::settings::Deals;
use crate::tui::action::{Action, Mode};
use crate::tui::screens::{right_aligned, seed_column_width, seed_text};
use crate::tui::services::Services;
use crate::tui::theme::Theme;
use crate::tui::widgets::{fill, write, write_centered};
use crate::tui::wrap::wrap;
use crate::variant;

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
    pub(super) fn draw(&self, services: &Services, buf: &mut Buffer) {
        let theme = &services.theme;
        if let Some(area) = self.layout.title {
            draw_title(theme, buf, area);
        }
        if self.is_in_saved_games() {
            self.draw_saved_games(services, buf);
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
                MenuRow::Option(_) | MenuRow::Source => self.draw_choice(services, buf, row, area),
            }
        }
        for MenuValue {
            name,
            is_chosen,
            area,
        } in &self.layout.values
        {
            let name = name.replace('-', " ");
            let (text, style) = if *is_chosen {
                (format!("[{name}]"), theme.accent)
            } else {
                (format!(" {name} "), theme.dim)
            };
            write(buf, area.x, area.y, &text, style);
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

    fn draw_saved_games(&self, services: &Services, buf: &mut Buffer) {
        let theme = &services.theme;
        let area = self.layout.panel;
        write(buf, area.x, area.y, "Saved games", theme.strong);
        let text = self.saved_games_text(services);
        write(buf, area.x, area.y + 1, &text, theme.text);
        let visible = self.layout.rows.iter().filter_map(|(row, _)| match row {
            MenuRow::SavedGame(index) => Some((*row, &self.saved_games[*index])),
            _ => None,
        });
        let seed_width = seed_column_width(self.saved_games.iter().map(|saved| saved.seed));
        let cursor = theme.glyphs().cursor;
        let rows = visible.map(|(row, saved)| {
            let is_selected = self.row == row;
            let seed = seed_text(saved.seed);
            let fixed = 2 + seed.len() as u16 + MOVES_WIDTH + PLAYED_WIDTH + 4;
            let title_width = area.width.saturating_sub(fixed);
            let title = describe::game_title_within(saved.info, &saved.options, title_width.into());
            let played = if saved.locked_by_other {
                "other window".to_owned()
            } else {
                services.time_or_date(saved.last_played)
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
                right_aligned(seed),
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
            Constraint::Length(seed_width),
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
    fn saved_games_text(&self, services: &Services) -> String {
        let selected = self.selected_save();
        if let Some(saved) = selected.filter(|_| self.row != MenuRow::Continue) {
            let title = describe::game_title(saved.info, &saved.options);
            if title != saved.info.title {
                return title;
            }
        }
        let count = pluralize(self.saved_games.len(), "game");
        let mut actions = [Action::NewDeal, Action::Select].into_iter();
        let key = actions.find_map(|action| services.keymap.key_for(Mode::Menu, action));
        let key = key.map(|key| key.to_string());
        let click = services.is_mouse_enabled().then(|| "click".to_owned());
        let ways: Vec<String> = [key, click].into_iter().flatten().collect();
        if ways.is_empty() {
            count
        } else {
            format!("{count}; {} to resume", ways.join(" or "))
        }
    }

    /// Draws the name of a row, with the cursor if the row is selected, and below its values the
    /// description of the chosen one; what does not fit is cut.
    fn draw_choice(&self, services: &Services, buf: &mut Buffer, row: MenuRow, area: Rect) {
        let theme = &services.theme;
        let (name, description) = match row {
            MenuRow::Option(index) => {
                let (option, value) = self.choices.row(index);
                let is_relevant = self.choices.is_row_relevant(index);
                let description = is_relevant.then(|| sentence(option.values[value].description));
                (option.name, description)
            }
            _ => (SOURCE_NAME, Some(self.source_description(services))),
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
    fn source_description(&self, services: &Services) -> String {
        match self.source(services) {
            DealSource::Random(Deals::Any) => {
                let rules = self.choices.rules();
                let note =
                    rules.and_then(|rules| text::random_deal_note(services.deal_source(), &rules));
                note.unwrap_or("Any random deal").to_owned()
            }
            DealSource::Random(Deals::Winnable) => {
                "A random deal that is proven to be winnable".to_owned()
            }
            DealSource::Graded(_) => {
                "A winnable deal of this difficulty, graded in advance".to_owned()
            }
            DealSource::Daily(day) => {
                let deal = text::daily_deal(day.unwrap_or_else(|| services.today()));
                format!("{}, the same for everyone", sentence(&deal))
            }
            DealSource::Number => match self.choices.seed {
                Some(seed) => format!("Deal {seed}: the same number, always the same cards"),
                None => {
                    let hint =
                        services.key_hint(Mode::Menu, Action::EnterSeed, "enter a deal number");
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
