//! Cards that go home by themselves: those that safely can, and all of them where only that is left
//! to do.

use super::Game;
use crate::rules::{Move, Place, Role, Rules, Status};

impl<R: Rules> Game<R> {
    /// A move that brings a card home and cannot cost the game.
    pub fn safe_home(&self) -> Option<Move> {
        let safe = |mv: &Move| self.rules.safe_home(&self.table, *mv);
        self.legal().into_iter().find(safe)
    }

    /// The moves that bring everything home by such moves alone, where no card lies face down and
    /// no stock is left. None in a game played in the hand.
    pub fn finish(&self) -> Option<Vec<Move>> {
        let hidden = |place: Place| match place.role() {
            Role::Stock => !self.table.is_empty(place),
            Role::Hand => true,
            _ => self.table.face_down(place) > 0,
        };
        if self.table.places().iter().any(hidden) {
            return None;
        }
        let mut game = self.clone();
        let mut line = Vec::new();
        let home = |mv: &Move| matches!(mv, Move::Carry { to, .. } if to.is_foundation());
        while let Some(mv) = game.legal().into_iter().find(home) {
            game.play(mv).ok()?;
            line.push(mv);
        }
        (game.status() == Status::Won).then_some(line)
    }

    /// Lets moves follow by themselves, up to the first that is not legal.
    pub fn follow_all(&mut self, moves: &[Move]) {
        for &mv in moves {
            if self.follow(mv).is_err() {
                return;
            }
        }
    }

    /// Lets all cards follow home that safely can.
    pub fn follow_home(&mut self) {
        while let Some(mv) = self.safe_home() {
            if self.follow(mv).is_err() {
                return;
            }
        }
    }
}
