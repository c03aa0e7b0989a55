//! The moves of a game of one deck: which cards lie free, and which go on which.
//!
//! Every card is there once. So what can move is asked of all cards at once, as sets, and only
//! what can is looked up.

use super::build;
use super::moves::{Move, MoveList};
use super::place::Place;
use super::table::Table;
use crate::cards::{Card, CardSet, Rank, Suit};

/// What goes on what in the tableau.
pub(super) struct Joins {
    /// For each card, by its index, the cards that go on it.
    under: [CardSet; 64],
    /// For each card the cards it goes on.
    over: [CardSet; 64],
}

/// Building is down in alternating colours.
pub(super) static ALTERNATING: Joins = Joins::of(Building::AlternatingColours);

/// Building is down on any suit but a card's own.
pub(super) static OTHER_SUIT: Joins = Joins::of(Building::OtherSuits);

#[derive(Clone, Copy)]
enum Building {
    AlternatingColours,
    OtherSuits,
}

impl Joins {
    const fn of(building: Building) -> Joins {
        let mut joins = Joins {
            under: [CardSet::NONE; 64],
            over: [CardSet::NONE; 64],
        };
        let mut n = 0;
        while n < 52 {
            let suit = Suit::from_index(n / 13);
            let number = (n % 13) as u8 + 1;
            let suits = match building {
                Building::AlternatingColours if suit.is_red() => CardSet::BLACK,
                Building::AlternatingColours => CardSet::RED,
                Building::OtherSuits => CardSet::ALL.without(CardSet::suit(suit)),
            };
            if let Some(rank) = Rank::new(number) {
                let card = Card::new(rank, suit);
                joins.under[card.index()] = CardSet::rank_number(number - 1).and(suits);
                joins.over[card.index()] = CardSet::rank_number(number + 1).and(suits);
            }
            n += 1;
        }
        joins
    }

    /// The cards that go on a card.
    #[inline(always)]
    pub(super) fn going_on(&self, card: Card) -> CardSet {
        self.going_on_index(card.index())
    }

    /// The cards that go on the card of an index; only its six lowest bits count.
    #[inline(always)]
    pub(super) fn going_on_index(&self, index: usize) -> CardSet {
        self.under[index & 63]
    }

    /// The cards that a card goes on.
    #[inline(always)]
    pub(super) fn taking(&self, card: Card) -> CardSet {
        self.over[card.index() & 63]
    }
}

/// The cards that lie free to be moved, and where they lie.
pub(super) struct Free {
    joins: &'static Joins,
    /// Those that move, with all that lies on them.
    units: CardSet,
    /// Those of the tableau that nothing lies on, to be built on.
    tops: CardSet,
    /// Those that nothing lies on, to go home.
    singles: CardSet,
    /// The cards that go on one of the tops.
    wanted: CardSet,
    /// For each card its place, and in the high byte how many cards move with it.
    at: [u16; 64],
}

impl Free {
    /// Notes every face-up card of the tableau, to move with all that lies on it.
    #[inline(always)]
    pub(super) fn units(table: &Table, piles: usize, joins: &'static Joins) -> Free {
        let mut free = Free::none(joins);
        for from in build::tableau(piles) {
            let up = table.face_up(from);
            let mut count = up.len();
            for &card in up {
                free.note(card.index(), from, count);
                count -= 1;
            }
            if let Some(&top) = up.last() {
                free.note_top(top);
            }
        }
        free.singles = free.tops;
        free
    }

    /// Notes the top cards of the tableau and of some places beside it, to move alone.
    #[inline(always)]
    pub(super) fn singles(
        table: &Table,
        piles: usize,
        beside: impl Iterator<Item = Place>,
        joins: &'static Joins,
    ) -> Free {
        let mut free = Free::none(joins);
        for from in beside {
            free.note(table.bottom_index(from), from, 1);
        }
        for from in build::tableau(piles) {
            if let Some(top) = table.top(from) {
                free.note(top.index(), from, 1);
                free.note_top(top);
            }
        }
        free.singles = free.units;
        free
    }

    #[inline(always)]
    fn none(joins: &'static Joins) -> Free {
        Free {
            joins,
            units: CardSet::NONE,
            tops: CardSet::NONE,
            singles: CardSet::NONE,
            wanted: CardSet::NONE,
            at: [0; 64],
        }
    }

    #[inline(always)]
    fn note(&mut self, card: usize, from: Place, count: usize) {
        self.at[card & 63] = (from.index() | count << 8) as u16;
        self.units = self.units.or(CardSet::index(card));
    }

    #[inline(always)]
    fn note_top(&mut self, top: Card) {
        self.tops = self.tops.or(CardSet::only(top));
        self.wanted = self.wanted.or(self.joins.going_on(top));
    }

    #[inline(always)]
    fn at(&self, card: Card) -> (Place, u8) {
        let [from, count] = self.at[card.index() & 63].to_le_bytes();
        (Place::from_index(from), count)
    }

    /// Lists the moves onto cards.
    #[inline(always)]
    pub(super) fn list_joins(&self, moves: &mut MoveList) {
        for card in self.units.and(self.wanted).iter() {
            let (from, count) = self.at(card);
            for top in self.joins.taking(card).and(self.tops).iter() {
                let (to, _) = self.at(top);
                if from != to {
                    moves.push(Move::Carry { from, to, count });
                }
            }
        }
    }

    /// Lists the moves of cards of a rank into a space, where they pass a test of their place and
    /// their count.
    #[inline(always)]
    pub(super) fn list_into(
        &self,
        space: Place,
        rank: Rank,
        moves: &mut MoveList,
        test: impl Fn(Place, usize) -> bool,
    ) {
        for card in self.units.and(CardSet::rank_number(rank.number())).iter() {
            let (from, count) = self.at(card);
            if test(from, count.into()) {
                moves.push(Move::Carry {
                    from,
                    to: space,
                    count,
                });
            }
        }
    }

    /// Lists the moves home.
    #[inline(always)]
    pub(super) fn list_home(&self, table: &Table, moves: &mut MoveList) {
        let mut homes = CardSet::NONE;
        for place in build::foundations(1) {
            let next = table.size(place) as u8 + 1;
            homes = homes.or(CardSet::number(build::suit_of(place), next));
        }
        for card in self.singles.and(homes).iter() {
            let (from, _) = self.at(card);
            moves.push(Move::card(from, Place::foundation(card.suit().index())));
        }
    }
}
