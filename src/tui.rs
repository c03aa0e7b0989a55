//! The game in a terminal.
//!
//! A key or the mouse asks for an [`action`]; [`update`](mod@update) changes the state in [`app`]; the
//! [`scene`] says what is where; [`view`] draws it. Between events the loop here sleeps.

pub mod action;
mod afterword;
pub mod app;
pub mod desk;
pub mod errand;
pub mod event;
pub mod fan;
pub mod happened;
pub mod help;
pub mod keymap;
pub mod layout;
pub mod ledger;
pub mod menu;
mod mode;
pub mod motion;
pub mod mouse;
mod offers;
mod play;
pub mod replay;
pub mod scene;
mod searcher;
pub mod seat;
pub mod seeking;
pub mod study;
pub mod term;
pub mod theme;
pub mod update;
pub mod view;
mod walk;
mod wrap;

use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crossterm::event::MouseEventKind;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use rand_chacha::rand_core::Rng;
use ratatui::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;

use crate::escape::reason;
use crate::record::Sitting;
use crate::rules::Variant;
use crate::store::keeper::{Keeper, Kept, Unkept};
use crate::store::settings::SettingsFile;
use crate::words::taken_up;
use action::Action;
use app::{App, Mode};
use desk::Desk;
use errand::Errand;
use event::{Event, Events};
use keymap::{Key, Keymap};
use menu::Menu;
use mouse::Mouse;
use scene::Scene;
use searcher::Searcher;
use seat::Seat;
use term::{Frames, Guard};
use theme::Look;

/// What the program opens with.
#[derive(Debug)]
pub enum Start {
    /// The menu of games.
    Menu,
    /// A game, and how it stands with the keeper.
    Game(Box<(Sitting<Variant>, Kept)>),
    /// A deal of a game that can be won, once one is found.
    Winnable(Variant),
    /// A game to be looked at move by move.
    Replay(Box<Sitting<Variant>>),
}

/// What is asked for on the command line.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether the mouse is listened to.
    pub mouse: bool,
    /// Whether only ASCII is to be shown, whatever the terminal can.
    pub ascii: bool,
    /// Where the record of the game will be put when the program is left, for the player to know.
    pub export: Option<PathBuf>,
}

/// How the program was left.
#[derive(Debug)]
pub struct Left {
    /// The game on the table.
    pub sitting: Option<Sitting<Variant>>,
    /// The games that could not be kept whole, and what of them.
    pub unkept: Vec<(Sitting<Variant>, Unkept)>,
    /// What ended the program, where nobody asked for it.
    pub trouble: Option<Error>,
}

/// What ends the program without being asked to.
#[derive(Debug)]
pub enum Error {
    /// The terminal cannot be used, or not any longer.
    Terminal(io::Error),
    /// The program has a fault, which was told when it was met.
    Fault,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Terminal(error) => write!(f, "the terminal cannot be used: {}", reason(error)),
            Error::Fault => f.write_str("the program has a fault, told above"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Terminal(error) => Some(error),
            Error::Fault => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Terminal(error)
    }
}

/// Runs the game in the terminal until it is left. Whatever ends it, the game on the table is
/// given back. `told` is a line for the player to begin with.
///
/// # Errors
/// There is no terminal that can be used, so that nothing was begun.
pub fn run(
    start: Start,
    keeper: Keeper,
    told: Option<String>,
    options: &Options,
) -> Result<Left, Error> {
    let mut events = Events::new()?;
    let end = events.teller();
    let (mut app, file) = open(options);
    let guard = Guard::new(app.hears_mouse(), move || {
        end.tell(Event::Panicked);
    })?;
    let mut terminal = Terminal::new(CrosstermBackend::new(Frames::new()))?;
    let mut clock = Clock::new();
    begin(&mut app, start, told, clock.now());
    let mut desk = Desk::new(app, keeper, file);
    // A panic is told by the guard; the game on the table is kept all the same.
    let playing = || play(&mut desk, &mut events, &guard, &mut terminal, &mut clock);
    let trouble = catch_unwind(AssertUnwindSafe(playing)).unwrap_or(Err(Error::Fault));
    drop(guard);
    let unkept = desk.leave(clock.now());
    Ok(Left {
        sitting: desk.app.seat.map(|seat| seat.sitting),
        unkept,
        trouble: trouble.err(),
    })
}

/// The state to begin with, as the player's settings have it, and the file of these.
fn open(options: &Options) -> (App, SettingsFile) {
    let mut look = Look::of_terminal(|name| std::env::var(name).ok());
    look.ascii |= options.ascii;
    let (file, mut complaints) = SettingsFile::open();
    let (keymap, more) = Keymap::set_by(&file.settings().keys);
    complaints.extend(more);
    let luck = rand::rng().next_u64();
    let mut app = App::new(look, keymap, (0, 0), luck);
    app.no_mouse = !options.mouse;
    app.settings_file = file.path().map(Path::to_owned);
    app.follow(file.settings().clone());
    app.export = options.export.clone();
    app.no_motion = !motion::is_wanted(|name| std::env::var(name).ok());
    app.complain(complaints);
    (app, file)
}

