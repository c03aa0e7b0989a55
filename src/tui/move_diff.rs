//! What a move did: which cards it moved, and the words for it.

use crate::cards::{Card, Suit};
use crate::describe::pluralize;
use crate::rules::{Change, PileId, PileKind, Table};

/// What a place is called: a foundation by its suit.
pub fn pile_name(place: PileId) -> String {
    match place.kind() {
        PileKind::Foundation => {
            let suit = Suit::from_index(place.number() % 4);
            format!("the foundation of {}", suit.name())
        }
        _ => place.name(),
    }
}

/// What happened to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// It was carried or dealt there.
    Moved,
    /// It slid left by itself.
    Slid,
    /// It was turned up.
    Flipped,
}

/// A card that something happened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardMove {
    /// Where it lay before: the place, and its position from 0 at the bottom.
    pub from: (PileId, usize),
    /// Where it lies now.
    pub to: (PileId, usize),
    /// What happened to it last.
    pub kind: ChangeKind,
    /// The number of the first step that touched it.
    pub first_change: usize,
}

/// Which cards a move did something to, where they lie now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveDiff {
    card_moves: Vec<CardMove>,
}

impl MoveDiff {
    /// Reads off a move's steps what it did; the table is as it stands after them.
    pub fn from_changes(table: &Table, steps: &[Change]) -> MoveDiff {
        // How many cards each pile had before, counted back from those it has.
        let mut sizes: Vec<usize> = PileId::all().map(|place| table.size(place)).collect();
        for (from, to, count) in steps.iter().rev().filter_map(pile_transfer) {
            sizes[from.index()] += count;
            sizes[to.index()] = sizes[to.index()].saturating_sub(count);
        }
        let untouched = |(place, size)| -> Vec<TrackedCard> {
            let card = |index| TrackedCard {
                from: (place, index),
                kind: None,
                first_change: 0,
            };
            (0..size).map(card).collect()
        };
        let mut piles: Vec<Vec<TrackedCard>> = PileId::all().zip(sizes).map(untouched).collect();
        for (n, step) in steps.iter().enumerate() {
            if let Change::Swap {
                pile: place,
                first,
                second,
            } = *step
            {
                piles[place.index()].swap(first.into(), second.into());
            }
            if let Some((from, to, count)) = pile_transfer(step) {
                let left = piles[from.index()].len().saturating_sub(count);
                let mut cards = piles[from.index()].split_off(left);
                if matches!(step, Change::Deal { .. } | Change::TurnBack { .. }) {
                    cards.reverse();
                }
                for card in &mut cards {
                    card.record_change(
                        n,
                        match step {
                            Change::Slide { .. } => Some(ChangeKind::Slid),
                            Change::TurnBack { .. } => None,
                            _ => Some(ChangeKind::Moved),
                        },
                    );
                }
                piles[to.index()].append(&mut cards);
            }
            if let Some(place) = step.flipped_pile()
                && let Some(top) = piles[place.index()].last_mut()
            {
                top.record_change(n, Some(ChangeKind::Flipped));
            }
        }
        let journeys = PileId::all().flat_map(|place| {
            let pile = piles[place.index()].iter().enumerate();
            pile.filter_map(move |(index, card)| {
                Some(CardMove {
                    from: card.from,
                    to: (place, index),
                    kind: card.kind?,
                    first_change: card.first_change,
                })
            })
        });
        MoveDiff {
            card_moves: journeys.collect(),
        }
    }

    /// What happened to a card.
    pub fn change_at(&self, place: PileId, index: usize) -> Option<ChangeKind> {
        let mut journeys = self.card_moves.iter();
        let here = journeys.find(|journey| journey.to == (place, index));
        here.map(|journey| journey.kind)
    }

    /// Where something happened first.
    pub fn first_changed_pile(&self) -> Option<PileId> {
        self.card_moves.first().map(|journey| journey.to.0)
    }

    /// The cards that something happened to, by where they lie now.
    pub fn card_moves(&self) -> &[CardMove] {
        &self.card_moves
    }
}

/// A card while its steps are read.
struct TrackedCard {
    from: (PileId, usize),
    kind: Option<ChangeKind>,
    first_change: usize,
}

impl TrackedCard {
    fn record_change(&mut self, step: usize, how: Option<ChangeKind>) {
        if self.kind.is_none() {
            self.first_change = step;
        }
        self.kind = how;
    }
}

