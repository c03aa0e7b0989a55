//! Layout of the cards: where each card, pile and label is, and how it is marked.

use std::ops::Range;

use ratatui::layout::{Position, Rect, Size};

use super::marks::{ItemMarks, Mark};
use crate::cards::Card;
use crate::game::CardPosition;
use crate::presentation::{Accepts, BuildDirection, FoundationCount};
use crate::rules::PileId;
use crate::tui::action::Target;
use crate::tui::frame::{Hit, HitArea};

/// A face-up card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceUpCard {
    pub card: Card,
    /// Whether it is shaded, as every other strip of a broken fan is.
    pub shaded: bool,
    /// Whether another card lies on it.
    pub covered: bool,
    pub label: Option<FaceLabel>,
}

impl FaceUpCard {
    /// Creates a card that nothing covers and nothing is written on.
    pub fn plain(card: Card) -> FaceUpCard {
        FaceUpCard {
            card,
            shaded: false,
            covered: false,
            label: None,
        }
    }
}

/// What a face says besides its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceLabel {
    Foundation(FoundationCount),
    /// The number of a reserve card.
    Reserve(usize),
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
    /// An empty pile and what it accepts.
    EmptyPile(Accepts),
    /// The space of a fan, below its cards.
    FanArea,
    /// The number of a pile, and the direction in which it is built if the piles differ in that.
    PileLabel(PileId, Option<BuildDirection>),
}

/// Something on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableItem {
    pub area: Rect,
    pub kind: ItemKind,
    pub target: Target,
    pub marks: ItemMarks,
    /// The cell for the marker of a card or pile, if there is one beside it.
    pub marker: Option<Position>,
}

/// A card above the table: one that is dragged or in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatingCard {
    /// Its cells; some may be outside the window.
    pub area: Rect,
    pub kind: ItemKind,
    /// Its position in the game.
    pub position: Option<CardPosition>,
    pub mark: Option<Mark>,
}

impl FloatingCard {
    /// Returns the card; `None` if it is face down.
    pub fn card(&self) -> Option<Card> {
        match self.kind {
            ItemKind::FaceUp(face) => Some(face.card),
            _ => None,
        }
    }
}

/// An item that shows one card of a pile, or several.
pub(super) struct ShownCards {
    /// The indices of the cards in the pile.
    pub(super) cards: Range<usize>,
    pub(super) area: Rect,
    pub(super) kind: ItemKind,
}

/// Layout of the cards of a game, with all that is drawn in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardLayout {
    pub area: Rect,
    /// The columns of header, messages and keys.
    pub content: Rect,
    pub items: Vec<TableItem>,
    pub floating_cards: Vec<FloatingCard>,
    /// During a drag, whether the pile below the pointer accepts the cards.
    pub drag_accepted: Option<bool>,
    /// Rows of text on the table: the names of piles, and in a game played in the hand the next step.
    pub captions: Vec<(Rect, String)>,
    /// The size that the table needs, if the area is too small.
    pub min_size: Option<Size>,
}

impl CardLayout {
    /// Returns what can be clicked.
    pub fn hit_areas(&self) -> impl Iterator<Item = HitArea> {
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
                ItemKind::EmptyPile(_) | ItemKind::PileLabel(..) | ItemKind::FanArea
            )
        };
        let cards = self.items.iter().filter(move |item| is_card(&item.kind));
        cards.map(|item| item.area)
    }

    /// Returns the slot that shows a card; `None` if it is below the top of a squared pile, or not on
    /// the table.
    pub(super) fn slot_of(&self, card: CardPosition) -> Option<ShownCards> {
        let mut end = 0;
        let mut slots = self.items.iter().filter_map(|item| {
            let cards = match (item.target, item.kind) {
                (Target::Card(top), ItemKind::Collapsed(count)) if top.pile == card.pile => {
                    top.index + 1 - count..top.index + 1
                }
                (Target::Card(top), _) if top.pile == card.pile => top.index..top.index + 1,
                (Target::Pile(pile), ItemKind::Hidden(count)) if pile == card.pile => {
                    end..end + count
                }
                _ => return None,
            };
            end = cards.end;
            Some(ShownCards {
                cards,
                area: item.area,
                kind: item.kind,
            })
        });
        slots.find(|slot| slot.cards.contains(&card.index))
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
    pub fn area_of_card(&self, position: CardPosition) -> Option<Rect> {
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
