//! What happened on a table, as data: the changes of a move with the cards they concern.

use crate::cards::Card;
use crate::rules::{Change, PileId, Table};

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
        /// Number of cards.
        count: usize,
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

/// Lists what `changes` did; `before` is the table before them.
pub fn table_events(before: &Table, changes: &[Change]) -> Vec<TableEvent> {
    let mut table = snapshot(before);
    let mut events = Vec::new();
    for &change in changes {
        events.extend(event(&table, change));
        reapply(&mut table, change);
        if let Some(pile) = change.flipped_pile()
            && let Some(card) = table.top(pile)
        {
            events.push(TableEvent::Flipped { card, pile });
        }
    }
    events
}

fn event(table: &Table, change: Change) -> Option<TableEvent> {
    Some(match change {
        Change::Transfer {
            from, to, count, ..
        } => TableEvent::Moved {
            cards: top_cards(table, from, count).to_vec(),
            from,
            to,
        },
        Change::Slide {
            from, to, count, ..
        } => TableEvent::Slid {
            count: count.into(),
            from,
            to,
        },
        Change::Deal { from, to, count } => TableEvent::Dealt {
            cards: top_cards(table, from, count)
                .iter()
                .rev()
                .copied()
                .collect(),
            to,
        },
        Change::TurnBack { from, to, count } => TableEvent::TurnedBack {
            count: count.into(),
            from,
            to,
        },
        // The order of the discards and the count of redeals follow from the move.
        Change::Swap { .. } | Change::Redeal => return None,
    })
}

/// The top cards of a pile, at most `count` of them.
fn top_cards(table: &Table, pile: PileId, count: u8) -> &[Card] {
    let cards = table.pile(pile);
    &cards[cards.len().saturating_sub(count.into())..]
}

/// Copies the cards of a table, without its undo log.
pub fn snapshot(table: &Table) -> Table {
    let mut copy = Table::new(table.pile_ids(), table.deck());
    for pile in table.pile_ids().iter() {
        for &card in table.pile(pile) {
            copy.put(pile, card);
        }
        copy.set_face_down(pile, table.face_down(pile));
    }
    copy
}

fn reapply(table: &mut Table, change: Change) {
    match change {
        Change::Transfer {
            from, to, count, ..
        } => {
            table.transfer(from, to, count);
        }
        Change::Slide {
            from, to, count, ..
        } => {
            table.slide(from, to, count);
        }
        Change::Deal { from, to, count } => table.deal(from, to, count),
        Change::TurnBack { from, to, count } => table.turn_back(from, to, count),
        Change::Swap {
            pile,
            first,
            second,
        } => table.swap(pile, first.into(), second.into()),
        Change::Redeal => table.count_redeal(),
    }
}
