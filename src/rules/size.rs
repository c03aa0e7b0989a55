//! Size of a game.

use super::pile::PileId;
use crate::cards::Rank;

/// Size of a game. A reduced game has fewer piles and ranks and is otherwise the same, with the
/// highest rank in the role of the king. It is small enough for an exhaustive search without any
/// shortcut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSize {
    /// Number of tableau piles.
    pub(crate) piles: usize,
    /// Highest rank.
    pub(crate) highest_rank: Rank,
    /// Number of decks.
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

    /// Returns the size with fewer piles and ranks.
    #[must_use]
    pub const fn reduced(self, piles: usize, highest_rank: Rank) -> GameSize {
        GameSize {
            piles,
            highest_rank,
            ..self
        }
    }

    /// Returns the number of cards.
    #[inline]
    pub(crate) const fn card_count(self) -> usize {
        4 * self.decks * self.highest_rank.number() as usize
    }

    /// Returns the rank `steps` above another, wrapping from the highest rank to the ace. `steps` is
    /// at most the number of ranks.
    #[inline]
    pub(crate) fn rank_above(self, rank: Rank, steps: usize) -> Rank {
        let ranks = usize::from(self.highest_rank.number());
        let above = usize::from(rank.number()) - 1 + steps;
        Rank::ACE.wrapping_add((if above < ranks { above } else { above - ranks }) as u8)
    }

    /// Returns the rank `steps` below another, wrapping from the ace to the highest rank. `steps` is
    /// at most the number of ranks.
    #[inline]
    pub(crate) fn rank_below(self, rank: Rank, steps: usize) -> Rank {
        self.rank_above(rank, usize::from(self.highest_rank.number()) - steps)
    }

    /// Returns the tableau piles.
    #[inline(always)]
    pub(crate) fn tableau(self) -> impl Iterator<Item = PileId> {
        PileId::tableau(0).consecutive(self.piles)
    }

    /// Returns the foundations.
    #[inline(always)]
    pub(crate) fn foundations(self) -> impl Iterator<Item = PileId> {
        PileId::foundation(0).consecutive(4 * self.decks)
    }

    /// Returns the last tableau pile.
    #[inline]
    pub(crate) const fn last_pile(self) -> PileId {
        PileId::tableau(self.piles - 1)
    }
}
