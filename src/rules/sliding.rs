//! Slides: how an empty pile fills itself from its right.

use super::pile::PileId;
use super::table::Table;

/// Slides piles to the left after `space` has become empty.
///
/// While some empty pile has a right neighbor with cards, the leftmost such pile takes all face-up
/// cards of that neighbor, whose next card is flipped. A pile that would slide through several empty
/// piles goes the whole way at once.
#[inline(never)]
fn slide(table: &mut Table, mut space: PileId, piles: usize) {
    for from in PileId::tableau(0)
        .consecutive(piles)
        .skip(space.index() + 1)
    {
        if table.is_empty(from) {
            continue;
        }
        if from != space {
            let count = table.size(from) - table.face_down(from);
            if table.slide(from, space, count as u8) == 0 {
                space = space.right_neighbor();
                continue;
            }
        }
        space = from.right_neighbor();
    }
}

/// Transfers cards in a sliding game, with the flip and the slides that follow.
#[inline(always)]
pub(crate) fn transfer_and_slide(
    table: &mut Table,
    from: PileId,
    to: PileId,
    count: u8,
    piles: usize,
) {
    let into_space = to.is_tableau() && table.is_empty(to);
    let left = table.transfer(from, to, count);
    if left == 0 && from.is_tableau() {
        slide(table, from, piles);
    } else if into_space
        && let Some(space) = PileId::tableau(0)
            .consecutive(piles)
            .find(|&pile| table.is_empty(pile))
    {
        slide(table, space, piles);
    }
}

/// Returns whether cards that are moved to an empty pile, the rightmost one, would slide back and leave the
/// table as it was.
///
/// That is the case if they are a whole pile, and every pile from it to the last one with cards is face up and
/// has the same cards.
#[inline(always)]
pub(crate) fn slides_back(table: &Table, from: PileId, count: u8, piles: usize) -> bool {
    from.is_tableau()
        && table.size(from) == usize::from(count)
        && (from.number() + 1..piles)
            .map(PileId::tableau)
            .take_while(|&pile| !table.is_empty(pile))
            .all(|pile| table.face_down(pile) == 0 && table.pile(pile) == table.pile(from))
}
