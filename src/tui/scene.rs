//! What is where: worked out from the state before drawing, and the one truth for drawing and for
//! the mouse.

mod end;
mod floating;
mod foot;
mod hand;
mod help;
mod ledger;
mod menu;
mod settings;
mod table;

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::app::{App, Overlay, Screen};
use super::help::Page;
use super::keymap::Key;
use super::seat::At;
use crate::cards::Card;
use crate::rules::Place;
pub use end::EndPanel;
pub use floating::Floating;
pub use ledger::LedgerPart;
pub use menu::MenuPart;
pub use settings::{HEAD as SETTINGS_HEAD, rows as settings_rows};

/// What the mouse can be on, besides words that stand for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A card.
    Card(At),
    /// A place without cards, or one whose cards are not told apart.
    Place(Place),
    /// An entry of a list, from 0.
    Entry(usize),
    /// A value of an entry of the menu, both from 0.
    Value(usize, usize),
    /// A panel of words over the rest.
    Panel,
    /// The table below a pile, or its label.
    Below(Place),
    /// The table itself.
    Felt,
}

impl Target {
    /// The place that cards dropped there are meant for.
    pub fn place(self) -> Option<Place> {
        match self {
            Target::Card(At { place, .. }) | Target::Place(place) | Target::Below(place) => {
                Some(place)
            }
            Target::Entry(_) | Target::Value(..) | Target::Panel | Target::Felt => None,
        }
    }
}

/// What a click of the left button asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// The action that the words stand for.
    Button(Action),
    /// Something with a thing on the table.
    On(Target),
}

impl Hit {
    /// The action of a first click, or of a second one soon after on the same.
    pub fn action(self, second: bool) -> Action {
        match self {
            Hit::Button(action) => action,
            Hit::On(target @ Target::Card(_)) if second => Action::DoubleClick(target),
            Hit::On(target) => Action::Click(target),
        }
    }
}

/// One thing on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The cells it covers.
    pub area: Rect,
    /// How it is drawn.
    pub shape: Shape,
    /// What a click on it means.
    pub hit: Hit,
    /// The cell for a mark, where there is one beside it.
    pub mark: Option<Position>,
}

/// How a thing is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A face-up card. Every other strip of a broken fan is shaded, to tell it from its neighbour.
    Face {
        /// The card.
        card: Card,
        /// Where it lies.
        at: At,
        /// Whether it is shaded.
        shaded: bool,
    },
    /// A card's back.
    Back,
    /// So many face-down cards, closed up.
    Closed(usize),
    /// So many cards that are not shown.
    Hidden(usize),
    /// A squared face-down pile of so many cards.
    Deck(usize),
    /// A place without cards.
    Space(Place),
    /// The room of a fan, beneath its cards.
    Column,
    /// A pile's number, centred above it.
    Label(Place),
    /// A key and what it does.
    Button(Key, &'static str),
    /// A panel of words.
    Panel,
    /// The name of a page of the help.
    Tab(Page),
    /// A setting, from 0.
    Setting(usize),
    /// A part of the results.
    Ledger(LedgerPart),
    /// A part of the menu.
    Menu(MenuPart),
}

/// What is where on a screen of some size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The whole window.
    pub area: Rect,
    /// The things on it, what lies deeper first.
    pub items: Vec<Item>,
    /// What is told of the end of a game, over the table.
    pub end: Option<EndPanel>,
    /// Cards over the table, which nothing is a click on.
    pub floating: Vec<Floating>,
    /// The columns and rows that are needed, where the window is too small.
    pub needs: Option<(u16, u16)>,
    /// The row of messages.
    pub message: u16,
    /// Words at the beginning of the row of keys.
    pub lead: String,
    /// The row of keys.
    pub keys: u16,
    /// The row for words on what is in play, in a game played in the hand.
    pub words: u16,
}

impl Scene {
    /// The scene of a state.
    pub fn of(app: &App) -> Scene {
        let mut scene = Scene::empty(app.size);
        match (app.screen, app.shown()) {
            (Screen::Menu, _) | (_, None) => menu::lay_out(&app.menu, &mut scene),
            (_, Some(seat)) => table::lay_out(seat, &mut scene),
        }
        if scene.needs.is_none() {
            // A text over the whole screen leaves it its last row.
            if let Some(Overlay::Help | Overlay::Ledger) = app.panel() {
                scene.message = scene.keys;
            }
            foot::lay_out(app, &mut scene);
            end::lay_out(app, &mut scene);
            help::lay_out(app, &mut scene);
            settings::lay_out(app, &mut scene);
            ledger::lay_out(app, &mut scene);
        }
        scene
    }

    /// A scene with nothing on it.
    pub fn empty((columns, rows): (u16, u16)) -> Scene {
        let last = rows.saturating_sub(1);
        Scene {
            area: Rect::new(0, 0, columns, rows),
            message: last,
            keys: last,
            ..Scene::default()
        }
    }

    /// What a click on a cell means: the topmost thing there is, or else the card or place whose
    /// sign is drawn there.
    pub fn hit(&self, column: u16, row: u16) -> Hit {
        let here = Position::new(column, row);
        let items = || self.items.iter().rev();
        let lies = |hit| matches!(hit, Hit::On(Target::Card(_) | Target::Place(_)));
        let top = items().find(|item| item.area.contains(here));
        let beside = || items().find(|item| item.mark == Some(here) && lies(item.hit));
        top.or_else(beside)
            .map_or(Hit::On(Target::Felt), |item| item.hit)
    }

    /// Puts a thing on top of those that are there.
    pub fn add(&mut self, area: Rect, shape: Shape, hit: Hit) {
        let mark = area.x.checked_sub(1).map(|x| Position::new(x, area.y));
        self.items.push(Item {
            area,
            shape,
            hit,
            mark,
        });
    }
}
