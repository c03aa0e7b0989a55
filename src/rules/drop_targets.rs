//! Destinations of cards in a game built down in alternating colors, with any number of decks.

use super::common;
use super::movable_cards::ALTERNATING_COLORS;
use super::moves::{Move, MoveList};
use super::pile::PileId;
use super::size::GameSize;
use super::table::Table;
use crate::cards::{Card, CardSet};

/// The tableau piles and foundations that accept a card in a position.
pub(super) struct DropTargets {
    /// The piles that accept a card of a color and rank, one bit each; see [`color_rank_index`].
    accepting_piles: [u16; 32],
    /// The cards that some pile accepts.
    pub(super) accepted_by_piles: CardSet,
    /// The cards that some foundation accepts.
    accepted_by_foundations: CardSet,
}

impl DropTargets {
    /// Collects the destinations in a sliding game. Of the empty piles, only the last accepts a card:
    /// a king.
    #[inline(always)]
    pub(super) fn new(table: &Table, size: GameSize) -> DropTargets {
        let mut accepting_piles = [0; 32];
        let mut accepted_by_piles = CardSet::EMPTY;
        for pile in common::tableau(size.piles) {
            if let Some(top) = table.top(pile) {
                accepting_piles[color_rank_index(!top.is_red(), top.rank().number() - 1)] |=
                    1 << pile.index();
                accepted_by_piles |= ALTERNATING_COLORS.cards_building_on(top);
            }
        }
        if table.is_empty(size.last_pile()) {
            let king = size.highest_rank.number();
            accepting_piles[color_rank_index(false, king)] |= 1 << size.last_pile().index();
            accepting_piles[color_rank_index(true, king)] |= 1 << size.last_pile().index();
            accepted_by_piles |= CardSet::from_rank_number(king);
        }
        DropTargets {
            accepting_piles,
            accepted_by_piles,
            accepted_by_foundations: common::accepted_by_foundations(table, size.decks),
        }
    }

    /// Calls `visit` for each pile that accepts a card, except the one it comes from.
    #[inline(always)]
    pub(super) fn for_each_accepting_pile(
        &self,
        card: Card,
        from: PileId,
        mut visit: impl FnMut(PileId),
    ) {
        let mut piles = self.accepting_piles[color_rank_index(card.is_red(), card.rank().number())];
        if from.is_tableau() {
            piles &= !(1 << from.index());
        }
        while piles != 0 {
            visit(PileId::tableau(piles.trailing_zeros() as usize & 15));
            piles &= piles - 1;
        }
    }

    /// Adds the moves of a single card to tableau piles.
    #[inline(always)]
    pub(super) fn list_single_card_moves(&self, card: Card, from: PileId, moves: &mut MoveList) {
        if self.accepted_by_piles.contains(card) {
            self.for_each_accepting_pile(card, from, |to| moves.push(Move::single_card(from, to)));
        }
    }

    /// Adds the move of a card to its foundation.
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

/// Combines a color and a rank, at most 15, to an index below 32.
#[inline(always)]
fn color_rank_index(red: bool, rank: u8) -> usize {
    usize::from(red) << 4 | usize::from(rank & 15)
}
