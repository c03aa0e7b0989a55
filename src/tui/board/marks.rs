//! Marks: what is selected, hinted, a target or just moved, and where the cursor is.

use std::ops::Range;

use super::scene::BoardScene;
use crate::game::{CardMoveKind, CardPosition, MoveDiff};
use crate::rules::{Move, PileId};
use crate::tui::action::Target;

/// What a card or pile is marked as, apart from the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Selected,
    /// The target of the selection, or a card that the next discard removes.
    DropTarget,
    /// A card that a hint names, or its target.
    Hinted,
    /// A card that slid to the left.
    Slid,
    /// Another card that has just moved.
    Moved,
}

/// How an item is marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ItemMarks {
    pub has_cursor: bool,
    /// What its face, outline or label shows.
    pub tint: Option<Mark>,
    /// What the marker beside it shows. Of several cards that are selected, hinted or slid together, the
    /// lowest has it; of those that the next discard removes, each.
    pub marker: Option<Mark>,
}

/// What is marked on a board, computed once for each frame.
pub(super) struct Marks<'a> {
    scene: &'a BoardScene<'a>,
    /// The number of selected cards.
    selected: usize,
    hint: Option<Move>,
    last_diff: Option<&'a MoveDiff>,
    discards: Range<usize>,
}

impl<'a> Marks<'a> {
    pub(super) fn new(
        scene: &'a BoardScene<'a>,
        hint: Option<Move>,
        last_diff: &'a MoveDiff,
    ) -> Marks<'a> {
        Marks {
            scene,
            selected: scene.selected_cards().len(),
            hint,
            last_diff: Some(last_diff),
            discards: scene.discard_range(),
        }
    }

    /// Marks nothing but the cursor, while cards are in flight.
    pub(super) fn in_motion(scene: &'a BoardScene<'a>) -> Marks<'a> {
        Marks {
            scene,
            selected: 0,
            hint: None,
            last_diff: None,
            discards: 0..0,
        }
    }

    /// Returns how something is marked.
    pub(super) fn of(&self, target: Target) -> ItemMarks {
        match target {
            Target::Card(card) => {
                let below = card.index.checked_sub(1);
                let below = below.and_then(|index| self.card_mark(CardPosition { index, ..card }));
                let mark = self.card_mark(card);
                let is_next_discard = self.is_next_discard(card);
                ItemMarks {
                    has_cursor: self.scene.cursor == card && self.is_cursor_in(card.pile),
                    tint: mark,
                    marker: mark.filter(|mark| below != Some(*mark) || is_next_discard),
                }
            }
            Target::Pile(pile) => ItemMarks {
                has_cursor: self.is_cursor_in(pile),
                tint: self.pile_mark(pile),
                marker: self.pile_mark(pile),
            },
            Target::BelowPile(pile) => ItemMarks {
                has_cursor: self.is_cursor_in(pile),
                tint: self.accepts_selection(pile).then_some(Mark::DropTarget),
                marker: None,
            },
            Target::Entry(_) | Target::Value(..) | Target::Panel | Target::Background => {
                ItemMarks::default()
            }
        }
    }

    /// Whether the selection can be moved to a pile. An empty pile also counts if the game moves cards
    /// that are dropped on it to another empty pile.
    pub(super) fn accepts_selection(&self, pile: PileId) -> bool {
        let targets = &self.scene.targets;
        !targets.is_empty() && targets.contains(&self.drop_target(pile))
    }

    /// Returns the pile that cards dropped on a pile go to.
    fn drop_target(&self, pile: PileId) -> PileId {
        let game = self.scene.game;
        game.rules().drop_target(game.table(), pile)
    }

    /// Whether the cursor is shown in a pile; during a drag it is not shown.
    fn is_cursor_in(&self, pile: PileId) -> bool {
        let scene = &self.scene;
        scene.cursor.pile == pile && scene.has_cursor() && scene.drag().is_none()
    }

    fn card_mark(&self, card: CardPosition) -> Option<Mark> {
        if self.is_selected(card) {
            Some(Mark::Selected)
        } else if self.is_hinted_card(card) {
            Some(Mark::Hinted)
        } else if self.is_drop_target(card) || self.is_next_discard(card) {
            Some(Mark::DropTarget)
        } else {
            match self.last_diff?.change_at(card)? {
                CardMoveKind::Moved => Some(Mark::Moved),
                CardMoveKind::Slid => Some(Mark::Slid),
                CardMoveKind::Flipped => None,
            }
        }
    }

    fn pile_mark(&self, pile: PileId) -> Option<Mark> {
        if self.accepts_selection(pile) {
            Some(Mark::DropTarget)
        } else {
            self.is_hinted(pile).then_some(Mark::Hinted)
        }
    }

    fn pile_len(&self, pile: PileId) -> usize {
        self.scene.table.size(pile)
    }

    fn is_selected(&self, card: CardPosition) -> bool {
        let from = self.scene.selection.map(|selection| selection.from);
        from == Some(card.pile) && card.index + self.selected >= self.pile_len(card.pile)
    }

    /// Whether a card is the top one of a pile that accepts the selection.
    fn is_drop_target(&self, card: CardPosition) -> bool {
        card.index + 1 == self.pile_len(card.pile) && self.accepts_selection(card.pile)
    }

    /// Whether the next discard removes a card of the hand.
    fn is_next_discard(&self, card: CardPosition) -> bool {
        card.pile == PileId::HAND && self.discards.contains(&card.index)
    }

    /// Whether a hint moves a card, or moves others to it.
    fn is_hinted_card(&self, card: CardPosition) -> bool {
        let moved = match self.hint {
            Some(Move::Transfer { from, count, .. }) if from == card.pile => count.into(),
            Some(Move::DiscardMiddle | Move::DiscardAll) => return self.is_next_discard(card),
            _ => 0,
        };
        let above = self.pile_len(card.pile).saturating_sub(card.index);
        above <= moved || (above == 1 && self.is_hinted(card.pile))
    }

    /// Whether a hint moves cards to a pile, or draws from it.
    fn is_hinted(&self, pile: PileId) -> bool {
        match self.hint {
            Some(Move::Transfer { to, .. }) => to == self.drop_target(pile),
            Some(Move::Draw | Move::Deal) => pile == PileId::STOCK,
            _ => false,
        }
    }
}
