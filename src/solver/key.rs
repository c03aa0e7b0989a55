//! What a search remembers of a position: 128 bits that stand for all that tells it from others.
//!
//! Two different positions have the same key with a chance of 2⁻¹²⁸, as far as the mixing is as
//! good as random. A search of 10⁹ positions then takes any two for one with a chance below 10⁻²⁰:
//! far below that of a fault in the machine's memory.

use crate::cards::Card;
use crate::rules::{Insights, Kin, Rules, Table};

const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
const LAST: u128 = 0xd1b5_4a32_d192_ed03_8cb9_2ba7_2f3d_8dd7;

/// The key of a position; never 0.
pub(super) fn key<R: Rules>(rules: &R, table: &Table, known: Insights) -> u128 {
    let mut sum = u128::from(table.redeals()).wrapping_mul(LAST);
    rules.tell(table, known, &mut |place, kin| {
        let (class, cards) = match kin {
            Kin::Own => (place.index(), table.pile(place)),
            Kin::Like(number) => (64 + usize::from(number), table.pile(place)),
            Kin::Count => (place.index(), [].as_slice()),
            Kin::Nothing => return,
        };
        let head = class << 16 | table.face_down(place) << 8 | table.size(place);
        // A sum does not mind the order: piles of a class may change places.
        sum = sum.wrapping_add(pile(head as u128, cards));
    });
    sum.max(1)
}

/// Mixes the cards of a pile, which `head` tells the number of. Each step can be undone, so two
/// piles meet only by chance.
fn pile(head: u128, cards: &[Card]) -> u128 {
    let mut mixed = mix(head ^ LAST, ODD);
    for block in cards.chunks(16) {
        let mut bytes = [0; 16];
        for (byte, card) in bytes.iter_mut().zip(block) {
            *byte = card.index() as u8;
        }
        mixed = mix(mixed ^ u128::from_le_bytes(bytes), ODD);
    }
    mix(mix(mixed, LAST), ODD)
}

fn mix(value: u128, factor: u128) -> u128 {
    let product = value.wrapping_mul(factor);
    product ^ product >> 64
}
