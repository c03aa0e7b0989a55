//! What a search remembers of a position: 128 bits that stand for all that tells it from others.
//!
//! Two different positions have the same key with a chance of 2⁻¹²⁸, as far as the mixing is as
//! good as random. A search of 10⁹ positions then takes any two for one with a chance below 10⁻²⁰:
//! far below that of a fault in the machine's memory.

use crate::rules::{Insights, Kin, Rules, Table};

const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
const LAST: u128 = 0xd1b5_4a32_d192_ed03_8cb9_2ba7_2f3d_8dd7;

/// What stands for the place of cards that lie adrift, and for that of piles of the first class;
/// above those of places.
const ADRIFT: usize = 63;
const LIKE: usize = 64;

/// The key of a position; never 0.
pub(super) fn key<R: Rules>(rules: &R, table: &Table, known: Insights) -> u128 {
    let mut sum = u128::from(table.redeals()).wrapping_mul(LAST);
    rules.tell(table, known, &mut |place, kin| {
        let (own, down, size) = (place.index(), table.face_down(place), table.size(place));
        let (class, down, told, cards) = match kin {
            Kin::Own => (own, down, size, 0..size),
            Kin::Like(number) => (LIKE + usize::from(number), down, size, 0..size),
            Kin::Below(count) => (own, down, count, 0..count),
            // Cards that lie on the ground are not those that lie on a card.
            Kin::Adrift(from, to) => (ADRIFT, usize::from(from == 0), to - from, from..to),
            Kin::Count => (own, down, size, 0..0),
            Kin::Nothing => return,
        };
        let head = class << 16 | down << 8 | told;
        let mut mixed = mix(head as u128 ^ LAST, ODD);
        for at in cards.clone().step_by(16) {
            mixed = mix(mixed ^ table.indices(place, at, cards.end - at), ODD);
        }
        // A sum does not mind the order: piles of a class may change places.
        sum = sum.wrapping_add(mix(mix(mixed, LAST), ODD));
    });
    sum.max(1)
}

/// A step of mixing. It can be undone, so two piles meet only by chance.
fn mix(value: u128, factor: u128) -> u128 {
    let product = value.wrapping_mul(factor);
    product ^ product >> 64
}
