//! Single Left, played in the hand.

use super::{Attempt, Card, Naive, PileName, PlacedCard, Position, fill_the_hand};

impl Naive {
    pub(super) fn deal_one_handed(&self, deck: &[Card]) -> Position {
        let mut position = Position::empty(deck, &[('s', 0), ('h', 0), ('x', 0)]);
        position.stock_from(0);
        fill_the_hand(&mut position);
        position
    }

    pub(super) fn allows_one_handed(&self, position: &Position, attempt: Attempt) -> bool {
        let Attempt::Command(command) = attempt else {
            return false;
        };
        let has_deck = !position.pile(PileName::S).is_empty();
        let all = may_discard_all(position);
        let middle = may_discard_middle(position);
        // If `all` or `middle` is possible, it is the only legal move. With `optional`, `draw` is
        // legal too while the deck has cards.
        let draw = has_deck && (self.is("discards", "optional") || !all && !middle);
        match command {
            "all" => all,
            "middle" => middle,
            "draw" => draw,
            "redeal" => {
                let redeals: usize = self.options[2].1.parse().expect("number from 0 to 3");
                !all && !middle
                    && !draw
                    && position.redeals < redeals
                    && !position.pile(PileName::X).is_empty()
            }
            _ => false,
        }
    }

    /// Makes `all`, `middle` or `redeal`.
    pub(super) fn discard_or_redeal(&self, position: &mut Position, command: &str) {
        match command {
            "all" => {
                let window = window(position).len();
                let unit = position.take(PileName::H, window);
                position.pile_mut(PileName::X).extend(unit);
            }
            "middle" => {
                let unit = position.take(PileName::H, 4);
                position.pile_mut(PileName::H).extend([unit[0], unit[3]]);
                position.pile_mut(PileName::X).extend([unit[1], unit[2]]);
            }
            _ => {
                // The discards become the deck, in the order they had in the shuffled deck.
                let discards = position.pile(PileName::X).len();
                let discards = position.take(PileName::X, discards);
                let deck = position.deck.clone();
                for card in deck.into_iter().rev() {
                    if discards.iter().any(|placed| placed.card == card) {
                        position.put(PileName::S, card, false);
                    }
                }
                position.redeals += 1;
            }
        }
    }
}

/// Returns the last four cards of the hand, or fewer if there are not so many.
fn window(position: &Position) -> &[PlacedCard] {
    let cards = position.pile(PileName::H).len();
    position.top_cards(PileName::H, cards.min(4))
}

fn ends(position: &Position) -> Option<(Card, Card)> {
    match window(position) {
        [first, .., last] => Some((first.card, last.card)),
        _ => None,
    }
}

/// First and fourth of the same rank; with fewer than four cards left and no deck, first and last.
fn may_discard_all(position: &Position) -> bool {
    ends(position).is_some_and(|(first, last)| first.rank == last.rank)
}

/// First and fourth of the same suit. Two cards of a suit have no middle.
fn may_discard_middle(position: &Position) -> bool {
    window(position).len() == 4
        && ends(position).is_some_and(|(first, last)| first.suit == last.suit)
}
