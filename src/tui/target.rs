//! What a mouse click can be on.

use crate::rules::PileId;

/// A card or an empty pile on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardPosition {
    /// The pile.
    pub pile: PileId,
    /// The card's index in its pile; 0 is the bottom card.
    pub index: usize,
}

/// Something on the screen that is no button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A card.
    Card(CardPosition),
    /// An empty pile, or one that shows no single card.
    Pile(PileId),
    /// The table below a pile, or the pile's label.
    BelowPile(PileId),
    /// An entry of a list, by its index.
    Entry(usize),
    /// A value of an entry of the menu: the indices of both.
    Value(usize, usize),
    /// A panel.
    Panel,
    /// Anything else.
    Background,
}

impl Target {
    /// Returns the pile that cards dropped here are meant for.
    pub fn pile(self) -> Option<PileId> {
        match self {
            Target::Card(CardPosition { pile, .. })
            | Target::Pile(pile)
            | Target::BelowPile(pile) => Some(pile),
            Target::Entry(_) | Target::Value(..) | Target::Panel | Target::Background => None,
        }
    }
}
