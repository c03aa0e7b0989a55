//! Where cards go in a game of several decks that builds down in alternating colours.

use super::common;
use super::movable_cards::ALTERNATING_COLORS;
use super::moves::{Move, MoveList};
use super::pile::PileId;
use super::size::GameSize;
use super::table::Table;
use crate::cards::{Card, CardSet};

/// Where cards can go now: which of at most sixteen tableau piles take a card, and which cards are
/// wanted at home.
pub(super) struct DropTargets {
    /// For each rank, and apart for each colour, the piles that take such a card, a bit each.
    accepting_piles: [u16; 32],
    /// The cards that some pile takes.
    pub(super) accepted_by_piles: CardSet,
    /// The cards that some foundation built up in suit from the ace takes.
    accepted_by_foundations: CardSet,
}

impl DropTargets {
    /// Asks each pile and each foundation of a sliding game what it takes: of the spaces only the
    /// last takes a card, and that a king.
    #[inline(always)]
    pub(super) fn new(table: &Table, shape: GameSize) -> DropTargets {
        let mut takes = [0; 32];
        let mut any = CardSet::EMPTY;
        for pile in common::tableau(shape.piles) {
            if let Some(top) = table.top(pile) {
                takes[color_rank_index(!top.is_red(), top.rank().number() - 1)] |=
                    1 << pile.index();
                any = any.union(ALTERNATING_COLORS.cards_building_on(top));
            }
        }
        if table.is_empty(shape.last_pile()) {
            let king = shape.highest_rank.number();
            takes[color_rank_index(false, king)] |= 1 << shape.last_pile().index();
            takes[color_rank_index(true, king)] |= 1 << shape.last_pile().index();
            any = any.union(CardSet::from_rank_number(king));
        }
        let mut homes = CardSet::EMPTY;
        for place in common::foundations(shape.decks) {
            let next = table.size(place) as u8 + 1;
            homes = homes.union(CardSet::from_suit_and_rank_number(
                place.foundation_suit(),
                next,
            ));
        }
        DropTargets {
            accepting_piles: takes,
            accepted_by_piles: any,
            accepted_by_foundations: homes,
        }
    }

    /// Does something with each pile that takes a card, but for the one it comes from.
    #[inline(always)]
    pub(super) fn for_each_accepting_pile(
        &self,
        card: Card,
        from: PileId,
        mut with: impl FnMut(PileId),
    ) {
        let mut piles = self.accepting_piles[color_rank_index(card.is_red(), card.rank().number())];
        if from.is_tableau() {
            piles &= !(1 << from.index());
        }
        while piles != 0 {
            with(PileId::tableau(piles.trailing_zeros() as usize & 15));
            piles &= piles - 1;
        }
    }

    /// Lists the moves of a single card: onto each pile that takes it, and home.
    #[inline(always)]
    pub(super) fn list_single_card_moves(
        &self,
        table: &Table,
        card: Card,
        from: PileId,
        decks: usize,
        moves: &mut MoveList,
    ) {
        if self.accepted_by_piles.contains(card) {
            self.for_each_accepting_pile(card, from, |to| moves.push(Move::single_card(from, to)));
        }
        self.list_foundation_moves(table, card, from, decks, moves);
    }

    /// Lists the move of a card home.
    #[inline(always)]
    pub(super) fn list_foundation_moves(
        &self,
        table: &Table,
        card: Card,
        from: PileId,
        decks: usize,
        moves: &mut MoveList,
    ) {
        if self.accepted_by_foundations.contains(card)
            && let Some(to) = common::foundation_for(table, card, decks)
        {
            moves.push(Move::single_card(from, to));
        }
    }
}

/// A rank, up to 15, and a colour as one small number.
#[inline(always)]
fn color_rank_index(red: bool, rank: u8) -> usize {
    usize::from(red) << 4 | usize::from(rank & 15)
}
