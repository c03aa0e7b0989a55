//! The saved games in the menu.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::{Cell, Row, Table, Widget};

use super::layout::HEADER_ROWS;
use super::rows::{MenuRow, MenuRows};
use crate::describe::{self, pluralize};
use crate::session::text;
use crate::storage::save_manager::SavedGame;
use crate::storage::settings::Setting;
use crate::tui::action::{Action, Mode};
use crate::tui::context::Context;
use crate::tui::widgets::{right_aligned, seed_text, write};

/// Widths of the columns of the saved games.
const MOVES_WIDTH: u16 = 5;
const PLAYED_WIDTH: u16 = 12;

/// A list of saved games, of which the rows in `visible` are shown.
pub(super) struct SavedGamesList<'a> {
    pub(super) menu: &'a MenuRows,
    /// The indices of the saved games that are visible.
    pub(super) visible: Vec<usize>,
    pub(super) cx: &'a Context,
}

impl Widget for &SavedGamesList<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let theme = self.cx.look.theme();
        write(buf, area.x, area.y, "Saved games", theme.strong);
        write(buf, area.x, area.y + 1, &self.subtitle(), theme.text);
        let saved_games = self.menu.saved_games();
        let deal_width = saved_games.iter().map(|saved| deal_name(saved).len());
        let deal_width = deal_width.max().unwrap_or(0).max("seed".len()) as u16;
        let rows = self
            .visible
            .iter()
            .map(|&index| self.row(index, area.width));
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
}

impl SavedGamesList<'_> {
    /// Returns the row of a saved game.
    fn row(&self, index: usize, width: u16) -> Row<'static> {
        let theme = self.cx.look.theme();
        let saved = &self.menu.saved_games()[index];
        let deal = deal_name(saved);
        let fixed = 2 + deal.len() as u16 + MOVES_WIDTH + PLAYED_WIDTH + 4;
        let title_width = width.saturating_sub(fixed);
        let title = describe::game_title_within(&saved.deal.kind, title_width.into());
        let played = if saved.locked_by_other {
            "other window".to_owned()
        } else {
            self.cx.time_or_date(saved.last_played)
        };
        let is_next = self
            .menu
            .selected_save()
            .is_some_and(|next| next.id == saved.id);
        let style = match (self.menu.selected() == MenuRow::SavedGame(index), is_next) {
            (true, _) => theme.selected_entry,
            (false, true) => theme.strong,
            (false, false) => theme.text,
        };
        let cursor = if is_next { theme.glyphs().cursor } else { "" };
        Row::new([
            Cell::new(cursor),
            Cell::new(title),
            right_aligned(deal),
            right_aligned(saved.moves.to_string()),
            Cell::new(played),
        ])
        .style(style)
    }

    /// Returns the line below the heading of the saved games: how to resume one, or for a game with
    /// unusual options its full name, for which its row may have no room.
    fn subtitle(&self) -> String {
        let selected = self.menu.selected_save();
        if let Some(saved) = selected.filter(|_| self.menu.selected() != MenuRow::Continue) {
            let title = describe::game_title(&saved.deal.kind);
            if title != saved.deal.kind.info.title {
                return title;
            }
        }
        let count = pluralize(self.menu.saved_games().len(), "game");
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

/// Returns the day of a daily deal, or the seed.
fn deal_name(saved: &SavedGame) -> String {
    let seed = || seed_text(saved.deal.seed);
    saved.daily.map_or_else(seed, text::daily_name)
}
