//! The interface of a screen, the context of its handlers, and the stack of open screens.

use std::any::Any;
use std::fmt::Debug;

use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::action::{Action, Mode};
use super::frame::ScreenLayout;
use super::keymap::{Button, Keymap};
use super::services::Services;
use super::table::view::TableView;
use crate::rules::Move;
use crate::session::{DealSource, SearchRequest, Session};
use crate::storage::save_dir::SaveId;
use crate::variant::Variant;

/// A request of a screen to the application, about screens or files.
#[derive(Debug)]
pub enum Request {
    /// Opens a screen above the others.
    Open(Box<dyn Screen>),
    /// Closes the screen. The program ends with the last one.
    Close,
    Quit,
    OpenMenu,
    OpenResults,
    /// Passes the line as typed so far to the screen below.
    InputChanged(String),
    /// Passes a typed line to the screen below.
    Submit(PromptKind, String),
    Deal(Variant, u64),
    DealFrom(DealSource, Variant),
    /// Starts a game that was dealt.
    Start(Box<Session>),
    Resume(SaveId),
    /// Closes a replay of a winning line and makes its moves so far at the table.
    PlayLine(Vec<Move>),
    /// Counts the moves of a winning line that were shown.
    CountShownMoves(usize),
    /// Opens a finished game as a replay.
    ReplayFinished(SaveId),
    Export,
    ExportFinished(SaveId),
}

/// Purpose of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    /// A move, in record notation or as piles.
    Move,
    /// The number of a deal.
    Seed,
    /// The number of a move in a replay.
    MoveNumber,
    HelpSearch,
}

impl PromptKind {
    /// Returns the text before the line.
    pub fn label(self) -> &'static str {
        match self {
            PromptKind::Move | PromptKind::MoveNumber => "Move: ",
            PromptKind::Seed => "Deal: ",
            PromptKind::HelpSearch => "Find: ",
        }
    }
}

/// Context of the handlers of a screen.
pub struct Context<'a> {
    /// The state that all screens share.
    pub services: &'a mut Services,
    /// Requests to the application so far, in the order in which they are handled.
    pub requests: Vec<Request>,
}

impl<'a> Context<'a> {
    pub fn new(services: &'a mut Services) -> Context<'a> {
        Context {
            services,
            requests: Vec::new(),
        }
    }

    pub fn request(&mut self, request: Request) {
        self.requests.push(request);
    }

    /// Requests to open a screen above the others.
    pub fn open(&mut self, screen: impl Screen) {
        self.request(Request::Open(Box::new(screen)));
    }
}

/// A screen on the stack. It owns its state from when it is opened until it is closed.
pub trait Screen: Any + Debug {
    /// Returns the input mode: that of panels without keys of their own, unless the screen has some.
    fn mode(&self) -> Mode {
        Mode::Overlay
    }

    fn handle_action(&mut self, action: Action, cx: &mut Context<'_>);

    /// Computes where everything goes in an area. Called once after each event.
    fn lay_out(&mut self, services: &Services, area: Rect) -> ScreenLayout;

    /// Draws what was laid out.
    fn render(&self, services: &Services, buf: &mut Buffer);

    /// Returns the table that the screen shows, if it shows one.
    fn table_view(&self) -> Option<&TableView> {
        None
    }

    /// Returns the table that the screen shows, mutably.
    fn table_view_mut(&mut self) -> Option<&mut TableView> {
        None
    }

    /// Whether the screen hides those below.
    fn is_opaque(&self) -> bool {
        self.table_view().is_some()
    }

    /// Whether the screen hides the table or takes the player's attention from it, so that the
    /// clock stops.
    fn pauses_clock(&self) -> bool {
        true
    }

    /// Stops work that any key ends, such as a search. Called on every screen before the action is
    /// handled. Returns whether a search was stopped.
    fn before_action(&mut self, _action: Action, _services: &mut Services) -> bool {
        false
    }

    /// Returns when the screen needs the next [`Action::Tick`], if it needs one. The animation of its
    /// table is not included.
    fn deadline(&self) -> Option<Timestamp> {
        None
    }

    /// Returns the search that should run now.
    fn search_request(&self, _services: &Services) -> Option<SearchRequest> {
        None
    }

    /// Handles a line that was entered. After an error, the prompt stays open for a correction.
    ///
    /// # Errors
    /// Message about an invalid line.
    fn submit(&mut self, _: PromptKind, _: &str, _: &mut Context<'_>) -> Result<(), String> {
        Ok(())
    }

    /// Handles a change of the line that is being typed.
    fn input_changed(&mut self, _text: &str) {}

    /// Returns the keys of the key row: those that can be used now, and what it says of them.
    fn buttons(&self, keymap: &Keymap) -> Vec<Button> {
        keymap.buttons(self.mode(), |binding| Some(binding.footer))
    }
}

impl dyn Screen {
    pub fn is<T: Screen>(&self) -> bool {
        (self as &dyn Any).is::<T>()
    }

