//! Single Left as Warfield's: Moving Left with one deck and seven piles.
//!
//! The moves are Moving Left's. But with one deck there are just two cards that a card goes on, and
//! but one other card that goes on those. So the end of a run can be moved only while the other card
//! it goes on lies free, and then to and fro at will: it is adrift. A search leaves it where it is,
//! and lets it make way for a move that needs the card under it.

use super::build;
use super::free::ALTERNATING;
use super::insight::{Courses, Insight, Insights, Kin};
use super::moves::{Move, MoveList};
use super::moving_left::MovingLeft;
use super::place::Place;
use super::plan::{Plan, Profile, Takes};
use super::shape::Shape;
use super::single_left::PROFILE;
use super::sliding;
use super::table::Table;
use super::{Choices, Rules};
use crate::cards::{Card, CardSet, Rank};

/// The game.
#[derive(Clone, Debug)]
pub struct Warfield {
    rules: MovingLeft,
    shape: Shape,
}

impl Warfield {
    pub(super) fn new() -> Warfield {
        Warfield {
            rules: MovingLeft::one_deck(),
            shape: Shape::new(7, 1),
        }
    }

    /// The same game with fewer piles and ranks, to try things out on; the highest rank takes the
    /// part of the king.
    #[must_use]
    pub fn shortened(self, piles: usize, top: Rank) -> Self {
        Warfield {
            rules: self.rules.shortened(piles, top),
            shape: self.shape.shortened(piles, top),
        }
    }
}

/// The runs of a position, and what can be done with them.
struct Runs<'a> {
    table: &'a Table,
    shape: Shape,
    /// The face-up cards of the tableau.
    up: CardSet,
    /// Those that nothing lies on.
    tops: CardSet,
    /// The first card of each run: the others lie on a card that takes them.
    heads: CardSet,
    /// For each face-up card its pile, and how many cards lie under it.
    at: [(u8, u8); 64],
}

impl<'a> Runs<'a> {
    fn new(table: &'a Table, shape: Shape) -> Runs<'a> {
        let mut runs = Runs {
            table,
            shape,
            up: CardSet::NONE,
            tops: CardSet::NONE,
            heads: CardSet::NONE,
            at: [(0, 0); 64],
        };
        for pile in build::tableau(shape.piles) {
            let run = table.face_up(pile);
            let ([head, .., top] | [head @ top]) = run else {
                continue;
            };
            runs.heads = runs.heads.or(CardSet::only(*head));
            runs.tops = runs.tops.or(CardSet::only(*top));
            for (under, card) in (table.face_down(pile) as u8..).zip(run) {
                runs.up = runs.up.or(CardSet::only(*card));
                runs.at[card.index()] = (pile.index() as u8, under);
            }
        }
        runs
    }

    fn pile(&self, card: Card) -> Place {
        Place::from_index(self.at[card.index()].0)
    }

    /// How many cards move with a face-up card.
    fn count(&self, card: Card) -> u8 {
        self.table.size(self.pile(card)) as u8 - self.at[card.index()].1
    }

    /// Begins a course by which a face-up card comes to lie free: what lies on it makes way, where
    /// it can. Whether the card then does.
    fn free(&self, card: Card, courses: &mut Courses) -> bool {
        let from = self.pile(card);
        let above = usize::from(self.at[card.index()].1) + 1;
        let Some(&on) = self.table.pile(from).get(above) else {
            return true;
        };
        let other = ALTERNATING.taking(on).and(self.tops).iter().next();
        if let Some(other) = other {
            let (to, count) = (self.pile(other), self.count(on));
            courses.step(Move::Carry { from, to, count });
        }
        other.is_some()
    }

    /// A card goes home, if it lies free or can.
    fn list_home(&self, card: Card, courses: &mut Courses) {
        let home = Place::foundation(card.suit().index());
        if self.table.top(Place::WASTE) == Some(card) {
            courses.push(Move::card(Place::WASTE, home));
        } else if self.up.has(card) && self.free(card, courses) {
            courses.push(Move::card(self.pile(card), home));
        }
    }

    /// A card and what lies on it go on each card that takes them and lies free or can; a king
    /// goes in the space.
    fn list_onto(&self, card: Card, from: Place, count: u8, courses: &mut Courses) {
        for on in ALTERNATING.taking(card).and(self.up).iter() {
            if self.free(on, courses) {
                let to = self.pile(on);
                courses.push(Move::Carry { from, to, count });
            }
        }
        let to = self.shape.last();
        if card.rank() == self.shape.top
            && self.table.is_empty(to)
            && !sliding::slides_back(self.table, from, count.into(), self.shape.piles)
        {
            courses.push(Move::Carry { from, to, count });
        }
    }

    /// Whether a card next to go home is one that nothing need be put on: of what goes on it all is
    /// home, and what goes on that can go home as soon as it lies free.
    fn is_needless(&self, card: Card) -> bool {
        build::foundations(1).all(|place| {
            let suit = build::suit_of(place);
            let ahead = match suit.is_red() == card.is_red() {
                true if suit == card.suit() => return true,
                true => 3,
                false => 1,
            };
            self.table.size(place) + ahead >= usize::from(card.rank().number())
        })
    }

    /// A card that nothing need be put on, and whose going home neither empties a pile nor turns up
    /// a card.
    fn safe(&self) -> Option<(Place, Card)> {
        let place = |card| match self.table.top(Place::WASTE) {
            Some(top) if top == card => Some(Place::WASTE),
            _ => (self.tops.without(self.heads).has(card)).then(|| self.pile(card)),
        };
        build::foundations(1)
            .filter_map(|home| build::next_home(self.table, home))
            .filter(|&card| self.is_needless(card))
            .find_map(|card| Some((place(card)?, card)))
    }

    /// Lists what can be done but for the ends of runs that go to and fro.
    fn list(&self, known: Insights, courses: &mut Courses) {
        for home in build::foundations(1) {
            if let Some(card) = build::next_home(self.table, home) {
                self.list_home(card, courses);
            }
        }
        for card in self.heads.iter() {
            self.list_onto(card, self.pile(card), self.count(card), courses);
        }
        if let Some(card) = self.table.top(Place::WASTE) {
            self.list_onto(card, Place::WASTE, 1, courses);
        }
        if !self.table.is_empty(Place::STOCK) {
            courses.push(Move::Draw);
        }
        for home in build::foundations(1) {
            if let Some(card) = self.table.top(home)
                && !(known.has(Insight::SafeHome) && self.is_needless(card))
            {
                self.list_onto(card, home, 1, courses);
            }
        }
    }
}

impl Rules for Warfield {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn choices(&self) -> Choices {
        Choices::of(&[("style", "warfield")])
    }

