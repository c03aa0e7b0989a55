//! The game in a terminal.
//!
//! A key or the mouse asks for an [`action`]; [`update`](mod@update) changes the state in [`app`]; the
//! [`scene`] says what is where; [`view`] draws it. Between events the loop here sleeps.

pub mod action;
pub mod animation;
pub mod app;
pub mod controller;
mod cursor;
pub mod effect;
mod enabled_actions;
pub mod event;
pub mod fan;
mod game_over;
pub mod grid;
pub mod help;
pub mod keymap;
pub mod menu;
mod mode;
pub mod mouse;
mod play;
pub mod replay;
pub mod results;
pub mod scene;
pub mod solver_requests;
mod solver_worker;
pub mod table_state;
pub mod terminal;
pub mod theme;
pub mod update;
pub mod view;
mod wrap;

use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use crossterm::event::MouseEventKind;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use rand_chacha::rand_core::Rng;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::escape::io_error_message;
use crate::record::PlayedGame;
use crate::session::{MonotonicClock, Session, SessionStore, text};
use crate::storage::save_manager::{SaveError, SaveManager};
use crate::storage::settings::SettingsFile;
use crate::variant::Variant;
use action::Action;
use app::{App, Mode};
use controller::Controller;
use effect::Effect;
use event::{Event, EventQueue};
use keymap::{Key, Keymap};
use menu::Menu;
use mouse::MouseState;
use scene::Scene;
use solver_worker::SolverWorker;
use table_state::TableState;
use terminal::{FrameWriter, TerminalGuard};
use theme::Appearance;

/// What the program opens with.
#[derive(Debug)]
pub enum StartScreen {
    /// The menu of games.
    Menu,
    /// A game in play.
    Game(Box<Session>),
    /// A deal of a game that can be won, once one is found.
    WinnableDeal(Variant),
    /// A game to be looked at move by move.
    Replay(Box<PlayedGame>),
}

/// What is asked for on the command line.
#[derive(Clone, Debug)]
pub struct TuiOptions {
    /// Whether the mouse is listened to.
    pub mouse: bool,
    /// Whether only ASCII is to be shown, whatever the terminal can.
    pub ascii: bool,
    /// Where the record of the game will be put when the program is left, for the player to know.
    pub export_path: Option<PathBuf>,
}

/// How the program was left.
#[derive(Debug)]
pub struct ExitState {
    /// The game on the table.
    pub played: Option<PlayedGame>,
    /// The games that could not be kept whole, and what of them.
    pub unsaved: Vec<(PlayedGame, SaveError)>,
    /// What ended the program, where nobody asked for it.
    pub error: Option<TuiError>,
}

/// What ends the program without being asked to.
#[derive(Debug)]
pub enum TuiError {
    /// The terminal cannot be used, or not any longer.
    Terminal(io::Error),
    /// The program has a fault, which was told when it was met.
    Panicked,
}

impl fmt::Display for TuiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TuiError::Terminal(error) => write!(
                f,
                "the terminal cannot be used: {}",
                io_error_message(error)
            ),
            TuiError::Panicked => f.write_str("the program has a fault, told above"),
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

/// Runs the game in the terminal until it is left. Whatever ends it, the game on the table is
/// given back. `told` is a line for the player to begin with.
///
/// # Errors
/// There is no terminal that can be used, so that nothing was begun.
pub fn run(
    start: StartScreen,
    keeper: SaveManager,
    told: Option<String>,
    options: &TuiOptions,
) -> Result<ExitState, TuiError> {
    let mut events = EventQueue::new()?;
    let end = events.sender();
    let (mut app, file) = init_app(options);
    let guard = TerminalGuard::new(app.is_mouse_enabled(), move || {
        end.try_send(Event::Panicked);
    })?;
    events.start_input()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(FrameWriter::new()))?;
    let mut clock = MonotonicClock::new();
    show_start_screen(&mut app, start, told, clock.now());
    let mut desk = Controller::new(app, SessionStore::new(keeper, file));
    // A panic is told by the guard; the game on the table is kept all the same.
    let playing = || run_event_loop(&mut desk, &mut events, &guard, &mut terminal, &mut clock);
    let trouble = catch_unwind(AssertUnwindSafe(playing)).unwrap_or(Err(TuiError::Panicked));
    drop(guard);
    let unkept = desk.close(clock.now());
    Ok(ExitState {
        played: desk.app.table.map(|table| table.session.into_played()),
        unsaved: unkept,
        error: trouble.err(),
    })
}

/// The state to begin with, as the player's settings have it, and the file of these.
fn init_app(options: &TuiOptions) -> (App, SettingsFile) {
    let mut look = Appearance::from_env(|name| std::env::var(name).ok());
    look.ascii |= options.ascii;
    let (file, mut complaints) = SettingsFile::open();
    let (keymap, more) = Keymap::from_settings(&file.settings().key_overrides);
    complaints.extend(more);
    let luck = rand::rng().next_u64();
    let mut app = App::new(look, keymap, (0, 0), luck);
    app.mouse_disabled = !options.mouse;
    app.settings_path = file.path().map(Path::to_owned);
    app.apply_settings(file.settings().clone());
    app.export_path = options.export_path.clone();
    app.reduce_motion = !animation::is_enabled_by_env(|name| std::env::var(name).ok());
    app.report_config_errors(complaints);
    (app, file)
}

