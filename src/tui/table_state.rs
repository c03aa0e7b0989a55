//! A player's seat at a game: the cursor, what is picked up, how the game ended.

use jiff::Timestamp;
use ratatui::layout::Position;

use super::animation::Animation;
use super::move_diff::MoveDiff;
use super::solver_requests::PendingSearch;
use crate::analysis::Analysis;
use crate::cards::Card;
use crate::game::Game;
use crate::presentation::BoardLayout;
use crate::record::PlayedGame;
use crate::rules::{Move, PileId, Status};
use crate::storage::results::GameOutcome;
use crate::storage::save_manager::SaveState;

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

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All cards are home.
    Won,
    /// No legal move is left.
    Lost,
    /// Given up.
    GivenUp,
}

/// A game on the table and how the player stands in it.
#[derive(Clone, Debug)]
pub struct TableState {
    /// The game and its time.
    pub played: PlayedGame,
    /// How it stands with the keeper of saved games.
    pub save_state: SaveState,
    /// Where its piles lie.
    pub layout: BoardLayout,
    /// The card or place the keys walk on.
    pub cursor: CardPosition,
    /// What is picked up.
    pub selection: Option<Selection>,
    /// How the pointer carries that, where it does.
    pub drag: Option<DragState>,
    /// The first half of something that takes two keys.
    pub pending_input: Option<PendingInput>,
    /// What the last move did, until the next key.
    pub last_diff: MoveDiff,
    /// The cards on their way.
    pub animation: Animation,
    /// The hint given, and which of them it is, until something else is asked.
    pub hint: Option<(usize, Move)>,
    /// What is known of it.
    pub analysis: Analysis,
    /// The search the player waits for.
    pub pending_search: Option<PendingSearch>,
    /// How many positions the present search has searched.
    pub positions_searched: u64,
    /// How the game ended, once it did.
    pub ending: Option<Ending>,
    /// Whether the screen that says so was put away.
    pub game_over_dismissed: bool,
    /// When the next step of a game running by itself is due.
    pub next_forced_move_at: Option<Timestamp>,
    /// How many milliseconds of a second have been spent besides the sitting's whole seconds.
    pub extra_millis: i64,
}

impl TableState {
    /// A seat at a sitting that was never saved, its cursor on the first tableau pile.
    pub fn new(sitting: PlayedGame) -> TableState {
        let kept = SaveState::new(&sitting);
        TableState::resumed(sitting, kept)
    }

    /// A seat at a sitting that was taken up again.
    pub fn resumed(sitting: PlayedGame, kept: SaveState) -> TableState {
        let plan = sitting.game.rules().layout();
        let ending = match sitting.game.status() {
            Status::Won => Some(Ending::Won),
            Status::Lost => Some(Ending::Lost),
            Status::Playing => None,
        };
        let first = plan.positions.iter().find(|spot| spot.row > 0);
        let place = first.map_or(PileId::tableau(0), |spot| spot.pile);
        let mut seat = TableState {
            analysis: Analysis::new(&sitting.game),
            pending_search: None,
            positions_searched: 0,
            played: sitting,
            save_state: kept,
            layout: plan,
            cursor: CardPosition {
                pile: place,
                index: 0,
            },
            selection: None,
            drag: None,
            pending_input: None,
            last_diff: MoveDiff::default(),
            animation: Animation::default(),
            hint: None,
            ending,
            game_over_dismissed: false,
            next_forced_move_at: None,
            extra_millis: 0,
        };
        seat.move_cursor_to(place);
        seat
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.played.game
    }

    /// Counts that so many moves of the line that wins from here were shown, each of them once.
    pub(super) fn record_shown_moves(&mut self, moves: usize) {
        let fresh = self.analysis.mark_shown(&self.played.game, moves);
        let fresh = u32::try_from(fresh).unwrap_or(u32::MAX);
        self.played.solver_moves_shown = self.played.solver_moves_shown.saturating_add(fresh);
    }

    /// What became of the sitting so far.
    pub fn outcome(&self) -> GameOutcome {
        match self.ending {
            None => GameOutcome::Playing,
            Some(Ending::Won) => GameOutcome::Won,
            Some(Ending::Lost) => GameOutcome::Lost,
            Some(Ending::GivenUp) => GameOutcome::GivenUp,
        }
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
        let goes = |mv: &Move| match *mv {
            Move::Transfer { from, count, .. } => {
                from == held.from && held.count.is_none_or(|wanted| wanted == count)
            }
            _ => false,
        };
        self.game().legal_moves().into_iter().filter(goes).collect()
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
