//! Yakutat Bay.

use super::moving_left::first_foundation;
use super::{Attempt, Card, Naive, PileName, Position};

impl Naive {
    pub(super) fn deal_yakutat_bay(&self, deck: &[Card]) -> Position {
        let mut position = Position::empty(deck, &[('t', 7), ('f', 4)]);
        deal_as_in_yukon(&mut position);
        if self.is("face-up", "tops") {
            for (_, pile) in &mut position.piles {
                let size = pile.len();
                for (index, placed) in pile.iter_mut().enumerate() {
                    placed.up = index + 1 == size;
                }
            }
        }
        position
    }

    pub(super) fn allows_in_yakutat_bay(&self, position: &Position, attempt: Attempt) -> bool {
        let Attempt::Transfer { from, to, count } = attempt else {
            return false;
        };
        if from == to {
            return false;
        }
        let head = position.top_cards(from, count)[0];
        match (from.0, to.0) {
            // Only the top card of a pile goes there, alone.
            ('t', 'f') => count == 1 && first_foundation(position, head.card) == Some(to),
            // Any face-up card moves with all the cards on it, in whatever order they are.
            ('t', 't') => {
                head.up
                    && match position.top(to) {
                        Some(top) => head.card.is_one_lower_in_other_color(top),
                        None => head.card.rank == 13 && to == PileName('t', 7),
                    }
            }
            _ => false,
        }
    }
}

/// Triangle of 7, then four rows of one face-up card on each of t2..t7.
pub(super) fn deal_as_in_yukon(position: &mut Position) {
    let mut dealt = position.deal_triangle(7);
    for _ in 0..4 {
        for number in 2..=7 {
            position.put(PileName('t', number), position.deck[dealt], true);
            dealt += 1;
        }
    }
}
