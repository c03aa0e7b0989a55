//! An easier game than those that slide: what cannot be won in it cannot be won in them.
//!
//! In it nothing that was once possible is ever lost again: a card that lay free stays free to be
//! built on, and a card that could be moved has been. So what can be done in it only grows, and
//! soon all of it is known. A deal is given up where even so some card never comes free.

use super::build;
use super::place::Place;
use super::shape::Shape;
use super::table::Table;
use crate::cards::{Card, CardSet, Rank, Suit};

/// What is possible so far.
struct Easier<'a> {
    table: &'a Table,
    shape: Shape,
    /// Whether home cards may come back.
    returns: bool,
    /// For each pile, which of its cards have lain free, by their height, one bit each.
    free: [u128; 16],
    /// How many piles have been emptied: a bit each.
    emptied: u16,
    /// How many cards of the waste, from the top, have lain free.
    waste: usize,
    /// The cards that could be home.
    home: CardSet,
    /// The cards that have lain free anywhere.
    loose: CardSet,
    /// The cards that have lain free in the tableau, to be built on.
    bases: CardSet,
    /// Whether a king could be put in a space.
    space: bool,
    grown: bool,
}

/// Whether a sliding game cannot be won, since an easier one cannot.
pub(super) fn is_hopeless(table: &Table, shape: Shape, returns: bool) -> bool {
    let mut game = Easier {
        table,
        shape,
        returns,
        free: [0; 16],
        emptied: 0,
        waste: 0,
        home: CardSet::NONE,
        loose: CardSet::NONE,
        bases: CardSet::NONE,
        space: table.is_empty(shape.last()),
        grown: false,
    };
    game.begin();
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

impl Easier<'_> {
    fn begin(&mut self) {
        for place in build::foundations(self.shape.decks) {
            for &card in self.table.pile(place) {
                self.home = self.home.or(CardSet::only(card));
            }
        }
        for &card in self.table.pile(Place::STOCK) {
            self.loose = self.loose.or(CardSet::only(card));
        }
        for pile in build::tableau(self.shape.piles) {
            if let Some(height) = self.table.size(pile).checked_sub(1) {
                self.set_free(pile, height);
            }
        }
        if let Some(&top) = self.table.pile(Place::WASTE).last() {
            self.loose = self.loose.or(CardSet::only(top));
            self.waste = 1;
        }
    }

    fn set_free(&mut self, pile: Place, height: usize) {
        let card = CardSet::only(self.table.pile(pile)[height]);
        self.free[pile.number()] |= 1 << height;
        self.loose = self.loose.or(card);
        self.bases = self.bases.or(card);
        self.grown = true;
    }

    fn is_free(&self, pile: Place, height: usize) -> bool {
        self.free[pile.number()] >> height & 1 != 0
    }

    /// Whether a card could be put on another, or in a space.
    fn lands(&self, card: Card) -> bool {
        if card.rank() == self.shape.top {
            return self.space;
        }
        let colour = if card.is_red() {
            CardSet::BLACK
        } else {
            CardSet::RED
        };
        let bases = CardSet::rank_number(card.rank().number() + 1).and(colour);
        !bases.and(self.bases).is_empty()
    }

    /// Does all that can be done, until nothing new comes of it.
    fn grow(&mut self) {
        self.grown = true;
        while std::mem::take(&mut self.grown) {
            self.go_home();
            for pile in build::tableau(self.shape.piles) {
                self.dig(pile);
            }
            self.turn();
            if self.returns {
                self.come_back();
            }
        }
    }

    fn go_home(&mut self) {
        for suit in Suit::ALL {
            for number in 1..=self.shape.top.number() {
                let Some(rank) = Rank::new(number) else { break };
                let card = Card::new(rank, suit);
                if self.home.has(card) {
                    continue;
                }
                if !self.loose.has(card) {
                    break;
                }
                self.home = self.home.or(CardSet::only(card));
                self.grown = true;
            }
        }
    }

    /// A face-up card moves with all that lies on it, a face-down one once it lies free; home goes
    /// only what lies free.
    fn dig(&mut self, pile: Place) {
        let cards = self.table.pile(pile);
        let down = self.table.face_down(pile);
        for height in (0..cards.len()).rev() {
            let done = match height.checked_sub(1) {
                Some(under) => self.is_free(pile, under),
                None => self.emptied >> pile.number() & 1 != 0,
            };
            let free = self.is_free(pile, height);
            if done || !(free || height >= down) {
                continue;
            }
            let card = cards[height];
            if self.lands(card) || (free && self.home.has(card)) {
                self.take(pile, height);
            }
        }
    }

    /// A card is gone from a pile: the one under it lies free, or the pile is empty.
    fn take(&mut self, pile: Place, height: usize) {
        match height.checked_sub(1) {
            Some(under) => self.set_free(pile, under),
            None => {
                self.emptied |= 1 << pile.number();
                self.space = true;
                self.grown = true;
            }
        }
    }

    /// Cards of the stock and the waste that could be put on the tableau, and those of the waste
    /// that come free.
    fn turn(&mut self) {
        let waste = self.table.pile(Place::WASTE);
        for &card in self.table.pile(Place::STOCK) {
            self.build(card);
        }
        for (n, &card) in waste.iter().rev().enumerate() {
            if n == self.waste {
                break;
            }
            self.build(card);
            if n + 1 == self.waste && (self.lands(card) || self.home.has(card)) {
                self.waste += 1;
                if let Some(&next) = waste.iter().rev().nth(self.waste - 1) {
                    self.loose = self.loose.or(CardSet::only(next));
                    self.grown = true;
                }
            }
        }
    }

    fn come_back(&mut self) {
        for suit in Suit::ALL {
            for number in (1..=self.shape.top.number()).rev() {
                let Some(rank) = Rank::new(number) else { break };
                let card = Card::new(rank, suit);
                if self.home.has(card) {
                    self.build(card);
                }
            }
        }
    }

    /// A card from beside the tableau is put on it, if it could be.
    fn build(&mut self, card: Card) {
        if !self.bases.has(card) && self.lands(card) {
            self.bases = self.bases.or(CardSet::only(card));
            self.grown = true;
        }
    }

    /// Every pile right of one that was emptied lets the lowest run above its cards not yet free
    /// slide.
    fn slide(&mut self) {
        let first = self.emptied.trailing_zeros() as usize;
        for pile in build::tableau(self.shape.piles).skip(first + 1) {
            let stuck = (0..self.table.size(pile)).find(|&height| self.is_free(pile, height));
            let down = self.table.face_down(pile);
            let under = stuck.and_then(|height| height.min(down).checked_sub(1));
            if let Some(under) = under {
                self.set_free(pile, under);
            }
        }
    }

    /// Whether every card has lain free and could be home.
    fn is_won(&self) -> bool {
        self.home.len() == self.shape.cards() / self.shape.decks
            && self.waste >= self.table.size(Place::WASTE)
            && build::tableau(self.shape.piles)
                .all(|pile| self.free[pile.number()].count_ones() as usize == self.table.size(pile))
    }
}
