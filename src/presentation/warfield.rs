//! How Single Left in Warfield's style is shown: like Moving Left.

use super::{Accepts, BoardLayout, Presentation};
use crate::rules::{Move, PileId, Table, Warfield};

impl Presentation for Warfield {
    fn layout(&self) -> BoardLayout {
        self.rules.layout()
    }

    fn accepts(&self, table: &Table, pile: PileId) -> Accepts {
        self.rules.accepts(table, pile)
    }

    fn drop_target(&self, table: &Table, to: PileId) -> PileId {
        self.rules.drop_target(table, to)
    }

    fn max_movable(&self, table: &Table, pile: PileId) -> usize {
        self.rules.max_movable(table, pile)
    }

    fn allows_foundation_return(&self) -> bool {
        self.rules.allows_foundation_return()
    }

    fn has_safe_autoplay(&self) -> bool {
        self.rules.has_safe_autoplay()
    }

    fn is_safe_autoplay(&self, table: &Table, mv: Move) -> bool {
        self.rules.is_safe_autoplay(table, mv)
    }
}
