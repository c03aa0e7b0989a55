//! The table: the piles in their places, and the steps that changed them.
//!
//! Every change is made of a few [`Change`]s, each of which the table writes down as it makes it.
//! So a move is taken back by taking back its steps, last first, and what a move did can be read
//! off them: no variant writes an undo of its own, and none can get one wrong.

mod packed;

use std::fmt;

pub use packed::PackedTables;

use super::change::Change;
use super::pile::{PileId, PileSet};
use crate::cards::{Card, Rank, Suit};

/// The most cards a pile can hold: all of two decks.
pub const PILE_CAPACITY: usize = 104;

/// A moment in a table's history, to go back to. Made by [`Table::checkpoint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Checkpoint(usize);

/// The piles in their places. A plain state: it knows no rules.
///
/// The cards of a pile run from the bottom to the top; the first so many of them lie face down.
/// Two tables are equal when the same cards lie the same way in the same places and as many
/// redeals were used, however they came to.
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

/// Piles lie this far apart in one array. Cards are moved in blocks, since a copy of a fixed size
/// costs less than one of the few cards meant; what it writes past a pile's top means nothing.
/// With room for 64 places the compiler sees that no index can be out of bounds.
const PILE_SLOTS: usize = 64;
const STRIDE: usize = 128;
const BLOCK_LEN: usize = 16;
const _: () = assert!(PileId::COUNT <= PILE_SLOTS && PILE_CAPACITY + BLOCK_LEN <= STRIDE);

/// The lowest so many bytes of a number.
const LOW_BYTE_MASKS: [u128; BLOCK_LEN + 1] = {
    let mut masks = [u128::MAX; BLOCK_LEN + 1];
    let mut count = 0;
    while count < BLOCK_LEN {
        masks[count] = (1 << (8 * count)) - 1;
        count += 1;
    }
    masks
};

/// Where in the array the card of a pile lies that has `height` cards under it.
#[inline(always)]
const fn card_position(place: PileId, height: u8) -> usize {
    place.index() * STRIDE + (height as usize & (STRIDE - 1))
}

impl Table {
    /// An empty table with these places, to be laid out from this deck, first card dealt first.
    pub fn new(places: PileSet, deck: &[Card]) -> Table {
        Table {
            deck: deck.into(),
            sizes: [0; PILE_SLOTS],
            face_down: [0; PILE_SLOTS],
            cards: [NO_CARD; PILE_SLOTS * STRIDE + BLOCK_LEN],
            pile_ids: places,
            redeals_used: 0,
            undo_log: Vec::with_capacity(64),
        }
    }

    /// The places this table has, empty or not.
    pub fn pile_ids(&self) -> PileSet {
        self.pile_ids
    }

    /// The shuffled deck the table was dealt from, first card dealt first.
    pub fn deck(&self) -> &[Card] {
        &self.deck
    }

    /// The cards of a pile, bottom first.
    #[inline]
    pub fn pile(&self, place: PileId) -> &[Card] {
        let bottom = card_position(place, 0);
        &self.cards[bottom..bottom + self.size(place)]
    }

    /// How many cards a pile has.
    #[inline]
    pub fn size(&self, place: PileId) -> usize {
        usize::from(self.sizes[place.index()])
    }

    /// How many cards of a pile, from the bottom, lie face down.
    #[inline]
    pub fn face_down(&self, place: PileId) -> usize {
        usize::from(self.face_down[place.index()])
    }

    /// The face-up cards of a pile, bottom first.
    #[inline]
    pub fn face_up(&self, place: PileId) -> &[Card] {
        let bottom = card_position(place, 0);
        &self.cards[bottom + self.face_down(place)..bottom + self.size(place)]
    }

    /// Whether no card lies there.
    #[inline]
    pub fn is_empty(&self, place: PileId) -> bool {
        self.size(place) == 0
    }

    /// The top card of a pile, face up or down.
    #[inline]
    pub fn top(&self, place: PileId) -> Option<Card> {
        let size = self.sizes[place.index()];
        (size > 0).then(|| self.cards[card_position(place, size.wrapping_sub(1))])
    }

