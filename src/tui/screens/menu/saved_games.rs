//! The saved games in the menu: a row for each deal, and below one of them a row for each of its games.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::{Cell, Row, Table, Widget};

use super::MenuRow;
use super::paint::{HEADER_ROWS, MenuPainter};
use crate::describe::{self, pluralize};
use crate::stats_text::brief_deal_text;
use crate::storage::saves::SavedGame;
use crate::storage::settings::Setting;
use crate::tui::action::{Action, Direction, Mode};
use crate::tui::theme::Role;
use crate::tui::widgets::panel::entries_around;
use crate::tui::widgets::{right_aligned, write};

/// Widths of the columns of the saved games.
const MOVES_WIDTH: u16 = 5;
const PLAYED_WIDTH: u16 = 12;

/// The saved games as rows, those played last first.
#[derive(Clone, Debug, Default)]
pub(super) struct SavedRows {
    /// The games of each deal.
    deals: Vec<Vec<SavedGame>>,
    /// The deal whose games have rows of their own.
    expanded: Option<usize>,
}

impl SavedRows {
    /// Replaces the games. A deal that was expanded remains so.
    pub(super) fn set_games(&mut self, games: Vec<SavedGame>) {
        let expanded = self.expanded.map(|deal| self.deals.swap_remove(deal));
        let before = expanded.unwrap_or_default();
        self.deals = SavedGame::by_deal(games);
        let was_expanded = |game: &SavedGame| before.iter().any(|other| other.id == game.id);
        let mut deals = self.deals.iter();
        self.expanded = deals.position(|deal| deal.len() > 1 && deal.iter().any(was_expanded));
    }

    pub(super) fn deal_count(&self) -> usize {
        self.deals.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.deals.is_empty()
    }

    /// Returns the rows in their order: the index of a deal, and that of one of its games if it has a row.
    pub(super) fn rows(&self) -> Vec<(usize, Option<usize>)> {
        let mut rows = Vec::new();
        for (index, deal) in self.deals.iter().enumerate() {
            rows.push((index, None));
            if self.expanded == Some(index) {
                rows.extend((0..deal.len()).map(|attempt| (index, Some(attempt))));
            }
        }
        rows
    }

    /// Returns the games of a row; the first one is resumed.
    pub(super) fn games(&self, row: usize) -> &[SavedGame] {
        match self.rows().get(row) {
            Some(&(deal, None)) => &self.deals[deal],
            Some(&(deal, Some(attempt))) => &self.deals[deal][attempt..=attempt],
            None => &[],
        }
    }

    /// Returns the games of the deal played last whose last game no other window has open, or else of the
    /// last one; the first is resumed.
    pub(super) fn next_to_play(&self) -> &[SavedGame] {
        let mut deals = self.deals.iter();
        let free = deals.find(|deal| !deal[0].locked_by_other);
        free.or(self.deals.first()).map_or(&[], Vec::as_slice)
    }

    /// Gives each game of the deal of a row a row of its own. Returns the row of the deal; `None` if it has
    /// one game.
    pub(super) fn expand(&mut self, row: usize) -> Option<usize> {
        let &(deal, attempt) = self.rows().get(row)?;
        if attempt.is_none() && self.deals[deal].len() > 1 {
            self.expanded = Some(deal);
            return Some(deal);
        }
        None
    }

    /// Leaves only the row of the deal if the deal of a row is expanded; returns that one.
    pub(super) fn collapse(&mut self, row: usize) -> Option<usize> {
        let &(deal, _) = self.rows().get(row)?;
        self.expanded.take_if(|expanded| *expanded == deal)
    }
}

