//! The table: the piles in their places, and the steps that changed them.
//!
//! Every change is made of a few [`Step`]s, each of which the table writes down as it makes it.
//! So a move is taken back by taking back its steps, last first, and what a move did can be read
//! off them: no variant writes an undo of its own, and none can get one wrong.

mod packed;

use std::fmt;

pub use packed::Packed;

use super::place::{Place, PlaceSet};
use super::step::Step;
use crate::cards::{Card, Rank, Suit};

/// The most cards a pile can hold: all of two decks.
pub const PILE_CAPACITY: usize = 104;

/// A moment in a table's history, to go back to. Made by [`Table::mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark(usize);

/// The piles in their places. A plain state: it knows no rules.
///
/// The cards of a pile run from the bottom to the top; the first so many of them lie face down.
/// Two tables are equal when the same cards lie the same way in the same places and as many
/// redeals were used, however they came to.
#[derive(Clone)]
pub struct Table {
    sizes: [u8; SLOTS],
    down: [u8; SLOTS],
    cards: [Card; SLOTS * STRIDE + BLOCK],
    places: PlaceSet,
    deck: Box<[Card]>,
    redeals: u8,
    steps: Vec<Step>,
}

const NO_CARD: Card = Card::new(Rank::ACE, Suit::Clubs);

/// Piles lie this far apart in one array. Cards are moved in blocks, since a copy of a fixed size
/// costs less than one of the few cards meant; what it writes past a pile's top means nothing.
/// With room for 64 places the compiler sees that no index can be out of bounds.
const SLOTS: usize = 64;
const STRIDE: usize = 128;
const BLOCK: usize = 16;
const _: () = assert!(Place::COUNT <= SLOTS && PILE_CAPACITY + BLOCK <= STRIDE);

/// The lowest so many bytes of a number.
const FIRST: [u128; BLOCK + 1] = {
    let mut masks = [u128::MAX; BLOCK + 1];
    let mut count = 0;
    while count < BLOCK {
        masks[count] = (1 << (8 * count)) - 1;
        count += 1;
    }
    masks
};

/// Where in the array the card of a pile lies that has `height` cards under it.
#[inline(always)]
const fn slot(place: Place, height: u8) -> usize {
    place.index() * STRIDE + (height as usize & (STRIDE - 1))
}

impl Table {
    /// An empty table with these places, to be laid out from this deck, first card dealt first.
    pub fn new(places: PlaceSet, deck: &[Card]) -> Table {
        Table {
            deck: deck.into(),
            sizes: [0; SLOTS],
            down: [0; SLOTS],
            cards: [NO_CARD; SLOTS * STRIDE + BLOCK],
            places,
            redeals: 0,
            steps: Vec::with_capacity(64),
        }
    }

    /// The places this table has, empty or not.
    pub fn places(&self) -> PlaceSet {
        self.places
    }

    /// The shuffled deck the table was dealt from, first card dealt first.
    pub fn deck(&self) -> &[Card] {
        &self.deck
    }

    /// The cards of a pile, bottom first.
    #[inline]
    pub fn pile(&self, place: Place) -> &[Card] {
        let bottom = slot(place, 0);
        &self.cards[bottom..bottom + self.size(place)]
    }

    /// How many cards a pile has.
    #[inline]
    pub fn size(&self, place: Place) -> usize {
        usize::from(self.sizes[place.index()])
    }

    /// How many cards of a pile, from the bottom, lie face down.
    #[inline]
    pub fn face_down(&self, place: Place) -> usize {
        usize::from(self.down[place.index()])
    }

    /// The face-up cards of a pile, bottom first.
    #[inline]
    pub fn face_up(&self, place: Place) -> &[Card] {
        let bottom = slot(place, 0);
        &self.cards[bottom + self.face_down(place)..bottom + self.size(place)]
    }

    /// Whether no card lies there.
    #[inline]
    pub fn is_empty(&self, place: Place) -> bool {
        self.size(place) == 0
    }

    /// The top card of a pile, face up or down.
    #[inline]
    pub fn top(&self, place: Place) -> Option<Card> {
        let size = self.sizes[place.index()];
        (size > 0).then(|| self.cards[slot(place, size.wrapping_sub(1))])
    }

    /// The indices of up to sixteen cards of a pile from a height on, as bytes of a number, the first
    /// the lowest.
    #[inline(always)]
    pub(crate) fn indices(&self, place: Place, height: usize, count: usize) -> u128 {
        let mut bytes = [0; BLOCK];
        let start = slot(place, height as u8);
        for (byte, card) in bytes.iter_mut().zip(&self.cards[start..start + BLOCK]) {
            *byte = card.byte();
        }
        u128::from_le_bytes(bytes) & FIRST[count.min(BLOCK)]
    }

