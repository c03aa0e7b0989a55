//! The game in a terminal.
//!
//! A key or the mouse becomes an [`Action`]; [`App::update`](app::App::update) passes
//! it to the screen on top of the stack, computes the layout of the next frame and returns the side
//! effects that the [`controller`] has to run. Between events the event loop here sleeps.

pub mod action;
pub mod app;
pub mod controller;
pub mod deal_choices;
pub mod effect;
pub mod event;
pub mod fan;
mod footer;
pub mod frame;
pub mod grid;
pub mod keymap;
pub mod layer;
pub mod mouse;
pub mod painter;
pub mod screen_stack;
pub mod screens;
pub mod services;
mod solver_worker;
pub mod table;
pub mod terminal;
pub mod theme;
pub mod widgets;
mod window;
mod wrap;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};

use crossterm::event::MouseEventKind;
use crossterm::style::force_color_output;
use jiff::Timestamp;

use crate::difficulty::Difficulty;
use crate::escape::io_error_message;
use crate::record::PlayedGame;
use crate::session::{MonotonicClock, SeedSource, Session, SessionStore, system_time_zone, text};
use crate::storage::save_manager::{SaveError, SaveManager};
use crate::storage::settings::SettingsFile;
use crate::variant::Variant;
use action::{Action, Mode};
use app::App;
use controller::{Control, Controller};
use deal_choices::DealSource;
use effect::Effect;
use event::{Event, EventQueue};
use frame::Frame;
use keymap::{Key, Keymap};
use mouse::MouseState;
use solver_worker::SolverWorker;
use terminal::TerminalGuard;
use theme::{Appearance, CustomColors};
use window::Window;

/// What the program opens with.
#[derive(Debug)]
pub enum StartScreen {
    /// The menu of games, with this source of the deal if one is given; else on the saved game to
    /// continue.
    Menu(Option<DealSource>),
    /// A game in play.
    Game(Box<Session>),
    /// The search for a winnable deal of a game.
    WinnableDeal(Variant),
    /// A replay of a game.
    Replay(Box<PlayedGame>),
}

/// Options of the command line.
#[derive(Clone, Debug)]
pub struct TuiOptions {
    /// Whether to use the mouse. `None` leaves it to the settings.
    pub mouse: Option<bool>,
    /// Whether to show ASCII only. `None` leaves it to the terminal and the settings.
    pub ascii: Option<bool>,
    /// Whether to use colors. `None` leaves it to the environment.
    pub color: Option<bool>,
    /// The difficulty of random deals, if graded ones are wanted.
    pub difficulty: Option<Difficulty>,
    /// Where the record of the game is exported at the end, for messages to the player.
    pub export_path: Option<PathBuf>,
}

/// What remains when the front end has ended.
#[derive(Debug)]
pub struct TuiExit {
    /// The game on the table.
    pub played: Option<PlayedGame>,
    /// The games that could not be saved, and why.
    pub unsaved: Vec<(PlayedGame, SaveError)>,
    /// The error that ended the program, if any.
    pub error: Option<TuiError>,
}

/// What ends the program unexpectedly.
#[derive(Debug)]
pub enum TuiError {
    /// The terminal cannot be used.
    Terminal(io::Error),
    /// The program has panicked and printed a message.
    Panicked,
}

impl fmt::Display for TuiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TuiError::Terminal(error) => {
                write!(f, "cannot use the terminal: {}", io_error_message(error))
            }
            TuiError::Panicked => f.write_str("internal error, see above"),
        }
    }
}

impl std::error::Error for TuiError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TuiError::Terminal(error) => Some(error),
            TuiError::Panicked => None,
        }
    }
}

impl From<io::Error> for TuiError {
    fn from(error: io::Error) -> TuiError {
        TuiError::Terminal(error)
    }
}

