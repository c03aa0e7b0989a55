//! The table: the piles and the log of their changes.
//!
//! Every move is a sequence of [`Change`]s, which the table logs as it makes them. A move is undone by
//! undoing its changes in reverse order, and the log shows what a move did. So no game implements
//! undo.

mod packed;

use std::fmt;

pub use packed::PackedTables;

use super::change::Change;
use super::pile::{PileId, PileSet};
use crate::cards::{Card, Rank, Suit};

/// Maximum number of cards in a pile: all cards of two decks.
pub const PILE_CAPACITY: usize = 104;

/// Point in the history of a table to [roll back](Table::rollback) to. Created by
/// [`Table::checkpoint`]; the default one is the deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Checkpoint(usize);

/// State of a game: the piles, without any rules.
///
/// The cards of a pile are ordered from the bottom to the top, and some of them, from the bottom, are
/// face down. Two tables are equal if their piles have the same cards in the same state and the same
/// number of redeals was used. Their histories don't matter.
#[derive(Clone)]
pub struct Table {
    sizes: [u8; PILE_SLOTS],
    face_down: [u8; PILE_SLOTS],
    cards: [Card; PILE_SLOTS * STRIDE + BLOCK_LEN],
    pile_ids: PileSet,
    deck: Box<[Card]>,
    redeals_used: u8,
    undo_log: Vec<Change>,
}

const NO_CARD: Card = Card::new(Rank::ACE, Suit::Clubs);

/// All piles share one array, each with room for [`STRIDE`] cards. Cards are moved in blocks, since a
/// copy of fixed size is faster than one of the exact number of cards. What is written above the top of
/// a pile is ignored. With room for 64 piles, the compiler sees that no index is out of bounds.
const PILE_SLOTS: usize = 64;
const STRIDE: usize = 128;
const BLOCK_LEN: usize = 16;
const _: () = assert!(PileId::COUNT <= PILE_SLOTS && PILE_CAPACITY + BLOCK_LEN <= STRIDE);

/// Masks for the lowest bytes of a number, indexed by their count.
const LOW_BYTE_MASKS: [u128; BLOCK_LEN + 1] = {
    let mut masks = [u128::MAX; BLOCK_LEN + 1];
    let mut count = 0;
    while count < BLOCK_LEN {
        masks[count] = (1 << (8 * count)) - 1;
        count += 1;
    }
    masks
};

/// Returns the position in the array of the card of a pile with `height` cards below it.
#[inline(always)]
const fn card_position(pile: PileId, height: u8) -> usize {
    pile.index() * STRIDE + (height as usize & (STRIDE - 1))
}

impl Table {
    /// Creates a table with these piles, all empty, for a deck whose first card is dealt first.
    pub fn new(piles: PileSet, deck: &[Card]) -> Table {
        Table {
            deck: deck.into(),
            sizes: [0; PILE_SLOTS],
            face_down: [0; PILE_SLOTS],
            cards: [NO_CARD; PILE_SLOTS * STRIDE + BLOCK_LEN],
            pile_ids: piles,
            redeals_used: 0,
            undo_log: Vec::with_capacity(64),
        }
    }

    /// Returns the piles of this table, including empty ones.
    pub fn pile_ids(&self) -> PileSet {
        self.pile_ids
    }

    /// Returns the shuffled deck, of which the first card was dealt first.
    pub fn deck(&self) -> &[Card] {
        &self.deck
    }

    /// Returns the cards of a pile, bottom first.
    #[inline]
    pub fn pile(&self, pile: PileId) -> &[Card] {
        let bottom = card_position(pile, 0);
        &self.cards[bottom..bottom + self.size(pile)]
    }

    /// Returns the number of cards of a pile.
    #[inline]
    pub fn size(&self, pile: PileId) -> usize {
        usize::from(self.sizes[pile.index()])
    }

    /// Returns the number of face-down cards of a pile, which are at its bottom.
    #[inline]
    pub fn face_down(&self, pile: PileId) -> usize {
        usize::from(self.face_down[pile.index()])
    }

