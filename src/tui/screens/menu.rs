//! Menu of games: the saved games to continue; which game, which options, which deal.

mod paint;
mod saved_games;

use std::mem::discriminant;

use jiff::civil::Date;
use ratatui::layout::Rect;

use crate::game::RuleSet;
use crate::record::SaveId;
use crate::seed;
use crate::session::{DealSource, Session, text};
use crate::storage::daily::DailyDeals;
use crate::storage::saves::SavedGame;
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::context::Context;
use crate::tui::deal_choices::{DailyGames, DealChoices};
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, Use};
use crate::tui::screen::{PromptKind, Request, Screen, SubmitResult};
use crate::variant::{self, Variant};
use saved_games::SavedRows;

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

/// Menu of games.
#[derive(Clone, Debug)]
pub struct MenuScreen {
    /// The game and options that are chosen.
    pub choices: DealChoices,
    /// The selected row.
    pub row: MenuRow,
    saved_games: SavedRows,
    /// The daily deals of today: one for each game, and which one is played.
    daily: DailyGames,
    /// The days and games of the daily deals that can be resumed or are open in another window.
    open_daily: Vec<(Date, RuleSet)>,
    /// How far the player has come with the daily deals, as it is drawn.
    deals: DailyDeals,
    /// Whether there is room for nothing but the list of games.
    is_list_only: bool,
    /// Whether there is a table to go back to.
    can_close: bool,
    /// The saved game at that table.
    at_table: Option<SaveId>,
    /// The saved games about which the player was asked whether they should be removed.
    asked: Vec<SavedGame>,
}

impl MenuScreen {
    /// Opens the menu on the chosen game.
    pub fn new(choices: DealChoices) -> MenuScreen {
        MenuScreen {
            row: MenuRow::Game(choices.game_index),
            daily: DailyGames::new(choices.rules().as_ref()),
            open_daily: Vec::new(),
            deals: DailyDeals::default(),
            choices,
            saved_games: SavedRows::default(),
            is_list_only: false,
            can_close: false,
            at_table: None,
            asked: Vec::new(),
        }
    }

    /// Opens the menu over the table of a game, which is selected.
    pub fn over_table(session: &Session, cx: &mut Context) -> MenuScreen {
        let mut choices = cx.choices.clone();
        choices.select_game(session.game().rules());
        let mut menu = MenuScreen::new(choices);
        menu.can_close = true;
        menu.at_table = session.played().id.clone();
        menu.set_saved_games(cx.saved_games());
        menu
    }

    /// Returns the selected saved game; on [`Continue`](MenuRow::Continue) the one played last that
    /// no other window has open.
    pub fn selected_save(&self) -> Option<&SavedGame> {
        self.selected_saves().first()
    }

    /// Returns the entry of the list of games that the rows beside it belong to.
    fn selected_heading(&self) -> MenuRow {
        match self.row {
            MenuRow::Today => MenuRow::Today,
            _ if self.is_in_saved_games() => MenuRow::Continue,
            _ => self.selected_game_row(),
        }
    }

    /// Returns the list of games: what can be continued, today, and the games.
    fn headings(&self) -> Vec<MenuRow> {
        let first = (!self.saved_games.is_empty()).then_some(MenuRow::Continue);
        let games = (0..variant::games().len()).map(MenuRow::Game);
        first
            .into_iter()
            .chain([MenuRow::Today])
            .chain(games)
            .collect()
    }

