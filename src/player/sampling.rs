//! Random arrangements of the unseen cards.

use super::view::View;
use crate::rules::{self, Table};
use crate::solver::Budget;

/// Maximum number of positions for the search of a sample deal.
pub(super) const SAMPLE_POSITIONS: u64 = 20_000;

/// Budget of the search of a sample deal.
pub(crate) const SAMPLE_BUDGET: Budget = sample_budget(SAMPLE_POSITIONS);

/// Returns the budget of a search with this maximum number of positions.
pub(crate) const fn sample_budget(positions: u64) -> Budget {
    Budget {
        positions: Some(positions),
        time: None,
        memory: 16 << 20,
    }
}

/// Returns the table of a view with its unseen cards in random order, different for each number.
///
/// Every order is equally likely: in a game whose moves do not depend on hidden cards, play shows
/// nothing about them but the cards that are turned up.
pub(crate) fn sample(view: &View, seed: u64, number: u64) -> Table {
    let mut unseen = view.unseen().to_vec();
    rules::shuffle(&mut unseen, derive_seed(seed, number));
    view.to_table(&unseen)
}

/// Returns a seed that depends on another seed and a number.
pub fn derive_seed(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::rules::PileId;
    use crate::variant::test_variant;

    #[test]
    fn every_unseen_card_is_equally_likely_everywhere() {
        let game = Game::new(test_variant("yakutat-bay", &[]), 1);
        let view = View::new(&game);
        let mut counts = [[0; 64]; 2];
        for number in 0..2_100 {
            let table = sample(&view, 3, number);
            for (counts, pile) in counts.iter_mut().zip([1, 6]) {
                counts[table.pile(PileId::tableau(pile))[0].index()] += 1;
            }
            assert_eq!(table.face_up(PileId::tableau(6)), {
                game.table().face_up(PileId::tableau(6))
            });
        }
        for counts in counts {
            for card in view.unseen() {
                let count = counts[card.index()];
                // About 100, with a standard deviation of 10.
                assert!((55..=145).contains(&count), "{card:?}: {count}");
            }
        }
    }
}
