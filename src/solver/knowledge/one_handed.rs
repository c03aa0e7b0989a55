//! Search knowledge about one-handed Single Left.

mod stock_pass;

use arrayvec::ArrayVec;

use super::{Evaluation, KeyPart, PruningRule, PruningRules, SearchKnowledge};
use crate::cards::Card;
use crate::rules::single_left::{OneHanded, WINDOW_SIZE};
use crate::rules::{PileId, Rules, Table};
use crate::solver::Verdict;
use stock_pass::StockPass;

impl SearchKnowledge for OneHanded {
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

    /// A second implementation of the forced game over bare cards, since a survey plays a million
    /// deals per second. Tests compare it with the rules.
    fn simulate_forced(&self, deck: &[Card]) -> Option<(bool, u64)> {
        if !self.forced_discards {
            return None;
        }
        let mut discards: ArrayVec<Card, 52>;
        let mut stock = deck.iter();
        let mut hand: ArrayVec<Card, 52> = ArrayVec::new();
        let (mut moves, mut redeals) = (0, 0);
        loop {
            while hand.len() < WINDOW_SIZE
                && let Some(&card) = stock.next()
            {
                hand.push(card);
            }
            match hand[..] {
                [] | [_] => return Some((true, moves)),
                [.., first, _, _, last] if first.rank() == last.rank() => {
                    hand.truncate(hand.len() - WINDOW_SIZE);
                }
                [.., first, _, _, last] if first.suit() == last.suit() => {
                    hand.truncate(hand.len() - 3);
                    hand.push(last);
                }
                [first, last] if first.rank() == last.rank() => hand.clear(),
                _ => {
                    if let Some(&card) = stock.next() {
                        hand.push(card);
                    } else if redeals < self.max_redeals && hand.len() < deck.len() {
                        redeals += 1;
                        let discarded = deck.iter().filter(|card| !hand.contains(card));
                        discards = discarded.copied().collect();
                        stock = discards.iter();
                    } else {
                        return Some((false, moves));
                    }
                }
            }
            moves += 1;
        }
    }
}
