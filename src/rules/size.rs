//! How large a game is.

use super::pile::PileId;
use crate::cards::Rank;

/// How large a game is. A short game, of fewer piles and ranks, is the same game, small enough to
/// be searched to the end without any art; its highest rank takes the part of the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameSize {
    /// How many tableau piles.
    pub(crate) piles: usize,
    /// The highest rank.
    pub(crate) highest_rank: Rank,
    /// How many decks.
    pub(crate) decks: usize,
}

impl GameSize {
    pub(crate) const fn new(piles: usize, decks: usize) -> GameSize {
        GameSize {
            piles,
            highest_rank: Rank::KING,
            decks,
        }
    }

    /// The same with fewer piles and ranks.
    pub(crate) const fn reduced(self, piles: usize, top: Rank) -> GameSize {
        GameSize {
            piles,
            highest_rank: top,
            ..self
        }
    }

    /// How many cards there are.
    #[inline]
    pub(crate) const fn card_count(self) -> usize {
        4 * self.decks * self.highest_rank.number() as usize
    }

    /// The rank so many steps above one, at most as many as there are, turning the corner from the
    /// highest to the ace.
    #[inline]
    pub(crate) fn rank_above(self, rank: Rank, steps: usize) -> Rank {
        let ranks = usize::from(self.highest_rank.number());
        let above = usize::from(rank.number()) - 1 + steps;
        Rank::ACE.wrapping_add((if above < ranks { above } else { above - ranks }) as u8)
    }

    /// The rank so many steps below one, at most as many as there are, turning the corner from the
    /// ace to the highest.
    #[inline]
    pub(crate) fn rank_below(self, rank: Rank, steps: usize) -> Rank {
        self.rank_above(rank, usize::from(self.highest_rank.number()) - steps)
    }

    /// The last tableau pile.
    #[inline]
    pub(crate) const fn last_pile(self) -> PileId {
        PileId::tableau(self.piles - 1)
    }
}
