//! What a move did: which cards it moved, and the words for it.

use crate::cards::{Card, Suit};
use crate::rules::{Place, Role, Step, Table};
use crate::words::counted;

/// What a place is called: a foundation by its suit.
pub fn name(place: Place) -> String {
    match place.role() {
        Role::Foundation => {
            let suit = Suit::from_index(place.number() % 4);
            format!("the foundation of {}", suit.name())
        }
        _ => place.name(),
    }
}

/// What happened to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It was carried or dealt there.
    Moved,
    /// It slid left by itself.
    Slid,
    /// It was turned up.
    Turned,
}

/// A card that something happened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Journey {
    /// Where it lay before: the place, and its position from 0 at the bottom.
    pub from: (Place, usize),
    /// Where it lies now.
    pub to: (Place, usize),
    /// What happened to it last.
    pub how: How,
    /// The number of the first step that touched it.
    pub step: usize,
}

/// Which cards a move did something to, where they lie now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Happened {
    journeys: Vec<Journey>,
}

impl Happened {
    /// Reads off a move's steps what it did; the table is as it stands after them.
    pub fn of(table: &Table, steps: &[Step]) -> Happened {
        // How many cards each pile had before, counted back from those it has.
        let mut sizes: Vec<usize> = Place::all().map(|place| table.size(place)).collect();
        for (from, to, count) in steps.iter().rev().filter_map(carried) {
            sizes[from.index()] += count;
            sizes[to.index()] = sizes[to.index()].saturating_sub(count);
        }
        let untouched = |(place, size)| -> Vec<Touched> {
            let card = |index| Touched {
                from: (place, index),
                how: None,
                step: 0,
            };
            (0..size).map(card).collect()
        };
        let mut piles: Vec<Vec<Touched>> = Place::all().zip(sizes).map(untouched).collect();
        for (n, step) in steps.iter().enumerate() {
            if let Step::Swap {
                place,
                first,
                second,
            } = *step
            {
                piles[place.index()].swap(first.into(), second.into());
            }
            if let Some((from, to, count)) = carried(step) {
                let left = piles[from.index()].len().saturating_sub(count);
                let mut cards = piles[from.index()].split_off(left);
                if matches!(step, Step::Deal { .. } | Step::Gather { .. }) {
                    cards.reverse();
                }
                for card in &mut cards {
                    card.happens(
                        n,
                        match step {
                            Step::Slide { .. } => Some(How::Slid),
                            Step::Gather { .. } => None,
                            _ => Some(How::Moved),
                        },
                    );
                }
                piles[to.index()].append(&mut cards);
            }
            if let Some(place) = step.turned_up()
                && let Some(top) = piles[place.index()].last_mut()
            {
                top.happens(n, Some(How::Turned));
            }
        }
        let journeys = Place::all().flat_map(|place| {
            let pile = piles[place.index()].iter().enumerate();
            pile.filter_map(move |(index, card)| {
                Some(Journey {
                    from: card.from,
                    to: (place, index),
                    how: card.how?,
                    step: card.step,
                })
            })
        });
        Happened {
            journeys: journeys.collect(),
        }
    }

    /// What happened to a card.
    pub fn to(&self, place: Place, index: usize) -> Option<How> {
        let mut journeys = self.journeys.iter();
        let here = journeys.find(|journey| journey.to == (place, index));
        here.map(|journey| journey.how)
    }

    /// Where something happened first.
    pub fn first(&self) -> Option<Place> {
        self.journeys.first().map(|journey| journey.to.0)
    }

    /// The cards that something happened to, by where they lie now.
    pub fn journeys(&self) -> &[Journey] {
        &self.journeys
    }
}

/// A card while its steps are read.
struct Touched {
    from: (Place, usize),
    how: Option<How>,
    step: usize,
}

impl Touched {
    fn happens(&mut self, step: usize, how: Option<How>) {
        if self.how.is_none() {
            self.step = step;
        }
        self.how = how;
    }
}

fn carried(step: &Step) -> Option<(Place, Place, usize)> {
    match *step {
        Step::Carry {
            from, to, count, ..
        }
        | Step::Slide {
            from, to, count, ..
        }
        | Step::Deal { from, to, count }
        | Step::Gather { from, to, count } => Some((from, to, count.into())),
        Step::Swap { .. } | Step::Redeal => None,
    }
}

