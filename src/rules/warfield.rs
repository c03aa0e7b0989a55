//! Single Left as Warfield's: Moving Left with one deck and seven piles.
//!
//! The moves are Moving Left's. But with one deck there are just two cards that a card goes on, and
//! but one other card that goes on those. So the end of a run can be moved only while the other card
//! it goes on lies free, and then to and fro at will: it is adrift. A search leaves it where it is,
//! and lets it make way for a move that needs the card under it.

use super::info::GameInfo;
use super::moves::{Move, MoveList};
use super::moving_left::MovingLeft;
use super::single_left::INFO;
use super::size::GameSize;
use super::table::Table;
use super::{GameOptions, Rules};
use crate::cards::{Card, Rank};

/// The game.
#[derive(Clone, Debug)]
pub struct Warfield {
    pub(crate) rules: MovingLeft,
    pub(crate) size: GameSize,
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
            size: GameSize::new(7, 1),
        }
    }

    /// The same game with fewer piles and ranks, to try things out on; the highest rank takes the
    /// part of the king.
    #[must_use]
    pub fn reduced(self, piles: usize, top: Rank) -> Self {
        Warfield {
            rules: self.rules.reduced(piles, top),
            size: self.size.reduced(piles, top),
        }
    }
}

impl Rules for Warfield {
    fn info(&self) -> &'static GameInfo {
        &INFO
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
