//! Search knowledge about Oscillation.

use super::{Evaluation, KeyPart, PruningRule, PruningRules, SearchKnowledge};
use crate::rules::oscillation::PileGroup;
use crate::rules::{Oscillation, PileId, Table, common};

impl SearchKnowledge for Oscillation {
    /// While the stock has cards, the next deal gives each pile its own card, so the order of the
    /// piles matters. After that the piles of a group may be exchanged.
    ///
    /// The foundations do not follow from the tableau: a card may have gone to either group's. But
    /// their sizes decide their cards, and the size of the stock decides the stock.
    fn visit_key_parts(
        &self,
        table: &Table,
        pruning: PruningRules,
        visit: &mut impl FnMut(PileId, KeyPart),
    ) {
        for group in [PileGroup::Left, PileGroup::Right] {
            let part = if table.is_empty(PileId::STOCK) {
                let number = group as u8;
                pruning.key_part(PruningRule::PileSymmetry, KeyPart::Interchangeable(number))
            } else {
                KeyPart::Exact
            };
            group.piles(self.size).for_each(|pile| visit(pile, part));
        }
        let part = pruning.key_part(PruningRule::DerivedPiles, KeyPart::SizeOnly);
        common::foundations(2).for_each(|pile| visit(pile, part));
        visit(PileId::STOCK, part);
    }

    fn evaluate(&self, table: &Table, _variation: u32) -> Evaluation {
        let piles = common::tableau(self.size.piles);
        let face_down: usize = piles.map(|pile| table.face_down(pile)).sum();
        Evaluation::from_score(2 * table.cards_on_foundations() as i32 - 3 * face_down as i32)
    }
}