/// What a move did in words: `7♠ to pile 3 · 3 cards moved left: pile 2 into pile 1`.
pub fn words(table: &Table, steps: &[Step]) -> String {
    let happened = Happened::of(table, steps);
    let mut told: Vec<String> = Vec::new();
    for step in steps {
        if let Step::Carry {
            from, to, count, ..
        } = *step
        {
            told.push(happened.carry(table, from, to, count.into()));
        }
    }
    told.extend(slid(steps));
    let deals = steps.iter().filter(|s| matches!(s, Step::Deal { .. }));
    let dealt: Vec<_> = deals.filter_map(carried).collect();
    match dealt[..] {
        [] => {}
        [(_, to, 1)] => told.push(format!("drew {}", happened.named(table, to, How::Moved, 1))),
        _ => {
            let count = dealt.iter().map(|(.., count)| count).sum();
            told.push(format!("dealt {}", counted(count, "card")));
        }
    }
    let turned: Vec<String> = (happened.journeys.iter())
        .filter(|journey| journey.how == How::Turned)
        .filter_map(|Journey { to, .. }| table.pile(to.0).get(to.1))
        .map(Card::to_string)
        .collect();
    if !turned.is_empty() {
        told.push(format!("turned up {}", turned.join(" ")));
    }
    if steps.iter().any(|step| matches!(step, Step::Redeal)) {
        told.push("the discards are the deck again".into());
    }
    told.join(" · ")
}

/// The slides of a move in words. Where piles slid one after another, each into the place that the
/// one before it left, that is told at once.
fn slid(steps: &[Step]) -> Vec<String> {
    let slides: Vec<(Place, Place, usize)> = steps
        .iter()
        .filter(|step| matches!(step, Step::Slide { .. }))
        .filter_map(carried)
        .collect();
    let rows = slides.chunk_by(|(left, ..), (_, into, _)| left == into);
    rows.filter_map(|row| match *row {
        [] => None,
        [(from, to, count)] => Some(format!(
            "{} moved left: {} into {}",
            counted(count, "card"),
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
const NAMED: usize = 4;

impl Happened {
    fn carry(&self, table: &Table, from: Place, to: Place, count: usize) -> String {
        let moved = self.named(table, to, How::Moved, count);
        match to.role() {
            Role::Foundation => format!("{moved} home"),
            Role::Discards => format!("{moved} discarded"),
            _ if from.is_foundation() => format!("{moved} back to {}", to.name()),
            _ => format!("{moved} to {}", to.name()),
        }
    }

    /// The cards of a place that something happened to, by name if they are few and lie there
    /// still; else their number.
    fn named(&self, table: &Table, place: Place, how: How, count: usize) -> String {
        let mut names = Vec::new();
        for journey in &self.journeys {
            if (journey.to.0, journey.how) == (place, how) {
                names.extend(table.pile(place).get(journey.to.1).map(Card::to_string));
            }
        }
        if names.len() == count && count <= NAMED {
            names.join(" ")
        } else {
            counted(count, "card")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Piles of one face-up card each, but the third, which has one face down under it.
    fn table() -> Table {
        let piles = (0..4).map(Place::tableau);
        let mut table = Table::new(piles.collect(), &[]);
        for (pile, card) in [(0, "8H"), (1, "9S"), (2, "4C"), (2, "KD"), (3, "2C")] {
            table.put(Place::tableau(pile), card.parse().expect("a card"));
        }
        table.lay_face_down(Place::tableau(2), 1);
        table
    }

    #[test]
    fn what_moved_slid_and_was_turned_up_is_told_where_it_lies_now() {
        let mut table = table();
        let mark = table.mark();
        let [first, second, third] = [0, 1, 2].map(Place::tableau);
        table.carry(first, second, 1);
        table.slide(second, first, 2);
        table.slide(third, second, 1);
        let steps = table.steps_since(mark);
        let happened = Happened::of(&table, steps);
        assert_eq!(happened.to(first, 1), Some(How::Slid));
        assert_eq!(happened.to(second, 0), Some(How::Slid));
        assert_eq!(happened.to(third, 0), Some(How::Turned));
        assert_eq!(happened.to(Place::tableau(3), 0), None);
        assert_eq!(
            words(&table, steps),
            "1 card to pile 2 · pile 1 empty: piles 2 and 3 moved left · turned up 4♣"
        );
    }

    #[test]
    fn a_slide_of_one_pile_names_both_places() {
        let mut table = table();
        let mark = table.mark();
        table.carry(Place::tableau(1), Place::tableau(0), 1);
        table.slide(Place::tableau(2), Place::tableau(1), 1);
        assert_eq!(
            words(&table, table.steps_since(mark)),
            "9♠ to pile 1 · 1 card moved left: pile 3 into pile 2 · turned up 4♣"
        );
    }

    #[test]
    fn a_few_cards_are_named_and_many_counted() {
        let mut table = table();
        let mark = table.mark();
        table.carry(Place::tableau(0), Place::tableau(1), 1);
        assert_eq!(words(&table, table.steps_since(mark)), "8♥ to pile 2");
    }
}
