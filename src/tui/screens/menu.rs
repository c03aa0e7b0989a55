//! Menu of games: the saved games to continue; which game, which options, which deal.

mod view;

use std::mem::discriminant;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::session::{DealSource, text};
use crate::storage::save_manager::SavedGame;
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::context::Context;
use crate::tui::deal_choices::DealChoices;
use crate::tui::frame::ScreenLayout;
use crate::tui::keymap::{Button, Keymap};
use crate::tui::screen::{PromptKind, Request, Screen, SubmitResult};
use crate::{seed, variant};

/// A row of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuRow {
    /// A game, by its index in the [list of games](variant::games).
    Game(usize),
    /// A row of options of the chosen game, by its index.
    Option(usize),
    Source,
    /// The saved game to continue, and the heading of all of them.
    Continue,
    /// A saved game; the one played last comes first.
    SavedGame(usize),
}

/// Menu of games.
#[derive(Clone, Debug)]
pub struct MenuScreen {
    /// The game and options that are chosen.
    pub choices: DealChoices,
    pub row: MenuRow,
    saved_games: Vec<SavedGame>,
    /// Whether there is a table to go back to.
    can_close: bool,
    layout: MenuLayout,
}

/// Where the parts of the menu are.
#[derive(Clone, Debug, Default)]
struct MenuLayout {
    title: Option<Rect>,
    panel: Rect,
    rows: Vec<(MenuRow, Rect)>,
    values: Vec<MenuValue>,
}

/// A value that a row can have.
#[derive(Clone, Debug)]
struct MenuValue {
    name: &'static str,
    is_chosen: bool,
    area: Rect,
}

impl MenuScreen {
    /// Opens the menu on the chosen game.
    pub fn new(choices: DealChoices, can_close: bool) -> MenuScreen {
        MenuScreen {
            row: MenuRow::Game(choices.game_index),
            choices,
            saved_games: Vec::new(),
            can_close,
            layout: MenuLayout::default(),
        }
    }

    /// Returns the rows and where they are, those that are visible.
    pub fn visible_rows(&self) -> &[(MenuRow, Rect)] {
        &self.layout.rows
    }

    fn rows(&self) -> Vec<MenuRow> {
        let first = (!self.saved_games.is_empty()).then_some(MenuRow::Continue);
        let games = (0..variant::games().len()).map(MenuRow::Game);
        let mut rows: Vec<MenuRow> = first.into_iter().chain(games).collect();
        if self.is_in_saved_games() {
            rows.extend((0..self.saved_games.len()).map(MenuRow::SavedGame));
        } else {
            rows.extend((0..self.choices.rows().len()).map(MenuRow::Option));
            rows.push(MenuRow::Source);
        }
        rows
    }

    /// Whether the saved games are shown in place of the options.
    pub fn is_in_saved_games(&self) -> bool {
        matches!(self.row, MenuRow::Continue | MenuRow::SavedGame(_))
    }

    /// Returns the selected saved game; on [`Continue`](MenuRow::Continue) the one played last that
    /// no other window has open.
    pub fn selected_save(&self) -> Option<&SavedGame> {
        match self.row {
            MenuRow::Continue => {
                let mut games = self.saved_games.iter();
                let free = games.find(|saved| !saved.locked_by_other);
                free.or(self.saved_games.first())
            }
            MenuRow::SavedGame(index) => self.saved_games.get(index),
            MenuRow::Game(_) | MenuRow::Option(_) | MenuRow::Source => None,
        }
    }

    pub fn set_saved_games(&mut self, saved_games: Vec<SavedGame>) {
        self.saved_games = saved_games;
        match self.row {
            MenuRow::Continue | MenuRow::SavedGame(_) if self.saved_games.is_empty() => {
                self.row = self.selected_game_row();
            }
            MenuRow::SavedGame(index) => {
                self.row = MenuRow::SavedGame(index.min(self.saved_games.len() - 1));
            }
            _ => {}
        }
    }

