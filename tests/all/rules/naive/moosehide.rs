//! Moosehide.

use super::moving_left::first_foundation;
use super::yakutat_bay::deal_as_in_yukon;
use super::{Attempt, Card, Naive, PileName, Position};

impl Naive {
    pub(super) fn deal_moosehide(&self, deck: &[Card]) -> Position {
        if self.is("layout", "classic") {
            let mut position = Position::empty(deck, &[('t', 7), ('f', 4)]);
            deal_as_in_yukon(&mut position);
            return position;
        }
        let reserve = if self.is("layout", "open-reserve") {
            24
        } else {
            4
        };
        let mut position = Position::empty(deck, &[('t', 7), ('f', 4), ('r', reserve)]);
        let mut dealt = position.deal_triangle(7);
        for number in 1..=reserve {
            position.put(PileName('r', number), deck[dealt], true);
            dealt += 1;
        }
        while dealt < 52 {
            for number in 3..=7 {
                position.put(PileName('t', number), deck[dealt], true);
                dealt += 1;
            }
        }
        position
    }

    pub(super) fn allows_in_moosehide(&self, position: &Position, attempt: Attempt) -> bool {
        let Attempt::Transfer { from, to, count } = attempt else {
            return false;
        };
        if from == to {
            return false;
        }
        let classic = self.is("layout", "classic");
        let head = position.top_cards(from, count)[0];
        match (from.0, to.0) {
            ('t' | 'r', 'f') => count == 1 && first_foundation(position, head.card) == Some(to),
            ('t' | 'r', 't') => {
                let whole_pile = from.0 == 't' && count == position.pile(from).len();
                head.up
                    && (classic || count == 1)
                    && match position.top(to) {
                        None => head.card.rank == 13 && !whole_pile,
                        Some(top) if classic => {
                            head.card.rank + 1 == top.rank && head.card.suit != top.suit
                        }
                        Some(top) => head.card.is_one_lower_in_other_color(top),
                    }
            }
            _ => false,
        }
    }
}
