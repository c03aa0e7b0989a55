//! Menu of games: the saved games to continue; which game, which options, which deal.

mod paint;
mod saved_games;

use std::sync::Arc;

use ratatui::layout::Rect;

use crate::game::Game;
use crate::record::SaveId;
use crate::session::{DealSource, Session, text};
use crate::storage::saves::SavedGame;
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::context::Context;
use crate::tui::deal_choices::{DailyGames, DealChoices};
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, Use};
use crate::tui::screen::{PromptKind, Request, Screen, SubmitResult};
use crate::variant::{self, Variant};
use saved_games::SavedRows;

/// An entry of the list of the menu. Beside the list is what belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// The saved game to continue, and all of them: a row for each deal, the one played last first.
    Continue,
    /// The daily deals of today.
    Today,
    /// A game, by its index in the [list of games](variant::games): rows for its options, then the source.
    Game(usize),
}

/// Menu of games.
#[derive(Clone, Debug)]
pub struct MenuScreen {
    /// The game and options that are chosen.
    choices: DealChoices,
    /// The selected entry of the list.
    heading: Heading,
    /// The selected row beside the list, if one is.
    row: Option<usize>,
    saved_games: SavedRows,
    /// The saved game whose table is shown, if it can be read.
    preview: Option<(SaveId, Option<Arc<Game>>)>,
    /// The daily deals of today: one for each game, and which one is played.
    daily: DailyGames,
    /// Whether there is a table to go back to.
    can_close: bool,
    /// The saved game at that table.
    at_table: Option<SaveId>,
    /// The saved games about which the player was asked whether they should be removed.
    asked: Vec<SavedGame>,
}

impl MenuScreen {
    /// Opens the menu on the game that was dealt last. The saved games are listed when it is announced.
    pub fn new(cx: &Context) -> MenuScreen {
        let choices = cx.last_choices();
        MenuScreen {
            heading: Heading::Game(choices.game_index),
            row: None,
            daily: DailyGames::new(choices.rules().as_ref()),
            choices,
            saved_games: SavedRows::default(),
            preview: None,
            can_close: false,
            at_table: None,
            asked: Vec::new(),
        }
    }

    /// Opens the menu over the table of a game, which is selected.
    pub fn over_table(session: &Session, cx: &Context) -> MenuScreen {
        let mut menu = MenuScreen::new(cx);
        menu.select_game(session.game().rules());
        menu.can_close = true;
        menu.at_table = session.played().id.clone();
        menu
    }

    /// Selects a game with its options, and today's daily deal of it.
    pub fn select_game(&mut self, rules: &Variant) {
        self.choices.select_game(rules);
        self.select_heading(self.chosen_game());
        self.daily = DailyGames::new(Some(rules));
    }

    /// Returns the list: what can be continued, today, and the games.
    fn headings(&self) -> Vec<Heading> {
        let first = (!self.saved_games.deals.is_empty()).then_some(Heading::Continue);
        let games = (0..variant::games().len()).map(Heading::Game);
        let headings = first.into_iter().chain([Heading::Today]);
        headings.chain(games).collect()
    }

    /// Returns how many rows are beside the list.
    fn row_count(&self, cx: &Context) -> usize {
        match self.heading {
            _ if MenuScreen::is_list_only(cx) => 0,
            Heading::Continue => self.saved_games.rows().len(),
            Heading::Today => 0,
            Heading::Game(_) => self.source_row(cx) + 1,
        }
    }

    /// Returns the index of what is selected, in the list and the rows beside it.
    fn selected(&self) -> usize {
        let headings = self.headings();
        let heading = headings.iter().position(|other| *other == self.heading);
        self.row
            .map_or(heading.unwrap_or(0), |row| headings.len() + row)
    }

    /// Selects an entry or a row by its index, if the menu has it. Returns whether it has.
    fn select(&mut self, index: usize, cx: &Context) -> bool {
        let headings = self.headings();
        match (headings.get(index), index.checked_sub(headings.len())) {
            (Some(heading), _) => self.select_heading(*heading),
            (None, Some(row)) if row < self.row_count(cx) => self.row = Some(row),
            _ => return false,
        }
        true
    }

    fn select_heading(&mut self, heading: Heading) {
        (self.heading, self.row) = (heading, None);
        if let Heading::Game(index) = heading {
            self.choices.game_index = index;
        }
    }

    /// Selects what can be continued, if there is something.
    pub fn select_continue(&mut self) {
        if !self.saved_games.deals.is_empty() {
            self.select_heading(Heading::Continue);
        }
    }

    /// Leaves the rows where there is no room for what is beside the list.
    fn fit(&mut self, cx: &Context) {
        self.row = self.row.filter(|_| !MenuScreen::is_list_only(cx));
    }

    /// Returns the option of the selected row by its index; `None` if it is no option.
    fn selected_option(&self, cx: &Context) -> Option<usize> {
        let is_game = matches!(self.heading, Heading::Game(_));
        let options = self.choices.rows().len();
        let row = self.row.filter(|_| is_game)?;
        let option = row.checked_sub(self.has_lesson(cx).into())?;
        (option < options).then_some(option)
    }