    /// Returns the face-up cards of a pile, bottom first.
    #[inline]
    pub fn face_up(&self, pile: PileId) -> &[Card] {
        let bottom = card_position(pile, 0);
        &self.cards[bottom + self.face_down(pile)..bottom + self.size(pile)]
    }

    /// Whether a pile is empty.
    #[inline]
    pub fn is_empty(&self, pile: PileId) -> bool {
        self.size(pile) == 0
    }

    /// Returns the top card of a pile, whether it is face up or down.
    #[inline]
    pub fn top(&self, pile: PileId) -> Option<Card> {
        let size = self.sizes[pile.index()];
        (size > 0).then(|| self.cards[card_position(pile, size.wrapping_sub(1))])
    }

    /// Returns the [index](Card::index) of the top card of a pile, or 0, which no card has, if the pile is empty. There
    /// is no branch, because the processor could not predict it.
    #[inline(always)]
    pub(super) fn top_index(&self, pile: PileId) -> usize {
        let size = self.sizes[pile.index()];
        let top = self.cards[card_position(pile, size.wrapping_sub(1))].index();
        top & usize::from(size > 0).wrapping_neg()
    }

    /// Returns the indices of up to sixteen cards of a pile, beginning at a height, as the bytes of a
    /// number. The first card is the lowest byte.
    #[inline(always)]
    pub(crate) fn packed_indices(&self, pile: PileId, height: usize, count: usize) -> u128 {
        let mut bytes = [0; BLOCK_LEN];
        let start = card_position(pile, height as u8);
        for (byte, card) in bytes.iter_mut().zip(&self.cards[start..start + BLOCK_LEN]) {
            *byte = card.byte();
        }
        u128::from_le_bytes(bytes) & LOW_BYTE_MASKS[count.min(BLOCK_LEN)]
    }

    /// Returns the number of redeals used.
    pub fn redeals_used(&self) -> u8 {
        self.redeals_used
    }

    /// Returns the number of cards on foundations.
    pub fn cards_on_foundations(&self) -> usize {
        (0..8).map(|n| self.size(PileId::foundation(n))).sum()
    }

    /// Puts a card face up on a pile during the deal. This is not logged and cannot be undone.
    ///
    /// # Panics
    /// If the pile is full.
    pub fn put(&mut self, pile: PileId, card: Card) {
        assert!(self.size(pile) < PILE_CAPACITY, "{pile} is full");
        self.cards[card_position(pile, self.sizes[pile.index()])] = card;
        self.sizes[pile.index()] += 1;
    }

    /// Turns the lowest `count` cards of a pile face down and the others face up during the deal. This
    /// is not logged and cannot be undone.
    ///
    /// # Panics
    /// If the pile has fewer cards.
    pub fn set_face_down(&mut self, pile: PileId, count: usize) {
        assert!(count <= self.size(pile));
        self.face_down[pile.index()] = count as u8;
    }

    /// Moves the top `count` cards, all face up, to another pile as a unit, and flips the card below
    /// them if it is face down. Returns the number of cards left in the source pile.
    #[inline(always)]
    pub fn transfer(&mut self, from: PileId, to: PileId, count: u8) -> usize {
        let left = self.move_cards(from, to, count);
        let flipped = self.flip_top(from, left);
        self.undo_log.push(Change::Transfer {
            from,
            to,
            count,
            flipped,
        });
        left.into()
    }

    /// Makes a [`transfer`](Table::transfer) that is logged as an automatic slide to the left.
    #[inline]
    pub fn slide(&mut self, from: PileId, to: PileId, count: u8) -> usize {
        let left = self.move_cards(from, to, count);
        let flipped = self.flip_top(from, left);
        self.undo_log.push(Change::Slide {
            from,
            to,
            count,
            flipped,
        });
        left.into()
    }

