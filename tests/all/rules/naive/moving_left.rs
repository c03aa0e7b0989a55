//! Moving Left; and Single Left as Warfield's, which is Moving Left with one deck.

use super::cards::SUITS;
use super::{Card, Lying, Naive, Place, Position, Try};

impl Naive {
    pub(super) fn deal_moving_left(&self, deck: &[Card]) -> Position {
        let (piles, foundations) = if self.decks() == 2 { (10, 8) } else { (7, 4) };
        let places = [('t', piles), ('f', foundations), ('s', 0), ('w', 0)];
        let mut position = Position::bare(deck, &places);
        let dealt = position.deal_triangle(piles);
        position.stock_from(dealt);
        position
    }

    pub(super) fn allows_in_moving_left(&self, position: &Position, attempt: Try) -> bool {
        let Try::Carry { from, to, count } = attempt else {
            // `draw` while the stock has cards.
            return attempt == Try::Word("draw") && !position.pile(Place::S).is_empty();
        };
        if from == to {
            return false;
        }
        let unit = position.unit(from, count);
        let head = unit[0].card;
        match (from.0, to.0) {
            ('t', 't') => is_run(unit) && self.tableau_takes(position, head, to),
            ('w', 't') => count == 1 && self.tableau_takes(position, head, to),
            ('t' | 'w', 'f') => count == 1 && first_home(position, head) == Some(to),
            ('f', 't') => {
                // Where the two foundations of a suit are equally high, only the higher-numbered
                // one gives.
                let higher = Place('f', from.1 + 4);
                let higher_gives = position.places().contains(&higher)
                    && position.pile(higher).len() == position.pile(from).len();
                count == 1
                    && !self.is("foundation-return", "no")
                    && !higher_gives
                    && self.tableau_takes(position, head, to)
            }
            _ => false,
        }
    }

    /// Builds down in alternating colours. Only a King, or a run headed by a King, may be put in
    /// a space, and only when the space is the last.
    fn tableau_takes(&self, position: &Position, head: Card, to: Place) -> bool {
        match position.top(to) {
            Some(top) => head.is_one_lower_of_the_other_colour(top),
            None => head.rank == 13 && to.1 == position.tableau_piles(),
        }
    }
}

/// Any part of the face-up run at the top of a pile, provided it is itself in descending
/// alternating sequence.
fn is_run(unit: &[Lying]) -> bool {
    unit.iter().all(|lying| lying.up)
        && unit
            .windows(2)
            .all(|pair| pair[1].card.is_one_lower_of_the_other_colour(pair[0].card))
}

/// The first foundation of its suit that takes a card.
pub(super) fn first_home(position: &Position, card: Card) -> Option<Place> {
    let foundations = position.places().into_iter().filter(|place| place.0 == 'f');
    foundations
        .filter(|place| SUITS[(place.1 - 1) % 4] == card.suit)
        .find(|place| position.pile(*place).len() + 1 == card.rank as usize)
}
