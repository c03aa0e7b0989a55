//! What several games have in common.

use super::Accepts;
use crate::rules::common::next_foundation_card;
use crate::rules::size::GameSize;
use crate::rules::{PileId, Table};

/// Returns what a pile accepts next in a game whose foundations are built up from the ace, and whose
/// empty piles take only a king.
pub(super) fn accepts(table: &Table, size: GameSize, pile: PileId) -> Accepts {
    if pile.is_foundation() {
        next_foundation_card(table, pile).map_or(Accepts::Nothing, Accepts::Card)
    } else if pile.is_tableau() && table.is_empty(pile) {
        Accepts::Rank(size.highest_rank)
    } else {
        Accepts::Nothing
    }
}

/// Returns the destination of a drop in a sliding game: a drop on any empty pile means the last one.
pub(super) fn sliding_drop_target(table: &Table, size: GameSize, to: PileId) -> PileId {
    if to.is_tableau() && table.is_empty(to) {
        size.last_pile()
    } else {
        to
    }
}
