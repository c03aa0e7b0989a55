//! Single Left, played in the hand.

use super::{Card, Lying, Naive, Place, Position, Try, fill_the_hand};

impl Naive {
    pub(super) fn deal_one_handed(&self, deck: &[Card]) -> Position {
        let mut position = Position::bare(deck, &[('s', 0), ('h', 0), ('x', 0)]);
        position.stock_from(0);
        fill_the_hand(&mut position);
        position
    }

    pub(super) fn allows_one_handed(&self, position: &Position, attempt: Try) -> bool {
        let Try::Word(word) = attempt else {
            return false;
        };
        let has_deck = !position.pile(Place::S).is_empty();
        let all = may_discard_all(position);
        let middle = may_discard_middle(position);
        // While `all` or `middle` is possible it is the only legal move; with `optional`, `draw`
        // is legal beside them while the deck has cards.
        let draw = has_deck && (self.is("discards", "optional") || !all && !middle);
        match word {
            "all" => all,
            "middle" => middle,
            "draw" => draw,
            "redeal" => {
                let redeals: usize = self.options[2].1.parse().expect("0 to 3");
                !all && !middle
                    && !draw
                    && position.redeals < redeals
                    && !position.pile(Place::X).is_empty()
            }
            _ => false,
        }
    }

    /// Makes `all`, `middle` or `redeal`.
    pub(super) fn discard_or_redeal(&self, position: &mut Position, word: &str) {
        match word {
            "all" => {
                let window = window(position).len();
                let unit = position.take(Place::H, window);
                position.pile_mut(Place::X).extend(unit);
            }
            "middle" => {
                let unit = position.take(Place::H, 4);
                position.pile_mut(Place::H).extend([unit[0], unit[3]]);
                position.pile_mut(Place::X).extend([unit[1], unit[2]]);
            }
            _ => {
                // The discards are the deck again, in the order they had in the shuffled deck.
                let discards = position.pile(Place::X).len();
                let discards = position.take(Place::X, discards);
                let deck = position.deck.clone();
                for card in deck.into_iter().rev() {
                    if discards.iter().any(|lying| lying.card == card) {
                        position.put(Place::S, card, false);
                    }
                }
                position.redeals += 1;
            }
        }
    }
}

/// The last four cards of the hand, or what there is.
fn window(position: &Position) -> &[Lying] {
    let cards = position.pile(Place::H).len();
    position.unit(Place::H, cards.min(4))
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
