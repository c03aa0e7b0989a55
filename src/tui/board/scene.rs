//! What a board shows besides the last move and a hint.

use std::ops::Range;

use ratatui::layout::Position;

use crate::cards::Card;
use crate::game::{CardPosition, Game};
use crate::rules::{Move, PileId, Table};
use crate::session::{is_hand_game, moves_from};

/// Selected cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    pub from: PileId,
    /// Number of cards; `None` for as many as can go.
    pub count: Option<u8>,
    /// The pointer that drags them, if one does.
    pub drag: Option<Drag>,
}

impl Selection {
    pub fn new(from: PileId, count: Option<u8>) -> Selection {
        let drag = None;
        Selection { from, count, drag }
    }

    /// Returns the legal moves of these cards.
    pub fn moves(self, game: &Game) -> Vec<Move> {
        moves_from(game, self.from, self.count)
    }

    /// Returns how many cards are selected; without a number, as many as can go.
    pub fn len(self, game: &Game) -> usize {
        let longest = || {
            let moves = self.moves(game).into_iter();
            let counts = moves.map(|mv| match mv {
                Move::Transfer { count, .. } => count,
                _ => 1,
            });
            counts.max().unwrap_or(1)
        };
        self.count.unwrap_or_else(longest).into()
    }
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
    pub selection: Option<Selection>,
    /// The piles that accept the selection.
    pub targets: Vec<PileId>,
}

impl<'a> BoardScene<'a> {
    /// Shows a game in which nothing is selected.
    pub fn new(game: &'a Game, cursor: CardPosition) -> BoardScene<'a> {
        BoardScene {
            game,
            table: game.table(),
            cursor,
            selection: None,
            targets: Vec::new(),
        }
    }

    /// Shows the game with the table as it is while cards are in flight.
    pub(super) fn in_motion(&self, table: &'a Table) -> BoardScene<'a> {
        BoardScene {
            table,
            ..BoardScene::new(self.game, self.cursor)
        }
    }

    /// Whether the cursor is shown: a hand has none.
    pub fn has_cursor(&self) -> bool {
        !is_hand_game(self.game)
    }

    /// Returns the drag of the selection, if there is one.
    pub fn drag(&self) -> Option<Drag> {
        self.selection?.drag
    }

    /// Returns the selected cards, the lowest first.
    pub fn selected_cards(&self) -> &[Card] {
        let Some(selection) = self.selection else {
            return &[];
        };
        let pile = self.table.pile(selection.from);
        &pile[pile.len().saturating_sub(selection.len(self.game))..]
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