    /// The index of the bottom card of a pile, or 0, which is no card's. Without a branch.
    #[inline(always)]
    pub(super) fn bottom_index(&self, place: Place) -> usize {
        let card = self.cards[slot(place, 0)].index();
        card & usize::from(self.sizes[place.index()] > 0).wrapping_neg()
    }

    /// How many redeals were used.
    pub fn redeals(&self) -> u8 {
        self.redeals
    }

    /// How many cards lie on foundations.
    pub fn on_foundations(&self) -> usize {
        (0..8).map(|n| self.size(Place::foundation(n))).sum()
    }

    /// Puts a card face up on a pile, as part of setting up. Not a step: it cannot be undone.
    ///
    /// # Panics
    /// If the pile is full.
    pub fn put(&mut self, place: Place, card: Card) {
        assert!(self.size(place) < PILE_CAPACITY, "{place} is full");
        self.cards[slot(place, self.sizes[place.index()])] = card;
        self.sizes[place.index()] += 1;
    }

    /// Lays the lowest `count` cards of a pile face down and the rest face up, as part of setting
    /// up. Not a step: it cannot be undone.
    ///
    /// # Panics
    /// If the pile has fewer cards.
    pub fn lay_face_down(&mut self, place: Place, count: usize) {
        assert!(count <= self.size(place));
        self.down[place.index()] = count as u8;
    }

    /// Moves the top `count` cards, all face up, to another pile as a unit, and turns up the card
    /// they lay on if it is face down. Says how many cards are left where they lay.
    #[inline(always)]
    pub fn carry(&mut self, from: Place, to: Place, count: u8) -> usize {
        let left = self.shift(from, to, count);
        let turned = self.turn_up(from, left);
        self.steps.push(Step::Carry {
            from,
            to,
            count,
            turned,
        });
        left.into()
    }

    /// A [`carry`](Table::carry) that happens by itself: into the space at the left.
    #[inline]
    pub fn slide(&mut self, from: Place, to: Place, count: u8) -> usize {
        let left = self.shift(from, to, count);
        let turned = self.turn_up(from, left);
        self.steps.push(Step::Slide {
            from,
            to,
            count,
            turned,
        });
        left.into()
    }

    /// Turns the top `count` cards of a face-down pile face up on another, top first.
    pub fn deal(&mut self, from: Place, to: Place, count: u8) {
        self.turn_over(from, to, count);
        self.down[from.index()] = self.sizes[from.index()];
        self.steps.push(Step::Deal { from, to, count });
    }

    /// Turns the top `count` cards of a face-up pile face down on another, top first.
    pub fn gather(&mut self, from: Place, to: Place, count: u8) {
        self.turn_over(from, to, count);
        self.down[to.index()] = self.sizes[to.index()];
        self.steps.push(Step::Gather { from, to, count });
    }

    /// Lets two cards of a pile change places; positions count from the bottom, from 0.
    pub fn swap(&mut self, place: Place, first: usize, second: usize) {
        self.cards[slot(place, 0)..].swap(first, second);
        let (first, second) = (first as u8, second as u8);
        self.steps.push(Step::Swap {
            place,
            first,
            second,
        });
    }

    /// Counts one redeal as used.
    pub fn count_redeal(&mut self) {
        self.redeals += 1;
        self.steps.push(Step::Redeal);
    }

