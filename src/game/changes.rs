//! What the changes of a table did: as events, and card by card.

use crate::cards::Card;
use crate::rules::{Change, Checkpoint, PileId, Table};

/// What happened to cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// They were moved as a unit.
    Moved,
    /// The face-up cards of a pile slid left because a pile emptied.
    Slid,
    /// They were dealt face up.
    Dealt,
    /// A card was turned face up where it lay.
    Flipped,
    /// They were turned face down onto another pile.
    TurnedBack,
}

/// One thing that happened on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableEvent {
    /// What happened.
    pub kind: EventKind,
    /// The cards, the one that now lies lowest first.
    pub cards: Vec<Card>,
    /// Source pile.
    pub from: PileId,
    /// Destination pile; that of a flipped card is its source.
    pub to: PileId,
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

/// One card that a move touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardMove {
    /// Position before the move.
    pub from: CardPosition,
    /// Position after the move.
    pub to: CardPosition,
    /// What happened to the card last; not that it slid with the pile that it was moved to.
    pub kind: EventKind,
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

/// Follows every card of a table through changes. Lists what happened, and the cards that it touched, ordered by where
/// they lie now, without those that were turned back.
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
        let (kind, from, to, count) = match change {
            Change::Transfer {
                from, to, count, ..
            } => (EventKind::Moved, from, to, count),
            Change::Slide {
                from, to, count, ..
            } => (EventKind::Slid, from, to, count),
            Change::TurnUp { from, to, count } => (EventKind::Dealt, from, to, count),
            Change::TurnBack { from, to, count } => (EventKind::TurnedBack, from, to, count),
            Change::Swap {
                pile,
                first,
                second,
            } => {
                piles[pile.index()].swap(first.into(), second.into());
                continue;
            }
            Change::Redeal => continue,
        };
        let left = piles[from.index()].len().saturating_sub(count.into());
        let mut moved = piles[from.index()].split_off(left);
        if matches!(kind, EventKind::Dealt | EventKind::TurnedBack) {
            moved.reverse();
        }
        events.push(event(n, kind, &mut moved, from, to));
        piles[to.index()].append(&mut moved);
        if let Some(pile) = change.flipped_pile()
            && let [.., top] = &mut piles[pile.index()][..]
        {
            let flipped = std::slice::from_mut(top);
            events.push(event(n, EventKind::Flipped, flipped, pile, pile));
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
    let card_moves = card_moves.collect();
    (events, card_moves)
}

/// A card while it is followed through the changes.
struct TrackedCard {
    card: Card,
    from: CardPosition,
    kind: Option<EventKind>,
    first_change: usize,
}

/// Returns the event of a change with this number, and notes what happened with its cards.
fn event(
    change: usize,
    kind: EventKind,
    cards: &mut [TrackedCard],
    from: PileId,
    to: PileId,
) -> TableEvent {
    for card in cards.iter_mut() {
        if card.kind.is_none() {
            card.first_change = change;
        }
        let has_moved = matches!(card.kind, Some(EventKind::Moved | EventKind::Dealt));
        if !(has_moved && kind == EventKind::Slid) {
            card.kind = Some(kind).filter(|kind| *kind != EventKind::TurnedBack);
        }
    }
    let cards = cards.iter().map(|card| card.card).collect();
    TableEvent {
        kind,
        cards,
        from,
        to,
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
        let (_, moves) = changes_since(&table, start);
        let found = moves.iter().map(|moved| (moved.to, moved.kind));
        let expected = [
            (CardPosition::new(first, 0), EventKind::Slid),
            (CardPosition::new(first, 1), EventKind::Moved),
            (CardPosition::new(second, 0), EventKind::Slid),
            (CardPosition::new(third, 0), EventKind::Flipped),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }
}