fn pile_transfer(step: &Change) -> Option<(PileId, PileId, usize)> {
    match *step {
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

/// What a move did in words: `7♠ to pile 3 · 3 cards moved left: pile 2 into pile 1`.
pub fn describe_changes(table: &Table, steps: &[Change]) -> String {
    let happened = MoveDiff::from_changes(table, steps);
    let mut told: Vec<String> = Vec::new();
    for step in steps {
        if let Change::Transfer {
            from, to, count, ..
        } = *step
        {
            told.push(happened.describe_transfer(table, from, to, count.into()));
        }
    }
    told.extend(describe_slides(steps));
    let deals = steps.iter().filter(|s| matches!(s, Change::Deal { .. }));
    let dealt: Vec<_> = deals.filter_map(pile_transfer).collect();
    match dealt[..] {
        [] => {}
        [(_, to, 1)] => told.push(format!(
            "drew {}",
            happened.describe_cards(table, to, ChangeKind::Moved, 1)
        )),
        _ => {
            let count = dealt.iter().map(|(.., count)| count).sum();
            told.push(format!("dealt {}", pluralize(count, "card")));
        }
    }
    let turned: Vec<String> = (happened.card_moves.iter())
        .filter(|journey| journey.kind == ChangeKind::Flipped)
        .filter_map(|CardMove { to, .. }| table.pile(to.0).get(to.1))
        .map(Card::to_string)
        .collect();
    if !turned.is_empty() {
        told.push(format!("turned up {}", turned.join(" ")));
    }
    if steps.iter().any(|step| matches!(step, Change::Redeal)) {
        told.push("the discards are the deck again".into());
    }
    told.join(" · ")
}

/// The slides of a move in words. Where piles slid one after another, each into the place that the
/// one before it left, that is told at once.
fn describe_slides(steps: &[Change]) -> Vec<String> {
    let slides: Vec<(PileId, PileId, usize)> = steps
        .iter()
        .filter(|step| matches!(step, Change::Slide { .. }))
        .filter_map(pile_transfer)
        .collect();
    let rows = slides.chunk_by(|(left, ..), (_, into, _)| left == into);
    rows.filter_map(|row| match *row {
        [] => None,
        [(from, to, count)] => Some(format!(
            "{} moved left: {} into {}",
            pluralize(count, "card"),
            from.name(),
            to.name()
        )),
        [(first, to, _), .., (last, ..)] => Some(format!(
            "{} empty: piles {} {} {} moved left",
            to.name(),
            first.number() + 1,
            if row.len() == 2 { "and" } else { "to" },
            last.number() + 1
        )),
    })
    .collect()
}

/// The most cards that are named one by one.
const MAX_NAMED_CARDS: usize = 4;

impl MoveDiff {
    fn describe_transfer(&self, table: &Table, from: PileId, to: PileId, count: usize) -> String {
        let moved = self.describe_cards(table, to, ChangeKind::Moved, count);
        match to.kind() {
            PileKind::Foundation => format!("{moved} home"),
            PileKind::Discards => format!("{moved} discarded"),
            _ if from.is_foundation() => format!("{moved} back to {}", to.name()),
            _ => format!("{moved} to {}", to.name()),
        }
    }

    /// The cards of a place that something happened to, by name if they are few and lie there
    /// still; else their number.
    fn describe_cards(
        &self,
        table: &Table,
        place: PileId,
        how: ChangeKind,
        count: usize,
    ) -> String {
        let mut names = Vec::new();
        for journey in &self.card_moves {
            if (journey.to.0, journey.kind) == (place, how) {
                names.extend(table.pile(place).get(journey.to.1).map(Card::to_string));
            }
        }
        if names.len() == count && count <= MAX_NAMED_CARDS {
            names.join(" ")
        } else {
            pluralize(count, "card")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Piles of one face-up card each, but the third, which has one face down under it.
    fn table() -> Table {
        let piles = (0..4).map(PileId::tableau);
        let mut table = Table::new(piles.collect(), &[]);
        for (pile, card) in [(0, "8H"), (1, "9S"), (2, "4C"), (2, "KD"), (3, "2C")] {
            table.put(PileId::tableau(pile), card.parse().expect("a card"));
        }
        table.set_face_down(PileId::tableau(2), 1);
        table
    }

    #[test]
    fn what_moved_slid_and_was_turned_up_is_told_where_it_lies_now() {
        let mut table = table();
        let mark = table.checkpoint();
        let [first, second, third] = [0, 1, 2].map(PileId::tableau);
        table.transfer(first, second, 1);
        table.slide(second, first, 2);
        table.slide(third, second, 1);
        let steps = table.changes_since(mark);
        let happened = MoveDiff::from_changes(&table, steps);
        assert_eq!(happened.change_at(first, 1), Some(ChangeKind::Slid));
        assert_eq!(happened.change_at(second, 0), Some(ChangeKind::Slid));
        assert_eq!(happened.change_at(third, 0), Some(ChangeKind::Flipped));
        assert_eq!(happened.change_at(PileId::tableau(3), 0), None);
        assert_eq!(
            describe_changes(&table, steps),
            "1 card to pile 2 · pile 1 empty: piles 2 and 3 moved left · turned up 4♣"
        );
    }

    #[test]
    fn a_slide_of_one_pile_names_both_places() {
        let mut table = table();
        let mark = table.checkpoint();
        table.transfer(PileId::tableau(1), PileId::tableau(0), 1);
        table.slide(PileId::tableau(2), PileId::tableau(1), 1);
        assert_eq!(
            describe_changes(&table, table.changes_since(mark)),
            "9♠ to pile 1 · 1 card moved left: pile 3 into pile 2 · turned up 4♣"
        );
    }

    #[test]
    fn a_few_cards_are_named_and_many_counted() {
        let mut table = table();
        let mark = table.checkpoint();
        table.transfer(PileId::tableau(0), PileId::tableau(1), 1);
        assert_eq!(
            describe_changes(&table, table.changes_since(mark)),
            "8♥ to pile 2"
        );
    }
}