/// Begins as it is asked. What is wrong with the settings is told already.
fn show_start_screen(app: &mut App, start: StartScreen, told: Option<String>, now: Timestamp) {
    app.menu = Menu::new(TimeZone::system, now);
    let menu = matches!(start, StartScreen::Menu | StartScreen::WinnableDeal(_));
    app.pending_effect = menu.then_some(Effect::LoadSavedGames);
    match start {
        StartScreen::Menu => {}
        StartScreen::Game(game) => {
            let saved = game.save_state().id();
            let resumed = saved.filter(|_| app.message.is_none());
            let resumed = resumed.map(|_| text::resumed(game.game()));
            app.show_table(TableState::new(*game));
            resumed.into_iter().for_each(|text| app.notify(text));
        }
        StartScreen::WinnableDeal(rules) => {
            app.force_winnable = true;
            app.menu.select_game(&rules);
            app.find_winnable_deal(rules);
        }
        StartScreen::Replay(sitting) => app.open_replay(*sitting),
    }
    told.into_iter().for_each(|line| app.notify_error(line));
}

type CrosstermTerminal = Terminal<CrosstermBackend<FrameWriter>>;

/// The loop: draws, sleeps until something happens or is due, does all that has happened.
fn run_event_loop(
    desk: &mut Controller,
    events: &mut EventQueue,
    guard: &TerminalGuard,
    terminal: &mut CrosstermTerminal,
    clock: &mut MonotonicClock,
) -> Result<(), TuiError> {
    let mut scene = Scene::default();
    let mut mouse = MouseState::default();
    let mut searcher = SolverWorker::new(events.sender());
    // A terminal without a screen of its own for programs shows what was there before.
    let mut afresh = true;
    // A search that tells nothing new is no reason to draw.
    let mut changed = true;
    while !desk.app.should_quit {
        if changed && guard.is_active() {
            if std::mem::take(&mut afresh) {
                clear(terminal)?;
            }
            scene = draw(desk, terminal, clock)?;
        }
        searcher.sync(&desk.app);
        let first = events.wait(desk.app.deadline().map(|due| clock.instant_at(due)));
        changed = clock.resync_after_sleep();
        if changed {
            desk.update(Action::Resumed, clock.now());
        }
        let Some(first) = first else {
            desk.update(Action::Tick, clock.now());
            changed = true;
            continue;
        };
        let mut next = Some(first);
        while let Some(event) = next.take() {
            let now = clock.now();
            changed |= !matches!(event, Event::SearchReply(_));
            match event {
                Event::Key(key) => {
                    let action = desk.app.resolve_key(Key::from(key), &scene);
                    desk.update(action, now);
                    #[cfg(unix)]
                    if action == Action::Suspend {
                        guard.suspend()?;
                    }
                }
                Event::Mouse(event) => {
                    // A press ends all motion; it is meant for what comes to lie there.
                    if matches!(event.kind, MouseEventKind::Down(_)) && desk.app.finish_animation()
                    {
                        scene = Scene::compute(&desk.app);
                    }
                    for action in mouse.handle_event(event, &scene, now) {
                        desk.update(action, now);
                    }
                }
                Event::Paste(text) if desk.app.mode() == Mode::Prompt => {
                    for c in text.chars() {
                        desk.update(Action::InsertChar(c), now);
                    }
                }
                Event::Paste(_) => {}
                // Even where the size is the old one again: a window that was smaller for a
                // moment has lost what did not fit.
                Event::Resized => afresh = true,
                Event::Suspend => {
                    desk.update(Action::Suspend, now);
                    #[cfg(unix)]
                    guard.suspend()?;
                }
                Event::Resume => {
                    guard.resume()?;
                    afresh = true;
                    desk.update(Action::Resumed, now);
                }
                Event::SearchReply(report) => changed |= desk.handle_search_reply(&report, now),
                Event::Terminate => desk.app.should_quit = true,
                Event::Panicked => return Err(TuiError::Panicked),
            }
            if desk.app.should_quit {
                break;
            }
            next = events.try_next();
        }
        guard.set_mouse_capture(desk.app.is_mouse_enabled())?;
    }
    Ok(())
}

/// Clears the screen and forgets what was on it. The terminal's own `clear` asks where the cursor
/// is, and may wait in vain for the answer.
fn clear(terminal: &mut CrosstermTerminal) -> io::Result<()> {
    terminal.autoresize()?;
    let area = terminal.get_frame().area();
    terminal.resize(area)
}

/// Draws what has changed, and returns what is where.
fn draw(
    desk: &mut Controller,
    terminal: &mut CrosstermTerminal,
    clock: &MonotonicClock,
) -> io::Result<Scene> {
    let mut frame = terminal.get_frame();
    let size = (frame.area().width, frame.area().height);
    if size != desk.app.size {
        desk.update(Action::Resize(size.0, size.1), clock.now());
    }
    let scene = Scene::compute(&desk.app);
    view::draw(&desk.app, &scene, frame.buffer_mut());
    // As the terminal's own `draw`, but for the cursor, which is hidden already: its bytes would
    // be sent with every key.
    terminal.flush()?;
    ratatui::backend::Backend::flush(terminal.backend_mut())?;
    // What is cleared for the next picture need not be waited for.
    terminal.swap_buffers();
    Ok(scene)
}
