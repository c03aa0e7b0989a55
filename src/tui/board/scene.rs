//! What a board shows besides the last move and a hint.

use std::ops::Range;

use ratatui::layout::Position;

use crate::cards::Card;
use crate::game::{CardPosition, Game};
use crate::rules::{Move, PileId, Table};
use crate::session::is_hand_game;

/// Selected cards and where they can go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedCards {
    pub from: PileId,
    pub count: usize,
    pub targets: Vec<PileId>,
}

/// A drag of the selected cards by the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    /// The pile below the pointer.
    pub over: Option<PileId>,
    pub pointer: Position,
}

/// What a board shows: a game, and what the player points at and has selected.
#[derive(Clone, Debug)]
pub struct BoardScene<'a> {
    pub game: &'a Game,
    /// The cards: those of the game, or of an earlier position while some are in flight.
    pub table: &'a Table,
    /// The card or empty pile under the cursor.
    pub cursor: CardPosition,
    pub selected: Option<SelectedCards>,
    pub drag: Option<Drag>,
}

impl<'a> BoardScene<'a> {
    /// Shows a game in which nothing is selected.
    pub fn new(game: &'a Game, cursor: CardPosition) -> BoardScene<'a> {
        BoardScene {
            game,
            table: game.table(),
            cursor,
            selected: None,
            drag: None,
        }
    }

    /// Whether the cursor is shown: a hand has none.
    pub fn has_cursor(&self) -> bool {
        !is_hand_game(self.game)
    }

    /// Returns how many cards are selected in a pile.
    pub fn selected_count(&self, pile: PileId) -> usize {
        let selected = self.selected.as_ref();
        let selected = selected.filter(|selected| selected.from == pile);
        selected.map_or(0, |selected| selected.count)
    }

    /// Returns the selected cards, the lowest first.
    pub fn selected_cards(&self) -> &[Card] {
        let Some(SelectedCards { from, count, .. }) = self.selected else {
            return &[];
        };
        let pile = self.table.pile(from);
        &pile[pile.len().saturating_sub(count)..]
    }

    /// Returns the indices of the cards in the hand that the next discard removes.
    pub(super) fn discard_range(&self) -> Range<usize> {
        let Some(window) = self.game.rules().layout().window else {
            return 0..0;
        };
        let hand = self.game.table().size(PileId::HAND);
        let window = window.min(hand);
        let legal = self.game.legal_moves();
        if legal.contains(&Move::DiscardAll) {
            hand - window..hand
        } else if legal.contains(&Move::DiscardMiddle) {
            hand - window + 1..hand - 1
        } else {
            0..0
        }
    }
}
