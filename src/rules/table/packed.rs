//! Compact storage for a search that keeps many tables of one deal.

use super::{BLOCK_LEN, NO_CARD, PILE_SLOTS, Table, card_position};
use crate::cards::Card;

type PileHeader = ([u8; PILE_SLOTS], [u8; PILE_SLOTS], u8);

/// List of tables of one deal in compact form. See [`Table::pack`].
#[derive(Clone, Debug, Default)]
pub struct PackedTables {
    /// For each table the sizes and face-down counts of its piles, and its redeals.
    headers: Vec<PileHeader>,
    /// The cards of all tables, followed by room for a block.
    cards: Vec<Card>,
}

impl PackedTables {
    /// Returns the number of tables.
    pub fn len(&self) -> usize {
        self.headers.len()
    }

    /// Whether there is no table.
    pub fn is_empty(&self) -> bool {
        self.headers.is_empty()
    }

    /// Appends a table of another list.
    pub fn copy_from(&mut self, other: &PackedTables, index: usize) {
        let cards = other.cards(index);
        self.headers.push(other.headers[index]);
        self.allocate_cards(cards.len() - BLOCK_LEN)
            .copy_from_slice(cards);
    }

    /// Returns the cards of a table, followed by a block.
    fn cards(&self, index: usize) -> &[Card] {
        let count = (self.cards.len() - BLOCK_LEN) / self.headers.len();
        &self.cards[index * count..][..count + BLOCK_LEN]
    }

    /// Makes room for `count` cards of the last table, followed by a block.
    fn allocate_cards(&mut self, count: usize) -> &mut [Card] {
        let start = (self.headers.len() - 1) * count;
        self.cards.resize(start + count + BLOCK_LEN, NO_CARD);
        &mut self.cards[start..]
    }

    /// Removes all tables but keeps the allocated memory.
    pub fn clear(&mut self) {
        self.headers.clear();
        self.cards.clear();
    }
}

impl Table {
    /// Appends the table to a list.
    pub fn pack(&self, packed: &mut PackedTables) {
        packed
            .headers
            .push((self.sizes, self.face_down, self.redeals_used));
        let count = self.sizes.iter().map(|&size| usize::from(size)).sum();
        let mut cards = packed.allocate_cards(count);
        for pile in self.pile_ids.iter() {
            let from = &self.cards[card_position(pile, 0)..];
            copy_blocks(from, cards, self.size(pile));
            cards = &mut cards[self.size(pile)..];
        }
    }

    /// Restores a table of the same deal from a list. Indices count from 0. The history is cleared.
    pub fn unpack(&mut self, packed: &PackedTables, index: usize) {
        (self.sizes, self.face_down, self.redeals_used) = packed.headers[index];
        let mut cards = packed.cards(index);
        for pile in self.pile_ids.iter() {
            let size = self.size(pile);
            copy_blocks(cards, &mut self.cards[card_position(pile, 0)..], size);
            cards = &cards[size..];
        }
        self.undo_log.clear();
    }
}

/// Copies at least `count` cards in whole blocks.
#[inline(always)]
fn copy_blocks(from: &[Card], to: &mut [Card], count: usize) {
    to[..BLOCK_LEN].copy_from_slice(&from[..BLOCK_LEN]);
    let mut copied = BLOCK_LEN;
    while copied < count {
        to[copied..copied + BLOCK_LEN].copy_from_slice(&from[copied..copied + BLOCK_LEN]);
        copied += BLOCK_LEN;
    }
}