    /// The indices of up to sixteen cards of a pile from a height on, as bytes of a number, the first
    /// the lowest.
    #[inline(always)]
    pub(crate) fn packed_indices(&self, place: PileId, height: usize, count: usize) -> u128 {
        let mut bytes = [0; BLOCK_LEN];
        let start = card_position(place, height as u8);
        for (byte, card) in bytes.iter_mut().zip(&self.cards[start..start + BLOCK_LEN]) {
            *byte = card.byte();
        }
        u128::from_le_bytes(bytes) & LOW_BYTE_MASKS[count.min(BLOCK_LEN)]
    }

    /// The index of the bottom card of a pile, or 0, which is no card's. Without a branch.
    #[inline(always)]
    pub(super) fn bottom_index(&self, place: PileId) -> usize {
        let card = self.cards[card_position(place, 0)].index();
        card & usize::from(self.sizes[place.index()] > 0).wrapping_neg()
    }

    /// How many redeals were used.
    pub fn redeals_used(&self) -> u8 {
        self.redeals_used
    }

    /// How many cards lie on foundations.
    pub fn cards_on_foundations(&self) -> usize {
        (0..8).map(|n| self.size(PileId::foundation(n))).sum()
    }

    /// Puts a card face up on a pile, as part of setting up. Not a step: it cannot be undone.
    ///
    /// # Panics
    /// If the pile is full.
    pub fn put(&mut self, place: PileId, card: Card) {
        assert!(self.size(place) < PILE_CAPACITY, "{place} is full");
        self.cards[card_position(place, self.sizes[place.index()])] = card;
        self.sizes[place.index()] += 1;
    }

    /// Lays the lowest `count` cards of a pile face down and the rest face up, as part of setting
    /// up. Not a step: it cannot be undone.
    ///
    /// # Panics
    /// If the pile has fewer cards.
    pub fn set_face_down(&mut self, place: PileId, count: usize) {
        assert!(count <= self.size(place));
        self.face_down[place.index()] = count as u8;
    }

    /// Moves the top `count` cards, all face up, to another pile as a unit, and turns up the card
    /// they lay on if it is face down. Says how many cards are left where they lay.
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

    /// A [`carry`](Table::transfer) that happens by itself: into the space at the left.
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

    /// Turns the top `count` cards of a face-down pile face up on another, top first.
    pub fn deal(&mut self, from: PileId, to: PileId, count: u8) {
        self.move_cards_reversed(from, to, count);
        self.face_down[from.index()] = self.sizes[from.index()];
        self.undo_log.push(Change::Deal { from, to, count });
    }

    /// Turns the top `count` cards of a face-up pile face down on another, top first.
    pub fn turn_back(&mut self, from: PileId, to: PileId, count: u8) {
        self.move_cards_reversed(from, to, count);
        self.face_down[to.index()] = self.sizes[to.index()];
        self.undo_log.push(Change::TurnBack { from, to, count });
    }

    /// Lets two cards of a pile change places; positions count from the bottom, from 0.
    pub fn swap(&mut self, place: PileId, first: usize, second: usize) {
        self.cards[card_position(place, 0)..].swap(first, second);
        let (first, second) = (first as u8, second as u8);
        self.undo_log.push(Change::Swap {
            pile: place,
            first,
            second,
        });
    }

    /// Counts one redeal as used.
    pub fn count_redeal(&mut self) {
        self.redeals_used += 1;
        self.undo_log.push(Change::Redeal);
    }

