//! Search knowledge about one-handed Single Left.

mod stock_pass;

use super::{Evaluation, KeyPart, PruningRule, PruningRules, SearchKnowledge};
use crate::rules::single_left::OneHandedRules;
use crate::rules::{PileId, Rules, Table};
use crate::solver::Verdict;
use stock_pass::StockPass;

impl SearchKnowledge for OneHandedRules {
    /// The discards are the cards that lie nowhere else, and a redeal restores the order they had
    /// in the deck.
    fn visit_key_parts(
        &self,
        _: &Table,
        pruning: PruningRules,
        visit: &mut impl FnMut(PileId, KeyPart),
    ) {
        visit(PileId::STOCK, KeyPart::Exact);
        visit(PileId::HAND, KeyPart::Exact);
        let discards = pruning.key_part(PruningRule::DerivedPiles, KeyPart::Ignored);
        visit(PileId::DISCARDS, discards);
    }

    fn evaluate(&self, table: &Table, _variation: u32) -> Evaluation {
        Evaluation::from_score(table.size(PileId::DISCARDS) as i32)
    }

    /// The last pass through the stock is decided exactly, and the passes before it only where they begin
    /// and win.
    fn decide(&self, table: &Table, pruning: PruningRules) -> Verdict {
        let is_last_pass = table.redeals_used() >= self.max_redeals;
        if self.forced_discards
            || !pruning.contains(PruningRule::ExactDecision)
            || !is_last_pass && !table.is_empty(PileId::DISCARDS)
        {
            return Verdict::Unknown;
        }
        let pass = StockPass::new(table);
        match (pass.is_winnable(table), is_last_pass) {
            (true, _) => {}
            (false, true) => return Verdict::Unwinnable,
            (false, false) => return Verdict::Unknown,
        }
        // Each discard is made after which the pass can still be won.
        let next = |table: &Table| {
            let moves = self.move_list(table).into_iter();
            let mut moves = moves.map(|mv| (mv, self.table_after(table, &[mv])));
            moves.find(|(_, after)| pass.is_winnable(after))
        };
        let (mut table, mut line) = (table.clone(), Vec::new());
        while let Some((mv, after)) = next(&table) {
            line.push(mv);
            table = after;
        }
        Verdict::Winnable(line)
    }

    /// Without redeals, whether to discard matters so little that chance in a comparison costs more
    /// than it is worth; see `docs/fair-player.md`.
    fn is_evaluation_preferred(&self) -> bool {
        self.max_redeals == 0
    }
}
