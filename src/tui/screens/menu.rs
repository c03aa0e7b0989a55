//! Menu of games: the saved games to continue; which game, which options, which deal.

mod paint;
mod preview;
mod records;
mod rows;
mod saved_games;
mod saved_rows;
mod today;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::seed;
use crate::session::{DealSource, Session, text};
use crate::storage::save_folder::SaveId;
use crate::storage::saves::SavedGame;
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::context::Context;
use crate::tui::deal_choices::{DailyGames, DealChoices};
use crate::tui::frame::Frame;
use crate::tui::keymap::{Binding, Use};
use crate::tui::screen::{HelpPage, PromptKind, Request, Screen, SubmitResult};
use crate::tui::screens::help::HelpScreen;
use crate::variant::Variant;
use records::Records;
pub use rows::MenuRow;
use saved_rows::SavedRows;
use today::Today;

/// Menu of games.
#[derive(Clone, Debug)]
pub struct MenuScreen {
    /// The game and options that are chosen.
    pub choices: DealChoices,
    /// The selected row.
    pub row: MenuRow,
    saved_games: SavedRows,
    today: Today,
    /// Whether there is room for nothing but the list of games.
    is_list_only: bool,
    /// Whether there is a table to go back to.
    can_close: bool,
    /// The saved game at that table.
    at_table: Option<SaveId>,
    /// The saved games about which the player was asked whether they should be removed.
    asked: Vec<SavedGame>,
    records: Records,
}

impl MenuScreen {
    /// Opens the menu on the chosen game.
    pub fn new(choices: DealChoices) -> MenuScreen {
        MenuScreen {
            row: MenuRow::Game(choices.game_index),
            today: Today::new(DailyGames::new(choices.rules().as_ref())),
            choices,
            saved_games: SavedRows::default(),
            is_list_only: false,
            can_close: false,
            at_table: None,
            asked: Vec::new(),
            records: Records::default(),
        }
    }

    /// Opens the menu over the table of a game, which is selected.
    pub fn over_table(session: &Session, cx: &mut Context) -> MenuScreen {
        let mut choices = cx.choices.clone();
        choices.select_game(session.game().rules());
        let mut menu = MenuScreen::new(choices);
        menu.can_close = true;
        menu.at_table = session.save_state().id().cloned();
        menu.set_saved_games(cx.saved_games());
        menu
    }

    /// Returns the selected saved game; on [`Continue`](MenuRow::Continue) the one played last that
    /// no other window has open.
    pub fn selected_save(&self) -> Option<&SavedGame> {
        self.selected_saves().into_iter().next()
    }

    /// Changes the value of the selected row. From a game or the heading of the saved games, right
    /// leads to what is beside it.
    fn cycle_value(&mut self, direction: Direction, cx: &mut Context) {
        match self.row {
            MenuRow::Today => self.today.games.choose_next(direction),
            MenuRow::Game(_) | MenuRow::Continue if direction.is_backward() => {}
            MenuRow::Game(_) => self.turn_to_group(false),
            MenuRow::Continue => self.select(MenuRow::SavedGame(0)),
            MenuRow::SavedGame(index) if direction.is_backward() => self.leave_saved(index),
            MenuRow::SavedGame(index) => {
                if !self.expand_saved(index) {
                    cx.notify("This is the only attempt at the deal");
                }
            }
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
        self.select(row);
        match row {
            MenuRow::Option(index) => self.choices.set_value(index, value),
            MenuRow::Source => {
                if let Some(&source) = self.choices.sources().get(value) {
                    cx.config.set_deal_source(source);
                }
                let is_number = self.source(cx) == DealSource::Number;
                if is_number && self.choices.seed.is_none() {
                    return Some(Request::prompt(PromptKind::Seed));
                }
            }
            MenuRow::Today if self.today.games.chosen == value => return self.play_today(),
            MenuRow::Today => self.today.games.choose(value),
            MenuRow::Game(_) | MenuRow::Continue | MenuRow::SavedGame(_) => {}
        }
        None
    }

    /// Deals or resumes the daily deal of the chosen game.
    fn play_today(&self) -> Option<Request> {
        let rules = self.today.games.rules()?.clone();
        Some(Request::Deal(DealSource::Daily(None), rules))
    }

    fn resume_selected(&self) -> Option<Request> {
        let saved = self.selected_save()?;
        Some(Request::Resume(Box::new(saved.clone())))
    }

    /// Asks whether the games of the selected row should be removed; the second time removes them.
    fn forget_selected(&mut self, cx: &mut Context) {
        let games: Vec<SavedGame> = self.selected_saves().into_iter().cloned().collect();
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
        let rules = self.choices.rules()?;
        Some(match (self.source(cx), self.choices.seed) {
            (DealSource::Number, Some(seed)) => Request::deal(rules, seed, cx.now),
            (DealSource::Number, None) => Request::prompt(PromptKind::Seed),
            (source, _) => Request::Deal(source, rules),
        })
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
            Action::RowEnd => self.select_last(),
            Action::NextGroup => self.turn_to_group(false),
            Action::PreviousGroup => self.turn_to_group(true),
            Action::Click(Target::Entry(index)) => {
                if let Some(&row) = self.all().get(index) {
                    return self.click(row, cx);
                }
            }
            Action::Click(Target::Value(index, value)) => {
                if let Some(&row) = self.all().get(index) {
                    return self.set_value(row, value, cx);
                }
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
            Action::Help => {
                let (rules, modes) = (self.choices.rules()?, &[Mode::Menu]);
                let help =
                    HelpScreen::new(rules, modes, |key| self.use_of(key, cx), HelpPage::Keys, cx);
                return Some(Request::open(help));
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

    fn draw(&mut self, cx: &Context, area: Rect, frame: &mut Frame, buf: &mut Buffer) {
        self.fit(area);
        self.records.update(&cx.results);
        self.paint(cx, area, frame, buf);
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