impl MenuPainter<'_> {
    /// Draws the saved games, those around the selected one if there is no room for all.
    pub(super) fn draw_saved_games(&mut self, area: Rect) {
        let theme = self.cx.theme();
        write(self.buf, area.x, area.y, "Saved games", theme[Role::Strong]);
        write(
            self.buf,
            area.x,
            area.y + 1,
            &self.subtitle(),
            theme[Role::Text],
        );
        let (saved_games, rows) = (&self.menu.saved_games, self.menu.saved_games.rows());
        let [_, header, list] = area.layout(&Layout::vertical([
            Constraint::Length(HEADER_ROWS - 1),
            Constraint::Length(1),
            Constraint::Fill(1),
        ]));
        let selected = match self.menu.row {
            MenuRow::SavedGame(index) => index,
            _ => 0,
        };
        let visible = entries_around(selected, list.height.into(), rows.len());
        for (index, cells) in visible.clone().zip(list.rows()) {
            let row = MenuRow::SavedGame(index);
            let is_selected = self.menu.row == row;
            self.frame
                .add_entry(self.menu.entry_of(row), cells, is_selected);
        }
        let games = (0..rows.len()).filter_map(|row| saved_games.games(row).first());
        let deal_width = games.map(|saved| brief_deal_text(&saved.deal, saved.daily).len());
        let deal_width = deal_width.max().unwrap_or(0).max("deal".len()) as u16;
        let rows = visible.filter_map(|index| self.saved_row(index, rows[index].1, area.width));
        let headings = Row::new([
            Cell::new(""),
            Cell::new(""),
            right_aligned("deal".into()),
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
            .header(headings.style(theme[Role::Dim]))
            .column_spacing(1);
        Widget::render(table, header.union(list), self.buf);
    }

    /// Returns the row of a deal with saved games, or of one of them.
    fn saved_row(&self, index: usize, attempt: Option<usize>, width: u16) -> Option<Row<'static>> {
        let theme = self.cx.theme();
        let games = self.menu.saved_games.games(index);
        let saved = games.first()?;
        let deal = brief_deal_text(&saved.deal, saved.daily);
        let fixed = 2 + deal.len() as u16 + MOVES_WIDTH + PLAYED_WIDTH + 4;
        let title_width = usize::from(width.saturating_sub(fixed));
        let title = match (attempt, games.len()) {
            (Some(attempt), _) => format!("  attempt {}", attempt + 1),
            (None, 1) => describe::game_title_within(&saved.deal.rule_set, title_width),
            (None, count) => {
                let count = format!(" ({count})");
                let title_width = title_width.saturating_sub(count.len());
                describe::game_title_within(&saved.deal.rule_set, title_width) + &count
            }
        };
        let played = if saved.locked_by_other {
            "other window".to_owned()
        } else {
            self.cx.time_or_date(saved.last_played)
        };
        let selected = self.menu.row;
        let is_selected = selected == MenuRow::SavedGame(index);
        let next = self.menu.selected_save();
        let is_next = match selected {
            MenuRow::Continue => next.is_some_and(|next| next.id == saved.id),
            _ => is_selected,
        };
        let style = match (is_selected, is_next) {
            (true, _) => theme[Role::SelectedEntry],
            (false, true) => theme[Role::Strong],
            (false, false) => theme[Role::Text],
        };
        let cursor = if is_next { theme.glyphs().cursor } else { "" };
        let cells = [
            Cell::new(cursor),
            Cell::new(title),
            right_aligned(deal),
            right_aligned(saved.moves.to_string()),
            Cell::new(played),
        ];
        Some(Row::new(cells).style(style))
    }

    /// Returns the line below the heading of the saved games: how to resume one, or for a game with
    /// unusual options its full name, for which its row may have no room.
    fn subtitle(&self) -> String {
        let selected = self.menu.selected_save();
        if let Some(saved) = selected.filter(|_| self.menu.row != MenuRow::Continue) {
            let title = describe::game_title(&saved.deal.rule_set);
            if title != saved.deal.rule_set.info.title {
                return title;
            }
        }
        let count = match self.menu.row {
            MenuRow::SavedGame(index) => self.menu.saved_games.games(index).len(),
            _ => 1,
        };
        if count > 1 {
            let right = Action::Navigate(Direction::Right);
            let lists = self.cx.key_hint(Mode::Menu, right, "list them");
            let lists = lists.map_or_else(String::new, |lists| format!("; {lists}"));
            return format!("{count} attempts at this deal{lists}");
        }
        let count = pluralize(self.menu.saved_games.deal_count(), "game");
        let mut actions = [Action::NewDeal, Action::Select].into_iter();
        let key = actions.find_map(|action| self.cx.keymap.key_for(Mode::Menu, action));
        let key = key.map(|key| key.to_string());
        let has_mouse = self.cx.config.settings().is_on(Setting::Mouse);
        let click = has_mouse.then(|| "click".to_owned());
        let ways: Vec<String> = [key, click].into_iter().flatten().collect();
        if ways.is_empty() {
            count
        } else {
            format!("{count}; {} to resume", ways.join(" or "))
        }
    }
}
