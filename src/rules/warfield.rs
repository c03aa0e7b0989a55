//! Warfield's style of Single Left: Moving Left with one deck and seven piles.

use super::info::{GameInfo, Introduction};
use super::moves::{Move, MoveList};
use super::moving_left::MovingLeft;
use super::single_left::INFO;
use super::table::Table;
use super::{GameOptions, Rules};
use crate::cards::{Card, Rank};

/// Warfield's style of Single Left.
#[derive(Clone, Debug)]
pub struct Warfield {
    pub(crate) rules: MovingLeft,
}

impl Default for Warfield {
    fn default() -> Warfield {
        Warfield::new()
    }
}

impl Warfield {
    /// Creates the game.
    pub fn new() -> Warfield {
        Warfield {
            rules: MovingLeft::one_deck(),
        }
    }

    /// Returns the same game with fewer piles and ranks, for tests. The highest rank takes the role
    /// of the king.
    #[must_use]
    pub fn reduced(mut self, piles: usize, highest_rank: Rank) -> Self {
        self.rules = self.rules.reduced(piles, highest_rank);
        self
    }
}

impl Rules for Warfield {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn introduction(&self) -> &'static Introduction {
        self.rules.introduction()
    }

    fn options(&self) -> GameOptions {
        GameOptions::from_pairs(&[("style", "warfield")])
    }

    fn deal(&self, deck: &[Card]) -> Table {
        self.rules.deal(deck)
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        self.rules.legal_moves(table, moves);
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        self.rules.apply(table, mv);
    }

    fn is_won(&self, table: &Table) -> bool {
        self.rules.is_won(table)
    }

    fn explain_illegal(&self, table: &Table, mv: Move) -> String {
        self.rules.explain_illegal(table, mv)
    }
}
