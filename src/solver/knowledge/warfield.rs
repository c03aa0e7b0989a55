//! Search knowledge about Moving Left with one deck, which is Warfield's style of Single Left.
//!
//! With one deck, only two cards can lie below a given card in a run, and only one other card can
//! lie on those two. So the end of a run can move only while the other card it builds on is a top
//! card, and then it can move back and forth at will: it is a *free run end*. The search leaves a
//! free run end where it is, and moves it out of the way when another move needs the card below.

use super::sliding::{self, count_blocking_cards};
use super::{Evaluation, KeyPart, MacroMoves, PruningRule, PruningRules};
use crate::cards::{Card, CardSet};
use crate::rules::foundations::next_foundation_card;
use crate::rules::safe_cards;
use crate::rules::sliding::slides_back;
use crate::rules::tableau::ALTERNATING_COLORS;
use crate::rules::{GameSize, Move, PileId, Table};

/// Visits the tableau. Of the two cards that a free run end can lie on, it does not matter which it is. Once no
/// card lies face down, the order of the piles does not matter either.
///
/// So the tableau is described by the first card of each run and, for every other face-up card,
/// by which of its two possible cards it lies on, or that it is a free run end.
pub(super) fn visit_runs(
    table: &Table,
    size: GameSize,
    pruning: PruningRules,
    visit: &mut impl FnMut(PileId, KeyPart),
) {
    // The face-down cards of a pile follow from the deal and from their number.
    let (mut heads, mut bottoms) = (CardSet::EMPTY, 0);
    let (mut tops, mut built, mut on_major) = (CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY);
    let mut face_down = 0;
    for pile in size.tableau() {
        let run = table.face_up(pile);
        face_down += table.face_down(pile);
        bottoms = bottoms << 10 | (table.face_down(pile) as u128) << 6;
        let [head, others @ ..] = run else { continue };
        bottoms |= head.index() as u128;
        heads |= CardSet::from_card(*head);
        let mut below = head;
        for card in others {
            built |= CardSet::from_card(*card);
            on_major |= CardSet::from_card_if(*card, below.suit().is_major());
            below = card;
        }
        tops |= CardSet::from_card(*below);
    }
    // A free run end is marked as lying on both of its cards.
    let free_ends = ALTERNATING_COLORS.cards_building_on_any(tops) & built;
    on_major |= free_ends;
    let on_minor = (built - on_major) | free_ends;
    let built = u128::from(on_major.bits()) << 64 | u128::from(on_minor.bits());
    visit(PileId::tableau(0), KeyPart::Custom(built));
    if face_down == 0 && pruning.contains(PruningRule::PileSymmetry) {
        visit(PileId::tableau(1), KeyPart::Custom(heads.bits().into()));
    } else {
        visit(PileId::tableau(2), KeyPart::Custom(bottoms));
    }
}

/// Adds the sequences of moves worth trying. A card that can safely go to its foundation goes there at once and does
/// not return.
pub(super) fn list_successors(
    table: &Table,
    size: GameSize,
    pruning: PruningRules,
    successors: &mut MacroMoves,
) {
    let runs = Runs::new(table, size);
    match runs.safe_foundation_card() {
        Some((from, card)) if pruning.contains(PruningRule::SafeFoundation) => {
            let to = PileId::suit_foundation(card.suit(), 0);
            successors.push_single(Move::single_card(from, to));
        }
        _ => runs.list_successors(pruning, successors),
    }
}

/// Evaluates a position.
pub(super) fn evaluate(table: &Table, size: GameSize) -> Evaluation {
    let runs = size.tableau().map(|pile| table.face_up(pile).len());
    let built: usize = runs.map(|cards| cards.saturating_sub(1)).sum();
    let blocking_waste = count_blocking_cards(table.pile(PileId::WASTE));
    let score = sliding::score(table, size);
    Evaluation::from_score(score + built as i32 - blocking_waste as i32)
}