    /// Returns all rows, even those that are not visible.
    fn all(&self) -> Vec<MenuRow> {
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
    fn entry_of(&self, row: MenuRow) -> usize {
        let mut rows = self.all().into_iter();
        rows.position(|other| other == row).unwrap_or(0)
    }

    /// Whether the saved games are shown in place of the options.
    fn is_in_saved_games(&self) -> bool {
        matches!(self.row, MenuRow::Continue | MenuRow::SavedGame(_))
    }

    /// Returns the saved games of the selected row, of which the first is resumed; on
    /// [`Continue`](MenuRow::Continue) those of the deal played last that no other window has open.
    fn selected_saves(&self) -> &[SavedGame] {
        match self.row {
            MenuRow::Continue => self.saved_games.next_to_play(),
            MenuRow::SavedGame(index) => self.saved_games.games(index),
            MenuRow::Today | MenuRow::Game(_) | MenuRow::Option(_) | MenuRow::Source => &[],
        }
    }

    /// Replaces the saved games.
    pub fn set_saved_games(&mut self, saved_games: Vec<SavedGame>) {
        let daily = saved_games.iter().filter_map(SavedGame::daily_deal);
        self.open_daily = daily.collect();
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

    fn move_selection(&mut self, direction: Direction) {
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
    fn turn_to_group(&mut self, backward: bool) {
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

    /// Changes the value of the selected row. From a game or the heading of the saved games, right
    /// leads to what is beside it.
    fn cycle_value(&mut self, direction: Direction, cx: &mut Context) {
        match self.row {
            MenuRow::Today => self.daily.choose_next(direction),
            MenuRow::Game(_) | MenuRow::Continue if direction.is_backward() => {}
            MenuRow::Game(_) => self.turn_to_group(false),
            MenuRow::Continue => self.select(MenuRow::SavedGame(0)),
            // From the games of a deal back to the deal, and from there to the heading.
            MenuRow::SavedGame(index) if direction.is_backward() => {
                let deal = self.saved_games.collapse(index);
                self.row = deal.map_or(MenuRow::Continue, MenuRow::SavedGame);
            }
            MenuRow::SavedGame(index) => match self.saved_games.expand(index) {
                Some(deal) => self.row = MenuRow::SavedGame(deal),
                None => cx.notify("This is the only attempt at the deal"),
            },
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

    /// Gives a row a value by its index.
    fn set_value(&mut self, row: MenuRow, value: usize, cx: &mut Context) -> Option<Request> {
        self.select(row);
        match row {
            MenuRow::Option(index) => self.choices.set_value(index, value),
            MenuRow::Source => {
                if let Some(&source) = self.choices.sources().get(value) {
                    cx.config.set_deal_source(source);
                }
            }
            MenuRow::Today if self.daily.chosen == value => return self.play_today(),
            MenuRow::Today => self.daily.choose(value),
            MenuRow::Game(_) | MenuRow::Continue | MenuRow::SavedGame(_) => {}
        }
        None
    }

    /// Deals or resumes the daily deal of the chosen game.
    fn play_today(&self) -> Option<Request> {
        let rules = self.daily.rules()?.clone();
        Some(Request::Deal(DealSource::Daily(None), rules))
    }

    fn resume_selected(&self) -> Option<Request> {
        let saved = self.selected_save()?;
        Some(Request::Resume(Box::new(saved.clone())))
    }

    /// Asks whether the games of the selected row should be removed; the second time removes them.
    fn forget_selected(&mut self, cx: &mut Context) {
        let games = self.selected_saves().to_vec();
        let Some(saved) = games.first() else {
            return cx.notify("No saved game is selected");
        };
        if self.asked == games {
            cx.forget(&games, self.at_table.as_ref());
            self.asked.clear();
            self.set_saved_games(cx.saved_games());
            return;
        }
        let question = text::forget_question(saved, games.len());
        let yes = cx.key_hint(Mode::Menu, Action::Forget, "yes");
        cx.notify(format!("{question} {}", yes.unwrap_or_default()));
        self.asked = games;
    }

    fn deal_selected(&self, cx: &Context) -> Option<Request> {
        Some(Request::Deal(self.source(cx), self.choices.rules()?))
    }

    /// Selects a row; if it is selected already, changes its value or deals.
    fn click(&mut self, row: MenuRow, cx: &mut Context) -> Option<Request> {
        let is_selected = self.row == row;
        match row {
            MenuRow::SavedGame(_) => {
                self.select(row);
                return self.resume_selected();
            }
            MenuRow::Today if is_selected => return self.play_today(),
            MenuRow::Game(_) if is_selected => return self.deal_selected(cx),
            MenuRow::Continue if is_selected => return self.resume_selected(),
            _ if is_selected => self.cycle_value(Direction::Right, cx),
            _ => self.select(row),
        }
        None
    }
}

impl Screen for MenuScreen {
    fn mode(&self) -> Mode {
        Mode::Menu
    }

    fn before_action(&mut self, action: Action, _: &mut Context) -> bool {
        if action != Action::Forget && !action.is_passive() {
            self.asked.clear();
        }
        false
    }

    fn handle_action(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        self.fit(cx.screen_area());
        match action {
            Action::Navigate(direction @ (Direction::Up | Direction::Down))
            | Action::Wheel(_, direction) => self.move_selection(direction),
            Action::Navigate(direction) => self.cycle_value(direction, cx),
            Action::RowStart => self.select(self.all()[0]),
            Action::RowEnd => self.select(match self.row {
                MenuRow::Continue | MenuRow::Today | MenuRow::Game(_) => {
                    MenuRow::Game(variant::games().len() - 1)
                }
                MenuRow::SavedGame(_) => {
                    MenuRow::SavedGame(self.saved_games.rows().len().saturating_sub(1))
                }
                MenuRow::Option(_) | MenuRow::Source => MenuRow::Source,
            }),
            Action::NextGroup => self.turn_to_group(false),
            Action::PreviousGroup => self.turn_to_group(true),
            Action::Click(Target::Entry(index)) => {
                let row = *self.all().get(index)?;
                return self.click(row, cx);
            }
            Action::Click(Target::Value(index, value)) => {
                let row = *self.all().get(index)?;
                return self.set_value(row, value, cx);
            }
            Action::Select if matches!(self.row, MenuRow::Option(_)) => {
                self.cycle_value(Direction::Right, cx);
            }
            Action::Select | Action::NewDeal if self.row == MenuRow::Today => {
                return self.play_today();
            }
            Action::Select | Action::NewDeal if self.is_in_saved_games() => {
                return self.resume_selected();
            }
            Action::Select | Action::NewDeal => return self.deal_selected(cx),
            Action::Forget => self.forget_selected(cx),
            Action::EnterSeed => return Some(Request::prompt(PromptKind::Seed)),
            Action::Cancel if self.can_close => return Some(Request::Close),
            Action::Close => return Some(Request::Quit),
            _ => {}
        }
        None
    }

    fn submit(&mut self, _: PromptKind, text: &str, cx: &mut Context) -> SubmitResult {
        let seed = seed::parse(text).ok_or(text::NOT_A_NUMBER)?;
        let rules = self.choices.rules();
        Ok(rules.map(|rules| Request::deal(rules, seed, cx.now)))
    }

    fn draw(&mut self, cx: &Context, area: Rect, canvas: &mut Canvas<'_>) {
        self.fit(area);
        let deals = cx.results().daily_deals().clone();
        self.deals = deals.with_playing(self.open_daily.iter().cloned());
        self.paint(cx, area, canvas);
    }

    fn rules(&self) -> Option<Variant> {
        self.choices.rules()
    }

    fn is_opaque(&self) -> bool {
        true
    }

    fn use_of(&self, binding: &Binding, _: &Context) -> Use {
        let is_in_list = matches!(
            self.row,
            MenuRow::Game(_) | MenuRow::Continue | MenuRow::Today
        );
        let is_today = self.row == MenuRow::Today;
        let is_in_saved_games = self.is_in_saved_games();
        match binding.action {
            Action::Cancel if !self.can_close => Use::Idle,
            Action::Forget if !is_in_saved_games => Use::Idle,
            Action::Select if is_in_list || is_in_saved_games => Use::Ready(""),
            Action::Navigate(_) if is_today => Use::Ready("other game"),
            Action::Navigate(_) if !is_in_list || self.is_list_only => Use::Ready(""),
            Action::Navigate(_) if is_in_saved_games => Use::Ready("saved games"),
            Action::NewDeal if is_today => Use::Ready("play"),
            Action::NewDeal if is_in_saved_games => Use::Ready("resume"),
            _ => Use::Ready(binding.footer),
        }
    }
}