/// Runs the game in the terminal until the player quits. Whatever ends it, the game on the table is
/// returned. `warning` is shown at the start.
///
/// # Errors
/// The terminal cannot be used; nothing was started.
pub fn run(
    start: StartScreen,
    save_manager: SaveManager,
    warning: Option<String>,
    options: &TuiOptions,
) -> Result<TuiExit, TuiError> {
    let mut events = EventQueue::new()?;
    let panic_sender = events.sender();
    let clock = MonotonicClock::new();
    let (app, settings_file) = create_app(options, clock.now());
    let guard = TerminalGuard::new(app.services.is_mouse_enabled(), move || {
        panic_sender.try_send(Event::Panicked);
    })?;
    events.start_input()?;
    let store = SessionStore::new(save_manager, settings_file);
    let mut event_loop = EventLoop {
        worker: SolverWorker::new(events.sender()),
        controller: Controller::new(app, store),
        events,
        guard,
        window: Window::new(),
        clock,
        mouse: MouseState::default(),
        shown: Arc::default(),
    };
    // After a panic, whose message the guard prints, the game on the table is saved all the same.
    let running = || event_loop.run(start, warning);
    let result = catch_unwind(AssertUnwindSafe(running)).unwrap_or(Err(TuiError::Panicked));
    let EventLoop {
        mut controller,
        guard,
        clock,
        ..
    } = event_loop;
    drop(guard);
    let unsaved = controller.close(clock.now());
    Ok(TuiExit {
        played: controller.app.into_session().map(Session::into_played),
        unsaved,
        error: result.err(),
    })
}

/// Creates the state with the player's settings, and opens their file.
fn create_app(options: &TuiOptions, now: Timestamp) -> (App, SettingsFile) {
    let variable = |name: &str| std::env::var(name).ok();
    let appearance = Appearance::from_env(|name| match (name, options.color) {
        ("NO_COLOR", Some(color)) => (!color).then(|| "1".to_owned()),
        _ => variable(name),
    });
    if let Some(color) = options.color {
        // Crossterm looks at the environment too.
        force_color_output(color);
    }
    let (file, mut errors) = SettingsFile::open();
    let (keymap, key_errors) = Keymap::from_settings(&file.settings().key_overrides);
    errors.extend(key_errors);
    errors.extend(CustomColors::from_settings(&file.settings().color_overrides).1);
    let mut app = App::new(appearance, keymap, (0, 0), SeedSource::from_system());
    let services = &mut app.services;
    services.now = now;
    services.time_zone = system_time_zone;
    services.mouse_override = options.mouse;
    services.ascii_override = options.ascii;
    services.difficulty = options.difficulty;
    services.settings_path = file.path().map(Path::to_owned);
    services.apply_settings(file.settings().clone());
    services.export_path.clone_from(&options.export_path);
    services.reduce_motion = !table::animation::is_enabled_by_env(variable);
    services.report_config_errors(errors);
    (app, file)
}

/// Everything that the event loop works with.
struct EventLoop {
    controller: Controller,
    events: EventQueue,
    worker: SolverWorker,
    guard: TerminalGuard,
    window: Window,
    clock: MonotonicClock,
    mouse: MouseState,
    /// The frame that the player sees, which clicks are meant for.
    shown: Arc<Frame>,
}

/// What must be drawn after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refresh {
    /// Nothing.
    Nothing,
    /// The frame.
    Frame,
    /// The whole window, because its contents are lost.
    Window,
    /// Nothing any more: the program ends.
    Quit,
}

impl EventLoop {
    /// Draws a frame, waits for events, and handles all that have happened; until the program ends.
    fn run(&mut self, start: StartScreen, warning: Option<String>) -> Result<(), TuiError> {
        self.open(start, warning);
        let has_clock = self.controller.app.services.is_clock_shown();
        self.guard.set_focus_reports(has_clock)?;
        // A terminal without an alternate screen shows what was there before.
        let mut change = Refresh::Window;
        while change != Refresh::Quit {
            if change != Refresh::Nothing && self.guard.is_active() {
                if change == Refresh::Window {
                    self.window.clear()?;
                }
                self.draw()?;
            }
            self.worker.sync(&self.controller.app);
            change = self.handle_events()?;
            let services = &self.controller.app.services;
            self.guard.set_mouse_capture(services.is_mouse_enabled())?;
            self.guard.set_focus_reports(services.is_clock_shown())?;
        }
        Ok(())
    }

