//! State of the front end: the stack of screens and what they share.

mod menu;
mod rendering;
mod searches;
mod tables;

pub use searches::SearchSubject;

use std::sync::Arc;

use jiff::Timestamp;

use super::action::{Action, Mode};
use super::deal_choices::DealChoices;
use super::effect::{Effect, PromptKind, Request};
use super::frame::Frame;
use super::keymap::{Key, Keymap};
use super::screen::{Context, Screen, ScreenStack};

use super::screens::deal_search::DealSearchScreen;
use super::screens::help::HelpScreen;
use super::screens::menu::MenuScreen;
use super::screens::peek::PeekScreen;
use super::screens::prompt::Prompt;
use super::screens::replay::ReplayScreen;
use super::screens::results::ResultsScreen;
use super::screens::settings::SettingsScreen;
use super::screens::table::TableScreen;
use super::services::Services;
use super::table::view::TableView;
use super::theme::Appearance;
use crate::record::PlayedGame;
use crate::review::ReviewError;
use crate::session::{GameReview, SeedSource};
use crate::storage::results::Results;
use crate::storage::settings::{BoolSetting, Setting};
use crate::storage::stats::Stats;

/// State of the front end.
#[derive(Clone, Debug)]
pub struct App {
    /// What all screens share.
    pub services: Services,
    screens: ScreenStack,
    /// The tables that the current one followed, the latest last.
    previous_tables: Vec<TableScreen>,
    /// The tables left for previous ones, the last one last.
    next_tables: Vec<TableScreen>,
    /// What the menu was set to when it was last open.
    deal_choices: DealChoices,
    /// Layout of the current frame.
    frame: Arc<Frame>,
    /// Whether the program is stopped, so that the clock does not run.
    is_suspended: bool,
    /// Whether keys go to the program, as far as the terminal says.
    has_focus: bool,
}

impl App {
    /// Opens the menu. `seeds` are those of random deals.
    pub fn new(appearance: Appearance, keymap: Keymap, size: (u16, u16), seeds: SeedSource) -> App {
        let choices = DealChoices::default();
        let menu = MenuScreen::new(choices.clone(), false);
        let mut app = App {
            services: Services::new(appearance, keymap, size, seeds),
            screens: ScreenStack::new(menu),
            previous_tables: Vec::new(),
            next_tables: Vec::new(),
            deal_choices: choices,
            frame: Arc::default(),
            is_suspended: false,
            has_focus: true,
        };
        app.refresh();
        app
    }

    /// Handles an action. Returns the side effects that it requests.
    #[must_use]
    pub fn update(&mut self, action: Action, now: Timestamp) -> Vec<Effect> {
        self.services.now = now;
        // The time since a stop without warning was not played.
        if action != Action::Resumed {
            self.advance_clock(now);
        }
        // The terminal need not say that it has the focus again.
        self.has_focus |= !matches!(action, Action::Tick | Action::Resize(..));
        let mut effects = Vec::new();
        self.handle_action(action, &mut effects);
        self.refresh();
        effects
    }

    fn handle_action(&mut self, action: Action, effects: &mut Vec<Effect>) {
        if action != Action::Tick {
            self.stop_animation();
        }
        let is_drop = matches!(action, Action::Drop(_));
        let is_dragging = self.table().is_some_and(|table| table.view.drag.is_some());
        if !action.is_passive() && (is_dragging || !is_drop) {
            self.services.message = None;
        }
        let services = &mut self.services;
        let mut was_canceled = false;
        for screen in self.screens.iter_mut() {
            was_canceled |= screen.before_action(action, services);
        }
        let is_searching = self.screens.top().is::<DealSearchScreen>();
        match action {
            Action::Resize(columns, rows) => self.services.size = (columns, rows),
            Action::Quit => effects.push(Effect::Quit),
            Action::Suspend => {
                self.is_suspended = true;
                effects.push(Effect::Suspend);
            }
            Action::Resumed => self.is_suspended = false,
            // A key that cancels a search does not close the table.
            Action::Close if was_canceled => {}
            _ if is_searching => self.forward(action, effects),
            Action::NextTheme => self.services.cycle_setting(Setting::Theme, false),
            Action::ToggleFourColors => {
                let setting = Setting::Bool(BoolSetting::FourColors);
                self.services.cycle_setting(setting, false);
            }
            Action::Settings if self.mode() != Mode::Settings => {
                self.screens.push(SettingsScreen::default());
            }
            Action::Results if self.mode() != Mode::Results => {
                let results = ResultsScreen::new(&self.services.results);
                self.screens.push(results);
                effects.push(Effect::LoadResults);
            }
            _ => self.forward(action, effects),
        }
    }

