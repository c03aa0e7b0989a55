//! The two groups of piles and foundations in Oscillation, and what the foundations accept.

use crate::cards::{Card, CardSet, Rank, Suit};
use crate::rules::GameSize;
use crate::rules::pile::PileId;
use crate::rules::table::Table;

/// One of the two groups, each of half of the piles and four foundations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PileGroup {
    /// Piles built down, foundations built up.
    Left,
    /// Piles built up, foundations built down.
    Right,
}

impl PileGroup {
    /// Both groups, the left one first.
    pub(crate) const BOTH: [PileGroup; 2] = [PileGroup::Left, PileGroup::Right];

    /// Returns the group of a tableau pile or foundation.
    pub(crate) fn containing(pile: PileId, size: GameSize) -> PileGroup {
        let first_right = if pile.is_foundation() {
            Suit::ALL.len()
        } else {
            size.piles / 2
        };
        if pile.number() < first_right {
            PileGroup::Left
        } else {
            PileGroup::Right
        }
    }

    /// Returns the group's tableau piles.
    pub(crate) fn piles(self, size: GameSize) -> impl Iterator<Item = PileId> {
        let half = size.piles / 2;
        let first = match self {
            PileGroup::Left => 0,
            PileGroup::Right => half,
        };
        (first..first + half).map(PileId::tableau)
    }

    /// Returns the group's foundation of a suit.
    pub(crate) fn foundation(self, suit: Suit) -> PileId {
        PileId::suit_foundation(suit, self as usize)
    }

    /// Returns the group's foundations.
    pub(crate) fn foundations(self) -> impl Iterator<Item = PileId> {
        Suit::ALL.into_iter().map(move |suit| self.foundation(suit))
    }

    /// Returns the rank that the group's foundations start with: the rank of the card that was dealt
    /// to one of them.
    pub(crate) fn start_rank(self, table: &Table) -> Rank {
        self.foundations()
            .find_map(|pile| table.pile(pile).first())
            .map_or(Rank::ACE, |card| card.rank())
    }

    /// Returns the rank of the card at a height of a foundation, counted from 0.
    fn rank_at(self, start: Rank, height: usize, size: GameSize) -> Rank {
        match self {
            PileGroup::Left => size.rank_above(start, height),
            PileGroup::Right => size.rank_below(start, height),
        }
    }

    /// Returns the height, counted from 0, of the cards of a rank on a foundation.
    #[inline]
    pub(crate) fn height_of(self, rank: Rank, start: Rank, size: GameSize) -> usize {
        let (high, low) = match self {
            PileGroup::Left => (rank, start),
            PileGroup::Right => (start, rank),
        };
        let ranks = usize::from(size.highest_rank.number());
        let height = usize::from(high.number()) + ranks - usize::from(low.number());
        if height < ranks {
            height
        } else {
            height - ranks
        }
    }

    /// Returns the next card of the group's foundation of a suit once `more` cards have gone to it, given the
    /// rank that the group starts with. `None` if it is complete then.
    #[inline]
    pub(crate) fn next_foundation_card(
        self,
        table: &Table,
        start: Rank,
        suit: Suit,
        more: usize,
        size: GameSize,
    ) -> Option<Card> {
        let height = table.size(self.foundation(suit)) + more;
        (height < usize::from(size.highest_rank.number()))
            .then(|| Card::new(self.rank_at(start, height, size), suit))
    }

    /// Returns the next cards of the group's foundations.
    #[inline]
    pub(crate) fn accepted_by_foundations(self, table: &Table, size: GameSize) -> CardSet {
        let start = self.start_rank(table);
        Suit::ALL
            .into_iter()
            .filter_map(|suit| self.next_foundation_card(table, start, suit, 0, size))
            .collect()
    }
}

/// Returns the next card of a foundation. `None` if it is complete.
pub(crate) fn next_foundation_card(
    table: &Table,
    foundation: PileId,
    size: GameSize,
) -> Option<Card> {
    let group = PileGroup::containing(foundation, size);
    let start = group.start_rank(table);
    group.next_foundation_card(table, start, foundation.foundation_suit(), 0, size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rank_has_the_height_at_which_its_foundation_takes_it() {
        let size = GameSize::new(10, 2);
        for group in PileGroup::BOTH {
            for start in 1..=13 {
                let start = Rank::new(start).expect("valid rank");
                let heights = (0..13).map(|height| {
                    let rank = group.rank_at(start, height, size);
                    group.height_of(rank, start, size)
                });
                assert!(heights.eq(0..13), "{group:?} from {start:?}");
            }
        }
    }
}
