//! Where cards go in a game of several decks that builds down in alternating colours.

use super::build;
use super::free::ALTERNATING;
use super::moves::{Move, MoveList};
use super::place::Place;
use super::shape::Shape;
use super::table::Table;
use crate::cards::{Card, CardSet};

/// Where cards can go now: which of at most sixteen tableau piles take a card, and which cards are
/// wanted at home.
pub(super) struct Landings {
    /// For each rank, and apart for each colour, the piles that take such a card, a bit each.
    takes: [u16; 32],
    /// The cards that some pile takes.
    pub(super) any: CardSet,
    /// The cards that some foundation built up in suit from the ace takes.
    homes: CardSet,
}

impl Landings {
    /// Asks each pile and each foundation of a sliding game what it takes: of the spaces only the
    /// last takes a card, and that a king.
    #[inline(always)]
    pub(super) fn new(table: &Table, shape: Shape) -> Landings {
        let mut takes = [0; 32];
        let mut any = CardSet::NONE;
        for pile in build::tableau(shape.piles) {
            if let Some(top) = table.top(pile) {
                takes[kind(!top.is_red(), top.rank().number() - 1)] |= 1 << pile.index();
                any = any.or(ALTERNATING.going_on(top));
            }
        }
        if table.is_empty(shape.last()) {
            let king = shape.top.number();
            takes[kind(false, king)] |= 1 << shape.last().index();
            takes[kind(true, king)] |= 1 << shape.last().index();
            any = any.or(CardSet::rank_number(king));
        }
        let mut homes = CardSet::NONE;
        for place in build::foundations(shape.decks) {
            let next = table.size(place) as u8 + 1;
            homes = homes.or(CardSet::number(build::suit_of(place), next));
        }
        Landings { takes, any, homes }
    }

    /// Does something with each pile that takes a card, but for the one it comes from.
    #[inline(always)]
    pub(super) fn each_taking(&self, card: Card, from: Place, mut with: impl FnMut(Place)) {
        let mut piles = self.takes[kind(card.is_red(), card.rank().number())];
        if from.is_tableau() {
            piles &= !(1 << from.index());
        }
        while piles != 0 {
            with(Place::tableau(piles.trailing_zeros() as usize & 15));
            piles &= piles - 1;
        }
    }

    /// Lists the moves of a single card: onto each pile that takes it, and home.
    #[inline(always)]
    pub(super) fn list_single(
        &self,
        table: &Table,
        card: Card,
        from: Place,
        decks: usize,
        moves: &mut MoveList,
    ) {
        if self.any.has(card) {
            self.each_taking(card, from, |to| moves.push(Move::card(from, to)));
        }
        self.list_home(table, card, from, decks, moves);
    }

    /// Lists the move of a card home.
    #[inline(always)]
    pub(super) fn list_home(
        &self,
        table: &Table,
        card: Card,
        from: Place,
        decks: usize,
        moves: &mut MoveList,
    ) {
        if self.homes.has(card)
            && let Some(to) = build::home(table, card, decks)
        {
            moves.push(Move::card(from, to));
        }
    }
}

/// A rank, up to 15, and a colour as one small number.
#[inline(always)]
fn kind(red: bool, rank: u8) -> usize {
    usize::from(red) << 4 | usize::from(rank & 15)
}
