//! Cards that go home by themselves: those that safely can, and all of them where only that is left
//! to do.

use super::Game;
use crate::presentation::Presentation;
use crate::rules::{Move, PileId, PileKind, Status};

impl<R: Presentation + ?Sized> Game<R> {
    /// Returns the number of cards on foundations.
    pub fn foundation_cards(&self) -> usize {
        self.rules.foundation_cards(&self.table)
    }

    /// A move that brings a card home and cannot cost the game.
    pub fn safe_autoplay_move(&self) -> Option<Move> {
        let safe = |mv: &Move| self.rules.is_safe_autoplay(&self.table, *mv);
        self.legal_moves().into_iter().find(safe)
    }

    /// The moves that bring everything home by such moves alone, where no card lies face down and
    /// no stock is left. None in a game played in the hand.
    pub fn autofinish_line(&self) -> Option<Vec<Move>> {
        let hidden = |place: PileId| match place.kind() {
            PileKind::Stock => !self.table.is_empty(place),
            PileKind::Hand => true,
            _ => self.table.face_down(place) > 0,
        };
        if self.table.pile_ids().iter().any(hidden) {
            return None;
        }
        let mut game = self.clone();
        let mut line = Vec::new();
        let home = |mv: &Move| matches!(mv, Move::Transfer { to, .. } if to.is_foundation());
        while let Some(mv) = game.legal_moves().into_iter().find(home) {
            game.play(mv).ok()?;
            line.push(mv);
        }
        (game.status() == Status::Won).then_some(line)
    }

    /// Lets moves follow by themselves, up to the first that is not legal.
    pub fn play_all_automatic(&mut self, moves: &[Move]) {
        for &mv in moves {
            if self.play_automatic(mv).is_err() {
                return;
            }
        }
    }

    /// Lets all cards follow home that safely can.
    pub fn autoplay_safe(&mut self) {
        while let Some(mv) = self.safe_autoplay_move() {
            if self.play_automatic(mv).is_err() {
                return;
            }
        }
    }
}
