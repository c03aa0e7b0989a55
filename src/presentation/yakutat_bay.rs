//! How Yakutat Bay is shown.

use super::common::{accepts, sliding_drop_target};
use super::{Accepts, BoardLayout, Presentation};
use crate::rules::{Move, PileId, Table, YakutatBay, common};

impl Presentation for YakutatBay {
    fn layout(&self) -> BoardLayout {
        BoardLayout::new(self.size.piles)
            .with_row(common::foundations(1), 3, 0)
            .with_row(common::tableau(self.size.piles), 0, 1)
    }

    fn accepts(&self, table: &Table, pile: PileId) -> Accepts {
        accepts(table, self.size, pile)
    }

    fn drop_target(&self, table: &Table, to: PileId) -> PileId {
        sliding_drop_target(table, self.size, to)
    }

    fn has_safe_autoplay(&self) -> bool {
        true
    }

    fn is_safe_autoplay(&self, table: &Table, mv: Move) -> bool {
        self.is_safe_foundation_move(table, mv)
    }
}
