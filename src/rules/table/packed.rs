//! Tables in little room, for a search that holds many of one deal.

use super::{Table, slot};
use crate::cards::Card;

/// Tables of one deal, written down in little room. See [`Table::pack`].
#[derive(Clone, Debug, Default)]
pub struct Packed {
    sizes: Vec<u8>,
    cards: Vec<Card>,
    tables: usize,
}

impl Packed {
    /// How many tables are written down.
    pub fn len(&self) -> usize {
        self.tables
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.tables == 0
    }

    /// Writes down one of another list's tables.
    pub fn copy_from(&mut self, other: &Packed, index: usize) {
        let (sizes, cards) = other.get(index);
        self.sizes.extend_from_slice(sizes);
        self.cards.extend_from_slice(cards);
        self.tables += 1;
    }

    fn get(&self, index: usize) -> (&[u8], &[Card]) {
        let sizes = self.sizes.len() / self.tables;
        let cards = self.cards.len() / self.tables;
        (
            &self.sizes[index * sizes..][..sizes],
            &self.cards[index * cards..][..cards],
        )
    }

    /// Forgets them all, and keeps the room.
    pub fn clear(&mut self) {
        self.sizes.clear();
        self.cards.clear();
        self.tables = 0;
    }
}

impl Table {
    /// Writes down what lies where, after what is written there already.
    pub fn pack(&self, packed: &mut Packed) {
        for place in self.places.iter() {
            packed.sizes.push(self.sizes[place.index()]);
            packed.sizes.push(self.down[place.index()]);
            packed.cards.extend_from_slice(self.pile(place));
        }
        packed.sizes.push(self.redeals);
        packed.tables += 1;
    }

    /// Lays the cards as they lay when a table of the same deal was packed, counted from 0. The
    /// steps made are forgotten.
    pub fn unpack(&mut self, packed: &Packed, index: usize) {
        let (mut sizes, mut cards) = packed.get(index);
        for place in self.places.iter() {
            if let [size, down, rest @ ..] = sizes {
                let (pile, left) = cards.split_at(usize::from(*size));
                self.sizes[place.index()] = *size;
                self.down[place.index()] = *down;
                self.cards[slot(place, 0)..][..pile.len()].copy_from_slice(pile);
                (sizes, cards) = (rest, left);
            }
        }
        self.redeals = sizes[0];
        self.steps.clear();
    }
}