    /// Whether the chosen game was never played: then the first row beside the list is its lesson.
    fn has_lesson(&self, cx: &Context) -> bool {
        let rules = self.choices.rules();
        rules.is_some_and(|rules| cx.profile.small_files.is_new(rules.introduction().id))
    }

    /// Whether the row of the lesson is selected.
    fn is_at_lesson(&self, cx: &Context) -> bool {
        let is_game = matches!(self.heading, Heading::Game(_));
        is_game && self.row == Some(0) && self.has_lesson(cx)
    }

    /// Returns the row of the source of deals, beside a game: it comes after the lesson and the options.
    fn source_row(&self, cx: &Context) -> usize {
        usize::from(self.has_lesson(cx)) + self.choices.rows().len()
    }

    /// Returns the saved games of the selected row, of which the first is resumed; on their heading those of the deal
    /// played last that no other window has open.
    fn selected_saves(&self) -> &[SavedGame] {
        match (self.heading, self.row) {
            (Heading::Continue, None) => self.saved_games.next_to_play(),
            (Heading::Continue, Some(row)) => self.saved_games.games(row),
            _ => &[],
        }
    }

    /// Whether a deal is selected whose attempts can be listed.
    fn can_expand(&self) -> bool {
        let is_in_saved_games = self.heading == Heading::Continue;
        let row = self.row.filter(|_| is_in_saved_games);
        row.is_some_and(|row| self.saved_games.can_expand(row))
    }

    /// Replaces the saved games.
    pub fn set_saved_games(&mut self, saved_games: Vec<SavedGame>) {
        self.saved_games.set_games(saved_games);
        if self.heading == Heading::Continue {
            let last = self.saved_games.rows().len().checked_sub(1);
            self.row = self.row.min(last);
            if last.is_none() {
                self.heading = self.chosen_game();
            }
        }
    }

    fn chosen_game(&self) -> Heading {
        Heading::Game(self.choices.game_index)
    }

    fn move_selection(&mut self, direction: Direction, cx: &Context) {
        let selected = self.selected();
        match (direction, self.row) {
            // Back to what the rows belong to, past the games below it.
            (Direction::Up, Some(0)) => self.row = None,
            (Direction::Up, _) => _ = self.select(selected.saturating_sub(1), cx),
            _ => _ = self.select(selected + 1, cx),
        }
    }

    /// Goes from the saved games to the games, the options, the source, and to the saved games again; or
    /// the other way around.
    fn turn_to_group(&mut self, direction: Direction, cx: &Context) {
        if MenuScreen::is_list_only(cx) {
            return;
        }
        let (game, source) = (self.chosen_game(), self.source_row(cx));
        let mut groups = Vec::from([None, Some(0), Some(source)].map(|row| (game, row)));
        groups.dedup();
        if !self.saved_games.deals.is_empty() {
            groups.insert(0, (Heading::Continue, None));
        }
        let here = match self.heading {
            Heading::Today => game,
            heading => heading,
        };
        let is_current = |(heading, row): &(Heading, _)| *heading == here && *row <= self.row;
        let current = groups.iter().rposition(is_current).unwrap_or(0);
        (self.heading, self.row) = groups[direction.cycle(current, groups.len())];
    }

    /// Changes the value of the selected row. From the list, right leads to what is beside it.
    fn cycle_value(&mut self, direction: Direction, cx: &mut Context) {
        match (self.heading, self.row) {
            (Heading::Today, _) => self.daily.choose_next(direction),
            _ if self.is_at_lesson(cx) => {}
            (_, None) if direction.is_backward() => {}
            (_, None) => self.row = (self.row_count(cx) > 0).then_some(0),
            // From the games of a deal back to the deal, and from there to the heading.
            (Heading::Continue, Some(row)) if direction.is_backward() => {
                self.row = self.saved_games.collapse(row);
            }
            (Heading::Continue, Some(row)) => match self.saved_games.expand(row) {
                Some(deal) => self.row = Some(deal),
                None => cx.notify("This is the only attempt at the deal"),
            },
            _ => match self.selected_option(cx) {
                Some(option) => self.choices.cycle_value(option, direction),
                None => {
                    let setting = cx.config.deal_source();
                    let source = self.choices.next_source(setting, direction);
                    cx.config.set_deal_source(source);
                }
            },
        }
    }

    /// Gives what is selected a value by its index.
    fn set_value(&mut self, value: usize, cx: &mut Context) -> Option<Request> {
        match (self.heading, self.selected_option(cx)) {
            (_, Some(option)) => self.choices.set_value(option, value),
            (Heading::Today, _) if self.daily.chosen == value => return self.play(cx),
            (Heading::Today, _) => self.daily.choose(value),
            (Heading::Game(_), None) => {
                if let Some(&source) = self.choices.sources().get(value) {
                    cx.config.set_deal_source(source);
                }
            }
            (Heading::Continue, _) => {}
        }
        None
    }

