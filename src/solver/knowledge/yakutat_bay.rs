//! Search knowledge about Yakutat Bay.

use super::{
    Evaluation, KeyPart, MacroMoves, PruningRule, PruningRules, SearchKnowledge, relaxation,
    sliding,
};
use crate::rules::tableau::ALTERNATING_COLORS;
use crate::rules::{Move, PileId, Rules, Table, YakutatBayRules};

impl SearchKnowledge for YakutatBayRules {
    fn visit_key_parts(
        &self,
        table: &Table,
        pruning: PruningRules,
        visit: &mut impl FnMut(PileId, KeyPart),
    ) {
        sliding::visit_tableau(table, self.size, pruning, visit);
        sliding::visit_other_piles(table, self.size, pruning, visit);
    }

    /// A card that can safely go to its foundation is only in the way of the cards below it, so it
    /// goes there at once.
    fn successors(&self, table: &Table, pruning: PruningRules, successors: &mut MacroMoves) {
        let moves = self.move_list(table);
        if pruning.contains(PruningRule::SafeFoundation) {
            let is_safe = |mv: &&Move| self.is_safe_foundation_move(table, **mv);
            if let Some(&mv) = moves.iter().find(is_safe) {
                successors.push_single(mv);
                return;
            }
        }
        successors.extend_foundation_first(&moves);
    }

    fn evaluate(&self, table: &Table, _variation: u32) -> Evaluation {
        Evaluation::from_score(sliding::score(table, self.size))
    }

    /// Cards that lay on a card they build on can go back to it.
    #[inline]
    fn is_reversible(&self, table: &Table, mv: Move) -> bool {
        match mv {
            Move::Transfer { from, to, count } if to.is_tableau() => {
                let face_up = table.face_up(from);
                let head = face_up.len() - usize::from(count);
                head.checked_sub(1).is_some_and(|below| {
                    ALTERNATING_COLORS
                        .cards_building_on(face_up[below])
                        .contains(face_up[head])
                })
            }
            _ => false,
        }
    }

    fn is_dead_end(&self, table: &Table, pruning: PruningRules) -> bool {
        pruning.contains(PruningRule::DeadEnd) && relaxation::is_dead_end(table, self.size, false)
    }
}
