//! An easier game than those that slide: what cannot be won in it cannot be won in them.
//!
//! In it nothing that was once possible is ever lost again: a card that lay free stays free to be
//! built on, and a card that could be moved has been. So what can be done in it only grows, and
//! soon all of it is known. A deal is given up where even so some card never comes free.
//!
//! What is possible is kept in sets of cards, a bit each: it is asked for after nearly every move
//! of a search. Of two decks there are two sets, since two cards alike lie in two places.

use super::build;
use super::place::Place;
use super::shape::Shape;
use super::table::Table;
use crate::cards::{Card, CardSet};

/// Cards in their places, each by its own bit: of two alike one is in the second set.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Lying([CardSet; 2]);

impl Lying {
    /// The place of a card among all: its index, and above those the indices of the second set.
    fn add(&mut self, at: usize) {
        self.0[at >> 6 & 1] = self.0[at >> 6 & 1].or(CardSet::index(at));
    }

    fn has(&self, at: usize) -> bool {
        !self.0[at >> 6 & 1].and(CardSet::index(at)).is_empty()
    }
}

/// What is possible so far.
struct Easier<'a> {
    table: &'a Table,
    shape: Shape,
    /// Whether home cards may come back.
    returns: bool,
    /// For each card of a pile or the waste what lies under it, or [`BOTTOM`] and its pile.
    under: [u8; 128],
    /// The top card of each pile, or [`BOTTOM`].
    tops: [u8; 16],
    /// The cards of the tableau and of the waste.
    all: Lying,
    /// The cards of the waste.
    waste: Lying,
    /// The cards that lie face up in the tableau.
    up: Lying,
    /// The cards of the tableau and the waste that have lain free.
    free: Lying,
    /// Those that have been moved, with all that lay on them.
    moved: Lying,
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

/// Under the bottom card of a pile lies nothing; above it the number of the pile.
const BOTTOM: u8 = 128;

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
        let stock = CardSet::of(table.pile(Place::STOCK));
        let mut game = Easier {
            table,
            shape,
            returns,
            under: [BOTTOM; 128],
            tops: [BOTTOM; 16],
            all: Lying::default(),
            waste: Lying::default(),
            up: Lying::default(),
            free: Lying::default(),
            moved: Lying::default(),
            emptied: 0,
            home: CardSet::NONE,
            loose: stock,
            beside: stock,
            bases: CardSet::NONE,
            space: table.is_empty(shape.last()),
        };
        for place in build::foundations(shape.decks) {
            let suit = build::suit_of(place);
            let home = CardSet::up_to(suit, table.size(place) as u8);
            game.home = game.home.or(home);
        }
        for place in build::tableau(shape.piles) {
            game.lay(place);
        }
        game.lay(Place::WASTE);
        game
    }

    /// Takes note of the cards of a pile; its top card lies free.
    fn lay(&mut self, place: Place) {
        let down = self.table.face_down(place);
        let mut under = BOTTOM | place.index() as u8;
        for (height, card) in self.table.pile(place).iter().enumerate() {
            let at = self.note(*card);
            self.under[at] = under;
            under = at as u8;
            match place {
                Place::WASTE => self.waste.add(at),
                _ if height >= down => self.up.add(at),
                _ => {}
            }
        }
        if under < BOTTOM {
            self.set_free(under.into());
        }
        if place.is_tableau() {
            self.tops[place.number()] = under;
        }
    }

    /// Gives a card its place among all.
    fn note(&mut self, card: Card) -> usize {
        let second = self.all.has(card.index());
        let at = card.index() | usize::from(second) << 6;
        self.all.add(at);
        at
    }

    /// A card of a pile or the waste lies free.
    fn set_free(&mut self, at: usize) {
        let card = CardSet::index(at);
        self.free.add(at);
        self.loose = self.loose.or(card);
        if self.waste.has(at) {
            self.beside = self.beside.or(card);
        } else {
            self.bases = self.bases.or(card);
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
            let before = (self.bases, self.home);
            self.home = self.home.or(self.loose).from_aces();
            let landing = self.landing();
            let beside = if self.returns {
                self.beside.or(self.home)
            } else {
                self.beside
            };
            self.bases = self.bases.or(beside.and(landing));
            let dug = self.dig(0, landing) | (self.shape.decks > 1 && self.dig(1, landing));
            if !dug && before == (self.bases, self.home) {
                return;
            }
        }
    }

    /// A face-up card moves with all that lies on it, a face-down one and one of the waste once it
    /// lies free; home goes only what lies free. Whether any of a set did.
    fn dig(&mut self, set: usize, landing: CardSet) -> bool {
        let (up, free, moved) = (self.up.0[set], self.free.0[set], self.moved.0[set]);
        let ready = up.or(free).and(landing).or(free.and(self.home));
        let ready = ready.without(moved);
        self.moved.0[set] = moved.or(ready);
        for card in ready.iter() {
            match self.under[set << 6 | card.index()] {
                under @ ..BOTTOM => self.set_free(under.into()),
                bottom => {
                    let pile = usize::from(bottom ^ BOTTOM);
                    if pile < self.shape.piles {
                        self.emptied |= 1 << pile;
                        self.space = true;
                    }
                }
            }
        }
        !ready.is_empty()
    }

    /// Every pile right of one that was emptied lets the lowest run above its cards not yet free
    /// slide.
    fn slide(&mut self) {
        let first = self.emptied.trailing_zeros() as usize;
        for pile in first + 1..self.shape.piles {
            let down = self.table.face_down(Place::tableau(pile));
            let mut at = self.tops[pile];
            let mut height = self.table.size(Place::tableau(pile));
            let mut stuck = BOTTOM;
            while at < BOTTOM {
                height -= 1;
                let under = self.under[usize::from(at)];
                if height == down || self.free.has(at.into()) {
                    stuck = under;
                }
                at = under;
            }
            if stuck < BOTTOM {
                self.set_free(stuck.into());
            }
        }
    }

    /// Whether every card has lain free and could be home.
    fn is_won(&self) -> bool {
        self.home.len() == self.shape.cards() / self.shape.decks && self.free == self.all
    }
}
