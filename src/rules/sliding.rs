//! What the sliding games share: where cards go, and how a space fills itself from its right.

use super::common;
use super::pile::PileId;
use super::table::Table;

/// Slides: while some pile has no cards and its right neighbour has some, the leftmost such space
/// takes all the face-up cards of that neighbour, whose new top is turned up. A pile that would
/// slide on through several spaces goes the whole way at once.
#[inline(never)]
fn slide(table: &mut Table, mut space: PileId, piles: usize) {
    for from in common::tableau(piles).skip(space.index() + 1) {
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

/// A carry in a sliding game, with all that follows: turn up, then slide.
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
        && let Some(space) = common::tableau(piles).find(|&pile| table.is_empty(pile))
    {
        slide(table, space, piles);
    }
}

/// Whether a whole pile put in the rightmost space would slide back to leave the table exactly as
/// it was: so it is when every pile from it to the last before the spaces is face up and holds
/// the same cards.
pub(crate) fn slides_back(table: &Table, from: PileId, count: usize, piles: usize) -> bool {
    from.is_tableau()
        && table.size(from) == count
        && (from.number() + 1..piles)
            .map(PileId::tableau)
            .take_while(|&pile| !table.is_empty(pile))
            .all(|pile| table.face_down(pile) == 0 && table.pile(pile) == table.pile(from))
}
