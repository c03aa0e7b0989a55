//! How one-handed Single Left is shown: a hand of which only the last cards are in play.

use super::{BoardLayout, Presentation};
use crate::rules::single_left::{OneHandedRules, WINDOW_SIZE};
use crate::rules::{PileId, Table};

impl Presentation for OneHandedRules {
    fn layout(&self) -> BoardLayout {
        let layout = BoardLayout::new(2)
            .with_pile(PileId::STOCK, 0, 0)
            .with_pile(PileId::DISCARDS, 1, 0)
            .with_pile(PileId::HAND, 0, 1);
        BoardLayout {
            window: Some(WINDOW_SIZE),
            ..layout
        }
    }

    fn cards_home(&self, table: &Table) -> usize {
        table.size(PileId::DISCARDS)
    }

    fn cards_left(&self, table: &Table) -> Option<usize> {
        Some(table.size(PileId::STOCK) + table.size(PileId::HAND))
    }

    fn redeals_left(&self, table: &Table) -> Option<u8> {
        Some(self.max_redeals.saturating_sub(table.redeals_used()))
    }

    fn is_forced(&self) -> bool {
        self.forced_discards
    }
}
