//! Which cards of a table the player has seen.

use crate::rules::{Change, Move, PILE_CAPACITY, PileId, Rules, Table};

/// Marks of the cards that were face up at some time, by pile and height. They follow the cards from
/// pile to pile.
#[derive(Clone, Debug)]
pub(crate) struct SeenCards {
    /// For each pile one bit per card, the lowest bit for the bottom card.
    seen: [u128; PileId::COUNT],
    sizes: [u8; PileId::COUNT],
}

impl Default for SeenCards {
    fn default() -> SeenCards {
        SeenCards {
            seen: [0; PileId::COUNT],
            sizes: [0; PileId::COUNT],
        }
    }
}

const _: () = assert!(PILE_CAPACITY < u128::BITS as usize);

impl SeenCards {
    /// Marks the face-up cards of a deal.
    pub(crate) fn new(deal: &Table) -> SeenCards {
        let mut cards = SeenCards::default();
        for pile in deal.pile_ids().iter() {
            let face_down = deal.face_down(pile);
            cards.add_pile(pile, (0..deal.size(pile)).map(|height| height >= face_down));
        }
        cards
    }

    /// Adds the cards of a pile, bottom first, each with whether it has been seen.
    pub(crate) fn add_pile(&mut self, pile: PileId, cards: impl Iterator<Item = bool>) {
        cards.for_each(|is_seen| self.push(pile, 1, is_seen.into()));
    }

    /// Whether a card, counted from 0 at the bottom of its pile, has been seen.
    pub(crate) fn contains(&self, pile: PileId, height: usize) -> bool {
        self.seen[pile.index()] >> height & 1 != 0
    }

    /// Follows the changes of a move. Returns whether they show a card that was not seen before.
    pub(crate) fn follow(&mut self, changes: &[Change]) -> bool {
        let mut is_new = false;
        for change in changes {
            match *change {
                Change::Transfer {
                    from, to, count, ..
                }
                | Change::Slide {
                    from, to, count, ..
                } => {
                    let bits = self.pop(from, count);
                    self.push(to, count, bits);
                }
                Change::TurnUp { from, to, count } => {
                    for _ in 0..count {
                        is_new |= self.pop(from, 1) == 0;
                        self.push(to, 1, 1);
                    }
                }
                Change::TurnBack { from, to, count } => {
                    for _ in 0..count {
                        let bit = self.pop(from, 1);
                        self.push(to, 1, bit);
                    }
                }
                Change::Swap {
                    pile,
                    first,
                    second,
                } => {
                    let bits = &mut self.seen[pile.index()];
                    let differ = (*bits >> first ^ *bits >> second) & 1;
                    *bits ^= differ << first | differ << second;
                }
                Change::Redeal => {}
            }
            if let Some(pile) = change.flipped_pile() {
                let top = 1 << (self.sizes[pile.index()] - 1);
                is_new |= self.seen[pile.index()] & top == 0;
                self.seen[pile.index()] |= top;
            }
        }
        is_new
    }

    /// Makes a move on a table and follows it. Returns whether it shows a card that was not seen before.
    pub(crate) fn make_move<R: Rules + ?Sized>(
        &mut self,
        rules: &R,
        table: &mut Table,
        mv: Move,
    ) -> bool {
        let checkpoint = table.checkpoint();
        rules.apply(table, mv);
        self.follow(table.changes_since(checkpoint))
    }

    /// Returns the moves of a line up to the first that shows a new card, or all if they win. `None` if
    /// they do neither.
    pub(crate) fn until_new_card<R: Rules + ?Sized>(
        &self,
        rules: &R,
        table: &Table,
        mut line: Vec<Move>,
    ) -> Option<Vec<Move>> {
        let (mut table, mut seen) = (table.clone(), self.clone());
        for n in 0..line.len() {
            if seen.make_move(rules, &mut table, line[n]) {
                line.truncate(n + 1);
                return Some(line);
            }
        }
        rules.is_won(&table).then_some(line)
    }

    fn pop(&mut self, pile: PileId, count: u8) -> u128 {
        let left = self.sizes[pile.index()] - count;
        let bits = self.seen[pile.index()] >> left;
        self.sizes[pile.index()] = left;
        self.seen[pile.index()] &= low_bits(left.into());
        bits
    }

    fn push(&mut self, pile: PileId, count: u8, bits: u128) {
        let size = self.sizes[pile.index()];
        self.seen[pile.index()] |= bits << size;
        self.sizes[pile.index()] = size + count;
    }
}

/// Returns a number with its lowest `count` bits set.
const fn low_bits(count: usize) -> u128 {
    (1 << count) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanged_cards_take_along_whether_they_were_seen() {
        let (pile, mut cards) = (PileId::STOCK, SeenCards::default());
        cards.add_pile(pile, [true, false, true, false].into_iter());
        let swap = |first, second| Change::Swap {
            pile,
            first,
            second,
        };
        let marks = |cards: &SeenCards| [0, 1, 2, 3].map(|height| cards.contains(pile, height));
        assert!(!cards.follow(&[swap(0, 1)]));
        assert_eq!(marks(&cards), [false, true, true, false]);
        cards.follow(&[swap(1, 2)]);
        assert_eq!(marks(&cards), [false, true, true, false], "two seen cards");
    }
}