    /// Selects a row, if the menu has it.
    pub fn select_row(&mut self, row: MenuRow) {
        if !self.rows().contains(&row) {
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

    fn move_selection(&mut self, direction: Direction) {
        let rows = self.rows();
        let index = rows.iter().position(|&row| row == self.row).unwrap_or(0);
        let next = match (direction, self.row) {
            // From the options back to their game, past the games below it.
            (Direction::Up, MenuRow::Option(0)) => self.selected_game_row(),
            // From the saved games back to their heading, past the games below it.
            (Direction::Up, MenuRow::SavedGame(0)) => MenuRow::Continue,
            (Direction::Up, _) => rows[index.saturating_sub(1)],
            _ => rows[(index + 1).min(rows.len() - 1)],
        };
        self.select_row(next);
    }

    /// From the saved games to the games, the options, the source, and to the saved games again; or
    /// the other way around.
    fn turn_to_group(&mut self, backward: bool) {
        let mut groups = vec![self.selected_game_row(), MenuRow::Source];
        if !self.choices.rows().is_empty() {
            groups.insert(1, MenuRow::Option(0));
        }
        if !self.saved_games.is_empty() {
            groups.insert(0, MenuRow::Continue);
        }
        let is_current = |group: &MenuRow| match group {
            MenuRow::Continue => self.is_in_saved_games(),
            group => discriminant(group) == discriminant(&self.row),
        };
        let current = groups.iter().position(is_current).unwrap_or(0);
        let step = if backward { groups.len() - 1 } else { 1 };
        self.row = groups[(current + step) % groups.len()];
    }

    /// Selects the last row of the group with the selected one: games, saved games, or options.
    fn select_last(&mut self) {
        self.select_row(match self.row {
            MenuRow::Continue | MenuRow::Game(_) => MenuRow::Game(variant::games().len() - 1),
            MenuRow::SavedGame(_) => MenuRow::SavedGame(self.saved_games.len().saturating_sub(1)),
            MenuRow::Option(_) | MenuRow::Source => MenuRow::Source,
        });
    }

    /// Changes the value of the selected row. From a game or the heading of the saved games, right
    /// leads to what is beside it.
    fn cycle_value(&mut self, direction: Direction, cx: &mut Context) {
        match self.row {
            MenuRow::Game(_) | MenuRow::Continue if direction.is_backward() => {}
            MenuRow::Game(_) => self.turn_to_group(false),
            MenuRow::Continue => self.select_row(MenuRow::SavedGame(0)),
            MenuRow::SavedGame(_) => self.select_row(MenuRow::Continue),
            MenuRow::Option(index) => self.choices.cycle_value(index, direction),
            MenuRow::Source => {
                let setting = cx.config.deal_source();
                cx.config
                    .set_deal_source(self.choices.next_source(setting, direction));
            }
        }
    }

    fn source(&self, cx: &Context) -> DealSource {
        self.choices.source(cx.config.deal_source())
    }

    /// Gives a row a value by its index. Asks for a deal number that was not entered yet.
    fn set_value(&mut self, row: MenuRow, value: usize, cx: &mut Context) -> Option<Request> {
        self.select_row(row);
        match row {
            MenuRow::Option(index) => self.choices.set_value(index, value),
            MenuRow::Source => {
                if let Some(&source) = self.choices.sources().get(value) {
                    cx.config.set_deal_source(source);
                }
                let is_number = self.source(cx) == DealSource::Number;
                if is_number && self.choices.seed.is_none() {
                    return Some(Request::OpenPrompt(PromptKind::Seed, String::new()));
                }
            }
            MenuRow::Game(_) | MenuRow::Continue | MenuRow::SavedGame(_) => {}
        }
        None
    }

    fn resume_selected(&self) -> Option<Request> {
        let saved = self.selected_save()?;
        Some(Request::Resume(saved.id.clone()))
    }

    fn deal_selected(&self, cx: &Context) -> Option<Request> {
        let rules = self.choices.rules()?;
        Some(match (self.source(cx), self.choices.seed) {
            (DealSource::Number, Some(seed)) => Request::Deal(rules, seed),
            (DealSource::Number, None) => Request::OpenPrompt(PromptKind::Seed, String::new()),
            (source, _) => Request::DealFrom(source, rules),
        })
    }

    /// Selects a row; if it is selected already, changes its value or deals.
    fn click(&mut self, row: MenuRow, cx: &mut Context) -> Option<Request> {
        let is_selected = self.row == row;
        match row {
            MenuRow::SavedGame(_) => {
                self.select_row(row);
                return self.resume_selected();
            }
            MenuRow::Game(_) if is_selected => return self.deal_selected(cx),
            MenuRow::Continue if is_selected => return self.resume_selected(),
            _ if is_selected => self.cycle_value(Direction::Right, cx),
            _ => self.select_row(row),
        }
        None
    }
}

impl Screen for MenuScreen {
    fn mode(&self) -> Mode {
        Mode::Menu
    }

    fn handle_action(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        match action {
            Action::Navigate(direction @ (Direction::Up | Direction::Down))
            | Action::Wheel(_, direction) => self.move_selection(direction),
            Action::Navigate(direction) => self.cycle_value(direction, cx),
            Action::RowStart => self.select_row(self.rows()[0]),
            Action::RowEnd => self.select_last(),
            Action::NextGroup => self.turn_to_group(false),
            Action::PreviousGroup => self.turn_to_group(true),
            Action::Click(Target::Entry(index)) => {
                if let Some(&row) = self.rows().get(index) {
                    return self.click(row, cx);
                }
            }
            Action::Click(Target::Value(index, value)) => {
                if let Some(&row) = self.rows().get(index) {
                    return self.set_value(row, value, cx);
                }
            }
            Action::Select if matches!(self.row, MenuRow::Option(_)) => {
                self.cycle_value(Direction::Right, cx);
            }
            Action::Select | Action::NewDeal if self.is_in_saved_games() => {
                return self.resume_selected();
            }
            Action::Select | Action::NewDeal => return self.deal_selected(cx),
            Action::EnterSeed => return Some(Request::OpenPrompt(PromptKind::Seed, String::new())),
            Action::Help => {
                return Some(Request::OpenHelp {
                    rules: self.choices.rules()?,
                    modes: &[Mode::Menu],
                    keys: cx.keymap.help_rows(&[Mode::Menu], |_| true),
                });
            }
            Action::Cancel if self.can_close => return Some(Request::Close),
            Action::Close => return Some(Request::Quit),
            _ => {}
        }
        None
    }

    fn submit(&mut self, _: PromptKind, text: &str, cx: &mut Context) -> SubmitResult {
        let seed = seed::parse(text).ok_or(text::NOT_A_NUMBER)?;
        self.choices.seed = Some(seed);
        cx.config.set_deal_source(DealSource::Number);
        self.row = MenuRow::Source;
        Ok(None)
    }

    fn lay_out(&mut self, cx: &Context, area: Rect) -> ScreenLayout {
        self.arrange(cx, area)
    }

    fn render(&self, cx: &Context, buf: &mut Buffer) {
        self.draw(cx, buf);
    }

    fn is_opaque(&self) -> bool {
        true
    }

    fn buttons(&self, keymap: &Keymap) -> Vec<Button> {
        let is_in_list = matches!(self.row, MenuRow::Game(_) | MenuRow::Continue);
        let is_in_saved_games = self.is_in_saved_games();
        keymap.buttons(Mode::Menu, |binding| match binding.action {
            Action::Cancel if !self.can_close => None,
            Action::Select if is_in_list || is_in_saved_games => None,
            Action::Navigate(_) if !is_in_list => None,
            Action::NewDeal if is_in_saved_games => Some("resume"),
            Action::Navigate(_) if is_in_saved_games => Some("saved games"),
            _ => Some(binding.footer),
        })
    }
}