    /// The present moment.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark(self.steps.len())
    }

    /// The steps made since a mark, first first.
    pub fn steps_since(&self, mark: Mark) -> &[Step] {
        &self.steps[mark.0..]
    }

    /// Takes back every step made since a mark.
    #[inline]
    pub fn back_to(&mut self, mark: Mark) {
        while self.steps.len() > mark.0 {
            self.unmake_last();
        }
    }

    /// Takes the last step back. Its parts are read one by one where they lie, as they were
    /// written: reading them all at once would have to wait for the single writes to come through.
    #[inline(always)]
    fn unmake_last(&mut self) {
        match self.steps.last() {
            Some(
                &Step::Carry {
                    from,
                    to,
                    count,
                    turned,
                }
                | &Step::Slide {
                    from,
                    to,
                    count,
                    turned,
                },
            ) => {
                self.down[from.index()] += u8::from(turned);
                self.shift(to, from, count);
            }
            Some(&Step::Deal { from, to, count }) => {
                self.turn_over(to, from, count);
                self.down[from.index()] = self.sizes[from.index()];
            }
            Some(&Step::Gather { from, to, count }) => {
                self.turn_over(to, from, count);
                self.down[to.index()] = self.sizes[to.index()];
            }
            Some(&Step::Swap {
                place,
                first,
                second,
            }) => self.cards[slot(place, 0)..].swap(first.into(), second.into()),
            Some(Step::Redeal) => self.redeals -= 1,
            None => return,
        }
        self.steps.truncate(self.steps.len() - 1);
    }

    /// Turns up the top card of a pile if it lies face down, and says whether it did. Written
    /// without a branch: no processor can guess it.
    #[inline(always)]
    fn turn_up(&mut self, place: Place, size: u8) -> bool {
        let down = self.down[place.index()];
        let turned = (down == size) & (size > 0);
        self.down[place.index()] = down - u8::from(turned);
        turned
    }

    /// Moves the top `count` cards; says how many are left.
    #[inline(always)]
    fn shift(&mut self, from: Place, to: Place, count: u8) -> u8 {
        let start = self.sizes[from.index()] - count;
        let end = self.sizes[to.index()];
        self.copy_block(slot(from, start), slot(to, end));
        let mut copied = BLOCK as u8;
        while copied < count {
            self.copy_block(slot(from, start + copied), slot(to, end + copied));
            copied += BLOCK as u8;
        }
        self.sizes[from.index()] = start;
        self.sizes[to.index()] = end + count;
        start
    }

    #[inline(always)]
    fn copy_block(&mut self, source: usize, target: usize) {
        let mut block = [NO_CARD; BLOCK];
        block.copy_from_slice(&self.cards[source..source + BLOCK]);
        self.cards[target..target + BLOCK].copy_from_slice(&block);
    }

    fn turn_over(&mut self, from: Place, to: Place, count: u8) {
        for _ in 0..count {
            self.shift(from, to, 1);
        }
    }
}

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.places == other.places
            && self.redeals == other.redeals
            && self.down == other.down
            && Place::all().all(|place| self.pile(place) == other.pile(place))
    }
}

impl Eq for Table {}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in self.places.iter() {
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
            Place::tableau(0),
            Place::tableau(1),
            Place::STOCK,
            Place::WASTE,
        ];
        let mut table = Table::new(places.into_iter().collect(), &[]);
        for text in ["KS", "QH", "JC"] {
            table.put(Place::tableau(0), card(text));
        }
        table.lay_face_down(Place::tableau(0), 1);
        for text in ["2C", "3C", "4C"] {
            table.put(Place::STOCK, card(text));
        }
        table.lay_face_down(Place::STOCK, 3);
        table
    }

    #[test]
    fn every_step_is_taken_back() {
        let before = table();
        let mut table = before.clone();
        let mark = table.mark();
        table.carry(Place::tableau(0), Place::tableau(1), 2);
        table.deal(Place::STOCK, Place::WASTE, 2);
        table.swap(Place::WASTE, 0, 1);
        table.gather(Place::WASTE, Place::STOCK, 1);
        table.slide(Place::tableau(1), Place::tableau(0), 1);
        table.count_redeal();
        assert_eq!(table.steps_since(mark).len(), 6);
        assert_ne!(table, before);
        table.back_to(mark);
        assert_eq!(table, before);
    }

    #[test]
    fn a_carried_run_keeps_its_order() {
        let mut table = table();
        table.carry(Place::tableau(0), Place::tableau(1), 2);
        assert_eq!(table.pile(Place::tableau(1)), [card("QH"), card("JC")]);
    }

    #[test]
    fn the_stock_deals_its_top_first_and_stays_face_down() {
        let mut table = table();
        table.deal(Place::STOCK, Place::WASTE, 2);
        assert_eq!(table.face_up(Place::WASTE), [card("4C"), card("3C")]);
        assert_eq!(table.face_down(Place::STOCK), 1);
        table.gather(Place::WASTE, Place::STOCK, 2);
        assert_eq!(
            table.pile(Place::STOCK),
            [card("2C"), card("3C"), card("4C")]
        );
        assert_eq!(table.face_down(Place::STOCK), 3);
    }

    #[test]
    fn a_face_down_card_is_turned_up_when_it_is_uncovered_and_not_before() {
        let mut table = table();
        table.carry(Place::tableau(0), Place::tableau(1), 1);
        assert_eq!(table.face_down(Place::tableau(0)), 1);
        table.carry(Place::tableau(0), Place::tableau(1), 1);
        assert_eq!(table.face_up(Place::tableau(0)), [card("KS")]);
        table.carry(Place::tableau(0), Place::tableau(1), 1);
        assert!(table.is_empty(Place::tableau(0)));
    }
}
