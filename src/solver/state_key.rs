//! What a search remembers of a position: 128 bits that stand for all that tells it from others.
//!
//! Two different positions have the same key with a chance of 2⁻¹²⁸, as far as the mixing is as
//! good as random. A search of 10⁹ positions then takes any two for one with a chance below 10⁻²⁰:
//! far below that of a fault in the machine's memory.

use super::knowledge::{KeyPart, PruningRules, SearchKnowledge};
use crate::rules::Table;

/// What tells a position of a game from all others, as far as 128 bits can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateKey(u128);

impl StateKey {
    /// Computes the key of a position.
    pub fn new<R: SearchKnowledge>(rules: &R, table: &Table) -> StateKey {
        StateKey(state_key(rules, table, PruningRules::NONE))
    }
}

/// What stands for the place of piles of the first class; above the places.
const INTERCHANGEABLE_BASE: usize = 64;

/// How many cards are told of at once.
const CARDS_PER_BLOCK: usize = 16;

/// The key of a position; never 0.
pub(super) fn state_key<R: SearchKnowledge>(rules: &R, table: &Table, known: PruningRules) -> u128 {
    let mut sums = [u64::from(table.redeals_used()); 2];
    rules.visit_key_parts(table, known, &mut |place, kin| {
        let (own, size) = (place.index(), table.size(place));
        let lying = table.face_down(place) << 8 | size;
        let (class, lying, cards) = match kin {
            KeyPart::Exact => (own, lying, size),
            KeyPart::Interchangeable(number) => {
                (INTERCHANGEABLE_BASE + usize::from(number), lying, size)
            }
            KeyPart::SizeOnly => (own, lying, 0),
            KeyPart::Custom(_) => (own, 0, 0),
            KeyPart::Ignored => return,
        };
        let mut mixed = [(class << 16 | lying) as u64; 2];
        let mut at = 0;
        loop {
            let block = match kin {
                KeyPart::Custom(number) => number,
                _ => table.packed_indices(place, at, cards - at),
            };
            for (mixed, factors) in mixed.iter_mut().zip(&FACTORS) {
                *mixed = mix(*mixed, block, factors);
            }
            at += CARDS_PER_BLOCK;
            if at >= cards {
                break;
            }
        }
        if let KeyPart::Interchangeable(_) = kin {
            // Piles that share a factor would mind little which of them a card lies in.
            for (mixed, factors) in mixed.iter_mut().zip(&FACTORS) {
                *mixed = mix(*mixed, 0, factors);
            }
        }
        // A sum does not mind the order: piles of a class may change places.
        for (sum, mixed) in sums.iter_mut().zip(mixed) {
            *sum = sum.wrapping_add(mixed);
        }
    });
    (u128::from(sums[0]) << 64 | u128::from(sums[1])).max(1)
}

/// Numbers as good as random, for each half of a key. No byte of the first two of each is the index
/// of a card, so that no factor is 0 where the other counts.
const FACTORS: [[u64; 3]; 2] = [
    [
        0x8b61_c95e_6bd5_c65d,
        0x7e6f_d941_8082_8f6f,
        0x9e37_79b9_7f4a_7c15,
    ],
    [
        0xd7ea_7fce_f69c_9843,
        0x5bc5_7ccf_4955_4969,
        0xc2b2_ae3d_27d4_eb4f,
    ],
];

/// A half of the key of sixteen cards and of what was before: a product of two numbers that all of
/// it goes into, its halves laid over each other.
#[inline(always)]
fn mix(before: u64, cards: u128, [low, high, by]: &[u64; 3]) -> u64 {
    let low = cards as u64 ^ low;
    let high = (cards >> 64) as u64 ^ high ^ before.wrapping_mul(*by);
    let product = u128::from(low) * u128::from(high);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::cards::Card;
    use crate::rules::{
        GameOptions, Moosehide, PileId, Rules, YakutatBay, moosehide, play_random_moves,
        shuffled_deck, yakutat_bay,
    };
    use crate::solver::PruningRule;
    use crate::variant::{self, test_variant};

    #[test]
    fn two_tables_have_one_key_when_they_are_one() {
        for profile in variant::games() {
            let mut met = HashMap::new();
            let mut again = 0;
            for option in profile.options {
                for value in option.values {
                    let rules = test_variant(profile.id, &[(option.name, value.name)]);
                    met.clear();
                    play_random_moves(&*rules, 7, 3_000, |table| {
                        let known = met.insert(rules.state_key(table), table.clone());
                        again += usize::from(known.is_some());
                        assert!(known.is_none_or(|known| known == *table));
                    });
                }
            }
            assert!(again > 50, "{}: {again}", profile.id);
        }
    }

    #[test]
    fn every_swap_of_two_cards_or_two_piles_has_a_key_of_its_own() {
        let options = GameOptions::parse(&yakutat_bay::INFO, &[]).expect("the defaults");
        let rules = YakutatBay::new(&options);
        let table = rules.deal(&shuffled_deck(3, 1));
        let mut met = HashMap::from([(state_key(&rules, &table, PruningRules::ALL), (0, 0))]);
        for second in 1..52 {
            for first in 0..second {
                let mut deck = table.deck().to_vec();
                deck.swap(first, second);
                let other = state_key(&rules, &rules.deal(&deck), PruningRules::ALL);
                assert_eq!(met.insert(other, (first, second)), None);
            }
        }
        assert_eq!(met.len(), 1 + 52 * 51 / 2);
    }

    #[test]
    fn a_swap_between_piles_of_a_class_changes_a_key_as_any_other_does() {
        let options = GameOptions::parse(&moosehide::INFO, &[("layout", "classic")]);
        let rules = Moosehide::new(&options.expect("an option of the game"));
        let known = PruningRules::NONE.with(PruningRule::PileSymmetry);
        let lay = |deck: &[Card]| {
            let mut table = Table::new(rules.deal(deck).pile_ids(), deck);
            for (n, &card) in deck.iter().enumerate() {
                table.put(PileId::tableau(n % 7), card);
            }
            table
        };
        let (mut near, mut swaps) = (0, 0);
        for seed in 0..60 {
            let deck = shuffled_deck(seed, 1);
            let laid = state_key(&rules, &lay(&deck), known);
            for second in 1..52 {
                for first in 0..second {
                    let mut deck = deck.clone();
                    deck.swap(first, second);
                    let differs = laid ^ state_key(&rules, &lay(&deck), known);
                    assert_ne!(differs, 0);
                    swaps += 2;
                    near += u32::from(differs as u16 == 0) + u32::from((differs >> 64) as u16 == 0);
                }
            }
        }
        // By chance the last sixteen bits of a half stay in one of 65,536 swaps.
        assert!(near < 15, "{near} of {swaps}");
    }
}