    /// Resumes a saved game, deals or resumes the daily deal of today, or deals the chosen game.
    fn play(&self, cx: &Context) -> Option<Request> {
        Some(match self.heading {
            Heading::Continue => {
                let saved = self.selected_saves().first()?;
                Request::Resume(Box::new(saved.clone()))
            }
            Heading::Today => {
                let rules = self.daily.rules()?.clone();
                Request::Deal(DealSource::Daily(None), rules)
            }
            Heading::Game(_) if self.is_at_lesson(cx) => Request::learn(self.choices.game_info()),
            Heading::Game(_) => {
                let source = self.choices.source(cx.config.deal_source());
                Request::Deal(source, self.choices.rules()?)
            }
        })
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

    /// Selects an entry or a row by its index; if it is selected already, changes its value or plays. A saved game is
    /// resumed at once.
    fn click(&mut self, index: usize, cx: &mut Context) -> Option<Request> {
        let was_selected = self.selected() == index;
        if !self.select(index, cx) {
            return None;
        }
        match (self.heading, self.row) {
            (Heading::Continue, Some(_)) => return self.play(cx),
            _ if !was_selected => {}
            (_, None) => return self.play(cx),
            _ if self.is_at_lesson(cx) => return self.play(cx),
            (_, Some(_)) => self.cycle_value(Direction::Right, cx),
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
        self.fit(cx);
        match action {
            Action::Navigate(direction @ (Direction::Up | Direction::Down))
            | Action::Wheel(_, direction) => self.move_selection(direction, cx),
            Action::Navigate(direction) => self.cycle_value(direction, cx),
            Action::RowStart => _ = self.select(0, cx),
            Action::RowEnd => match self.row {
                Some(_) => self.row = self.row_count(cx).checked_sub(1),
                None => self.select_heading(Heading::Game(variant::games().len() - 1)),
            },
            Action::NextGroup => self.turn_to_group(Direction::Right, cx),
            Action::PreviousGroup => self.turn_to_group(Direction::Left, cx),
            Action::Click(Target::Entry(index)) => return self.click(index, cx),
            Action::Click(Target::Value(index, value)) if self.select(index, cx) => {
                return self.set_value(value, cx);
            }
            Action::Select if self.selected_option(cx).is_some() => {
                self.cycle_value(Direction::Right, cx);
            }
            Action::Select | Action::NewDeal => return self.play(cx),
            Action::Learn => return Some(Request::learn(self.choices.game_info())),
            Action::Forget => self.forget_selected(cx),
            Action::EnterSeed => return Some(Request::Prompt(PromptKind::Seed)),
            Action::Cancel if self.row.is_some() => self.row = None,
            Action::Cancel if self.can_close => return Some(Request::Close),
            Action::Close => return Some(Request::Quit),
            _ => {}
        }
        None
    }

    fn submit(&mut self, _: PromptKind, text: &str, cx: &mut Context) -> SubmitResult {
        let rules = self.rules(cx);
        rules
            .map(|rules| Request::typed_deal(text, rules, cx))
            .transpose()
    }

    fn draw(&mut self, cx: &Context, area: Rect, canvas: &mut Canvas<'_>) {
        self.fit(cx);
        self.paint(cx, area, canvas);
    }

    fn announce(&mut self, cx: &mut Context) -> Option<Request> {
        self.set_saved_games(cx.saved_games());
        self.daily.deals = cx.profile.saves.daily_deals();
        self.daily.choose_open(cx.today());
        None
    }

    fn rules(&self, _: &Context) -> Option<Variant> {
        match self.heading {
            Heading::Today => self.daily.rules().cloned(),
            Heading::Continue => {
                let rule_set = &self.selected_saves().first()?.deal.rule_set;
                let options: Vec<_> = rule_set.changed_options().collect();
                variant::new(rule_set.info, &options).ok()
            }
            Heading::Game(_) => self.choices.rules(),
        }
    }

    fn is_opaque(&self) -> bool {
        true
    }

    fn use_of(&self, binding: &Binding, cx: &Context) -> Use {
        let is_in_list = self.row.is_none();
        let is_today = self.heading == Heading::Today;
        let is_in_saved_games = self.heading == Heading::Continue;
        match binding.action {
            // Any other key is a no.
            Action::Forget if !self.asked.is_empty() => Use::Ready("yes, another key: no"),
            _ if !self.asked.is_empty() => Use::Idle,
            Action::Cancel if is_in_list && !self.can_close => Use::Idle,
            Action::Forget if !is_in_saved_games => Use::Idle,
            Action::Select if is_in_list || is_in_saved_games => Use::Ready(""),
            Action::Navigate(_) if is_today => Use::Ready("other game"),
            Action::Navigate(_) if self.can_expand() => Use::Ready("attempts"),
            Action::Navigate(_) if !is_in_list || MenuScreen::is_list_only(cx) => Use::Ready(""),
            Action::Navigate(_) if is_in_saved_games => Use::Ready("saved games"),
            Action::NewDeal if is_today => Use::Ready("play"),
            Action::NewDeal if is_in_saved_games => Use::Ready("resume"),
            _ => Use::Ready(binding.footer),
        }
    }
}
