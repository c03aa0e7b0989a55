//! Turns: a move with the automatic ones after it, and what they did.

use super::changes::changes_since;
use super::{CardMove, Game, TableEvent, table_events};
use crate::rules::{Move, PileKind, Status};

/// Maximum number of moves to spaces in finishing a game: few enough to foresee.
const MAX_TO_SPACES: usize = 3;

impl Game {
    /// Returns the number of cards on foundations.
    pub fn cards_home(&self) -> usize {
        self.rules.cards_home(&self.table)
    }

    /// Returns a legal move that is [safe](crate::presentation::Presentation::is_safe_autoplay).
    pub fn safe_autoplay_move(&self) -> Option<Move> {
        let safe = |mv: &Move| self.rules.is_safe_autoplay(&self.table, *mv);
        self.legal_moves().into_iter().find(safe)
    }

    /// Returns the moves that win the game by sending cards home and, where none can go, drawing or dealing, or else
    /// moving cards off others to a space, a few times. `None` if that does not win, if cards of the tableau are face
    /// down, and in a game played in the hand.
    pub fn autofinish_line(&self) -> Option<Vec<Move>> {
        let piles = self.table.pile_ids();
        if piles.has_kind(PileKind::Hand) || self.face_down_in_the_way() > 0 {
            return None;
        }
        let mut game = self.clone();
        let (mut line, mut to_spaces) = (Vec::new(), 0);
        while game.status() == Status::Playing && to_spaces <= MAX_TO_SPACES {
            let is_useful = |mv: &Move| match *mv {
                Move::Transfer { from, to, count } if !mv.is_to_foundation() => {
                    game.table.is_empty(to) && game.table.size(from) > count.into()
                }
                _ => true,
            };
            let useful = game.legal_moves().into_iter().filter(is_useful);
            let mv = useful.min_by_key(|mv| (!mv.is_to_foundation(), mv.count().is_some()))?;
            to_spaces += usize::from(!mv.is_to_foundation() && mv.count().is_some());
            game.play(mv).ok()?;
            line.push(mv);
        }
        (game.status() == Status::Won).then_some(line)
    }

    /// Returns the number of face-down cards outside the stock.
    pub fn face_down_in_the_way(&self) -> usize {
        let piles = self.table.pile_ids().iter();
        let piles = piles.filter(|pile| pile.kind() != PileKind::Stock);
        piles.map(|pile| self.table.face_down(pile)).sum()
    }

    /// Returns how many cards the moves that win the game by themselves send home; 0 if there are none.
    pub fn cards_to_finish(&self) -> usize {
        let line = self.autofinish_line().unwrap_or_default().into_iter();
        line.filter(|mv| mv.is_to_foundation()).count()
    }

    /// Makes all safe moves to foundations automatically.
    pub fn autoplay_safe(&mut self) {
        while let Some(mv) = self.safe_autoplay_move() {
            if self.play_automatic(mv).is_err() {
                return;
            }
        }
    }

    /// Lists what the last move did; nothing at the deal.
    pub fn last_move_events(&self) -> Vec<TableEvent> {
        let last = self.checkpoints.last();
        last.map_or(Vec::new(), |&start| table_events(&self.table, start))
    }

    /// Lists what the player's move of the last turn did, and what its automatic moves did; nothing at the
    /// deal. Follows the cards that the turn touched to where they lie now.
    pub fn last_turn_changes(&self) -> (Vec<TableEvent>, Vec<TableEvent>, Vec<CardMove>) {
        let first = self.checkpoints.len() - self.last_turn_len();
        let [start, rest @ ..] = &self.checkpoints[first..] else {
            return Default::default();
        };
        let (mut events, card_moves) = changes_since(&self.table, *start);
        let automatic = rest.first().map_or(Vec::new(), |&automatic| {
            table_events(&self.table, automatic)
        });
        events.truncate(events.len() - automatic.len());
        (events, automatic, card_moves)
    }

    /// Follows the cards that the last move touched to where they lie now.
    pub fn last_card_moves(&self) -> Vec<CardMove> {
        let last = self.checkpoints.last();
        last.map_or(Vec::new(), |&start| changes_since(&self.table, start).1)
    }
}
