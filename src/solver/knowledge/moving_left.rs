//! Search knowledge about Moving Left.

use super::evaluation::Weights;
use super::sliding::{self, count_blocking_cards};
use super::{
    Evaluation, KeyPart, MacroMoves, PruningRule, PruningRules, RemainingWork, SearchKnowledge,
    relaxation, warfield,
};
use crate::cards::CardSet;
use crate::policy_knowledge::PolicyKnowledge;
use crate::rules::foundations::accepted_by_foundations;
use crate::rules::tableau::ALTERNATING_COLORS;
use crate::rules::{Move, MoveList, MovingLeftRules, PileId, Rules, Table};

/// Number of counts that make up the score of a position: cards on foundations, cards built on others, kinds
/// of tops, blocking cards in the tableau and in the waste, face-down cards, cards of the waste.
const COUNTS: usize = 7;

/// The weights of the look-ahead player.
const LOOKAHEAD_WEIGHTS: Weights<COUNTS> = Weights {
    fixed: [1, 1, 1, -2, -3, 0, 0],
    per_stock_card: [0; COUNTS],
};

/// The tuned weights, by which the first search plays. While there is a stock, a long waste costs far
/// more than cards that are not drawn yet.
const TUNED_WEIGHTS: Weights<COUNTS> = Weights {
    fixed: [5677, 3547, 4755, -5603, -14647, -8, -1163],
    per_stock_card: [6, 37, 27, 32, -33, 33, -101],
};

/// Standard deviation of each weight over the variations.
const SPREAD: Weights<COUNTS> = Weights {
    fixed: [1229, 1229, 1229, 1638, 2048, 2048, 1229],
    per_stock_card: [25, 25, 25, 33, 42, 42, 25],
};

/// Number of variations after which the weights are repeated.
const VARIATIONS: usize = 64;

/// The weights of each variation: those tuned, with fixed pseudorandom noise in all but the first. A
/// search that failed is repeated along another path.
static WEIGHTS: [Weights<COUNTS>; VARIATIONS] = {
    let mut weights = [TUNED_WEIGHTS; VARIATIONS];
    let mut state = 1;
    let mut variation = 1;
    while variation < VARIATIONS {
        let mut i = 0;
        while i < COUNTS {
            weights[variation].fixed[i] += noise(&mut state, SPREAD.fixed[i]);
            weights[variation].per_stock_card[i] += noise(&mut state, SPREAD.per_stock_card[i]);
            i += 1;
        }
        variation += 1;
    }
    weights
};

/// Returns a pseudorandom number with a mean of 0 and this standard deviation.
const fn noise(state: &mut u64, deviation: i32) -> i32 {
    let (mut sum, mut n) = (0, 0);
    // Twelve numbers from -0.5 to 0.5, in units of 2⁻¹⁶, have a sum with a standard deviation of 1.
    while n < 12 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        sum += (*state >> 48) as i64 - (1 << 15);
        n += 1;
    }
    ((sum * deviation as i64) >> 16) as i32
}

impl SearchKnowledge for MovingLeftRules {
    fn visit_key_parts(
        &self,
        table: &Table,
        pruning: PruningRules,
        visit: &mut impl FnMut(PileId, KeyPart),
    ) {
        if self.has_free_run_ends(pruning) {
            warfield::visit_runs(table, self.size, pruning, visit);
        } else {
            sliding::visit_tableau(table, self.size, pruning, visit);
        }
        sliding::visit_other_piles(table, self.size, pruning, visit);
    }

    fn successors(&self, table: &Table, pruning: PruningRules, successors: &mut MacroMoves) {
        if self.has_free_run_ends(pruning) {
            warfield::list_successors(table, self.size, pruning, successors);
        } else {
            successors.extend_foundation_first(&self.move_list(table));
        }
    }

    fn evaluate(&self, table: &Table, variation: u32) -> Evaluation {
        if self.has_one_deck() {
            warfield::evaluate(table, self.size)
        } else {
            self.weighted(table, &WEIGHTS[variation as usize % VARIATIONS])
        }
    }

