//! Search knowledge about Oscillation.

use super::evaluation::Weights;
use super::{Evaluation, KeyPart, PruningRule, PruningRules, SearchKnowledge};
use crate::cards::{Card, Rank, Suit};
use crate::policy_knowledge::PolicyKnowledge;
use crate::rules::GameSize;
use crate::rules::oscillation::PileGroup;
use crate::rules::{OscillationRules, PileId, Table};

/// The weights of cards on foundations, face-down cards and blocking cards, tuned on other deals than those of
/// `docs/solver.md`.
const WEIGHTS: Weights<3> = Weights {
    fixed: [2031, -3585, -1555],
    per_stock_card: [-13, 29, 17],
};

impl SearchKnowledge for OscillationRules {
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
        for group in PileGroup::BOTH {
            let part = if table.is_empty(PileId::STOCK) {
                let number = group as u8;
                pruning.key_part(PruningRule::PileSymmetry, KeyPart::Interchangeable(number))
            } else {
                KeyPart::Exact
            };
            group.piles(self.size).for_each(|pile| visit(pile, part));
        }
        let part = pruning.key_part(PruningRule::DerivedPiles, KeyPart::SizeOnly);
        self.size.foundations().for_each(|pile| visit(pile, part));
        visit(PileId::STOCK, part);
    }

    /// Cards on foundations count for a position, and against it face-down cards and those that block a
    /// card of their own suit.
    fn evaluate(&self, table: &Table, _variation: u32) -> Evaluation {
        let piles = || self.size.tableau();
        let waits = Waits::new(table, self.size);
        let counts = [
            table.cards_on_foundations(),
            piles().map(|pile| table.face_down(pile)).sum(),
            piles()
                .map(|pile| waits.count_blocking_cards(table.pile(pile)))
                .sum(),
        ];
        Evaluation::from_score(WEIGHTS.score(counts, table.size(PileId::STOCK)))
    }

    /// Blocking cards do not count.
    fn evaluate_for_lookahead(&self, table: &Table) -> Evaluation {
        let piles = self.size.tableau();
        let face_down: usize = piles.map(|pile| table.face_down(pile)).sum();
        Evaluation::from_score(2 * table.cards_on_foundations() as i32 - 3 * face_down as i32)
    }

    fn policy_knowledge(&self) -> Option<&dyn PolicyKnowledge> {
        Some(self)
    }
}

/// How long each card has to wait for its foundations.
struct Waits {
    size: GameSize,
    /// For each group, the rank that its foundations start with and their sizes.
    groups: [(PileGroup, Rank, [usize; 4]); 2],
}

impl Waits {
    fn new(table: &Table, size: GameSize) -> Waits {
        let groups = PileGroup::BOTH.map(|group| {
            let sizes = Suit::ALL.map(|suit| table.size(group.foundation(suit)));
            (group, group.start_rank(table), sizes)
        });
        Waits { size, groups }
    }

    /// Returns the number of cards that must go to a foundation before a card can, at the foundation
    /// that comes to it first.
    #[inline]
    fn wait(&self, card: Card) -> usize {
        let waits = self.groups.map(|(group, start, sizes)| {
            let height = group.height_of(card.rank(), start, self.size);
            // At a foundation that has the card already, this wraps to a number above all others.
            height.wrapping_sub(sizes[card.suit().index()])
        });
        waits[0].min(waits[1])
    }

    /// Counts the cards of a pile that lie above a card of their own suit with a shorter wait.
    fn count_blocking_cards(&self, pile: &[Card]) -> usize {
        let mut shortest = [usize::MAX; 4];
        let blocking = pile.iter().filter(|&&card| {
            let wait = self.wait(card);
            let shortest = &mut shortest[card.suit().index()];
            let is_blocking = *shortest < wait;
            *shortest = wait.min(*shortest);
            is_blocking
        });
        blocking.count()
    }
}