    /// The present moment.
    #[inline]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint(self.undo_log.len())
    }

    /// The steps made since a mark, first first.
    pub fn changes_since(&self, mark: Checkpoint) -> &[Change] {
        &self.undo_log[mark.0..]
    }

    /// Takes back every step made since a mark.
    #[inline]
    pub fn rollback(&mut self, mark: Checkpoint) {
        while self.undo_log.len() > mark.0 {
            self.undo_last();
        }
    }

    /// Takes the last step back. Its parts are read one by one where they lie, as they were
    /// written: reading them all at once would have to wait for the single writes to come through.
    #[inline(always)]
    fn undo_last(&mut self) {
        match self.undo_log.last() {
            Some(
                &Change::Transfer {
                    from,
                    to,
                    count,
                    flipped: turned,
                }
                | &Change::Slide {
                    from,
                    to,
                    count,
                    flipped: turned,
                },
            ) => {
                self.face_down[from.index()] += u8::from(turned);
                self.move_cards(to, from, count);
            }
            Some(&Change::Deal { from, to, count }) => {
                self.move_cards_reversed(to, from, count);
                self.face_down[from.index()] = self.sizes[from.index()];
            }
            Some(&Change::TurnBack { from, to, count }) => {
                self.move_cards_reversed(to, from, count);
                self.face_down[to.index()] = self.sizes[to.index()];
            }
            Some(&Change::Swap {
                pile: place,
                first,
                second,
            }) => self.cards[card_position(place, 0)..].swap(first.into(), second.into()),
            Some(Change::Redeal) => self.redeals_used -= 1,
            None => return,
        }
        self.undo_log.truncate(self.undo_log.len() - 1);
    }

    /// Turns up the top card of a pile if it lies face down, and says whether it did. Written
    /// without a branch: no processor can guess it.
    #[inline(always)]
    fn flip_top(&mut self, place: PileId, size: u8) -> bool {
        let down = self.face_down[place.index()];
        let turned = (down == size) & (size > 0);
        self.face_down[place.index()] = down - u8::from(turned);
        turned
    }

    /// Moves the top `count` cards; says how many are left.
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
            && PileId::all().all(|place| self.pile(place) == other.pile(place))
    }
}

impl Eq for Table {}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in self.pile_ids.iter() {
            write!(f, "{place}:")?;
            for (n, card) in self.pile(place).iter().enumerate() {
                let back = if n < self.face_down(place) { "#" } else { "" };
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
        let places = [
            PileId::tableau(0),
            PileId::tableau(1),
            PileId::STOCK,
            PileId::WASTE,
        ];
        let mut table = Table::new(places.into_iter().collect(), &[]);
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
    fn every_step_is_taken_back() {
        let before = table();
        let mut table = before.clone();
        let mark = table.checkpoint();
        table.transfer(PileId::tableau(0), PileId::tableau(1), 2);
        table.deal(PileId::STOCK, PileId::WASTE, 2);
        table.swap(PileId::WASTE, 0, 1);
        table.turn_back(PileId::WASTE, PileId::STOCK, 1);
        table.slide(PileId::tableau(1), PileId::tableau(0), 1);
        table.count_redeal();
        assert_eq!(table.changes_since(mark).len(), 6);
        assert_ne!(table, before);
        table.rollback(mark);
        assert_eq!(table, before);
    }

    #[test]
    fn a_carried_run_keeps_its_order() {
        let mut table = table();
        table.transfer(PileId::tableau(0), PileId::tableau(1), 2);
        assert_eq!(table.pile(PileId::tableau(1)), [card("QH"), card("JC")]);
    }

    #[test]
    fn the_stock_deals_its_top_first_and_stays_face_down() {
        let mut table = table();
        table.deal(PileId::STOCK, PileId::WASTE, 2);
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
    fn a_face_down_card_is_turned_up_when_it_is_uncovered_and_not_before() {
        let mut table = table();
        table.transfer(PileId::tableau(0), PileId::tableau(1), 1);
        assert_eq!(table.face_down(PileId::tableau(0)), 1);
        table.transfer(PileId::tableau(0), PileId::tableau(1), 1);
        assert_eq!(table.face_up(PileId::tableau(0)), [card("KS")]);
        table.transfer(PileId::tableau(0), PileId::tableau(1), 1);
        assert!(table.is_empty(PileId::tableau(0)));
    }
}
