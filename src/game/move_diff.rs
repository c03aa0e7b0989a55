//! Which cards a move touched, and where they ended up.

use crate::rules::{Change, PileId, Table};

/// A card on the table, or an empty pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardPosition {
    /// The pile.
    pub pile: PileId,
    /// The card's index in its pile; 0 is the bottom card.
    pub index: usize,
}

impl CardPosition {
    /// Creates a position.
    pub fn new(pile: PileId, index: usize) -> CardPosition {
        CardPosition { pile, index }
    }
}

/// What happened to a card in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardMoveKind {
    /// Moved by the player, dealt, or sent home.
    Moved,
    /// Slid left because a pile emptied.
    Slid,
    /// Turned face up.
    Flipped,
}

/// One card that a move touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardMove {
    /// Position before the move.
    pub from: CardPosition,
    /// Position after the move.
    pub to: CardPosition,
    /// What happened to the card last; not that it slid with the pile that it was moved to.
    pub kind: CardMoveKind,
    /// Index of the first change that touched the card.
    pub first_change: usize,
}

/// The cards that a move or a turn touched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveDiff {
    card_moves: Vec<CardMove>,
}

impl MoveDiff {
    /// Follows every card through `changes`; `table` is the table after them.
    pub fn from_changes(table: &Table, changes: &[Change]) -> MoveDiff {
        // The size of each pile before the changes.
        let mut sizes: Vec<usize> = PileId::all().map(|pile| table.size(pile)).collect();
        for (from, to, count) in changes.iter().rev().filter_map(pile_transfer) {
            sizes[from.index()] += count;
            sizes[to.index()] = sizes[to.index()].saturating_sub(count);
        }
        let untouched = |(pile, size)| -> Vec<TrackedCard> {
            let card = |index| TrackedCard {
                from: CardPosition::new(pile, index),
                kind: None,
                first_change: 0,
            };
            (0..size).map(card).collect()
        };
        let mut piles: Vec<Vec<TrackedCard>> = PileId::all().zip(sizes).map(untouched).collect();
        for (n, change) in changes.iter().enumerate() {
            if let Change::Swap {
                pile,
                first,
                second,
            } = *change
            {
                piles[pile.index()].swap(first.into(), second.into());
            }
            if let Some((from, to, count)) = pile_transfer(change) {
                let left = piles[from.index()].len().saturating_sub(count);
                let mut cards = piles[from.index()].split_off(left);
                if matches!(change, Change::Deal { .. } | Change::TurnBack { .. }) {
                    cards.reverse();
                }
                let kind = match change {
                    Change::Slide { .. } => Some(CardMoveKind::Slid),
                    Change::TurnBack { .. } => None,
                    _ => Some(CardMoveKind::Moved),
                };
                for card in &mut cards {
                    card.record_change(n, kind);
                }
                piles[to.index()].append(&mut cards);
            }
            if let Some(pile) = change.flipped_pile()
                && let Some(top) = piles[pile.index()].last_mut()
            {
                top.record_change(n, Some(CardMoveKind::Flipped));
            }
        }
        let moves = PileId::all().flat_map(|pile| {
            let cards = piles[pile.index()].iter().enumerate();
            cards.filter_map(move |(index, card)| {
                Some(CardMove {
                    from: card.from,
                    to: CardPosition::new(pile, index),
                    kind: card.kind?,
                    first_change: card.first_change,
                })
            })
        });
        MoveDiff {
            card_moves: moves.collect(),
        }
    }

    /// Returns what happened to the card that now lies at a position.
    pub fn change_at(&self, position: CardPosition) -> Option<CardMoveKind> {
        let mut moves = self.card_moves.iter();
        Some(moves.find(|card_move| card_move.to == position)?.kind)
    }

    /// Returns the pile of the first card in [`card_moves`](MoveDiff::card_moves).
    pub fn first_changed_pile(&self) -> Option<PileId> {
        self.card_moves.first().map(|card_move| card_move.to.pile)
    }

    /// Returns the cards touched, ordered by where they lie now.
    pub fn card_moves(&self) -> &[CardMove] {
        &self.card_moves
    }
}

/// A card while it is followed through the changes.
struct TrackedCard {
    from: CardPosition,
    kind: Option<CardMoveKind>,
    first_change: usize,
}

impl TrackedCard {
    fn record_change(&mut self, change: usize, kind: Option<CardMoveKind>) {
        if self.kind.is_none() {
            self.first_change = change;
        }
        let has_moved = self.kind == Some(CardMoveKind::Moved);
        if !(has_moved && kind == Some(CardMoveKind::Slid)) {
            self.kind = kind;
        }
    }
}

fn pile_transfer(change: &Change) -> Option<(PileId, PileId, usize)> {
    match *change {
        Change::Transfer {
            from, to, count, ..
        }
        | Change::Slide {
            from, to, count, ..
        }
        | Change::Deal { from, to, count }
        | Change::TurnBack { from, to, count } => Some((from, to, count.into())),
        Change::Swap { .. } | Change::Redeal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_found_where_it_lies_after_the_move() {
        let piles = (0..4).map(PileId::tableau);
        let mut table = Table::new(piles.collect(), &[]);
        for (pile, card) in [(0, "8H"), (1, "9S"), (2, "4C"), (2, "KD"), (3, "2C")] {
            table.put(PileId::tableau(pile), card.parse().expect("a card"));
        }
        table.set_face_down(PileId::tableau(2), 1);
        let start = table.checkpoint();
        let [first, second, third] = [0, 1, 2].map(PileId::tableau);
        table.transfer(first, second, 1);
        table.slide(second, first, 2);
        table.slide(third, second, 1);
        let diff = MoveDiff::from_changes(&table, table.changes_since(start));
        assert_eq!(
            diff.change_at(CardPosition::new(first, 1)),
            Some(CardMoveKind::Moved)
        );
        assert_eq!(
            diff.change_at(CardPosition::new(second, 0)),
            Some(CardMoveKind::Slid)
        );
        assert_eq!(
            diff.change_at(CardPosition::new(third, 0)),
            Some(CardMoveKind::Flipped)
        );
        assert_eq!(
            diff.change_at(CardPosition::new(PileId::tableau(3), 0)),
            None
        );
    }
}