    fn evaluate_for_lookahead(&self, table: &Table) -> Evaluation {
        if self.has_one_deck() {
            warfield::evaluate(table, self.size)
        } else {
            self.weighted(table, &LOOKAHEAD_WEIGHTS)
        }
    }

    /// The remaining work is to flip the face-down cards and to play the cards of the stock and the
    /// waste. When none of these is left, the runs go to the foundations card by card. A stock card
    /// counts twice, since drawing it is not yet playing it.
    ///
    /// With one deck it is not counted: the layered beam search makes single moves, and would miss those
    /// that a free run end must make way for.
    fn remaining_work(&self, table: &Table) -> Option<RemainingWork> {
        if self.has_one_deck() {
            return None;
        }
        let piles = || self.size.tableau();
        let waste = table.pile(PileId::WASTE);
        let face_down: usize = piles().map(|pile| table.face_down(pile)).sum();
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
        Some(RemainingWork {
            amount: (face_down + 2 * table.size(PileId::STOCK) + waste.len()) as u32,
            signature: pile_parts.chain(waste_parts).fold(settled as u64, mix),
        })
    }

    /// Part of a run can go back to the rest of the run, and a card from a foundation to its foundation.
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

    /// A move is kept if it exposes a card on which the first card of a run or the top of the waste can be
    /// built, and none like it is exposed yet, or if it lets another card go to its foundation.
    fn drop_idle_moves(&self, table: &Table, moves: &mut MoveList) {
        let tops = self.size.tableau().filter_map(|pile| table.top(pile));
        let tops: CardSet = tops.collect();
        let waste_top = table.top(PileId::WASTE);
        let heads = self
            .size
            .tableau()
            .filter_map(|pile| table.face_up(pile).first().copied());
        let mut wanted = CardSet::EMPTY;
        for card in heads.chain(waste_top) {
            let targets = ALTERNATING_COLORS.build_targets(card);
            if (targets & tops).is_empty() {
                wanted |= targets;
            }
        }
        let accepted = accepted_by_foundations(table, self.size);
        let playable = waste_top.map_or(tops, |card| tops | CardSet::from_card(card));
        moves.retain(|mv| {
            let Move::Transfer { from, to, count } = *mv else {
                return true;
            };
            if !self.is_reversible(table, *mv) {
                return true;
            }
            let [rest @ .., card] = table.pile(from) else {
                return true;
            };
            if from.is_foundation() {
                // A copy of the card may go home in its place.
                return (wanted | playable).contains(*card);
            }
            let next = CardSet::from_suit_and_rank_number(card.suit(), card.rank().number() + 1);
            let exposed = rest[rest.len() - usize::from(count)];
            (wanted | accepted).contains(exposed)
                || (to.is_foundation() && !(next & playable).is_empty())
        });
    }

    fn is_dead_end(&self, table: &Table, pruning: PruningRules) -> bool {
        pruning.contains(PruningRule::DeadEnd)
            && relaxation::is_dead_end(table, self.size, self.foundation_return)
    }

    fn policy_knowledge(&self) -> Option<&dyn PolicyKnowledge> {
        Some(self)
    }
}

impl MovingLeftRules {
    /// Whether the ends of runs that can move back and forth are left where they are; see [`warfield`].
    fn has_free_run_ends(&self, pruning: PruningRules) -> bool {
        self.has_one_deck() && pruning.contains(PruningRule::FreeRunEnds)
    }

