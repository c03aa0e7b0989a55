//! The game in a terminal.
//!
//! A key or the mouse becomes an [`Action`](action::Action); [`App::update`](app::App::update) passes
//! it to the screen on top of the stack, does what the screen requests, and tells the event loop what to do
//! [next](app::Next). Each screen draws itself, and registers
//! what can be clicked while it does.
//! Between events the event loop sleeps.

pub mod action;
pub mod app;
pub mod board;
pub mod config;
pub mod context;
pub mod deal_choices;
mod event_loop;
pub mod fan;
mod footer;
pub mod frame;
pub mod grid;
pub mod keymap;
pub mod mouse;
mod opening;
pub mod screen;
pub mod screens;
pub mod theme;
pub mod widgets;
mod wrap;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc;

use crossterm::style::force_color_output;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::Terminal;

use crate::session::{DealSource, Exit, Profile, SearchReport, SearchRunner, Start, system_time};
use crate::storage::settings::Setting;
#[cfg(unix)]
use crate::terminal::JobSignals;
use crate::terminal::{Event, EventQueue, TerminalGuard, WindowBackend};
use app::App;
use config::{Config, SettingOverride};
use context::Context;
use event_loop::EventLoop;
use keymap::Keymap;
use mouse::MouseState;
use theme::{Appearance, CustomColors};

pub use event_loop::TuiError;

/// Options of the command line.
#[derive(Clone, Debug)]
pub struct TuiOptions {
    /// Whether to use the mouse. `None` leaves it to the settings.
    pub mouse: Option<bool>,
    /// Whether to show ASCII only. `None` leaves it to the terminal and the settings.
    pub ascii: Option<bool>,
    /// Whether to use colors. `None` leaves it to the environment.
    pub color: Option<bool>,
    /// Where new deals come from. `None` leaves it to the player.
    pub source: Option<DealSource>,
    /// Where the record of the game is exported at the end, for messages to the player.
    pub export_path: Option<PathBuf>,
}

/// Runs the game in the terminal until the player quits. Whatever ends it, the game on the table is
/// returned. `warning` is shown at the start.
///
/// # Errors
/// The terminal cannot be used; nothing was started.
pub fn run(
    start: Start,
    profile: Profile,
    warning: Option<String>,
    options: &TuiOptions,
) -> Result<Exit<TuiError>, TuiError> {
    let events = EventQueue::default();
    #[cfg(unix)]
    let signals = JobSignals::watch(&events)?;
    let panics = events.clone();
    let app = create_app(options, profile, system_time());
    let (sender, replies) = mpsc::channel();
    let messages = events.clone();
    let runner = SearchRunner::new(move |report| {
        // The hook of the guard tells of a panic.
        if let SearchReport::Found(reply) = report {
            _ = sender.send(reply);
            messages.send(Event::Message);
        }
    })?;
    let has_mouse = app.context.config.settings().is_on(Setting::Mouse);
    let guard = TerminalGuard::new(has_mouse, move || panics.send_first(Event::Panicked))?;
    events.read_terminal()?;
    let mut event_loop = EventLoop {
        runner,
        replies,
        app,
        events,
        #[cfg(unix)]
        signals,
        guard,
        terminal: Terminal::new(WindowBackend::default())?,
        mouse: MouseState::default(),
    };
    // After a panic, whose message the guard prints, the game on the table is saved all the same.
    let running = || {
        event_loop.app.open(start, warning);
        event_loop.run()
    };
    let result = catch_unwind(AssertUnwindSafe(running)).unwrap_or(Err(TuiError::Panicked));
    drop(event_loop.guard);
    let unsaved = event_loop.app.close(system_time());
    let table = event_loop.app.table();
    Ok(Exit {
        played: table.map(|table| table.session.played().clone()),
        unsaved,
        error: result.err(),
    })
}

/// Creates the state with the player's settings.
fn create_app(options: &TuiOptions, profile: Profile, now: Timestamp) -> App {
    let variable = |name: &str| std::env::var(name).ok();
    let appearance = Appearance::from_env(|name| match (name, options.color) {
        ("NO_COLOR", Some(color)) => (!color).then(|| "1".to_owned()),
        _ => variable(name),
    });
    if let Some(color) = options.color {
        // Crossterm looks at the environment too.
        force_color_output(color);
    }
    let file = &profile.settings_file;
    let mut errors = file.errors.to_vec();
    let (keymap, key_errors) = Keymap::from_settings(&file.settings().key_overrides);
    errors.extend(key_errors);
    errors.extend(CustomColors::from_settings(&file.settings().color_overrides).1);
    let mut config = Config::new(file.settings().clone(), file.path(), options.source);
    for (switch, is_on) in [
        (Setting::Mouse, options.mouse),
        (Setting::Ascii, options.ascii),
    ] {
        if let Some(is_on) = is_on {
            config.add_override(SettingOverride::by_command_line(switch, is_on));
        }
    }
    if !board::animation::is_enabled_by_env(variable) {
        config.add_override(SettingOverride::NO_MOTION);
    }
    let mut context = Context::new(config, appearance, keymap, (0, 0), profile);
    context.advance(now);
    context.time_zone = TimeZone::system;
    context.export_path.clone_from(&options.export_path);
    context.report_config_errors(errors);
    App::new(context)
}
