//! Layout of the cards: where each card, pile and label is, and what it shows.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use crate::cards::Card;
use crate::game::CardPosition;
use crate::presentation::{Accepts, BuildDirection};
use crate::rules::PileId;
use crate::tui::action::Target;

/// A face-up card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceUpCard {
    pub card: Card,
    /// Whether it is shaded, as every other strip of a broken fan is.
    pub shaded: bool,
    /// Whether another card lies on it.
    pub covered: bool,
}

impl FaceUpCard {
    /// Creates a card that nothing covers.
    pub fn plain(card: Card) -> FaceUpCard {
        FaceUpCard {
            card,
            shaded: false,
            covered: false,
        }
    }
}

/// What an item looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    FaceUp(FaceUpCard),
    FaceDown,
    /// This many face-down cards, folded.
    Collapsed(usize),
    /// This many cards that are not shown.
    Hidden(usize),
    /// A squared pile of this many face-down cards.
    FaceDownPile(usize),
    /// An empty pile: what it accepts, and its name if it could be taken for another.
    EmptyPile {
        accepts: Accepts,
        name: Option<&'static str>,
    },
    /// The space of a fan, below its cards.
    FanArea,
    /// The number of a pile, and the direction in which it is built if the piles differ in that.
    PileLabel(PileId, Option<BuildDirection>),
}

/// Something on the table or above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its cells; of a card above the table, some may be outside the window.
    pub area: Rect,
    pub kind: ItemKind,
    pub target: Target,
    /// The cards of the target's pile that it shows, by their indices.
    pub cards: Range<usize>,
    /// The cell for the marker of a card or pile, if there is one beside it.
    pub marker: Option<Position>,
}

impl Item {
    /// Creates a card above the table: one that is dragged or in flight.
    pub(super) fn floating(area: Rect, kind: ItemKind, card: CardPosition) -> Item {
        Item {
            area,
            kind,
            target: Target::Card(card),
            cards: card.index..card.index + 1,
            marker: None,
        }
    }
}

/// Layout of the cards of a game, with all that is drawn in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardLayout {
    pub area: Rect,
    pub items: Vec<Item>,
    pub floating_cards: Vec<Item>,
    /// During a drag, whether the pile below the pointer accepts the cards.
    pub drag_accepted: Option<bool>,
    /// Rows of text on the table: in a game played in the hand, the next step.
    pub captions: Vec<(Rect, String)>,
}

impl CardLayout {
    /// Returns the areas of the visible cards.
    pub fn card_areas(&self) -> impl Iterator<Item = Rect> {
        let is_card = |kind: &ItemKind| {
            !matches!(
                kind,
                ItemKind::EmptyPile { .. } | ItemKind::PileLabel(..) | ItemKind::FanArea
            )
        };
        let cards = self.items.iter().filter(move |item| is_card(&item.kind));
        cards.map(|item| item.area)
    }

    /// Returns the row below everything that lies on the table.
    pub fn bottom(&self) -> u16 {
        let items = self.items.iter();
        let items = items.filter(|item| item.kind != ItemKind::FanArea);
        let captions = self.captions.iter().map(|(row, _)| row.bottom());
        let bottoms = items.map(|item| item.area.bottom()).chain(captions);
        bottoms.max().unwrap_or(self.area.y)
    }

    /// Returns the item that shows a card; `None` if it is below the top of a squared pile, or not on
    /// the table.
    pub(super) fn item_of(&self, card: CardPosition) -> Option<&Item> {
        let mut items = self.items.iter();
        items.find(|item| item.target.pile() == Some(card.pile) && item.cards.contains(&card.index))
    }

    /// Returns where a card is shown, or else where its pile is.
    pub fn area_of(&self, position: CardPosition) -> Option<Rect> {
        let is_in_pile = |item: &&Item| match item.target {
            Target::Card(card) => card.pile == position.pile,
            Target::Pile(pile) => pile == position.pile,
            _ => false,
        };
        self.area_of_card(position)
            .or_else(|| self.items.iter().rfind(is_in_pile).map(|item| item.area))
    }

    /// Returns where a card is shown; `None` if it is not visible.
    pub fn area_of_card(&self, position: CardPosition) -> Option<Rect> {
        let mut items = self.floating_cards.iter().chain(&self.items);
        let item = items.find(|item| item.target == Target::Card(position));
        item.map(|item| item.area)
    }
}

/// Returns the cell in which the text of a face starts.
pub(super) fn text_position(area: Rect) -> Position {
    Position::new(area.x + text_inset(area), area.y)
}

/// Returns how many columns the text of a face is away from its sides.
pub fn text_inset(area: Rect) -> u16 {
    u16::from(area.width >= 6)
}
