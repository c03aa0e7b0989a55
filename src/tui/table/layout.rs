//! Layout of a table: where each card, pile and label is.

use ratatui::layout::{Position, Rect, Size};

use crate::cards::Card;
use crate::game::CardPosition;
use crate::rules::PileId;
use crate::tui::action::Target;
use crate::tui::frame::{Hit, HitArea};

/// What an item of the table looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A face-up card.
    FaceUp {
        card: Card,
        position: CardPosition,
        /// Whether it is shaded, as every other strip of a broken fan is.
        shaded: bool,
        /// Whether another card lies on it.
        covered: bool,
    },
    FaceDown,
    /// This many face-down cards, folded.
    Collapsed(usize),
    /// This many cards that are not shown.
    Hidden(usize),
    /// A squared pile of this many face-down cards.
    FaceDownPile(usize),
    EmptyPile(PileId),
    /// The space of a fan, below its cards.
    FanArea,
    /// The number of a pile.
    PileLabel(PileId),
}

/// Something on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableItem {
    pub area: Rect,
    pub kind: ItemKind,
    pub target: Target,
    /// The cell for the marker of a card or pile, if there is one beside it.
    pub marker: Option<Position>,
}

/// A card above the table: one that is dragged or in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatingCard {
    /// Its cells; some may be outside the window.
    pub area: Rect,
    /// The card; `None` if it is face down.
    pub card: Option<Card>,
    /// Its position in the game, unless it belongs to the game-over panel.
    pub position: Option<CardPosition>,
}

/// Layout of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableLayout {
    pub area: Rect,
    /// The columns of header, messages and keys.
    pub content: Rect,
    pub items: Vec<TableItem>,
    pub floating_cards: Vec<FloatingCard>,
    /// The size that the table needs, if the area is too small.
    pub min_size: Option<Size>,
    /// The row that says what the next step is, in a game played in the hand.
    pub caption_row: u16,
}

impl TableLayout {
    /// Returns what can be clicked.
    pub(super) fn hit_areas(&self) -> impl Iterator<Item = HitArea> {
        self.items.iter().map(|item| HitArea {
            area: item.area,
            hit: Hit::Target(item.target),
            marker: item.marker,
        })
    }

    /// Returns the areas of the visible cards.
    pub fn card_areas(&self) -> impl Iterator<Item = Rect> {
        let is_card = |kind: &ItemKind| {
            !matches!(
                kind,
                ItemKind::EmptyPile(_) | ItemKind::PileLabel(_) | ItemKind::FanArea
            )
        };
        let cards = self.items.iter().filter(move |item| is_card(&item.kind));
        cards.map(|item| item.area)
    }

    /// Returns where a card is shown, or else where its pile is.
    pub fn area_of(&self, position: CardPosition) -> Option<Rect> {
        let is_in_pile = |item: &&TableItem| match item.target {
            Target::Card(card) => card.pile == position.pile,
            Target::Pile(pile) => pile == position.pile,
            _ => false,
        };
        self.area_of_card(position)
            .or_else(|| self.items.iter().rfind(is_in_pile).map(|item| item.area))
    }

    /// Returns where a card is shown; `None` if it is not visible.
    pub(super) fn area_of_card(&self, position: CardPosition) -> Option<Rect> {
        let mut floating = self.floating_cards.iter();
        let mut items = self.items.iter();
        floating
            .find(|card| card.position == Some(position))
            .map(|card| card.area)
            .or_else(|| {
                let item = items.find(|item| item.target == Target::Card(position))?;
                Some(item.area)
            })
    }
}

/// Returns the cell in which the text of a face starts.
pub(super) fn text_position(area: Rect) -> Position {
    Position::new(area.x + text_inset(area), area.y)
}

/// Returns how many columns the text of a face is away from its sides.
pub(super) fn text_inset(area: Rect) -> u16 {
    u16::from(area.width >= 6)
}