    /// Turns the top `count` cards of a face-down pile face up onto another pile, the top card first.
    pub fn turn_up(&mut self, from: PileId, to: PileId, count: u8) {
        self.move_cards_reversed(from, to, count);
        self.face_down[from.index()] = self.sizes[from.index()];
        self.undo_log.push(Change::TurnUp { from, to, count });
    }

    /// Turns the top `count` cards of a face-up pile face down onto another pile, the top card first.
    pub fn turn_back(&mut self, from: PileId, to: PileId, count: u8) {
        self.move_cards_reversed(from, to, count);
        self.face_down[to.index()] = self.sizes[to.index()];
        self.undo_log.push(Change::TurnBack { from, to, count });
    }

    /// Exchanges two cards of a pile. Positions count from 0 at the bottom.
    pub fn swap(&mut self, pile: PileId, first: usize, second: usize) {
        self.cards[card_position(pile, 0)..].swap(first, second);
        let (first, second) = (first as u8, second as u8);
        self.undo_log.push(Change::Swap {
            pile,
            first,
            second,
        });
    }

    /// Counts a redeal as used.
    pub fn count_redeal(&mut self) {
        self.redeals_used += 1;
        self.undo_log.push(Change::Redeal);
    }

    /// Returns the current point in the history.
    #[inline]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint(self.undo_log.len())
    }

    /// Returns the changes since a checkpoint, the earliest first.
    pub fn changes_since(&self, checkpoint: Checkpoint) -> &[Change] {
        &self.undo_log[checkpoint.0..]
    }

    /// Returns the last point that the histories of two tables have in common.
    pub fn common_history(&self, other: &Table) -> Checkpoint {
        let pairs = self.undo_log.iter().zip(&other.undo_log);
        Checkpoint(pairs.take_while(|(one, other)| one == other).count())
    }

    /// Undoes all changes since a checkpoint.
    #[inline]
    pub fn rollback(&mut self, checkpoint: Checkpoint) {
        while self.undo_log.len() > checkpoint.0 {
            self.undo_last();
        }
    }

    /// Undoes the last change. Its fields are read in place one by one, as they were written: reading
    /// the whole change at once would stall until all the single writes are complete.
    #[inline(always)]
    pub(crate) fn undo_last(&mut self) {
        match self.undo_log.last() {
            Some(
                &Change::Transfer {
                    from,
                    to,
                    count,
                    flipped,
                }
                | &Change::Slide {
                    from,
                    to,
                    count,
                    flipped,
                },
            ) => {
                self.face_down[from.index()] += u8::from(flipped);
                self.move_cards(to, from, count);
            }
            Some(&Change::TurnUp { from, to, count }) => {
                self.move_cards_reversed(to, from, count);
                self.face_down[from.index()] = self.sizes[from.index()];
            }
            Some(&Change::TurnBack { from, to, count }) => {
                self.move_cards_reversed(to, from, count);
                self.face_down[to.index()] = self.sizes[to.index()];
            }
            Some(&Change::Swap {
                pile,
                first,
                second,
            }) => self.cards[card_position(pile, 0)..].swap(first.into(), second.into()),
            Some(Change::Redeal) => self.redeals_used -= 1,
            None => return,
        }
        self.undo_log.truncate(self.undo_log.len() - 1);
    }

    /// Flips the top card of a pile if it is face down, and returns whether it was. There is no branch,
    /// because the processor could not predict it.
    #[inline(always)]
    fn flip_top(&mut self, pile: PileId, size: u8) -> bool {
        let face_down = self.face_down[pile.index()];
        let flipped = (face_down == size) & (size > 0);
        self.face_down[pile.index()] = face_down - u8::from(flipped);
        flipped
    }

    /// Moves the top `count` cards. Returns the number of cards left.
    #[inline(always)]
    fn move_cards(&mut self, from: PileId, to: PileId, count: u8) -> u8 {
        let start = self.sizes[from.index()] - count;
        let end = self.sizes[to.index()];
        self.copy_block(card_position(from, start), card_position(to, end));
        let mut copied = BLOCK_LEN as u8;
        while copied < count {
            self.copy_block(
                card_position(from, start + copied),
                card_position(to, end + copied),
            );
            copied += BLOCK_LEN as u8;
        }
        self.sizes[from.index()] = start;
        self.sizes[to.index()] = end + count;
        start
    }

    #[inline(always)]
    fn copy_block(&mut self, source: usize, target: usize) {
        let mut block = [NO_CARD; BLOCK_LEN];
        block.copy_from_slice(&self.cards[source..source + BLOCK_LEN]);
        self.cards[target..target + BLOCK_LEN].copy_from_slice(&block);
    }

    fn move_cards_reversed(&mut self, from: PileId, to: PileId, count: u8) {
        for _ in 0..count {
            self.move_cards(from, to, 1);
        }
    }
}

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.pile_ids == other.pile_ids
            && self.redeals_used == other.redeals_used
            && self.face_down == other.face_down
            && PileId::all().all(|pile| self.pile(pile) == other.pile(pile))
    }
}

