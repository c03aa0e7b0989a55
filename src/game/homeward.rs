//! Cards that go home by themselves: those that safely can, and all of them where only that is left
//! to do.

use super::{Game, Undone};
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

    /// Joins each move that could have followed by itself, a card that safely went home, to the
    /// one before it: what a record does not tell, where cards go home by themselves.
    pub fn join_safe_homes(&mut self) {
        let at = self.played.len();
        self.seek(0);
        while let Some(&Undone { mv, .. }) = self.undone.last() {
            let follows = !self.played.is_empty() && self.rules.safe_home(&self.table, mv);
            self.undone.pop();
            self.make(mv, follows);
        }
        self.seek(at);
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::rules::{Move, Variant};

    fn moving_left() -> Game<Variant> {
        let rules = Variant::of(Variant::ALL[0], &[]).expect("the defaults");
        Game::new(rules, 42)
    }

    #[test]
    fn what_followed_by_itself_is_known_again_from_the_moves() {
        let mut game = moving_left();
        let mut turns = Vec::new();
        for n in 0..60 {
            let legal = game.legal();
            game.play(legal[n % legal.len()]).expect("a legal move");
            game.follow_home();
            turns.push(game.moves().len());
        }
        assert!(turns.last() > Some(&60), "none went home by itself");
        let moves: Vec<Move> = game.moves().collect();
        let again = moving_left().replayed(&moves, 5, 0);
        let mut again = again.expect("legal moves");
        again.join_safe_homes();
        assert_eq!(again.moves().len(), moves.len() - 5);
        again.seek(moves.len());
        while again.undo().is_some() {
            turns.pop();
            assert_eq!(again.moves().len(), turns.last().copied().unwrap_or(0));
        }
    }
}