    pub fn downcast_ref<T: Screen>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }

    pub fn downcast_mut<T: Screen>(&mut self) -> Option<&mut T> {
        (self as &mut dyn Any).downcast_mut()
    }
}

/// The open screens. There is always at least one; the last one is on top and receives key input.
#[derive(Debug)]
pub struct ScreenStack {
    bottom: Box<dyn Screen>,
    above: Vec<Box<dyn Screen>>,
}

impl ScreenStack {
    pub fn new(bottom: impl Screen) -> ScreenStack {
        ScreenStack {
            bottom: Box::new(bottom),
            above: Vec::new(),
        }
    }

    /// Returns the screen that receives key input.
    pub fn top(&self) -> &dyn Screen {
        &**self.above.last().unwrap_or(&self.bottom)
    }

    /// Returns the screen that receives key input, mutably.
    pub fn top_mut(&mut self) -> &mut dyn Screen {
        &mut **self.above.last_mut().unwrap_or(&mut self.bottom)
    }

    /// Returns the screen below the one that receives key input, if there is one.
    pub fn below_top_mut(&mut self) -> Option<&mut dyn Screen> {
        self.iter_mut().nth_back(1)
    }

    /// Opens a screen on top of the others.
    pub fn push(&mut self, screen: Box<dyn Screen>) {
        self.above.push(screen);
    }

    /// Closes the top screen and returns it; `None` if it is the only one.
    pub fn pop(&mut self) -> Option<Box<dyn Screen>> {
        self.above.pop()
    }

    /// Closes all screens and opens another one; returns those that were closed.
    pub fn replace_all(&mut self, screen: impl Screen) -> Vec<Box<dyn Screen>> {
        let mut closed = vec![std::mem::replace(&mut self.bottom, Box::new(screen))];
        closed.append(&mut self.above);
        closed
    }

    /// Returns the topmost screen of a type, even if others cover it.
    pub fn find<T: Screen>(&self) -> Option<&T> {
        self.iter().rev().find_map(|screen| screen.downcast_ref())
    }

    /// Returns the topmost screen of a type, mutably.
    pub fn find_mut<T: Screen>(&mut self) -> Option<&mut T> {
        let mut screens = self.iter_mut().rev();
        screens.find_map(|screen| screen.downcast_mut())
    }

    /// Returns all screens, the lowest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &dyn Screen> {
        let screens = std::iter::once(&self.bottom).chain(&self.above);
        screens.map(|screen| &**screen)
    }

    /// Returns all screens, the lowest first, mutably.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut dyn Screen> {
        let screens = std::iter::once(&mut self.bottom).chain(&mut self.above);
        screens.map(|screen| &mut **screen)
    }

    /// Returns the screens that are visible: those from the topmost opaque one up.
    pub fn visible(&self) -> impl Iterator<Item = &dyn Screen> {
        self.iter().skip(self.first_visible())
    }

    /// Returns the visible screens, mutably.
    pub fn visible_mut(&mut self) -> impl Iterator<Item = &mut dyn Screen> {
        let first = self.first_visible();
        self.iter_mut().skip(first)
    }

    fn first_visible(&self) -> usize {
        let opaque = self.above.iter().rposition(|screen| screen.is_opaque());
        opaque.map_or(0, |index| index + 1)
    }
}
