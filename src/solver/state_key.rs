//! State keys: hashes of 128 bits that identify positions.
//!
//! If the hash behaves like a random function, two different positions have the same key with a
//! probability of 2⁻¹²⁸. A search of 10⁹ positions then confuses any two of them with a probability
//! below 10⁻²⁰, far below that of a memory fault.

use super::knowledge::{KeyPart, PruningRules, RemainingWork, SearchKnowledge};
use crate::rules::Table;

/// Hash that identifies a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateKey(u128);

impl StateKey {
    /// Computes the key of a position.
    pub fn new<R: SearchKnowledge>(rules: &R, table: &Table) -> StateKey {
        StateKey(state_key(rules, table, PruningRules::NONE))
    }

    /// Returns a key that all positions with the same remaining work share.
    pub(crate) fn of_work(work: RemainingWork) -> StateKey {
        StateKey(u128::from(work.amount) << 64 | u128::from(work.signature))
    }
}

/// Number that stands for the first class of interchangeable piles, above all pile indices.
const INTERCHANGEABLE_BASE: usize = 64;

/// Number of cards that are hashed at once.
const CARDS_PER_BLOCK: usize = 16;

/// Computes the key of a position, which is never 0.
pub(super) fn state_key<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    pruning: PruningRules,
) -> u128 {
    let mut sums = [u64::from(table.redeals_used()); 2];
    rules.visit_key_parts(table, pruning, &mut |pile, part| {
        let size = table.size(pile);
        let counts = table.face_down(pile) << 8 | size;
        let (class, counts, cards) = match part {
            KeyPart::Exact => (pile.index(), counts, size),
            KeyPart::Interchangeable(number) => {
                (INTERCHANGEABLE_BASE + usize::from(number), counts, size)
            }
            KeyPart::SizeOnly => (pile.index(), counts, 0),
            KeyPart::Custom(_) => (pile.index(), 0, 0),
            KeyPart::Ignored => return,
        };
        let mut mixed = [(class << 16 | counts) as u64; 2];
        let mut hashed = 0;
        loop {
            let block = match part {
                KeyPart::Custom(number) => number,
                _ => table.packed_indices(pile, hashed, cards - hashed),
            };
            for (mixed, factors) in mixed.iter_mut().zip(&FACTORS) {
                *mixed = mix(*mixed, block, factors);
            }
            hashed += CARDS_PER_BLOCK;
            if hashed >= cards {
                break;
            }
        }
        if let KeyPart::Interchangeable(_) = part {
            // Without another round, the sum would hardly depend on which of the piles holds a
            // card.
            for (mixed, factors) in mixed.iter_mut().zip(&FACTORS) {
                *mixed = mix(*mixed, 0, factors);
            }
        }
        // A sum does not depend on the order, so piles of a class may be exchanged.
        for (sum, mixed) in sums.iter_mut().zip(mixed) {
            *sum = sum.wrapping_add(mixed);
        }
    });
    (u128::from(sums[0]) << 64 | u128::from(sums[1])).max(1)
}

/// Random constants for each half of a key: the lower and the upper one of [`mix`], and its
/// multiplier.
///
/// If a factor in [`mix`] were 0, the product would be 0 whatever the other factor is, and
/// positions that differ only there would get the same key. The lower factor is never 0 for a block
/// of cards, because every byte of the lower constant is above all card indices. The upper factor
/// also depends on the blocks mixed in before, and is 0 with a probability of 2⁻⁶⁴.
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

/// Mixes sixteen cards into half of a key: multiplies two factors that together depend on all of
/// the input, and combines the halves of the product.
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
        GameOptions, MoosehideRules, PileId, Rules, YakutatBayRules, moosehide, play_random_moves,
        shuffled_deck, yakutat_bay,
    };
    use crate::solver::PruningRule;
    use crate::variant::{self, test_variant};

    #[test]
    fn only_equal_tables_have_equal_keys() {
        for info in variant::games() {
            let mut tables = HashMap::new();
            let mut repeated = 0;
            for option in info.options {
                for value in option.values {
                    let rules = test_variant(info.id, &[(option.name, value.name)]);
                    tables.clear();
                    play_random_moves(&*rules, 7, 3_000, |table| {
                        let known = tables.insert(rules.state_key(table), table.clone());
                        repeated += usize::from(known.is_some());
                        assert!(known.is_none_or(|known| known == *table));
                    });
                }
            }
            assert!(repeated > 50, "{}: {repeated}", info.id);
        }
    }

    #[test]
    fn every_exchange_of_two_cards_has_its_own_key() {
        let options = GameOptions::parse(&yakutat_bay::INFO, &[]).expect("the defaults");
        let rules = YakutatBayRules::new(&options);
        let table = rules.deal(&shuffled_deck(3, 1));
        let mut tables = HashMap::from([(state_key(&rules, &table, PruningRules::ALL), (0, 0))]);
        for second in 1..52 {
            for first in 0..second {
                let mut deck = table.deck().to_vec();
                deck.swap(first, second);
                let other = state_key(&rules, &rules.deal(&deck), PruningRules::ALL);
                assert_eq!(tables.insert(other, (first, second)), None);
            }
        }
        assert_eq!(tables.len(), 1 + 52 * 51 / 2);
    }

    #[test]
    fn exchanges_between_interchangeable_piles_change_the_whole_key() {
        let options = GameOptions::parse(&moosehide::INFO, &[("layout", "classic")]);
        let rules = MoosehideRules::new(&options.expect("an option of the game"));
        let pruning = PruningRules::NONE.with(PruningRule::PileSymmetry);
        let lay_out = |deck: &[Card]| {
            let mut table = Table::new(rules.deal(deck).pile_ids(), deck);
            for (n, &card) in deck.iter().enumerate() {
                table.put(PileId::tableau(n % 7), card);
            }
            table
        };
        let (mut unchanged, mut exchanges) = (0, 0);
        for seed in 0..60 {
            let deck = shuffled_deck(seed, 1);
            let key = state_key(&rules, &lay_out(&deck), pruning);
            for second in 1..52 {
                for first in 0..second {
                    let mut deck = deck.clone();
                    deck.swap(first, second);
                    let difference = key ^ state_key(&rules, &lay_out(&deck), pruning);
                    assert_ne!(difference, 0);
                    exchanges += 2;
                    unchanged += u32::from(difference as u16 == 0)
                        + u32::from((difference >> 64) as u16 == 0);
                }
            }
        }
        // In a random hash, the last 16 bits of a half stay the same in one of 65,536 exchanges.
        assert!(unchanged < 15, "{unchanged} of {exchanges}");
    }
}
