//! How Yakutat Bay is shown.

use super::{Accepts, BoardLayout, Presentation, card_or_king, last_space};
use crate::cards::{Card, Rank};
use crate::rules::{Move, PileId, Table, YakutatBayRules};

impl Presentation for YakutatBayRules {
    fn layout(&self) -> BoardLayout {
        BoardLayout::new(self.size.piles)
            .with_row(self.size.foundations(), 3, 0)
            .with_row(self.size.tableau(), 0, 1)
    }

    fn accepts(&self, table: &Table, pile: PileId) -> Accepts {
        card_or_king(table, self.size, pile)
    }

    fn drop_target(&self, table: &Table, to: PileId) -> PileId {
        last_space(table, self.size, to)
    }

    fn has_safe_autoplay(&self) -> bool {
        true
    }

    /// Nothing can be put on an ace, and what it covers is turned up and slides whenever it leaves.
    fn is_safe_autoplay(&self, table: &Table, mv: Move) -> bool {
        let is_ace = || match mv {
            Move::Transfer { from, .. } => table.top(from).map(Card::rank) == Some(Rank::ACE),
            _ => false,
        };
        self.is_safe_foundation_move(table, mv) || (mv.is_to_foundation() && is_ace())
    }
}
