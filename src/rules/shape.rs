//! How large a game is.

use super::place::Place;
use crate::cards::Rank;

/// How large a game is. A short game, of fewer piles and ranks, is the same game, small enough to
/// be searched to the end without any art; its highest rank takes the part of the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// How many tableau piles.
    pub(super) piles: usize,
    /// The highest rank.
    pub(super) top: Rank,
    /// How many decks.
    pub(super) decks: usize,
}

impl Shape {
    pub(super) const fn new(piles: usize, decks: usize) -> Shape {
        Shape {
            piles,
            top: Rank::KING,
            decks,
        }
    }

    /// The same with fewer piles and ranks.
    pub(super) const fn shortened(self, piles: usize, top: Rank) -> Shape {
        Shape { piles, top, ..self }
    }

    /// How many cards there are.
    #[inline]
    pub(super) const fn cards(self) -> usize {
        4 * self.decks * self.top.number() as usize
    }

    /// The rank so many steps above one, at most as many as there are, turning the corner from the
    /// highest to the ace.
    #[inline]
    pub(super) fn up(self, rank: Rank, steps: usize) -> Rank {
        let ranks = usize::from(self.top.number());
        let above = usize::from(rank.number()) - 1 + steps;
        Rank::ACE.up((if above < ranks { above } else { above - ranks }) as u8)
    }

    /// The rank so many steps below one, at most as many as there are, turning the corner from the
    /// ace to the highest.
    #[inline]
    pub(super) fn down(self, rank: Rank, steps: usize) -> Rank {
        self.up(rank, usize::from(self.top.number()) - steps)
    }

    /// The last tableau pile.
    #[inline]
    pub(super) const fn last(self) -> Place {
        Place::tableau(self.piles - 1)
    }
}
