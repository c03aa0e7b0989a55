//! What the sliding games share: where cards go, and how a space fills itself from its right.

use super::build::{Wanted, next_home};
use super::place::Place;
use super::plan::Takes;
use super::shape::Shape;
use super::table::Table;

/// What a pile takes: building is down in alternating colours; only a king goes in a space, and
/// only in the last.
#[inline(always)]
pub(super) fn wanted(table: &Table, shape: Shape, pile: Place) -> Wanted {
    match table.top(pile) {
        Some(top) => Wanted::down_alternating(top),
        None if pile == shape.last() => Wanted::rank(shape.top),
        None => Wanted::NOTHING,
    }
}

/// What the next card of a place must be.
pub(super) fn takes(table: &Table, shape: Shape, place: Place) -> Takes {
    if place.is_foundation() {
        return next_home(table, place).map_or(Takes::Nothing, Takes::Card);
    }
    if place.is_tableau() && table.is_empty(place) {
        return Takes::Rank(shape.top);
    }
    Takes::Nothing
}

/// Where a drop counts: on any space it is a drop on the last.
pub(super) fn landing(table: &Table, shape: Shape, to: Place) -> Place {
    if to.is_tableau() && table.is_empty(to) {
        shape.last()
    } else {
        to
    }
}

/// Slides: while some pile has no cards and its right neighbour has some, the leftmost such space
/// takes all the face-up cards of that neighbour, whose new top is turned up. A pile that would
/// slide on through several spaces goes the whole way at once.
fn slide(table: &mut Table, mut space: usize, piles: usize) {
    let mut next = space + 1;
    while next < piles {
        let (to, from) = (Place::tableau(space), Place::tableau(next));
        if !table.is_empty(to) {
            space += 1;
            next = next.max(space + 1);
        } else if table.is_empty(from) {
            next += 1;
        } else {
            let count = table.size(from) - table.face_down(from);
            table.slide(from, to, count as u8);
            space += 1;
        }
    }
}

/// A carry in a sliding game, with all that follows: turn up, then slide.
#[inline(always)]
pub(super) fn carry_and_slide(table: &mut Table, from: Place, to: Place, count: u8, piles: usize) {
    let into_space = to.is_tableau() && table.is_empty(to);
    table.carry(from, to, count);
    if from.is_tableau() && table.is_empty(from) {
        slide(table, from.number(), piles);
    } else if into_space {
        slide(table, 0, piles);
    }
}

/// Whether a whole pile put in the rightmost space would slide back to leave the table exactly as
/// it was: so it is when every pile from it to the last before the spaces is face up and holds
/// the same cards.
pub(super) fn slides_back(table: &Table, from: Place, count: usize, piles: usize) -> bool {
    from.is_tableau()
        && table.size(from) == count
        && (from.number() + 1..piles)
            .map(Place::tableau)
            .take_while(|&pile| !table.is_empty(pile))
            .all(|pile| table.face_down(pile) == 0 && table.pile(pile) == table.pile(from))
}
