//! A player's seat at a game: the cursor, what is picked up, how the game ended.

use jiff::Timestamp;
use ratatui::layout::Position;

use super::animation::Animation;
use crate::cards::Card;
use crate::game::{Game, MoveDiff};
use crate::presentation::BoardLayout;
use crate::rules::{Move, PileId};
use crate::session::Session;

/// A card or an empty place at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardPosition {
    /// The place.
    pub pile: PileId,
    /// The card's position in its pile, from 0 at the bottom.
    pub index: usize,
}

/// Cards picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Whence.
    pub from: PileId,
    /// How many; without a number, as many as go.
    pub count: Option<u8>,
}

/// How the cards picked up are carried by the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DragState {
    /// The place they are over.
    pub over: Option<PileId>,
    /// The cell the pointer is on.
    pub pointer: Position,
}

/// The first half of something that takes two keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PendingInput {
    /// A suit follows.
    FoundationSuit,
    /// Two digits follow, of which one may be typed.
    ReserveNumber(Option<u8>),
    /// The card can go to either of these; left or right chooses.
    FoundationChoice([Move; 2]),
}

/// A game in play and how it is shown.
#[derive(Clone, Debug)]
pub struct TableState {
    /// The game in play.
    pub session: Session,
    /// Positions of the piles.
    pub layout: BoardLayout,
    /// The card or empty pile under the cursor.
    pub cursor: CardPosition,
    /// The selected cards.
    pub selection: Option<Selection>,
    /// The pointer that drags the selection, if one does.
    pub drag: Option<DragState>,
    /// The first half of a command that takes two keys.
    pub pending_input: Option<PendingInput>,
    /// What the last turn did, until the next key.
    pub last_diff: MoveDiff,
    /// The cards in flight.
    pub animation: Animation,
    /// The hint shown, until the next key.
    pub hint: Option<Move>,
    /// Whether the player has put the game-over panel away.
    pub game_over_dismissed: bool,
    /// When the next forced move is due, while a game played in the hand runs by itself.
    pub next_forced_move_at: Option<Timestamp>,
}

impl TableState {
    /// Shows a game, the cursor on the first tableau pile.
    pub fn new(session: Session) -> TableState {
        let layout = session.game().rules().layout();
        let first = layout.positions.iter().find(|position| position.row > 0);
        let pile = first.map_or(PileId::tableau(0), |position| position.pile);
        let mut table = TableState {
            session,
            layout,
            cursor: CardPosition { pile, index: 0 },
            selection: None,
            drag: None,
            pending_input: None,
            last_diff: MoveDiff::default(),
            animation: Animation::default(),
            hint: None,
            game_over_dismissed: false,
            next_forced_move_at: None,
        };
        table.move_cursor_to(pile);
        table
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.session.game()
    }

    /// Whether the game is played in the hand.
    pub fn is_hand_game(&self) -> bool {
        self.layout.window.is_some()
    }

    /// Whether the stock has a card to turn or to deal, or can get some.
    pub fn can_draw(&self) -> bool {
        !self.game().table().is_empty(PileId::STOCK)
            || self.game().legal_moves().contains(&Move::Redeal)
    }

    /// What is peeked at after a place, where no cursor can be put there: after the hand the cards
    /// thrown out of it.
    pub fn next_peek_pile(&self, place: PileId) -> Option<PileId> {
        let thrown =
            self.is_hand_game() && !self.game().table().face_up(PileId::DISCARDS).is_empty();
        Some(PileId::DISCARDS).filter(|next| thrown && place != *next)
    }

    /// Lets the cursor follow a move: with cards carried on, to where they have come to rest; with
    /// cards gone home, to the pile they left.
    pub fn move_cursor_after(&mut self, mv: Move) {
        match mv {
            Move::Transfer { from, to, .. } if to.is_foundation() => self.move_cursor_to(from),
            Move::Transfer { from, .. } => {
                let journeys = self.last_diff.card_moves().iter();
                let carried = journeys.filter(|journey| journey.from.0 == from);
                let top = carried.max_by_key(|journey| journey.from.1);
                if let Some(place) = top.map(|journey| journey.to.0) {
                    self.move_cursor_to(place);
                }
            }
            _ => {}
        }
        self.clamp_cursor();
    }

    /// Puts the cursor on the top card of a place.
    pub fn move_cursor_to(&mut self, place: PileId) {
        let index = self.game().table().size(place).saturating_sub(1);
        self.cursor = CardPosition { pile: place, index };
    }

    /// How many cards of a place lie there: not those the pointer carries, nor those on their way.
    pub fn resting_count(&self, place: PileId) -> usize {
        let size = self.game().table().size(place);
        match (self.drag, self.selection) {
            (Some(_), Some(held)) if held.from == place => {
                size.saturating_sub(self.selected_count())
            }
            _ => self.animation.settled_count(place, size),
        }
    }

    /// How many cards are picked up, where the number is not yet said: as many as can go.
    pub fn selected_count(&self) -> usize {
        let Some(held) = self.selection else { return 0 };
        let most = || {
            let counts = self.selection_moves().into_iter().map(|mv| match mv {
                Move::Transfer { count, .. } => count,
                _ => 1,
            });
            counts.max().unwrap_or(1)
        };
        usize::from(held.count.unwrap_or_else(most))
    }

    /// The cards picked up, lowest first.
    pub fn selected_cards(&self) -> &[Card] {
        let pile = self
            .selection
            .map_or(&[][..], |held| self.game().table().pile(held.from));
        &pile[pile.len().saturating_sub(self.selected_count())..]
    }

    /// The legal moves of what is picked up.
    pub fn selection_moves(&self) -> Vec<Move> {
        let Some(held) = self.selection else {
            return Vec::new();
        };
        self.session.moves_from(held.from, held.count)
    }

    /// The positions of the hand's cards that the next discard takes.
    pub fn discard_range(&self) -> std::ops::Range<usize> {
        let Some(window) = self.layout.window else {
            return 0..0;
        };
        let hand = self.game().table().size(PileId::HAND);
        let window = window.min(hand);
        let legal = self.game().legal_moves();
        if legal.contains(&Move::DiscardAll) {
            hand - window..hand
        } else if legal.contains(&Move::DiscardMiddle) {
            hand - window + 1..hand - 1
        } else {
            0..0
        }
    }

    /// The places that would take what is picked up, or those a choice is between. A space stands
    /// for the one its game puts cards in.
    pub fn drop_targets(&self) -> Vec<PileId> {
        let to = |mv: Move| match mv {
            Move::Transfer { to, .. } => Some(to),
            _ => None,
        };
        match &self.pending_input {
            Some(PendingInput::FoundationChoice(moves)) => {
                moves.iter().copied().filter_map(to).collect()
            }
            _ => {
                let mut places: Vec<PileId> =
                    self.selection_moves().into_iter().filter_map(to).collect();
                places.sort_unstable();
                places.dedup();
                places
            }
        }
    }
}
