//! The stack of screens.

use super::layer::Layer;
use super::screens::deal_search::DealSearchScreen;
use super::screens::help::HelpScreen;
use super::screens::menu::MenuScreen;
use super::screens::peek::PeekScreen;
use super::screens::prompt::Prompt;
use super::screens::replay::ReplayScreen;
use super::screens::results::ResultsScreen;
use super::screens::settings::SettingsScreen;
use super::screens::table::TableScreen;

/// A screen.
#[derive(Clone, Debug)]
pub enum Screen {
    /// Menu of games.
    Menu(Box<MenuScreen>),
    /// A game in play.
    Table(Box<TableScreen>),
    /// Replay of a game.
    Replay(Box<ReplayScreen>),
    /// Results.
    Results(Box<ResultsScreen>),
    /// Settings.
    Settings(SettingsScreen),
    /// Help.
    Help(Box<HelpScreen>),
    /// All cards of a pile.
    Peek(PeekScreen),
    /// A line being typed.
    Prompt(Prompt),
    /// Search for a winnable deal.
    DealSearch(Box<DealSearchScreen>),
}

impl Screen {
    /// Returns the table, if the screen is one.
    pub fn into_table(self) -> Option<TableScreen> {
        match self {
            Screen::Table(table) => Some(*table),
            _ => None,
        }
    }

    /// Returns what all screens have in common.
    pub fn layer(&self) -> &dyn Layer {
        match self {
            Screen::Menu(screen) => &**screen,
            Screen::Table(screen) => &**screen,
            Screen::Replay(screen) => &**screen,
            Screen::Results(screen) => &**screen,
            Screen::Settings(screen) => screen,
            Screen::Help(screen) => &**screen,
            Screen::Peek(screen) => screen,
            Screen::Prompt(screen) => screen,
            Screen::DealSearch(screen) => &**screen,
        }
    }

    /// Returns what all screens have in common, mutably.
    pub fn layer_mut(&mut self) -> &mut dyn Layer {
        match self {
            Screen::Menu(screen) => &mut **screen,
            Screen::Table(screen) => &mut **screen,
            Screen::Replay(screen) => &mut **screen,
            Screen::Results(screen) => &mut **screen,
            Screen::Settings(screen) => screen,
            Screen::Help(screen) => &mut **screen,
            Screen::Peek(screen) => screen,
            Screen::Prompt(screen) => screen,
            Screen::DealSearch(screen) => &mut **screen,
        }
    }
}

/// The open screens. There is always at least one; the last one is on top and receives key input.
#[derive(Clone, Debug)]
pub struct ScreenStack {
    bottom: Screen,
    above: Vec<Screen>,
}

impl ScreenStack {
    /// Creates a stack with one screen.
    pub fn new(bottom: Screen) -> ScreenStack {
        ScreenStack {
            bottom,
            above: Vec::new(),
        }
    }

    /// Returns the screen that receives key input.
    pub fn top(&self) -> &Screen {
        self.above.last().unwrap_or(&self.bottom)
    }

    /// Returns the screen that receives key input, mutably.
    pub fn top_mut(&mut self) -> &mut Screen {
        self.above.last_mut().unwrap_or(&mut self.bottom)
    }

    /// Opens a screen on top of the others.
    pub fn push(&mut self, screen: Screen) {
        self.above.push(screen);
    }

    /// Closes the top screen and returns it; `None` if it is the only one.
    pub fn pop(&mut self) -> Option<Screen> {
        self.above.pop()
    }

    /// Closes all screens and opens another one; returns those that were closed.
    pub fn replace_all(&mut self, screen: Screen) -> Vec<Screen> {
        let mut closed = vec![std::mem::replace(&mut self.bottom, screen)];
        closed.append(&mut self.above);
        closed
    }

    /// Closes all screens and returns the table among them.
    pub fn into_table(self) -> Option<TableScreen> {
        let mut screens = std::iter::once(self.bottom).chain(self.above);
        screens.find_map(Screen::into_table)
    }

    /// Returns all screens, the lowest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Screen> {
        std::iter::once(&self.bottom).chain(&self.above)
    }

    /// Returns all screens, the lowest first, mutably.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Screen> {
        std::iter::once(&mut self.bottom).chain(&mut self.above)
    }

    /// Returns the screens that are visible: those from the topmost opaque one up.
    pub fn visible(&self) -> impl Iterator<Item = &Screen> {
        self.iter().skip(self.first_visible())
    }

    /// Returns the visible screens, mutably.
    pub fn visible_mut(&mut self) -> impl Iterator<Item = &mut Screen> {
        let first = self.first_visible();
        self.iter_mut().skip(first)
    }

    fn first_visible(&self) -> usize {
        let opaque = self
            .above
            .iter()
            .rposition(|screen| screen.layer().is_opaque());
        opaque.map_or(0, |index| index + 1)
    }
}