    /// Evaluates a position with these weights.
    ///
    /// A card blocks if it lies above a lower card of its suit. Tops are of one kind if they accept the same
    /// cards.
    fn weighted(&self, table: &Table, weights: &Weights<COUNTS>) -> Evaluation {
        let waste = table.pile(PileId::WASTE);
        let (mut face_down, mut built, mut blocking) = (0, 0, 0);
        // One bit for each color and rank of a top card.
        let mut top_kinds = 0_u32;
        for pile in self.size.tableau() {
            face_down += table.face_down(pile);
            built += table.face_up(pile).len().saturating_sub(1);
            blocking += count_blocking_cards(table.pile(pile));
            if let Some(top) = table.top(pile) {
                top_kinds |= 1 << (16 * u8::from(top.is_red()) + top.rank().number());
            }
        }
        let counts = [
            table.cards_on_foundations(),
            built,
            top_kinds.count_ones() as usize,
            blocking,
            count_blocking_cards(waste),
            face_down,
            waste.len(),
        ];
        Evaluation {
            work: self.remaining_work(table),
            score: weights.score(counts, table.size(PileId::STOCK)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::cards::Card;
    use crate::rules::{GameOptions, moving_left, play_random_moves};
    use crate::solver::knowledge::evaluation::WORK_WEIGHT;

    fn both_games() -> [MovingLeftRules; 2] {
        ["yes", "no"].map(|value| {
            let given = [("foundation-return", value)];
            let options = GameOptions::parse(&moving_left::INFO, &given);
            MovingLeftRules::new(&options.expect("an option of the game"))
        })
    }

    /// Returns the irreversible moves: the first card of each, and whether it goes to a foundation.
    fn irreversible_moves(rules: &MovingLeftRules, table: &Table) -> HashSet<(Option<Card>, bool)> {
        let moves = rules.move_list(table).into_iter();
        let irreversible = moves.filter(|&mv| !rules.is_reversible(table, mv));
        let described = irreversible.map(|mv| match mv {
            Move::Transfer { from, count, .. } => {
                let pile = table.pile(from);
                let first = pile[pile.len() - usize::from(count)];
                (Some(first), mv.is_to_foundation())
            }
            _ => (None, false),
        });
        described.collect()
    }

    #[test]
    fn idle_moves_allow_no_new_irreversible_move() {
        for rules in both_games() {
            let (mut idle, mut kept) = (0, 0);
            for seed in 1..60 {
                play_random_moves(&rules, seed, 150, |table| {
                    let all = rules.move_list(table);
                    let mut others = all.clone();
                    rules.drop_idle_moves(table, &mut others);
                    let before = irreversible_moves(&rules, table);
                    for mv in all {
                        if others.contains(&mv) {
                            kept += usize::from(rules.is_reversible(table, mv));
                            continue;
                        }
                        assert!(rules.is_reversible(table, mv));
                        let mut after = table.clone();
                        rules.apply(&mut after, mv);
                        let after = irreversible_moves(&rules, &after);
                        assert!(after.is_subset(&before), "{mv}: {table:?}");
                        idle += 1;
                    }
                });
            }
            assert!(idle > 1_000 && kept > 10, "{idle} {kept}");
        }
    }

    #[test]
    fn less_work_counts_more_than_any_score() {
        for rules in both_games() {
            for seed in 1..10 {
                play_random_moves(&rules, seed, 300, |table| {
                    for variation in 0..VARIATIONS as u32 {
                        let score = rules.evaluate(table, variation).score;
                        assert!(score.abs() < WORK_WEIGHT / 2, "{score}");
                    }
                });
            }
        }
    }

    #[test]
    fn the_weights_of_the_variations_are_spread_around_the_tuned_ones() {
        let noise_of = |i: usize| {
            WEIGHTS[1..]
                .iter()
                .map(move |weights| f64::from(weights.fixed[i] - TUNED_WEIGHTS.fixed[i]))
        };
        for (i, &spread) in SPREAD.fixed.iter().enumerate() {
            let count = (VARIATIONS - 1) as f64;
            let mean = noise_of(i).sum::<f64>() / count;
            let squares = noise_of(i).map(|noise| noise * noise).sum::<f64>();
            let deviation = (squares / count).sqrt() / f64::from(spread);
            assert!(mean.abs() < 0.4 * f64::from(spread), "{i}: {mean}");
            assert!((0.75..1.25).contains(&deviation), "{i}: {deviation}");
        }
    }
}
