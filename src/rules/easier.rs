//! An easier game than those that slide: what cannot be won in it cannot be won in them.
//!
//! In it nothing that was once possible is ever lost again: a card that lay free stays free to be
//! built on, and a card that could be moved has been. So what can be done in it only grows, and
//! soon all of it is known. A deal is given up where even so some card never comes free.
//!
//! What is possible is kept in sets of cards and of heights, a bit each: it is asked for after
//! nearly every move of a search.

use super::build;
use super::place::Place;
use super::shape::Shape;
use super::table::Table;
use crate::cards::{Card, CardSet};

/// A pile, and what became of its cards. Sets of its cards are bits, the lowest card the lowest.
#[derive(Clone, Copy, Default)]
struct Pile<'a> {
    cards: &'a [Card],
    /// How many lie face down.
    down: usize,
    /// The cards that lie face up on the table.
    up: u128,
    /// The cards that have lain free.
    free: u128,
    /// The cards that have been moved, with all that lay on them.
    moved: u128,
}

/// What is possible so far.
struct Easier<'a> {
    shape: Shape,
    /// Whether home cards may come back.
    returns: bool,
    piles: [Pile<'a>; 16],
    waste: &'a [Card],
    /// How many cards of the waste, from the top, have lain free.
    turned: usize,
    /// The piles that have been emptied: a bit each.
    emptied: u16,
    /// The cards that could be home.
    home: CardSet,
    /// The cards that lie or have lain where they can be played from.
    loose: CardSet,
    /// The cards beside the tableau that could be put on it.
    beside: CardSet,
    /// The cards that have lain free in the tableau, to be built on.
    bases: CardSet,
    /// Whether a king could be put in a space.
    space: bool,
}

/// Whether a sliding game cannot be won, since an easier one cannot.
pub(super) fn is_hopeless(table: &Table, shape: Shape, returns: bool) -> bool {
    let mut game = Easier::new(table, shape, returns);
    let mut slides = 0;
    loop {
        game.grow();
        if game.is_won() {
            return false;
        }
        // A run that can never be moved slides into a space and keeps it: there are no more such
        // slides than piles that can be emptied.
        if slides == game.emptied.count_ones() {
            return true;
        }
        slides += 1;
        game.slide();
    }
}

impl<'a> Easier<'a> {
    fn new(table: &'a Table, shape: Shape, returns: bool) -> Easier<'a> {
        let mut game = Easier {
            shape,
            returns,
            piles: [Pile::default(); 16],
            waste: table.pile(Place::WASTE),
            turned: 0,
            emptied: 0,
            home: CardSet::NONE,
            loose: CardSet::of(table.pile(Place::STOCK)),
            beside: CardSet::of(table.pile(Place::STOCK)),
            bases: CardSet::NONE,
            space: table.is_empty(shape.last()),
        };
        for place in build::foundations(shape.decks) {
            let suit = build::suit_of(place);
            let home = CardSet::up_to(suit, table.size(place) as u8);
            game.home = game.home.or(home);
        }
        for place in build::tableau(shape.piles) {
            let cards = table.pile(place);
            let down = table.face_down(place);
            game.piles[place.number()] = Pile {
                cards,
                down,
                up: below(cards.len()) & !below(down),
                ..Pile::default()
            };
            if let Some(top) = cards.len().checked_sub(1) {
                game.set_free(place.number(), top);
            }
        }
        game.turn();
        game
    }

    /// A card of a pile lies free.
    fn set_free(&mut self, pile: usize, height: usize) {
        let card = CardSet::only(self.piles[pile].cards[height]);
        self.piles[pile].free |= 1 << height;
        self.loose = self.loose.or(card);
        self.bases = self.bases.or(card);
    }

    /// The next card of the waste lies free.
    fn turn(&mut self) {
        if let Some(&card) = self.waste.iter().rev().nth(self.turned) {
            self.turned += 1;
            self.loose = self.loose.or(CardSet::only(card));
            self.beside = self.beside.or(CardSet::only(card));
        }
    }

    /// The cards that could be put on another, or in a space.
    fn landing(&self) -> CardSet {
        let kings = if self.space {
            CardSet::rank_number(self.shape.top.number())
        } else {
            CardSet::NONE
        };
        self.bases.taking_alternating().or(kings)
    }

    /// Does all that can be done, until nothing new comes of it.
    fn grow(&mut self) {
        loop {
            let before = (self.bases, self.home, self.turned, self.space);
            self.home = self.home.or(self.loose).from_aces();
            let mut landing = self.landing();
            let mut dug = false;
            for pile in 0..self.shape.piles {
                dug |= self.dig(pile, landing);
            }
            landing = self.landing();
            let beside = if self.returns {
                self.beside.or(self.home)
            } else {
                self.beside
            };
            self.bases = self.bases.or(beside.and(landing));
            while let Some(&card) = self.waste.iter().rev().nth(self.turned.wrapping_sub(1))
                && self.turned < self.waste.len()
                && landing.or(self.home).has(card)
            {
                self.turn();
            }
            if !dug && before == (self.bases, self.home, self.turned, self.space) {
                return;
            }
        }
    }

    /// A face-up card moves with all that lies on it, a face-down one once it lies free; home goes
    /// only what lies free. Whether any did.
    fn dig(&mut self, at: usize, landing: CardSet) -> bool {
        let mut dug = false;
        let mut untried = u128::MAX;
        loop {
            let Pile {
                up, free, moved, ..
            } = self.piles[at];
            let ready = (up | free) & !moved & untried;
            if ready == 0 {
                return dug;
            }
            let height = ready.ilog2() as usize;
            untried = below(height);
            let card = self.piles[at].cards[height];
            let goes_home = free >> height & 1 != 0 && self.home.has(card);
            if !(goes_home || landing.has(card)) {
                continue;
            }
            dug = true;
            self.piles[at].moved |= 1 << height;
            if let Some(under) = height.checked_sub(1) {
                self.set_free(at, under);
            } else {
                self.emptied |= 1 << at;
                self.space = true;
            }
        }
    }

    /// Every pile right of one that was emptied lets the lowest run above its cards not yet free
    /// slide.
    fn slide(&mut self) {
        let first = self.emptied.trailing_zeros() as usize;
        for at in first + 1..self.shape.piles {
            let pile = &self.piles[at];
            let stuck = pile.free.trailing_zeros() as usize;
            if let Some(under) = stuck.min(pile.down).checked_sub(1) {
                self.set_free(at, under);
            }
        }
    }

    /// Whether every card has lain free and could be home.
    fn is_won(&self) -> bool {
        self.home.len() == self.shape.cards() / self.shape.decks
            && self.turned == self.waste.len()
            && self.piles[..self.shape.piles]
                .iter()
                .all(|pile| pile.free == below(pile.cards.len()))
    }
}

/// So many of the lowest bits.
const fn below(height: usize) -> u128 {
    (1 << height) - 1
}
