//! What happened on a table, as data: the changes of a move with the cards they concern.

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

/// Lists what happened on a table since a checkpoint.
pub fn table_events(table: &Table, since: Checkpoint) -> Vec<TableEvent> {
    let mut table = table.clone();
    let mut events = Vec::new();
    // From the last change to the first, with the table as it was after each.
    while let Some(&change) = table.changes_since(since).last() {
        if let Some(pile) = change.flipped_pile()
            && let Some(card) = table.top(pile)
        {
            events.push(TableEvent::Flipped { card, pile });
        }
        events.extend(event(&table, change));
        table.undo_last();
    }
    events.reverse();
    events
}

/// Returns what a change did, given the table after it.
fn event(after: &Table, change: Change) -> Option<TableEvent> {
    let top_cards = |pile: PileId, count: u8| {
        let cards = after.pile(pile);
        cards[cards.len() - usize::from(count)..].to_vec()
    };
    Some(match change {
        Change::Transfer {
            from, to, count, ..
        } => TableEvent::Moved {
            cards: top_cards(to, count),
            from,
            to,
        },
        Change::Slide {
            from, to, count, ..
        } => TableEvent::Slid {
            cards: top_cards(to, count),
            from,
            to,
        },
        Change::Deal { to, count, .. } => TableEvent::Dealt {
            cards: top_cards(to, count),
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