/// The runs of a position, and the moves between them.
struct Runs<'a> {
    table: &'a Table,
    size: GameSize,
    /// The face-up cards of the tableau.
    face_up: CardSet,
    /// The top card of each run.
    tops: CardSet,
    /// The first card of each run. Every other card lies on a card it builds on.
    heads: CardSet,
    /// The pile of each face-up card, and the number of cards below it.
    locations: [(u8, u8); 64],
}

impl<'a> Runs<'a> {
    fn new(table: &'a Table, size: GameSize) -> Runs<'a> {
        let mut runs = Runs {
            table,
            size,
            face_up: CardSet::EMPTY,
            tops: CardSet::EMPTY,
            heads: CardSet::EMPTY,
            locations: [(0, 0); 64],
        };
        for pile in size.tableau() {
            let run = table.face_up(pile);
            let ([head, .., top] | [head @ top]) = run else {
                continue;
            };
            runs.heads |= CardSet::from_card(*head);
            runs.tops |= CardSet::from_card(*top);
            for (below, card) in (table.face_down(pile) as u8..).zip(run) {
                runs.face_up |= CardSet::from_card(*card);
                runs.locations[card.index()] = (pile.index() as u8, below);
            }
        }
        runs
    }

    fn pile(&self, card: Card) -> PileId {
        PileId::from_index(self.locations[card.index()].0)
    }

    /// Counts the cards that move with a face-up card.
    fn unit_size(&self, card: Card) -> u8 {
        self.table.size(self.pile(card)) as u8 - self.locations[card.index()].1
    }

    /// Starts a sequence that makes a face-up card a top card, by moving away the free run end on
    /// it if there is one. Returns whether that is possible; if not, no step is added.
    fn expose(&self, card: Card, successors: &mut MacroMoves) -> bool {
        let from = self.pile(card);
        let above = usize::from(self.locations[card.index()].1) + 1;
        let Some(&covering) = self.table.pile(from).get(above) else {
            return true;
        };
        let others = ALTERNATING_COLORS.build_targets(covering) & self.tops;
        let other = others.iter().next();
        if let Some(other) = other {
            let (to, count) = (self.pile(other), self.unit_size(covering));
            successors.push_step(Move::Transfer { from, to, count });
        }
        other.is_some()
    }

    /// Adds the move of a card to its foundation, if the card can be exposed.
    fn list_foundation_moves(&self, card: Card, successors: &mut MacroMoves) {
        let foundation = PileId::suit_foundation(card.suit(), 0);
        if self.table.top(PileId::WASTE) == Some(card) {
            successors.push_single(Move::single_card(PileId::WASTE, foundation));
        } else if self.face_up.contains(card) && self.expose(card, successors) {
            successors.push_single(Move::single_card(self.pile(card), foundation));
        }
    }

    /// Adds the moves of a card, with the cards on it, onto each card it builds on that can be
    /// exposed, and of a king into the empty pile.
    fn list_build_moves(&self, card: Card, from: PileId, count: u8, successors: &mut MacroMoves) {
        let targets = ALTERNATING_COLORS.build_targets(card) & self.face_up;
        for target in targets.iter() {
            if self.expose(target, successors) {
                let to = self.pile(target);
                successors.push_single(Move::Transfer { from, to, count });
            }
        }
        let to = self.size.last_pile();
        if card.rank() == self.size.highest_rank
            && self.table.is_empty(to)
            && !slides_back(self.table, from, count, self.size.piles)
        {
            successors.push_single(Move::Transfer { from, to, count });
        }
    }

    /// Whether no card needs to be built on the next card of a foundation: the two cards that could
    /// be are on foundations, and a card that would be built on those can go to its foundation as
    /// soon as it is exposed.
    fn is_unneeded(&self, card: Card) -> bool {
        safe_cards::is_unneeded(self.table, card, self.size, [2, 0])
    }

    /// Returns a card that no other card needs, and whose move to its foundation neither empties a
    /// pile nor flips a card.
    fn safe_foundation_card(&self) -> Option<(PileId, Card)> {
        let location = |card| match self.table.top(PileId::WASTE) {
            Some(top) if top == card => Some(PileId::WASTE),
            _ => (self.tops - self.heads)
                .contains(card)
                .then(|| self.pile(card)),
        };
        self.size
            .foundations()
            .filter_map(|foundation| next_foundation_card(self.table, foundation))
            .filter(|&card| self.is_unneeded(card))
            .find_map(|card| Some((location(card)?, card)))
    }

    /// Adds all sequences except those that only move a free run end.
    fn list_successors(&self, pruning: PruningRules, successors: &mut MacroMoves) {
        for foundation in self.size.foundations() {
            if let Some(card) = next_foundation_card(self.table, foundation) {
                self.list_foundation_moves(card, successors);
            }
        }
        for card in self.heads.iter() {
            self.list_build_moves(card, self.pile(card), self.unit_size(card), successors);
        }
        if let Some(card) = self.table.top(PileId::WASTE) {
            self.list_build_moves(card, PileId::WASTE, 1, successors);
        }
        if !self.table.is_empty(PileId::STOCK) {
            successors.push_single(Move::Draw);
        }
        for foundation in self.size.foundations() {
            if let Some(card) = self.table.top(foundation)
                && !(pruning.contains(PruningRule::SafeFoundation) && self.is_unneeded(card))
            {
                self.list_build_moves(card, foundation, 1, successors);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::rules::{MovingLeftRules, play_random_moves};
    use crate::solver::SearchKnowledge;

    /// A position as seen by a player who ignores where free run ends lie.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct VisiblePosition {
        /// The piles without free run ends, each with its number of face-down cards.
        piles: Vec<(usize, Vec<Card>)>,
        free_run_ends: Vec<Vec<Card>>,
        waste: Vec<Card>,
        /// Number of cards in the stock.
        stock: usize,
    }

    fn visible_position(table: &Table) -> VisiblePosition {
        let piles = || PileId::tableau(0).consecutive(7);
        let builds_on = |card: Card, target: Card| {
            card.is_red() != target.is_red() && card.rank().number() + 1 == target.rank().number()
        };
        let is_free_run_end = |card| {
            let mut tops = piles().filter_map(|pile| table.top(pile));
            tops.any(|top| builds_on(card, top))
        };
        let mut free_run_ends = Vec::new();
        let mut rest = Vec::new();
        for pile in piles() {
            let mut cards = table.pile(pile).to_vec();
            for n in (table.face_down(pile) + 1..cards.len()).rev() {
                if is_free_run_end(cards[n]) {
                    free_run_ends.push(cards.split_off(n));
                }
            }
            rest.push((table.face_down(pile), cards));
        }
        if piles().all(|pile| table.face_down(pile) == 0) {
            rest.sort();
        }
        free_run_ends.sort();
        VisiblePosition {
            piles: rest,
            free_run_ends,
            waste: table.pile(PileId::WASTE).to_vec(),
            stock: table.size(PileId::STOCK),
        }
    }

    #[test]
    fn positions_with_equal_key_parts_differ_only_in_free_run_ends() {
        let rules = MovingLeftRules::with_one_deck();
        let (mut parts_by_position, mut positions_by_parts) = (HashMap::new(), HashMap::new());
        let mut repeated = 0;
        for seed in 1..40_u64 {
            play_random_moves(&rules, seed, 1_500, |table| {
                let mut parts = Vec::new();
                rules.visit_key_parts(table, PruningRules::ALL, &mut |pile, part| {
                    let cards = match part {
                        KeyPart::Exact => table.pile(pile).to_vec(),
                        _ => Vec::new(),
                    };
                    let count = matches!(part, KeyPart::SizeOnly).then(|| table.size(pile));
                    parts.push((pile.index(), format!("{part:?}"), cards, count));
                });
                let position = (seed, visible_position(table));
                let parts = (seed, parts);
                if let Some(other) = positions_by_parts.insert(parts.clone(), position.clone()) {
                    repeated += 1;
                    assert_eq!(other, position, "equal parts: {table:?}");
                }
                if let Some(other) = parts_by_position.insert(position, parts.clone()) {
                    assert_eq!(other, parts, "equal positions: {table:?}");
                }
            });
        }
        assert!(repeated > 1_000, "{repeated}");
    }
}
