//! Answers that the sliding games share.

use super::Accepts;
use crate::rules::common::next_foundation_card;
use crate::rules::size::GameSize;
use crate::rules::{PileId, Table};

/// Returns what a pile of a sliding game accepts next.
pub(super) fn accepts(table: &Table, size: GameSize, pile: PileId) -> Accepts {
    if pile.is_foundation() {
        return next_foundation_card(table, pile).map_or(Accepts::Nothing, Accepts::Card);
    }
    if pile.is_tableau() && table.is_empty(pile) {
        return Accepts::Rank(size.highest_rank);
    }
    Accepts::Nothing
}

/// Returns the pile a drop counts for: a drop on any empty pile counts for the last one.
pub(super) fn drop_target(table: &Table, size: GameSize, to: PileId) -> PileId {
    if to.is_tableau() && table.is_empty(to) {
        size.last_pile()
    } else {
        to
    }
}
