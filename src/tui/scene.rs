//! What is where: worked out from the state before drawing, and the one truth for drawing and for
//! the mouse.

mod floating;
mod footer;
mod game_over;
mod hand;
mod help;
mod menu;
mod results;
mod settings;
mod table;

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::app::{App, Overlay, Screen};
use super::help::HelpPage;
use super::keymap::Key;
use super::table_state::CardPosition;
use crate::cards::Card;
use crate::rules::PileId;
pub use floating::FloatingCard;
pub use game_over::GameOverPanel;
pub use menu::MenuPart;
pub use results::ResultsPart;
pub use settings::{HEADER_ROWS as SETTINGS_HEADER_ROWS, row_count as settings_row_count};

/// What the mouse can be on, besides words that stand for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A card.
    Card(CardPosition),
    /// A place without cards, or one whose cards are not told apart.
    Pile(PileId),
    /// An entry of a list, from 0.
    Entry(usize),
    /// A value of an entry of the menu, both from 0.
    Value(usize, usize),
    /// A panel of words over the rest.
    Panel,
    /// The table below a pile, or its label.
    BelowPile(PileId),
    /// The table itself.
    Background,
}

impl Target {
    /// The place that cards dropped there are meant for.
    pub fn pile(self) -> Option<PileId> {
        match self {
            Target::Card(CardPosition { pile: place, .. })
            | Target::Pile(place)
            | Target::BelowPile(place) => Some(place),
            Target::Entry(_) | Target::Value(..) | Target::Panel | Target::Background => None,
        }
    }
}

/// What a click of the left button asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// The action that the words stand for.
    Button(Action),
    /// Something with a thing on the table.
    Target(Target),
}

impl Hit {
    /// The action of a first click, or of a second one soon after on the same.
    pub fn action(self, second: bool) -> Action {
        match self {
            Hit::Button(action) => action,
            Hit::Target(target @ Target::Card(_)) if second => Action::DoubleClick(target),
            Hit::Target(target) => Action::Click(target),
        }
    }
}

/// One thing on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneItem {
    /// The cells it covers.
    pub area: Rect,
    /// How it is drawn.
    pub kind: ItemKind,
    /// What a click on it means.
    pub hit: Hit,
    /// The cell for a mark, where there is one beside it.
    pub marker_cell: Option<Position>,
}

/// How a thing is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A face-up card. Every other strip of a broken fan is shaded, to tell it from its neighbour.
    FaceUp {
        /// The card.
        card: Card,
        /// Where it lies.
        position: CardPosition,
        /// Whether it is shaded.
        shaded: bool,
    },
    /// A card's back.
    FaceDown,
    /// So many face-down cards, closed up.
    Collapsed(usize),
    /// So many cards that are not shown.
    Hidden(usize),
    /// A squared face-down pile of so many cards.
    FaceDownPile(usize),
    /// A place without cards.
    EmptyPile(PileId),
    /// The room of a fan, beneath its cards.
    FanArea,
    /// A pile's number, centred above it.
    PileLabel(PileId),
    /// A key and what it does.
    Button(Key, &'static str),
    /// A panel of words.
    Panel,
    /// The name of a page of the help.
    HelpTab(HelpPage),
    /// A setting, from 0.
    Setting(usize),
    /// A part of the results.
    Results(ResultsPart),
    /// A part of the menu.
    Menu(MenuPart),
}

/// What is where on a screen of some size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The whole window.
    pub area: Rect,
    /// The things on it, what lies deeper first.
    pub items: Vec<SceneItem>,
    /// What is told of the end of a game, over the table.
    pub game_over: Option<GameOverPanel>,
    /// Cards over the table, which nothing is a click on.
    pub floating_cards: Vec<FloatingCard>,
    /// The columns and rows that are needed, where the window is too small.
    pub min_size: Option<(u16, u16)>,
    /// The row of messages.
    pub message_row: u16,
    /// Words at the beginning of the row of keys.
    pub status_prefix: String,
    /// The row of keys.
    pub footer_row: u16,
    /// The row for words on what is in play, in a game played in the hand.
    pub caption_row: u16,
}

impl Scene {
    /// The scene of a state.
    pub fn compute(app: &App) -> Scene {
        let mut scene = Scene::empty(app.size);
        match (app.screen, app.active_table()) {
            (Screen::Menu, _) | (_, None) => menu::lay_out(&app.menu, &mut scene),
            (_, Some(seat)) => table::lay_out(seat, &mut scene),
        }
        if scene.min_size.is_none() {
            // A text over the whole screen leaves it its last row.
            if let Some(Overlay::Help | Overlay::Results) = app.top_panel() {
                scene.message_row = scene.footer_row;
            }
            footer::lay_out(app, &mut scene);
            game_over::lay_out(app, &mut scene);
            help::lay_out(app, &mut scene);
            settings::lay_out(app, &mut scene);
            results::lay_out(app, &mut scene);
        }
        scene
    }

    /// A scene with nothing on it.
    pub fn empty((columns, rows): (u16, u16)) -> Scene {
        let last = rows.saturating_sub(1);
        Scene {
            area: Rect::new(0, 0, columns, rows),
            message_row: last,
            footer_row: last,
            ..Scene::default()
        }
    }

    /// What a click on a cell means: the topmost thing there is, or else the card or place whose
    /// sign is drawn there.
    pub fn hit_test(&self, column: u16, row: u16) -> Hit {
        let here = Position::new(column, row);
        let items = || self.items.iter().rev();
        let lies = |hit| matches!(hit, Hit::Target(Target::Card(_) | Target::Pile(_)));
        let top = items().find(|item| item.area.contains(here));
        let beside = || items().find(|item| item.marker_cell == Some(here) && lies(item.hit));
        top.or_else(beside)
            .map_or(Hit::Target(Target::Background), |item| item.hit)
    }

    /// Puts a thing on top of those that are there.
    pub fn add(&mut self, area: Rect, shape: ItemKind, hit: Hit) {
        let mark = area.x.checked_sub(1).map(|x| Position::new(x, area.y));
        self.items.push(SceneItem {
            area,
            kind: shape,
            hit,
            marker_cell: mark,
        });
    }
}
