//! Home in words: one card, all that safely can, everything; and a game that runs by itself.

use super::Player;
use crate::game::Game;
use crate::rules::{Move, Place, Role, Rules, Status};
use crate::words;

impl<R: Rules> Player<'_, R> {
    /// Home with the top card of a place.
    pub(super) fn home(&mut self, from: &str) -> String {
        use Role::{Reserve, Tableau, Waste};
        match self.one_place(from) {
            Some(Ok(from)) => self.home_from(from),
            Some(Err(missing)) => missing,
            None if self.is_in_hand() => "nothing goes home in this game".into(),
            None => self.wants_a_pile("home", |role| matches!(role, Tableau | Waste | Reserve)),
        }
    }

    /// The same; where two foundations take it, the player is told of both.
    pub(super) fn home_from(&mut self, from: Place) -> String {
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

    /// Draws or deals, whichever the game has; in the hand, where nothing is to be drawn, discards.
    pub(super) fn draw(&mut self) -> String {
        let legal = self.sitting.game.legal();
        let turn = self.sitting.game.stock_move();
        match legal.first() {
            Some(&step) if self.is_in_hand() && !legal.contains(&turn) => self.play(step),
            _ => self.play(turn),
        }
    }

    /// In the hand, discards; where nothing is to be discarded, makes the step there is.
    pub(super) fn discard(&mut self) -> String {
        if !self.is_in_hand() {
            return "only in a game played in the hand cards are discarded".into();
        }
        let legal = self.sitting.game.legal();
        let discards = |mv: &&Move| matches!(mv, Move::Middle | Move::All);
        let step = legal.iter().find(discards).or(legal.first());
        self.play(step.copied().unwrap_or(Move::Draw))
    }

    fn is_in_hand(&self) -> bool {
        self.sitting.game.rules().plan().window.is_some()
    }

    /// Makes moves as long as there is no other, in a game played in the hand.
    pub(super) fn run(&mut self) -> String {
        if !self.is_in_hand() {
            return "only a game played in the hand runs by itself".into();
        }
        let mut told = Vec::new();
        while let [only] = self.sitting.game.legal()[..] {
            let before = words::snapshot(self.sitting.game.table());
            match self.sitting.game.play(only) {
                Ok(steps) => told.push(words::changes(&before, steps, self.manner.names())),
                Err(illegal) => {
                    told.push(illegal.why);
                    break;
                }
            }
        }
        if told.is_empty() {
            return match self.sitting.game.status() {
                Status::Playing => "the choice is yours".into(),
                _ => "the game is over".into(),
            };
        }
        self.go_on();
        let sight = words::in_sight(&self.sitting.game, self.names());
        told.extend(self.end().or(sight));
        told.join("\n")
    }
}
