//! Search knowledge about Moving Left.

use super::sliding::{self, count_blocking_cards};
use super::{
    Evaluation, KeyPart, PruningRule, PruningRules, RemainingWork, SearchKnowledge, relaxation,
};
use crate::prospects::Prospects;
use crate::rules::{Move, MovingLeft, PileId, Table, common};

/// Weight of a face-down card in the score of a position, by variation.
/// Among positions with as much work left, more face-down cards mean fewer cards in the stock and the
/// waste, so a positive weight prefers to play these first.
const FACE_DOWN_WEIGHTS: [i32; 4] = [0, 1, 2, -1];

impl SearchKnowledge for MovingLeft {
    fn visit_key_parts(
        &self,
        table: &Table,
        pruning: PruningRules,
        visit: &mut impl FnMut(PileId, KeyPart),
    ) {
        sliding::visit_tableau(table, self.size.piles, pruning, visit);
        sliding::visit_foundations(self.size.decks, pruning, visit);
        sliding::visit_waste_and_stock(pruning, visit);
    }

    /// The remaining work is to flip the face-down cards and to play the cards of the stock and the
    /// waste. When none of these is left, the runs go to the foundations card by card. A stock card
    /// counts twice, since drawing it is not yet playing it.
    ///
    /// The score counts cards on foundations, cards built on others and tops that accept different
    /// cards, minus the cards that block lower cards of their suit, most of all in the waste.
    /// Whether face-down cards are worse than cards in the waste varies from deal to deal, so the
    /// variations weigh them differently.
    fn evaluate(&self, table: &Table, variation: u32) -> Evaluation {
        let piles = || common::tableau(self.size.piles);
        let waste = table.pile(PileId::WASTE);
        let (mut face_down, mut built) = (0, 0);
        let mut blocking = 3 * count_blocking_cards(waste);
        // One bit for each color and rank of a top card.
        let mut top_kinds = 0_u32;
        for pile in piles() {
            face_down += table.face_down(pile);
            built += table.face_up(pile).len().saturating_sub(1);
            blocking += 2 * count_blocking_cards(table.pile(pile));
            if let Some(top) = table.top(pile) {
                top_kinds |= 1 << (16 * u8::from(top.is_red()) + top.rank().number());
            }
        }
        let top_kinds = top_kinds.count_ones() as usize;
        let face_down_weight = FACE_DOWN_WEIGHTS[variation as usize % FACE_DOWN_WEIGHTS.len()];
        let score = (table.cards_on_foundations() + built + top_kinds) as i32 - blocking as i32;
        // Cards that can return are part of what can be rearranged; the others are settled.
        let settled = if self.foundation_return {
            0
        } else {
            table.cards_on_foundations()
        };
        let pile_parts =
            piles().map(|pile| 2 * table.face_down(pile) + usize::from(table.is_empty(pile)));
        let waste_parts = waste.iter().map(|card| card.index());
        let mix = |hash: u64, part: usize| {
            (hash ^ part as u64)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29)
        };
        let work = RemainingWork {
            amount: (face_down + 2 * table.size(PileId::STOCK) + waste.len()) as u32,
            signature: pile_parts.chain(waste_parts).fold(settled as u64, mix),
        };
        Evaluation {
            work: Some(work),
            score: score + face_down_weight * face_down as i32,
        }
    }

    /// Part of a run can go back to the rest of the run, and a card from a foundation can return to
    /// it.
    #[inline]
    fn is_reversible(&self, table: &Table, mv: Move) -> bool {
        match mv {
            Move::Transfer { from, to, count } if from.is_tableau() => {
                usize::from(count) < table.face_up(from).len()
                    && (to.is_tableau() || self.foundation_return)
            }
            Move::Transfer { from, .. } => from.is_foundation(),
            _ => false,
        }
    }

    fn is_dead_end(&self, table: &Table, pruning: PruningRules) -> bool {
        pruning.contains(PruningRule::DeadEnd)
            && relaxation::is_dead_end(table, self.size, self.foundation_return)
    }

    fn prospects(&self) -> Option<&dyn Prospects> {
        Some(self)
    }
}