/// Begins as it is asked. What is wrong with the settings is told already.
fn begin(app: &mut App, start: Start, told: Option<String>, now: Timestamp) {
    app.menu = Menu::new(TimeZone::system, now);
    let menu = matches!(start, Start::Menu | Start::Winnable(_));
    app.errand = menu.then_some(Errand::List);
    match start {
        Start::Menu => {}
        Start::Game(game) => {
            let (sitting, kept) = *game;
            let up = kept.id().filter(|_| app.message.is_none());
            let up = up.map(|_| taken_up(&sitting.game));
            app.take_seat(Seat::again(sitting, kept));
            up.into_iter().for_each(|words| app.tell(words));
        }
        Start::Winnable(rules) => {
            app.winnable = true;
            app.menu.choose(&rules);
            app.seek(rules);
        }
        Start::Replay(sitting) => app.watch(*sitting),
    }
    told.into_iter().for_each(|line| app.refuse(line));
}

type Screen = Terminal<CrosstermBackend<Frames>>;

/// The loop: draws, sleeps until something happens or is due, does all that has happened.
fn play(
    desk: &mut Desk,
    events: &mut Events,
    guard: &Guard,
    terminal: &mut Screen,
    clock: &mut Clock,
) -> Result<(), Error> {
    let mut scene = Scene::default();
    let mut mouse = Mouse::default();
    let mut searcher = Searcher::new(events.teller());
    // A terminal without a screen of its own for programs shows what was there before.
    let mut afresh = true;
    // A search that tells nothing new is no reason to draw.
    let mut changed = true;
    while !desk.app.leaving {
        if changed && guard.is_up() {
            if std::mem::take(&mut afresh) {
                clear(terminal)?;
            }
            scene = draw(desk, terminal, clock)?;
        }
        searcher.attend(&desk.app);
        let first = events.wait(desk.app.deadline().map(|due| clock.until(due)));
        changed = clock.catches_up();
        if changed {
            desk.update(Action::Resumed, clock.now());
        }
        let Some(first) = first else {
            desk.update(Action::Tick, clock.now());
            changed = true;
            continue;
        };
        for event in std::iter::once(first).chain(events.waiting()) {
            let now = clock.now();
            changed |= !matches!(event, Event::Searched(_));
            match event {
                Event::Key(key) => {
                    let action = desk.app.asked(Key::from(key), &scene);
                    desk.update(action, now);
                    #[cfg(unix)]
                    if action == Action::Suspend {
                        guard.stop()?;
                    }
                }
                Event::Mouse(event) => {
                    // A press ends all motion; it is meant for what comes to lie there.
                    if matches!(event.kind, MouseEventKind::Down(_)) && desk.app.settle() {
                        scene = Scene::of(&desk.app);
                    }
                    for action in mouse.asks(event, &scene, now) {
                        desk.update(action, now);
                    }
                }
                Event::Paste(text) if desk.app.mode() == Mode::Typing => {
                    for c in text.chars() {
                        desk.update(Action::Type(c), now);
                    }
                }
                Event::Paste(_) => {}
                // Even where the size is the old one again: a window that was smaller for a
                // moment has lost what did not fit.
                Event::Resized => afresh = true,
                Event::Stop => {
                    desk.update(Action::Suspend, now);
                    #[cfg(unix)]
                    guard.stop()?;
                }
                Event::Continue => {
                    guard.go_on()?;
                    afresh = true;
                    desk.update(Action::Resumed, now);
                }
                Event::Searched(report) => changed |= desk.learn(&report, now),
                Event::Leave => desk.app.leaving = true,
                Event::Panicked => return Err(Error::Fault),
            }
            if desk.app.leaving {
                break;
            }
        }
        guard.hear_mouse(desk.app.hears_mouse())?;
    }
    Ok(())
}

/// Clears the screen and forgets what was on it. The terminal's own `clear` asks where the cursor
/// is, and may wait in vain for the answer.
fn clear(terminal: &mut Screen) -> io::Result<()> {
    terminal.autoresize()?;
    let area = terminal.get_frame().area();
    terminal.resize(area)
}

/// Draws what has changed, and returns what is where.
fn draw(desk: &mut Desk, terminal: &mut Screen, clock: &Clock) -> io::Result<Scene> {
    let mut frame = terminal.get_frame();
    let size = (frame.area().width, frame.area().height);
    if size != desk.app.size {
        desk.update(Action::Resize(size.0, size.1), clock.now());
    }
    let scene = Scene::of(&desk.app);
    view::draw(&desk.app, &scene, frame.buffer_mut());
    // As the terminal's own `draw`, but for the cursor, which is hidden already: its bytes would
    // be sent with every key.
    terminal.flush()?;
    ratatui::backend::Backend::flush(terminal.backend_mut())?;
    // What is cleared for the next picture need not be waited for.
    terminal.swap_buffers();
    Ok(scene)
}

/// The time of day, but one that no correction of the system's clock sets back, and that stands
/// still while the machine sleeps.
struct Clock {
    time: Timestamp,
    instant: Instant,
}

impl Clock {
    fn new() -> Clock {
        Clock {
            time: Timestamp::now(),
            instant: Instant::now(),
        }
    }

    fn now(&self) -> Timestamp {
        let now = self.time.checked_add(self.instant.elapsed());
        now.unwrap_or(Timestamp::MAX)
    }

    /// Takes the system's time again if that is far ahead, the machine having slept; says whether
    /// it was.
    fn catches_up(&mut self) -> bool {
        const FAR: SignedDuration = SignedDuration::from_mins(1);
        let ahead = Timestamp::now().duration_since(self.now());
        if ahead > FAR {
            *self = Clock::new();
        }
        ahead > FAR
    }

    /// The instant of a time; that of now for one that is past.
    fn until(&self, time: Timestamp) -> Instant {
        let left = time.duration_since(self.now()).try_into();
        Instant::now() + left.unwrap_or_default()
    }
}
