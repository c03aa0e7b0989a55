//! Home in words: one card, all that safely can, everything; and a game that runs by itself.

use super::Repl;
use crate::describe;
use crate::game::Game;
use crate::rules::{Move, PileId, PileKind, Status};

impl Repl<'_> {
    /// Home with the top card of a place.
    pub(super) fn send_home(&mut self, from: &str) -> String {
        use PileKind::{Reserve, Tableau, Waste};
        match self.parse_single_pile(from) {
            Some(Ok(from)) => self.send_home_from(from),
            Some(Err(missing)) => missing,
            None if self.is_hand_game() => "nothing goes home in this game".into(),
            None => self.pile_usage("home", |role| matches!(role, Tableau | Waste | Reserve)),
        }
    }

    /// The same; where two foundations take it, the player is told of both.
    pub(super) fn send_home_from(&mut self, from: PileId) -> String {
        let legal = self.played.game.legal_moves();
        let goes = |mv: &Move| matches!(mv, Move::Transfer { from: at, to, .. } if *at == from && to.is_foundation());
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
    pub(super) fn autoplay_safe(&mut self) -> String {
        match self.played.game.safe_autoplay_move() {
            Some(first) => self.play_then(first, Game::autoplay_safe),
            None => "no card can go home without a risk".into(),
        }
    }

    /// Home with everything, where nothing stands in the way.
    pub(super) fn finish(&mut self) -> String {
        match self.played.game.autofinish_line().as_deref() {
            Some([first, others @ ..]) => {
                self.play_then(*first, |game| game.play_all_automatic(others))
            }
            _ => "not everything can go straight home yet".into(),
        }
    }

    /// Draws or deals, whichever the game has; in the hand, where nothing is to be drawn, discards.
    pub(super) fn draw(&mut self) -> String {
        let legal = self.played.game.legal_moves();
        let turn = self.played.game.stock_move();
        match legal.first() {
            Some(&step) if self.is_hand_game() && !legal.contains(&turn) => self.play(step),
            _ => self.play(turn),
        }
    }

    /// In the hand, discards; where nothing is to be discarded, makes the step there is.
    pub(super) fn discard(&mut self) -> String {
        if !self.is_hand_game() {
            return "only in a game played in the hand cards are discarded".into();
        }
        let legal = self.played.game.legal_moves();
        let discards = |mv: &&Move| matches!(mv, Move::DiscardMiddle | Move::DiscardAll);
        let step = legal.iter().find(discards).or(legal.first());
        self.play(step.copied().unwrap_or(Move::Draw))
    }

    fn is_hand_game(&self) -> bool {
        self.played.game.rules().layout().window.is_some()
    }

    /// Makes moves as long as there is no other, in a game played in the hand.
    pub(super) fn run_forced_moves(&mut self) -> String {
        if !self.is_hand_game() {
            return "only a game played in the hand runs by itself".into();
        }
        let mut told = Vec::new();
        while let [only] = self.played.game.legal_moves()[..] {
            let before = describe::snapshot(self.played.game.table());
            match self.played.game.play(only) {
                Ok(steps) => told.push(describe::changes(&before, steps, self.options.notation())),
                Err(illegal) => {
                    told.push(illegal.reason);
                    break;
                }
            }
        }
        if told.is_empty() {
            return match self.played.game.status() {
                Status::Playing => "the choice is yours".into(),
                _ => "the game is over".into(),
            };
        }
        self.reset_position_state();
        let sight = describe::visible_hand_text(&self.played.game, self.notation());
        told.extend(self.game_over_text().or(sight));
        told.join("\n")
    }
}
