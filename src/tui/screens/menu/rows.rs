//! The rows of the menu: saved games, today, games, and the options and the source of the next deal.

use std::mem::discriminant;

use super::MenuScreen;
use crate::storage::saves::SavedGame;
use crate::tui::action::Direction;
use crate::variant::{self, Variant};

/// A row of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuRow {
    /// The daily deals of today.
    Today,
    /// A game, by its index in the [list of games](variant::games).
    Game(usize),
    /// A row of options of the chosen game, by its index.
    Option(usize),
    Source,
    /// The saved game to continue, and the heading of all of them.
    Continue,
    /// A deal with saved games, or one of them; the one played last comes first.
    SavedGame(usize),
}

impl MenuScreen {
    /// Returns the entry of the list of games that the rows beside it belong to.
    pub(super) fn selected_heading(&self) -> MenuRow {
        match self.row {
            MenuRow::Today => MenuRow::Today,
            _ if self.is_in_saved_games() => MenuRow::Continue,
            _ => self.selected_game_row(),
        }
    }

    /// Returns the list of games: what can be continued, today, and the games.
    pub(super) fn headings(&self) -> Vec<MenuRow> {
        let first = (!self.saved_games.is_empty()).then_some(MenuRow::Continue);
        let games = (0..variant::games().len()).map(MenuRow::Game);
        first
            .into_iter()
            .chain([MenuRow::Today])
            .chain(games)
            .collect()
    }

    /// Returns all rows, even those that are not visible.
    pub(super) fn all(&self) -> Vec<MenuRow> {
        let mut rows = self.headings();
        if self.is_list_only || self.row == MenuRow::Today {
            return rows;
        }
        if self.is_in_saved_games() {
            rows.extend((0..self.saved_games.rows().len()).map(MenuRow::SavedGame));
        } else {
            rows.extend((0..self.choices.rows().len()).map(MenuRow::Option));
            rows.push(MenuRow::Source);
        }
        rows
    }

    /// Returns the index of a row among all of them.
    pub(super) fn entry_of(&self, row: MenuRow) -> usize {
        let mut rows = self.all().into_iter();
        rows.position(|other| other == row).unwrap_or(0)
    }

    /// Returns the rules of the game that the preview shows.
    pub(super) fn shown_rules(&self) -> Option<Variant> {
        match self.row {
            MenuRow::Today => self.today.games.rules().cloned(),
            _ => self.choices.rules(),
        }
    }

    /// Whether the saved games are shown in place of the options.
    pub(super) fn is_in_saved_games(&self) -> bool {
        matches!(self.row, MenuRow::Continue | MenuRow::SavedGame(_))
    }

    /// Returns the saved games of the selected row, of which the first is resumed; on
    /// [`Continue`](MenuRow::Continue) those of the deal played last that no other window has open.
    pub(super) fn selected_saves(&self) -> Vec<&SavedGame> {
        match self.row {
            MenuRow::Continue => self.saved_games.next_to_play(),
            MenuRow::SavedGame(index) => self.saved_games.games(index),
            MenuRow::Today | MenuRow::Game(_) | MenuRow::Option(_) | MenuRow::Source => Vec::new(),
        }
    }

    pub fn set_saved_games(&mut self, saved_games: Vec<SavedGame>) {
        self.today.set_saved_games(&saved_games);
        self.saved_games.set_games(saved_games);
        match self.row {
            MenuRow::Continue | MenuRow::SavedGame(_) if self.saved_games.is_empty() => {
                self.row = self.selected_game_row();
            }
            MenuRow::SavedGame(index) => {
                self.row = MenuRow::SavedGame(index.min(self.saved_games.rows().len() - 1));
            }
            _ => {}
        }
    }

    /// Lists the games of the selected deal. Returns whether there are several.
    pub(super) fn expand_saved(&mut self, index: usize) -> bool {
        let row = self.saved_games.expand(index).map(MenuRow::SavedGame);
        self.row = row.unwrap_or(self.row);
        row.is_some()
    }

    /// Goes back from the games of a deal to the deal, and from there to the heading.
    pub(super) fn leave_saved(&mut self, index: usize) {
        let row = self.saved_games.collapse(index).map(MenuRow::SavedGame);
        self.row = row.unwrap_or(MenuRow::Continue);
    }

    /// Selects a row, if the menu has it.
    pub fn select(&mut self, row: MenuRow) {
        if !self.all().contains(&row) {
            return;
        }
        self.row = row;
        if let MenuRow::Game(index) = row {
            self.choices.game_index = index;
        }
    }

    fn selected_game_row(&self) -> MenuRow {
        MenuRow::Game(self.choices.game_index)
    }

    pub(super) fn move_selection(&mut self, direction: Direction) {
        let rows = self.all();
        let index = rows.iter().position(|&row| row == self.row).unwrap_or(0);
        let next = match (direction, self.row) {
            // From the options back to their game, past the games below it.
            (Direction::Up, MenuRow::Option(0)) => self.selected_game_row(),
            // From the saved games back to their heading, past the games below it.
            (Direction::Up, MenuRow::SavedGame(0)) => MenuRow::Continue,
            (Direction::Up, _) => rows[index.saturating_sub(1)],
            _ => rows[(index + 1).min(rows.len() - 1)],
        };
        self.select(next);
    }

    /// Goes from the saved games to the games, the options, the source, and to the saved games again; or
    /// the other way around.
    pub(super) fn turn_to_group(&mut self, backward: bool) {
        if self.is_list_only {
            return;
        }
        let mut groups = vec![self.selected_game_row(), MenuRow::Source];
        if !self.choices.rows().is_empty() {
            groups.insert(1, MenuRow::Option(0));
        }
        if !self.saved_games.is_empty() {
            groups.insert(0, MenuRow::Continue);
        }
        let is_current = |group: &MenuRow| match group {
            MenuRow::Continue => self.is_in_saved_games(),
            MenuRow::Game(_) if self.row == MenuRow::Today => true,
            group => discriminant(group) == discriminant(&self.row),
        };
        let current = groups.iter().position(is_current).unwrap_or(0);
        let step = if backward { groups.len() - 1 } else { 1 };
        self.row = groups[(current + step) % groups.len()];
    }

    /// Selects the last row of the group with the selected one: games, saved games, or options.
    pub(super) fn select_last(&mut self) {
        self.select(match self.row {
            MenuRow::Continue | MenuRow::Today | MenuRow::Game(_) => {
                MenuRow::Game(variant::games().len() - 1)
            }
            MenuRow::SavedGame(_) => {
                MenuRow::SavedGame(self.saved_games.rows().len().saturating_sub(1))
            }
            MenuRow::Option(_) | MenuRow::Source => MenuRow::Source,
        });
    }
}
