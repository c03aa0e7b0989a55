//! Tables in little room, for a search that holds many of one deal.

use super::{BLOCK_LEN, NO_CARD, PILE_SLOTS, Table, card_position};
use crate::cards::Card;

type PileHeader = ([u8; PILE_SLOTS], [u8; PILE_SLOTS], u8);

/// Tables of one deal, written down in little room. See [`Table::pack`].
#[derive(Clone, Debug, Default)]
pub struct PackedTables {
    /// The sizes of the piles of each, how many cards of them lie face down, and the redeals.
    headers: Vec<PileHeader>,
    /// The cards of all tables, and room for a block after them.
    cards: Vec<Card>,
}

impl PackedTables {
    /// How many tables are written down.
    pub fn len(&self) -> usize {
        self.headers.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.headers.is_empty()
    }

    /// Writes down one of another list's tables.
    pub fn copy_from(&mut self, other: &PackedTables, index: usize) {
        let cards = other.cards(index);
        self.headers.push(other.headers[index]);
        self.allocate_cards(cards.len() - BLOCK_LEN)
            .copy_from_slice(cards);
    }

    /// The cards of a table, with a block after them.
    fn cards(&self, index: usize) -> &[Card] {
        let count = (self.cards.len() - BLOCK_LEN) / self.headers.len();
        &self.cards[index * count..][..count + BLOCK_LEN]
    }

    /// Makes room for so many cards of the last table, and a block after them.
    fn allocate_cards(&mut self, count: usize) -> &mut [Card] {
        let start = (self.headers.len() - 1) * count;
        self.cards.resize(start + count + BLOCK_LEN, NO_CARD);
        &mut self.cards[start..]
    }

    /// Forgets them all, and keeps the room.
    pub fn clear(&mut self) {
        self.headers.clear();
        self.cards.clear();
    }
}

impl Table {
    /// Writes down what lies where, after what is written there already.
    pub fn pack(&self, packed: &mut PackedTables) {
        packed
            .headers
            .push((self.sizes, self.face_down, self.redeals_used));
        let count = self.sizes.iter().map(|&size| usize::from(size)).sum();
        let mut cards = packed.allocate_cards(count);
        for place in self.pile_ids.iter() {
            let pile = &self.cards[card_position(place, 0)..];
            copy_blocks(pile, cards, self.size(place));
            cards = &mut cards[self.size(place)..];
        }
    }

    /// Lays the cards as they lay when a table of the same deal was packed, counted from 0. The
    /// steps made are forgotten.
    pub fn unpack(&mut self, packed: &PackedTables, index: usize) {
        (self.sizes, self.face_down, self.redeals_used) = packed.headers[index];
        let mut cards = packed.cards(index);
        for place in self.pile_ids.iter() {
            let size = self.size(place);
            copy_blocks(cards, &mut self.cards[card_position(place, 0)..], size);
            cards = &cards[size..];
        }
        self.undo_log.clear();
    }
}

/// Copies at least so many cards, and whole blocks of them.
#[inline(always)]
fn copy_blocks(from: &[Card], to: &mut [Card], count: usize) {
    to[..BLOCK_LEN].copy_from_slice(&from[..BLOCK_LEN]);
    let mut copied = BLOCK_LEN;
    while copied < count {
        to[copied..copied + BLOCK_LEN].copy_from_slice(&from[copied..copied + BLOCK_LEN]);
        copied += BLOCK_LEN;
    }
}
