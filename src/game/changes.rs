//! What the changes of a table did: as events, and card by card.

use crate::cards::Card;
use crate::rules::{Change, Checkpoint, PileId, Table};

/// One thing that happened on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableEvent {
    /// Cards moved as a unit, the bottom card first.
    Moved {
        /// The cards.
        cards: Vec<Card>,
        /// Source pile.
        from: PileId,
        /// Destination pile.
        to: PileId,
    },
    /// The face-up cards of a pile slid left because a pile emptied.
    Slid {
        /// The cards.
        cards: Vec<Card>,
        /// Source pile.
        from: PileId,
        /// Destination pile.
        to: PileId,
    },
    /// Cards were dealt face up, the first card dealt first.
    Dealt {
        /// The cards.
        cards: Vec<Card>,
        /// Destination pile.
        to: PileId,
    },
    /// A card was turned face up where it lay.
    Flipped {
        /// The card.
        card: Card,
        /// Its pile.
        pile: PileId,
    },
    /// Cards were turned face down onto another pile.
    TurnedBack {
        /// Number of cards.
        count: usize,
        /// Source pile.
        from: PileId,
        /// Destination pile.
        to: PileId,
    },
}

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

/// Lists what happened on a table since a checkpoint.
pub fn table_events(table: &Table, since: Checkpoint) -> Vec<TableEvent> {
    changes_since(table, since).0
}

/// Lists what happened on a table since a checkpoint, and the cards that it touched.
pub(super) fn changes_since(table: &Table, since: Checkpoint) -> (Vec<TableEvent>, Vec<CardMove>) {
    let mut before = table.clone();
    before.rollback(since);
    follow_changes(&before, table.changes_since(since))
}

/// Follows every card of a table through changes. Returns what happened, and the cards touched, ordered by
/// where they lie then.
pub fn follow_changes(before: &Table, changes: &[Change]) -> (Vec<TableEvent>, Vec<CardMove>) {
    let tracked = |pile| -> Vec<TrackedCard> {
        let cards = before.pile(pile).iter().enumerate();
        let tracked = cards.map(|(index, &card)| TrackedCard {
            card,
            from: CardPosition::new(pile, index),
            kind: None,
            first_change: 0,
        });
        tracked.collect()
    };
    let mut piles: Vec<Vec<TrackedCard>> = PileId::all().map(tracked).collect();
    let mut events = Vec::new();
    for (n, &change) in changes.iter().enumerate() {
        match change {
            Change::Transfer {
                from, to, count, ..
            }
            | Change::Slide {
                from, to, count, ..
            }
            | Change::Deal { from, to, count }
            | Change::TurnBack { from, to, count } => {
                let left = piles[from.index()].len().saturating_sub(count.into());
                let mut moved = piles[from.index()].split_off(left);
                if matches!(change, Change::Deal { .. } | Change::TurnBack { .. }) {
                    moved.reverse();
                }
                let cards = moved.iter().map(|moved| moved.card).collect();
                let (kind, event) = match change {
                    Change::Slide { .. } => (
                        Some(CardMoveKind::Slid),
                        TableEvent::Slid { cards, from, to },
                    ),
                    Change::Deal { .. } => {
                        (Some(CardMoveKind::Moved), TableEvent::Dealt { cards, to })
                    }
                    Change::TurnBack { .. } => {
                        let count = cards.len();
                        (None, TableEvent::TurnedBack { count, from, to })
                    }
                    _ => (
                        Some(CardMoveKind::Moved),
                        TableEvent::Moved { cards, from, to },
                    ),
                };
                events.push(event);
                for card in &mut moved {
                    card.record_change(n, kind);
                }
                piles[to.index()].append(&mut moved);
            }
            Change::Swap {
                pile,
                first,
                second,
            } => piles[pile.index()].swap(first.into(), second.into()),
            Change::Redeal => {}
        }
        if let Some(pile) = change.flipped_pile()
            && let Some(top) = piles[pile.index()].last_mut()
        {
            top.record_change(n, Some(CardMoveKind::Flipped));
            events.push(TableEvent::Flipped {
                card: top.card,
                pile,
            });
        }
    }
    let card_moves = PileId::all().flat_map(|pile| {
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
    (events, card_moves.collect())
}

/// A card while it is followed through the changes.
struct TrackedCard {
    card: Card,
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
        let (_, card_moves) = changes_since(&table, start);
        let change_at = |pile, index| {
            let to = CardPosition::new(pile, index);
            let found = card_moves.iter().find(|card_move| card_move.to == to);
            found.map(|card_move| card_move.kind)
        };
        assert_eq!(change_at(first, 1), Some(CardMoveKind::Moved));
        assert_eq!(change_at(second, 0), Some(CardMoveKind::Slid));
        assert_eq!(change_at(third, 0), Some(CardMoveKind::Flipped));
        assert_eq!(change_at(PileId::tableau(3), 0), None);
    }
}