    fn plan(&self) -> Plan {
        self.rules.plan()
    }

    fn deal(&self, deck: &[Card]) -> Table {
        self.rules.deal(deck)
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        self.rules.legal_moves(table, moves);
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        self.rules.apply(table, mv);
    }

    fn is_won(&self, table: &Table) -> bool {
        self.rules.is_won(table)
    }

    fn why_not(&self, table: &Table, mv: Move) -> String {
        self.rules.why_not(table, mv)
    }

    fn takes(&self, table: &Table, place: Place) -> Takes {
        self.rules.takes(table, place)
    }

    fn landing(&self, table: &Table, to: Place) -> Place {
        self.rules.landing(table, to)
    }

    fn movable(&self, table: &Table, place: Place) -> usize {
        self.rules.movable(table, place)
    }

    fn gives_back(&self) -> bool {
        self.rules.gives_back()
    }

    fn goes_home_unasked(&self) -> bool {
        self.rules.goes_home_unasked()
    }

    fn safe_home(&self, table: &Table, mv: Move) -> bool {
        self.rules.safe_home(table, mv)
    }

    /// What lies on a card whose like lies free is adrift: of the two cards it can lie on, which it
    /// is does not matter. Once no card lies face down, the order of piles does not matter either.
    ///
    /// So all there is to tell of the tableau is the first card of each run, and on which of the two
    /// each of the others lies, or that it is adrift.
    fn tell(&self, table: &Table, known: Insights, tell: &mut impl FnMut(Place, Kin)) {
        if !known.has(Insight::Adrift) {
            return self.rules.tell(table, known, tell);
        }
        // What lies face down has lain there from the deal on: it takes its number to tell it.
        let (mut heads, mut bottoms) = (CardSet::NONE, 0);
        let (mut tops, mut joined, mut on_major) = (CardSet::NONE, CardSet::NONE, CardSet::NONE);
        let mut down = 0;
        for pile in build::tableau(self.shape.piles) {
            let run = table.face_up(pile);
            down += table.face_down(pile);
            bottoms = bottoms << 10 | (table.face_down(pile) as u128) << 6;
            let [head, others @ ..] = run else { continue };
            bottoms |= head.index() as u128;
            heads = heads.or(CardSet::only(*head));
            let mut under = head;
            for card in others {
                joined = joined.or(CardSet::only(*card));
                on_major = on_major.or(CardSet::only_if(*card, under.suit().is_major()));
                under = card;
            }
            tops = tops.or(CardSet::only(*under));
        }
        let adrift = tops.taking_alternating().and(joined);
        let on_major = on_major.or(adrift);
        let on_minor = joined.without(on_major).or(adrift);
        let joined = u128::from(on_major.bits()) << 64 | u128::from(on_minor.bits());
        tell(Place::tableau(0), Kin::Number(joined));
        if down == 0 && known.has(Insight::Interchange) {
            tell(Place::tableau(1), Kin::Number(heads.bits().into()));
        } else {
            tell(Place::tableau(2), Kin::Number(bottoms));
        }
        build::tell_foundations(1, known, tell);
        tell(Place::WASTE, Kin::Own);
        let stock = known.has(Insight::Remainder);
        tell(Place::STOCK, if stock { Kin::Count } else { Kin::Own });
    }