impl Eq for Table {}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for pile in self.pile_ids.iter() {
            write!(f, "{pile}:")?;
            for (n, card) in self.pile(pile).iter().enumerate() {
                let back = if n < self.face_down(pile) { "#" } else { "" };
                write!(f, " {back}{card:?}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        text.parse().expect("a card")
    }

    fn table() -> Table {
        let piles = [
            PileId::tableau(0),
            PileId::tableau(1),
            PileId::STOCK,
            PileId::WASTE,
        ];
        let mut table = Table::new(piles.into_iter().collect(), &[]);
        for text in ["KS", "QH", "JC"] {
            table.put(PileId::tableau(0), card(text));
        }
        table.set_face_down(PileId::tableau(0), 1);
        for text in ["2C", "3C", "4C"] {
            table.put(PileId::STOCK, card(text));
        }
        table.set_face_down(PileId::STOCK, 3);
        table
    }

    #[test]
    fn rollback_undoes_every_change() {
        let before = table();
        let mut table = before.clone();
        let checkpoint = table.checkpoint();
        table.transfer(PileId::tableau(0), PileId::tableau(1), 2);
        table.turn_up(PileId::STOCK, PileId::WASTE, 2);
        table.swap(PileId::WASTE, 0, 1);
        table.turn_back(PileId::WASTE, PileId::STOCK, 1);
        table.slide(PileId::tableau(1), PileId::tableau(0), 1);
        table.count_redeal();
        assert_eq!(table.changes_since(checkpoint).len(), 6);
        assert_ne!(table, before);
        table.rollback(checkpoint);
        assert_eq!(table, before);
    }

    #[test]
    fn transferred_run_keeps_its_order() {
        let mut table = table();
        table.transfer(PileId::tableau(0), PileId::tableau(1), 2);
        assert_eq!(table.pile(PileId::tableau(1)), [card("QH"), card("JC")]);
    }

    #[test]
    fn stock_deals_its_top_card_first_and_stays_face_down() {
        let mut table = table();
        table.turn_up(PileId::STOCK, PileId::WASTE, 2);
        assert_eq!(table.face_up(PileId::WASTE), [card("4C"), card("3C")]);
        assert_eq!(table.face_down(PileId::STOCK), 1);
        table.turn_back(PileId::WASTE, PileId::STOCK, 2);
        assert_eq!(
            table.pile(PileId::STOCK),
            [card("2C"), card("3C"), card("4C")]
        );
        assert_eq!(table.face_down(PileId::STOCK), 3);
    }

    #[test]
    fn face_down_card_is_flipped_when_it_is_exposed() {
        let mut table = table();
        table.transfer(PileId::tableau(0), PileId::tableau(1), 1);
        assert_eq!(table.face_down(PileId::tableau(0)), 1);
        table.transfer(PileId::tableau(0), PileId::tableau(1), 1);
        assert_eq!(table.face_up(PileId::tableau(0)), [card("KS")]);
        table.transfer(PileId::tableau(0), PileId::tableau(1), 1);
        assert!(table.is_empty(PileId::tableau(0)));
    }
}