    /// Records whether the terminal has the focus. Without it, the clock does not run.
    pub fn set_focus(&mut self, has_focus: bool, now: Timestamp) {
        self.services.now = now;
        self.advance_clock(now);
        self.has_focus = has_focus;
        self.refresh();
    }

    /// Passes an action to the top screen, and the tick to all visible ones.
    fn forward(&mut self, action: Action, effects: &mut Vec<Effect>) {
        let mut cx = Context::new(&mut self.services);
        if action == Action::Tick {
            for screen in self.screens.visible_mut() {
                screen.handle_action(action, &mut cx);
            }
        } else {
            let top = self.screens.top_mut();
            top.handle_action(action, &mut cx);
        }
        let requests = cx.requests;
        self.handle_requests(requests, effects);
    }

    fn handle_requests(&mut self, requests: Vec<Request>, effects: &mut Vec<Effect>) {
        for request in requests {
            match request {
                Request::Close => self.close_top(effects),
                Request::OpenHelp => self.open_help(),
                Request::OpenMenu => self.open_menu(effects),
                Request::OpenPrompt(kind) => self.screens.push(Prompt::new(kind)),
                Request::OpenPeek(pile) => self.screens.push(PeekScreen::new(pile)),
                Request::OpenReplay(played, review) => self.open_replay(*played, *review),
                Request::OpenSolution(game) => {
                    let replay = ReplayScreen::of_solution(*game, self.services.now);
                    self.screens.push(replay);
                }
                Request::InputChanged(line) => {
                    if let Some(below) = self.screens.iter_mut().rev().nth(1) {
                        below.input_changed(&line);
                    }
                }
                Request::Submit(kind, line) => self.submit(kind, &line, effects),
                Request::Deal(rules, seed) => self.deal(rules, seed, self.services.now),
                Request::DealRandom(rules) => self.deal_random(rules),
                Request::DealWinnable(rules) => self.find_winnable_deal(rules),
                Request::Start(session) => self.start_session(*session),
                Request::ResumePrevious => self.resume_previous(effects),
                Request::ResumeNext => self.resume_next(),
                Request::PlayLine(moves) => {
                    self.close_top(effects);
                    if let Some(table) = self.screens.top_mut().downcast_mut::<TableScreen>() {
                        table.play_line(&moves, &mut Context::new(&mut self.services));
                    }
                }
                Request::CountShownMoves(moves) => {
                    if let Some(table) = self.table_mut() {
                        table.session_mut().count_shown_moves(moves);
                    }
                }
                Request::Run(effect) => effects.push(effect),
            }
        }
    }

    /// Closes the top screen; the program ends with the last one.
    fn close_top(&mut self, effects: &mut Vec<Effect>) {
        match self.screens.pop() {
            Some(closed) => self.remember_choices(&*closed),
            None => effects.push(Effect::Quit),
        }
    }

    fn open_help(&mut self) {
        let top = self.screens.top();
        let Some(rules) = top.rules().or_else(|| self.deal_choices.rules()) else {
            return;
        };
        let applies = |action| top.applies_to_game(action);
        let help = HelpScreen::new(&self.services, &top.help_modes(), applies, rules);
        self.screens.push(help);
    }

    /// Passes a typed line to the screen below the prompt, which stays open if there is an error.
    fn submit(&mut self, kind: PromptKind, line: &str, effects: &mut Vec<Effect>) {
        let Some(below) = self.screens.iter_mut().rev().nth(1) else {
            return;
        };
        let mut cx = Context::new(&mut self.services);
        let submitted = below.submit(kind, line, &mut cx);
        let requests = cx.requests;
        match submitted {
            Ok(()) => {
                self.screens.pop();
                self.handle_requests(requests, effects);
            }
            Err(error) => self.services.notify_error(error),
        }
    }

    /// Opens a replay of a game with its review, or why it cannot be reviewed.
    pub fn open_replay(&mut self, played: PlayedGame, review: Result<GameReview, ReviewError>) {
        self.screens.push(ReplayScreen::new(played, review));
        self.refresh();
    }

