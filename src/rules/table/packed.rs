//! Tables in little room, for a search that holds many of one deal.

use super::{BLOCK, NO_CARD, SLOTS, Table, slot};
use crate::cards::Card;

type Piles = ([u8; SLOTS], [u8; SLOTS], u8);

/// Tables of one deal, written down in little room. See [`Table::pack`].
#[derive(Clone, Debug, Default)]
pub struct Packed {
    /// The sizes of the piles of each, how many cards of them lie face down, and the redeals.
    piles: Vec<Piles>,
    /// The cards of all tables, and room for a block after them.
    cards: Vec<Card>,
}

impl Packed {
    /// How many tables are written down.
    pub fn len(&self) -> usize {
        self.piles.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.piles.is_empty()
    }

    /// Writes down one of another list's tables.
    pub fn copy_from(&mut self, other: &Packed, index: usize) {
        let cards = other.cards(index);
        self.piles.push(other.piles[index]);
        self.next(cards.len() - BLOCK).copy_from_slice(cards);
    }

    /// The cards of a table, with a block after them.
    fn cards(&self, index: usize) -> &[Card] {
        let count = (self.cards.len() - BLOCK) / self.piles.len();
        &self.cards[index * count..][..count + BLOCK]
    }

    /// Makes room for so many cards of the last table, and a block after them.
    fn next(&mut self, count: usize) -> &mut [Card] {
        let start = (self.piles.len() - 1) * count;
        self.cards.resize(start + count + BLOCK, NO_CARD);
        &mut self.cards[start..]
    }

    /// Forgets them all, and keeps the room.
    pub fn clear(&mut self) {
        self.piles.clear();
        self.cards.clear();
    }
}

impl Table {
    /// Writes down what lies where, after what is written there already.
    pub fn pack(&self, packed: &mut Packed) {
        packed.piles.push((self.sizes, self.down, self.redeals));
        let count = self.sizes.iter().map(|&size| usize::from(size)).sum();
        let mut cards = packed.next(count);
        for place in self.places.iter() {
            let pile = &self.cards[slot(place, 0)..];
            copy_blocks(pile, cards, self.size(place));
            cards = &mut cards[self.size(place)..];
        }
    }

    /// Lays the cards as they lay when a table of the same deal was packed, counted from 0. The
    /// steps made are forgotten.
    pub fn unpack(&mut self, packed: &Packed, index: usize) {
        (self.sizes, self.down, self.redeals) = packed.piles[index];
        let mut cards = packed.cards(index);
        for place in self.places.iter() {
            let size = self.size(place);
            copy_blocks(cards, &mut self.cards[slot(place, 0)..], size);
            cards = &cards[size..];
        }
        self.steps.clear();
    }
}

/// Copies at least so many cards, and whole blocks of them.
#[inline(always)]
fn copy_blocks(from: &[Card], to: &mut [Card], count: usize) {
    to[..BLOCK].copy_from_slice(&from[..BLOCK]);
    let mut copied = BLOCK;
    while copied < count {
        to[copied..copied + BLOCK].copy_from_slice(&from[copied..copied + BLOCK]);
        copied += BLOCK;
    }
}
