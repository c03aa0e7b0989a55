//! Oscillation.

use super::cards::SUITS;
use super::{Attempt, Card, Naive, PileName, PlacedCard, Position};

impl Naive {
    pub(super) fn deal_oscillation(&self, deck: &[Card]) -> Position {
        let mut position = Position::empty(deck, &[('t', 10), ('f', 8), ('s', 0)]);
        let mut order: Vec<usize> = (0..5).flat_map(|_| 1..=10).collect();
        order.extend([1, 10]);
        for (dealt, number) in order.into_iter().enumerate() {
            position.put(PileName('t', number), deck[dealt], false);
        }
        for number in 1..=10 {
            let top = position.pile_mut(PileName('t', number)).last_mut();
            top.expect("pile with cards").up = true;
        }
        for (starter, first) in [(deck[52], 1), (deck[53], 5)] {
            let suit = SUITS.iter().position(|&suit| suit == starter.suit);
            let number = first + suit.expect("valid suit");
            position.put(PileName('f', number), starter, true);
        }
        position.stock_from(54);
        position
    }

    pub(super) fn allows_in_oscillation(&self, position: &Position, attempt: Attempt) -> bool {
        let Attempt::Transfer { from, to, count } = attempt else {
            return attempt == Attempt::Command("deal") && may_deal(position);
        };
        if from == to {
            return false;
        }
        let unit = position.top_cards(from, count);
        let head = unit[0].card;
        match (from.0, to.0) {
            ('t', 'f') => count == 1 && foundation_accepts(position, head, to),
            ('t', 't') => {
                let own_group = group_of(from) == group_of(to);
                let may_move = count == 1 || own_group && self.is_one_suit_run(unit, from);
                let fits = match position.top(to) {
                    None => true,
                    Some(top) => self.builds(to, top, head) && (own_group || top.suit == head.suit),
                };
                unit.iter().all(|placed| placed.up) && may_move && fits
            }
            _ => false,
        }
    }

    /// Whether cards are a run of one suit in the direction of their group.
    fn is_one_suit_run(&self, unit: &[PlacedCard], from: PileName) -> bool {
        unit.windows(2).all(|pair| {
            let (lower, upper) = (pair[0].card, pair[1].card);
            lower.suit == upper.suit && self.builds(from, lower, upper)
        })
    }

    /// Left piles build down, right piles build up, both regardless of suit; no turning of the
    /// corner, unless with the option `wrap`.
    fn builds(&self, pile: PileName, top: Card, card: Card) -> bool {
        let (low, high) = match group_of(pile) {
            Group::Left => (card.rank, top.rank),
            Group::Right => (top.rank, card.rank),
        };
        low + 1 == high || self.is("wrap", "yes") && (low, high) == (13, 1)
    }
}

#[derive(PartialEq)]
enum Group {
    Left,
    Right,
}

fn group_of(pile: PileName) -> Group {
    if pile.1 <= 5 {
        Group::Left
    } else {
        Group::Right
    }
}

/// Legal while the stock has cards and no tableau pile is empty; also when the tableau holds fewer
/// than ten cards.
fn may_deal(position: &Position) -> bool {
    let no_space = (1..=10).all(|number| !position.pile(PileName('t', number)).is_empty());
    !position.pile(PileName::S).is_empty() && (no_space || position.cards_on('t') < 10)
}

/// Left foundations start with the left starter's rank and build up in suit, K then A; right
/// foundations start with the right starter's rank and build down in suit, A then K; to 13 cards.
fn foundation_accepts(position: &Position, card: Card, to: PileName) -> bool {
    let left = to.1 <= 4;
    let starter = position.deck[if left { 52 } else { 53 }];
    let wanted = match (position.top(to), left) {
        (None, _) => starter.rank,
        (Some(top), true) => top.rank % 13 + 1,
        (Some(top), false) => (top.rank + 11) % 13 + 1,
    };
    SUITS[(to.1 - 1) % 4] == card.suit && card.rank == wanted && position.pile(to).len() < 13
}