    /// Opens the first screen. Problems with the settings are shown already.
    fn open(&mut self, start: StartScreen, warning: Option<String>) {
        let now = self.clock.now();
        let app = &mut self.controller.app;
        let mut effects = Vec::new();
        let mut continues = false;
        match start {
            StartScreen::Menu(source) => {
                effects.push(Effect::LoadSavedGames);
                match source {
                    Some(source) => {
                        app.services.force_winnable = source == DealSource::Winnable;
                        app.set_deal_source(source);
                    }
                    None => continues = true,
                }
            }
            StartScreen::Game(session) => {
                let is_saved = session.save_state().id().is_some();
                let has_message = app.services.message.is_some();
                let text = text::resumed(session.game());
                app.open_table(*session);
                if is_saved && !has_message {
                    app.services.notify(text);
                }
            }
            StartScreen::WinnableDeal(rules) => {
                app.services.force_winnable = true;
                app.select_in_menu(&rules);
                app.find_winnable_deal(rules);
                effects.push(Effect::LoadSavedGames);
            }
            StartScreen::Replay(played) => app.start_replay(*played),
        }
        if let Some(warning) = warning {
            app.services.notify_error(warning);
        }
        app.refresh();
        self.controller.run(effects, now);
        if continues {
            self.controller.app.select_continue();
        }
    }

    /// Waits for the next event or deadline, then handles everything that has happened.
    fn handle_events(&mut self) -> Result<Refresh, TuiError> {
        let deadline = self.controller.app.deadline();
        let deadline = deadline.map(|deadline| self.clock.instant_at(deadline));
        let mut next = self.events.wait(deadline);
        let mut change = Refresh::Nothing;
        if self.clock.resync_after_sleep() {
            self.controller.update(Action::Resumed, self.clock.now());
            change = Refresh::Frame;
        }
        if next.is_none() {
            return self.update(Action::Tick);
        }
        while let Some(event) = next {
            match self.handle_event(event)? {
                Refresh::Quit => return Ok(Refresh::Quit),
                Refresh::Window => change = Refresh::Window,
                Refresh::Frame if change == Refresh::Nothing => change = Refresh::Frame,
                Refresh::Frame | Refresh::Nothing => {}
            }
            next = self.events.try_next();
        }
        Ok(change)
    }

    fn handle_event(&mut self, event: Event) -> Result<Refresh, TuiError> {
        match event {
            Event::Key(key) => {
                let action = self.controller.app.resolve_key(Key::from(key));
                self.update(action)
            }
            Event::Mouse(event) => {
                let app = &mut self.controller.app;
                if matches!(event.kind, MouseEventKind::Down(_)) && app.finish_animation() {
                    self.shown = Arc::clone(app.frame());
                }
                let now = self.clock.now();
                for action in self.mouse.handle_event(event, &self.shown, now) {
                    if self.update(action)? == Refresh::Quit {
                        return Ok(Refresh::Quit);
                    }
                }
                Ok(Refresh::Frame)
            }
            Event::Paste(text) => {
                if self.controller.app.mode() == Mode::Prompt {
                    for c in text.chars() {
                        self.update(Action::InsertChar(c))?;
                    }
                }
                Ok(Refresh::Frame)
            }
            // Even to the same size: a window that was smaller for a moment has lost its contents.
            Event::Resized => Ok(Refresh::Window),
            Event::Focus(has_focus) => {
                let now = self.clock.now();
                self.controller.app.set_focus(has_focus, now);
                Ok(Refresh::Frame)
            }
            Event::Suspend => self.update(Action::Suspend),
            Event::Resume => {
                self.guard.resume()?;
                self.update(Action::Resumed)?;
                Ok(Refresh::Window)
            }
            Event::SearchReply(reply) => {
                let now = self.clock.now();
                Ok(match self.controller.handle_search_reply(&reply, now) {
                    true => Refresh::Frame,
                    false => Refresh::Nothing,
                })
            }
            Event::Terminate => Ok(Refresh::Quit),
            Event::Panicked => Err(TuiError::Panicked),
        }
    }

    fn update(&mut self, action: Action) -> Result<Refresh, TuiError> {
        match self.controller.update(action, self.clock.now()) {
            Control::Continue => {}
            Control::Quit => return Ok(Refresh::Quit),
            Control::Suspend => {
                #[cfg(unix)]
                self.guard.suspend()?;
            }
        }
        Ok(Refresh::Frame)
    }

    /// Draws the frame and sends what differs from the last one.
    fn draw(&mut self) -> io::Result<()> {
        let size = self.window.size();
        if size != self.controller.app.services.size {
            let resize = Action::Resize(size.0, size.1);
            self.controller.update(resize, self.clock.now());
        }
        self.controller.app.render(self.window.next_frame());
        self.shown = Arc::clone(self.controller.app.frame());
        self.window.present(self.shown.focus)
    }
}
