//! Home in words: one card, all that safely can, everything; and a game that runs by itself.

use super::Player;
use crate::game::Game;
use crate::rules::{Move, Rules, Status};
use crate::words;

impl<R: Rules> Player<'_, R> {
    /// Home with the top card of a place.
    pub(super) fn home(&mut self, from: &str) -> String {
        let Some(from) = self.place(from) else {
            return "home wants a pile: home 3, home w".into();
        };
        let legal = self.sitting.game.legal();
        let goes = |mv: &Move| matches!(mv, Move::Carry { from: at, to, .. } if *at == from && to.is_foundation());
        let homes: Vec<Move> = legal.into_iter().filter(goes).collect();
        match homes[..] {
            [] => format!("no card goes home from {}", from.name()),
            [mv] => self.play(mv),
            _ => {
                let named: Vec<String> = homes.iter().map(ToString::to_string).collect();
                format!("it can go to either: {}", named.join(" or "))
            }
        }
    }

    /// Home with all that can go without harm.
    pub(super) fn safe(&mut self) -> String {
        match self.sitting.game.safe_home() {
            Some(first) => self.turn(first, Game::follow_home),
            None => "no card can go home without a risk".into(),
        }
    }

    /// Home with everything, where nothing stands in the way.
    pub(super) fn finish(&mut self) -> String {
        match self.sitting.game.finish().as_deref() {
            Some([first, others @ ..]) => self.turn(*first, |game| game.follow_all(others)),
            _ => "not everything can go straight home yet".into(),
        }
    }

    /// Draws or deals, whichever the game has.
    pub(super) fn draw(&mut self) -> String {
        self.play(self.sitting.game.stock_move())
    }

    /// Makes moves as long as there is no other, in a game played in the hand.
    pub(super) fn run(&mut self) -> String {
        if self.sitting.game.rules().plan().window.is_none() {
            return "only a game played in the hand runs by itself".into();
        }
        let mut told = Vec::new();
        while let [only] = self.sitting.game.legal()[..] {
            told.push(self.play(only));
        }
        match told.is_empty() {
            true if self.sitting.game.status() == Status::Playing => "the choice is yours".into(),
            true => "the game is over".into(),
            false => told.join("\n"),
        }
    }

    fn turn(&mut self, first: Move, follow: impl FnOnce(&mut Game<R>)) -> String {
        let before = words::snapshot(self.sitting.game.table());
        match self.sitting.game.play(first) {
            Ok(_) => {
                follow(&mut self.sitting.game);
                self.changed("", &before)
            }
            Err(illegal) => self.names.text(&illegal.why),
        }
    }
}
