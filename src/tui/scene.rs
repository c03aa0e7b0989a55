//! What is where: worked out from the state before drawing, and the one truth for drawing and for
//! the mouse.

mod menu;

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::app::{App, At, Screen};
use crate::rules::Place;
pub use menu::MenuPart;

/// What the mouse can be on, besides words that stand for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A card.
    Card(At),
    /// A place without cards, or one whose cards are not told apart.
    Place(Place),
    /// An entry of a list, from 0.
    Entry(usize),
    /// The table itself.
    Felt,
}

/// What a press of the left button asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// The action that the words stand for.
    Button(Action),
    /// Something with a thing on the table.
    On(Target),
}

impl Hit {
    /// The action of a first press, or of a second one soon after on the same.
    pub fn action(self, second: bool) -> Action {
        match self {
            Hit::Button(action) => action,
            Hit::On(target) if second => Action::DoubleClick(target),
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
}

/// How a thing is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Words at the top or the bottom that can be clicked.
    Words(&'static str),
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
    /// The columns and rows that are needed, where the window is too small.
    pub needs: Option<(u16, u16)>,
}

impl Scene {
    /// The scene of a state.
    pub fn of(app: &App) -> Scene {
        let mut scene = Scene {
            area: Rect::new(0, 0, app.size.0, app.size.1),
            ..Scene::default()
        };
        if app.screen == Screen::Menu {
            menu::lay_out(&app.menu, &mut scene);
        }
        scene
    }

    /// What a click on a cell means: the topmost thing there is.
    pub fn hit(&self, column: u16, row: u16) -> Hit {
        let here = Position::new(column, row);
        let mut items = self.items.iter().rev();
        let top = items.find(|item| item.area.contains(here));
        top.map_or(Hit::On(Target::Felt), |item| item.hit)
    }
}
