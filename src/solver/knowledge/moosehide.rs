//! Search knowledge about Moosehide.

use super::{Evaluation, KeyPart, MacroMoves, PruningRule, PruningRules, SearchKnowledge};
use crate::cards::{Card, Rank};
use crate::rules::GameSize;
use crate::rules::tableau::ALTERNATING_COLORS;
use crate::rules::{MoosehideRules, Move, PileId, Rules, Table};

impl SearchKnowledge for MoosehideRules {
    /// Nothing slides, so the tableau piles may be exchanged. A card that is neither in the tableau
    /// nor on a foundation is still in its reserve pile.
    fn visit_key_parts(
        &self,
        _: &Table,
        pruning: PruningRules,
        visit: &mut impl FnMut(PileId, KeyPart),
    ) {
        let pile_part = pruning.key_part(PruningRule::PileSymmetry, KeyPart::Interchangeable(0));
        self.size.tableau().for_each(|pile| visit(pile, pile_part));
        let foundation_part = pruning.key_part(PruningRule::DerivedPiles, KeyPart::SizeOnly);
        self.size
            .foundations()
            .for_each(|pile| visit(pile, foundation_part));
        if !pruning.contains(PruningRule::DerivedPiles) {
            self.reserve().for_each(|pile| visit(pile, KeyPart::Exact));
        }
    }

    fn successors(&self, table: &Table, pruning: PruningRules, successors: &mut MacroMoves) {
        if pruning.contains(PruningRule::SafeFoundation)
            && let Some((from, card)) = self
                .size
                .tableau()
                .chain(self.reserve())
                .filter_map(|from| Some((from, table.top(from)?)))
                .find(|&(_, card)| self.is_safe_on_foundation(table, card))
        {
            let to = PileId::suit_foundation(card.suit(), 0);
            successors.push_single(Move::single_card(from, to));
        } else if !self.is_classic() && pruning.contains(PruningRule::ReserveOnDemand) {
            ReserveSuccessors::new(self, table).list_successors(successors);
        } else {
            let moves = self.move_list(table);
            for mv in moves {
                successors.push_single(mv);
            }
        }
    }

    fn evaluate(&self, table: &Table, _variation: u32) -> Evaluation {
        let piles = self.size.tableau();
        let face_down: usize = piles.map(|pile| table.face_down(pile)).sum();
        Evaluation::from_score(table.cards_on_foundations() as i32 - 4 * face_down as i32)
    }
}

/// Lists the successors in a layout with a reserve.
///
/// A reserve card blocks nothing where it lies. So it moves to the tableau only if another card is
/// put on it at once, and to its foundation only if another card follows it there. Each sequence
/// therefore ends with a move of one top card of the tableau, after moves of the reserve cards that
/// this move needs.
struct ReserveSuccessors<'a> {
    size: GameSize,
    table: &'a Table,
    /// The pile of each card that can move, indexed by card.
    piles: [Option<PileId>; 64],
}

impl<'a> ReserveSuccessors<'a> {
    fn new(rules: &MoosehideRules, table: &'a Table) -> ReserveSuccessors<'a> {
        let mut piles = [None; 64];
        for pile in rules.size.tableau().chain(rules.reserve()) {
            if let Some(card) = table.top(pile) {
                piles[card.index()] = Some(pile);
            }
        }
        ReserveSuccessors {
            size: rules.size,
            table,
            piles,
        }
    }

    /// Iterates over the piles of the tableau that have cards, with their top cards.
    fn tops(&self) -> impl Iterator<Item = (PileId, Card)> {
        let tableau = self.size.tableau();
        tableau.filter_map(|pile| Some((pile, self.table.top(pile)?)))
    }

    fn list_successors(&self, successors: &mut MacroMoves) {
        if self.tops().next().is_none() {
            for pile in self.piles.into_iter().flatten() {
                if let Some(card) = self.table.top(pile) {
                    self.list_foundation_moves(pile, card, successors);
                }
            }
        }
        for (from, card) in self.tops() {
            self.list_foundation_moves(from, card, successors);
        }
        self.list_build_moves(successors);
    }

    /// Returns the reserve pile of a card that lies there.
    fn reserve_pile(&self, card: Card) -> Option<PileId> {
        self.piles[card.index()].filter(|pile| !pile.is_tableau())
    }

    /// Adds the sequence that moves a card to its foundation after all lower cards of its suit that
    /// are still missing there, provided that they all lie in the reserve.
    fn list_foundation_moves(&self, from: PileId, card: Card, successors: &mut MacroMoves) {
        let to = PileId::suit_foundation(card.suit(), 0);
        let missing = self.table.size(to) + 1..usize::from(card.rank().number());
        let reserve_pile =
            |number| self.reserve_pile(Card::new(Rank::new(number as u8)?, card.suit()));
        if missing.clone().all(|number| reserve_pile(number).is_some()) {
            for pile in missing.filter_map(reserve_pile) {
                successors.push_step(Move::single_card(pile, to));
            }
            successors.push_single(Move::single_card(from, to));
        }
    }

    /// Adds the sequences that move the top card of a pile to another one, after reserve cards in between, those with
    /// the fewest of them first.
    fn list_build_moves(&self, successors: &mut MacroMoves) {
        let space = self.size.tableau().find(|&pile| self.table.is_empty(pile));
        // Top cards, and then reserve cards, each with the place of the card that is put on it.
        let mut cards: Vec<(Card, Option<usize>)> = Vec::with_capacity(32);
        cards.extend(self.tops().map(|(_, card)| (card, None)));
        let mut n = 0;
        while let Some(&(card, _)) = cards.get(n) {
            for target in ALTERNATING_COLORS.build_targets(card).iter() {
                match self.piles[target.index()] {
                    Some(to) if to.is_tableau() => self.push_build(to, &cards, n, successors),
                    Some(_) => cards.push((target, Some(n))),
                    None => {}
                }
            }
            if let Some(space) = space
                && card.rank() == self.size.highest_rank
                && self.piles[card.index()].is_some_and(|from| !self.is_lone(from))
            {
                self.push_build(space, &cards, n, successors);
            }
            n += 1;
        }
    }

    /// Whether a pile of the tableau has one card, which would only change places with a space.
    fn is_lone(&self, pile: PileId) -> bool {
        pile.is_tableau() && self.table.size(pile) == 1
    }

    /// Adds the sequence that moves the card of this place to a pile, and then those that are put on it.
    fn push_build(
        &self,
        to: PileId,
        cards: &[(Card, Option<usize>)],
        place: usize,
        successors: &mut MacroMoves,
    ) {
        let mut next = Some(place);
        while let Some((card, put_on)) = next.map(|place| cards[place]) {
            if let Some(from) = self.piles[card.index()] {
                successors.push_step(Move::single_card(from, to));
            }
            next = put_on;
        }
        successors.end_sequence();
    }
}
