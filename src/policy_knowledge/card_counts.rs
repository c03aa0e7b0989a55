//! Cards of up to two decks, counted.

use crate::cards::{Card, CardSet};
use crate::rules::Table;

/// A collection of cards with at most two copies of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardCounts {
    /// The cards of which there is a copy.
    one: CardSet,
    /// The cards of which there are two.
    both: CardSet,
}

impl CardCounts {
    /// Collects the face-down cards of a table.
    pub(crate) fn hidden(table: &Table) -> CardCounts {
        let hidden = |pile| &table.pile(pile)[..table.face_down(pile)];
        let mut counts = CardCounts::default();
        let cards = table.pile_ids().iter().flat_map(hidden);
        cards.for_each(|&card| counts.add(card));
        counts
    }

    /// Adds a card.
    pub(super) fn add(&mut self, card: Card) {
        let card = CardSet::from_card(card);
        self.both |= self.one & card;
        self.one |= card;
    }

    /// Removes a card.
    pub(crate) fn remove(&mut self, card: Card) {
        let copies = if self.both.contains(card) {
            &mut self.both
        } else {
            &mut self.one
        };
        *copies = *copies - CardSet::from_card(card);
    }

    /// Returns the number of cards that belong to a set.
    pub(super) fn count(self, cards: CardSet) -> i32 {
        ((self.one & cards).len() + (self.both & cards).len()) as i32
    }

    /// Returns the thousandths of the cards that belong to a set.
    pub(super) fn thousandths(self, cards: CardSet) -> i32 {
        let all = self.count(CardSet::ALL);
        (1_000 * self.count(cards)).checked_div(all).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shuffled_deck;

    #[test]
    fn counts_are_those_of_a_list() {
        let deck = shuffled_deck(1, 2);
        let (mut counts, mut list) = (CardCounts::default(), Vec::new());
        for (n, &card) in deck.iter().chain(&deck[..60]).enumerate() {
            if n < deck.len() {
                counts.add(card);
                list.push(card);
            } else {
                counts.remove(card);
                let at = list.iter().position(|other| *other == card);
                list.swap_remove(at.expect("a card of the list"));
            }
            for set in [CardSet::RED, CardSet::from_rank_number(7), CardSet::ALL] {
                let in_list = list.iter().filter(|&&card| set.contains(card)).count();
                assert_eq!(counts.count(set), in_list as i32);
                let thousandths = 1_000 * in_list / list.len().max(1);
                assert_eq!(counts.thousandths(set), thousandths as i32);
            }
        }
    }
}
