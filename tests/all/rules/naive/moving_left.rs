//! Moving Left; and Single Left as Warfield's, which is Moving Left with one deck.

use super::cards::SUITS;
use super::{Attempt, Card, Naive, PileName, PlacedCard, Position};

impl Naive {
    pub(super) fn deal_moving_left(&self, deck: &[Card]) -> Position {
        let (piles, foundations) = if self.decks() == 2 { (10, 8) } else { (7, 4) };
        let names = [('t', piles), ('f', foundations), ('s', 0), ('w', 0)];
        let mut position = Position::empty(deck, &names);
        let dealt = position.deal_triangle(piles);
        position.stock_from(dealt);
        position
    }

    pub(super) fn allows_in_moving_left(&self, position: &Position, attempt: Attempt) -> bool {
        let Attempt::Transfer { from, to, count } = attempt else {
            // `draw` while the stock has cards.
            return attempt == Attempt::Command("draw") && !position.pile(PileName::S).is_empty();
        };
        if from == to {
            return false;
        }
        let unit = position.top_cards(from, count);
        let head = unit[0].card;
        match (from.0, to.0) {
            ('t', 't') => is_run(unit) && self.tableau_accepts(position, head, to),
            ('w', 't') => count == 1 && self.tableau_accepts(position, head, to),
            ('t' | 'w', 'f') => count == 1 && first_foundation(position, head) == Some(to),
            ('f', 't') => {
                // If the two foundations of a suit are equally high, a card can return only from
                // the one with the higher number.
                let higher = PileName('f', from.1 + 4);
                let only_from_higher = position.pile_names().contains(&higher)
                    && position.pile(higher).len() == position.pile(from).len();
                count == 1
                    && !self.is("foundation-return", "no")
                    && !only_from_higher
                    && self.tableau_accepts(position, head, to)
            }
            _ => false,
        }
    }

    /// Builds down in alternating colors. Only a King, or a run headed by a King, may be put in
    /// a space, and only when the space is the last.
    fn tableau_accepts(&self, position: &Position, head: Card, to: PileName) -> bool {
        match position.top(to) {
            Some(top) => head.is_one_lower_in_other_color(top),
            None => head.rank == 13 && to.1 == position.tableau_piles(),
        }
    }
}

/// Any part of the face-up run at the top of a pile, provided it is itself in descending
/// alternating sequence.
fn is_run(unit: &[PlacedCard]) -> bool {
    unit.iter().all(|placed| placed.up)
        && unit
            .windows(2)
            .all(|pair| pair[1].card.is_one_lower_in_other_color(pair[0].card))
}

/// Returns the first foundation of its suit that accepts a card.
pub(super) fn first_foundation(position: &Position, card: Card) -> Option<PileName> {
    let foundations = position
        .pile_names()
        .into_iter()
        .filter(|name| name.0 == 'f');
    foundations
        .filter(|name| SUITS[(name.1 - 1) % 4] == card.suit)
        .find(|name| position.pile(*name).len() + 1 == card.rank as usize)
}