    /// Opens a replay as the only screen, so that the program ends with it.
    pub fn start_replay(&mut self, played: PlayedGame) {
        let review = GameReview::new(&played.game, None);
        self.screens.replace_all(ReplayScreen::new(played, review));
        self.refresh();
    }

    /// Replaces the results; an open results screen shows them with these statistics.
    pub fn show_results(&mut self, results: Arc<Results>, stats: &[Stats]) {
        if let Some(screen) = self.screens.find_mut::<ResultsScreen>() {
            screen.set_results(&results, stats);
        }
        self.services.results = results;
        self.refresh();
    }

    fn advance_clock(&mut self, now: Timestamp) {
        if let Some(table) = self.table_mut() {
            table.session_mut().advance_clock(now);
        }
    }

    /// Lets the clock of the game run if nothing but the table has the player's attention.
    fn restart_clock(&mut self) {
        let is_paused = self.screens.visible().any(Screen::pauses_clock);
        let is_running = !self.is_suspended && self.has_focus && !is_paused;
        let now = self.services.now;
        if let Some(table) = self.table_mut() {
            table.session_mut().set_clock_running(is_running, now);
        }
    }

    fn stop_animation(&mut self) -> bool {
        let mut screens = self.screens.visible_mut();
        let view = screens.find_map(|screen| screen.table_view_mut());
        view.is_some_and(TableView::finish_animation)
    }

    /// Ends the animation, so that a click hits the final table. Returns whether there was
    /// one.
    pub fn finish_animation(&mut self) -> bool {
        let was_running = self.stop_animation();
        if was_running {
            self.refresh();
        }
        was_running
    }

    /// Returns the input mode.
    pub fn mode(&self) -> Mode {
        self.screens.top().mode()
    }

    /// Returns the action of a key. Where a second key is awaited that may be left out, the keys of
    /// the table work too, except for letters, which may have been meant for a pile. In a window
    /// that is too small the program can only be quit.
    pub fn resolve_key(&self, key: Key) -> Action {
        let mode = self.mode();
        let keymap = &self.services.keymap;
        let action = keymap.action(mode, key);
        if self.frame.too_small.is_some() {
            return match action {
                Some(Action::Suspend) => Action::Suspend,
                Some(Action::Quit | Action::Close) => Action::Quit,
                _ => Action::NoOp,
            };
        }
        let is_letter = key.typed_char().is_some_and(char::is_alphabetic);
        let has_table_keys = match mode {
            Mode::ChooseFoundation => true,
            Mode::AwaitSuit | Mode::AwaitDigit => !is_letter,
            _ => false,
        };
        let table_action = || keymap.action(Mode::Table, key).filter(|_| has_table_keys);
        action.or_else(table_action).unwrap_or(Action::NoOp)
    }

    /// Whether an action can be used now.
    pub fn is_enabled(&self, action: Action) -> bool {
        self.screens.top().is_enabled(action, &self.services)
    }

    /// Returns when the next [`Action::Tick`] is due, if one is.
    pub fn deadline(&self) -> Option<Timestamp> {
        let screens = self.screens.visible();
        let deadlines = screens.filter_map(Screen::deadline);
        let view = self.visible_table();
        let next_frame = view.and_then(|view| view.animation.next_frame_at());
        let others = next_frame.into_iter().chain(self.next_second_at());
        deadlines.chain(others).min()
    }

    /// Returns when the clock in the header will show another second, if it is shown.
    fn next_second_at(&self) -> Option<Timestamp> {
        let is_shown =
            self.services.settings.is_on(BoolSetting::Clock) && self.frame.too_small.is_none();
        self.table()
            .filter(|_| is_shown)?
            .session()
            .next_second_at()
    }

    /// Returns the open screens.
    pub fn screens(&self) -> &ScreenStack {
        &self.screens
    }

    /// Returns the table that is visible: the one in play, or that of a replay.
    pub fn visible_table(&self) -> Option<&TableView> {
        let mut screens = self.screens.visible();
        screens.find_map(|screen| screen.table_view())
    }

    /// Returns the table, even if another screen covers it.
    pub fn table(&self) -> Option<&TableScreen> {
        self.screens.find()
    }

    /// Returns the table, mutably.
    pub fn table_mut(&mut self) -> Option<&mut TableScreen> {
        self.screens.find_mut()
    }
}