    /// A card that goes home safely does so at once, and does not come back.
    ///
    /// For this game no work left is counted (`ahead`): what goes down by that count makes single
    /// moves, and would miss those that something must make way for.
    fn courses(&self, table: &Table, known: Insights, courses: &mut Courses) {
        if !known.has(Insight::Adrift) {
            return self.rules.courses(table, known, courses);
        }
        let runs = Runs::new(table, self.shape);
        match runs.safe() {
            Some((from, card)) if known.has(Insight::SafeHome) => {
                courses.push(Move::card(from, Place::foundation(card.suit().index())));
            }
            _ => runs.list(known, courses),
        }
    }

    fn promise(&self, table: &Table) -> i32 {
        let runs = build::tableau(self.shape.piles).map(|pile| table.face_up(pile).len());
        let joined: usize = runs.map(|cards| cards.saturating_sub(1)).sum();
        build::promise(table, self.shape.piles) + joined as i32
            - build::covering(table.pile(Place::WASTE)) as i32
    }

    #[inline]
    fn is_reversible(&self, table: &Table, mv: Move) -> bool {
        self.rules.is_reversible(table, mv)
    }

    fn is_hopeless(&self, table: &Table, known: Insights) -> bool {
        self.rules.is_hopeless(table, known)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::rules::play_about;

    /// What a table is to a player who does not mind where the ends of runs lie that go to and fro.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Sight {
        /// The piles without those ends, and how many cards of each lie face down.
        piles: Vec<(usize, Vec<Card>)>,
        adrift: Vec<Vec<Card>>,
        waste: Vec<Card>,
        /// How many cards the stock has.
        stock: usize,
    }

    fn as_a_player_sees_it(table: &Table) -> Sight {
        let piles = || build::tableau(7);
        let goes_on = |card: Card, on: Card| {
            card.is_red() != on.is_red() && card.rank().number() + 1 == on.rank().number()
        };
        let is_adrift = |card| {
            let mut tops = piles().filter_map(|pile| table.top(pile));
            tops.any(|top| goes_on(card, top))
        };
        let mut adrift = Vec::new();
        let mut rest = Vec::new();
        for pile in piles() {
            let mut cards = table.pile(pile).to_vec();
            for at in (table.face_down(pile) + 1..cards.len()).rev() {
                if is_adrift(cards[at]) {
                    adrift.push(cards.split_off(at));
                }
            }
            rest.push((table.face_down(pile), cards));
        }
        if piles().all(|pile| table.face_down(pile) == 0) {
            rest.sort();
        }
        adrift.sort();
        Sight {
            piles: rest,
            adrift,
            waste: table.pile(Place::WASTE).to_vec(),
            stock: table.size(Place::STOCK),
        }
    }

    #[test]
    fn positions_told_alike_differ_in_nothing_but_the_ends_of_runs_adrift() {
        let rules = Warfield::new();
        let (mut seen, mut told) = (HashMap::new(), HashMap::new());
        let mut alike = 0;
        for seed in 1..40_u64 {
            play_about(&rules, seed, 1_500, |table| {
                let mut tellings = Vec::new();
                rules.tell(table, Insights::ALL, &mut |place, kin| {
                    let cards = match kin {
                        Kin::Own => table.pile(place).to_vec(),
                        _ => Vec::new(),
                    };
                    let count = matches!(kin, Kin::Count).then(|| table.size(place));
                    tellings.push((place.index(), format!("{kin:?}"), cards, count));
                });
                let sight = (seed, as_a_player_sees_it(table));
                let telling = (seed, tellings);
                if let Some(other) = told.insert(telling.clone(), sight.clone()) {
                    alike += 1;
                    assert_eq!(other, sight, "told alike: {table:?}");
                }
                if let Some(other) = seen.insert(sight, telling.clone()) {
                    assert_eq!(other, telling, "seen alike: {table:?}");
                }
            });
        }
        assert!(alike > 1_000, "{alike}");
    }
}
