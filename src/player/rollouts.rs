//! Choice of a move by rollouts: sample deals that the policy plays to their end.

use std::cmp::Reverse;

use super::policy::PolicyGame;
use super::sampling::sample;
use super::threads;
use super::view::View;
use crate::rules::Move;
use crate::solver::CancelToken;
use crate::variant::Variant;

/// Maximum number of sequences of moves that are compared.
const MAX_CANDIDATES: usize = 16;

/// Number of positions from which sequences of moves are tried.
const ROOT_POSITIONS: usize = 150;

/// Number of positions for which a rollout is begun. It may need more.
const MIN_ROLLOUT: u64 = 1_000;

/// Value of a win. A loss is worth at most a twentieth of it, if nearly all cards are home.
const WIN: i64 = 10_000;

/// Sequences of moves up to the next new card, compared by rollouts on the same sample deals.
///
/// By sequential halving: after each round, the better half stays. The moves that the policy itself
/// would make always stay, and are chosen unless others are better by a standard error.
pub(super) struct Rollouts {
    /// The moves of the policy come first, if it makes any.
    candidates: Vec<RolloutCandidate>,
    has_policy_moves: bool,
    /// Indices of the candidates that are compared, the best first.
    active: Vec<usize>,
    /// Number of rollouts for a decision.
    rollouts: usize,
    /// Number of rounds.
    rounds: usize,
    samples: u64,
    /// Number of positions of the longest rollout.
    longest: u64,
    is_complete: bool,
}

/// A sequence of moves of which only the last shows a new card.
struct RolloutCandidate {
    moves: Vec<Move>,
    /// The values of its rollouts, by sample deal.
    values: Vec<i64>,
}

impl Rollouts {
    /// Finds the moves to compare in a position where no card goes home at once. `None` in a game without
    /// a policy, and once all cards are known.
    pub(super) fn new(rules: &Variant, view: &View) -> Option<Rollouts> {
        let wanted = rules.policy_knowledge()?.rollouts();
        let start = || PolicyGame::new(&**rules, view.to_table(view.unseen()));
        let policy_moves = start()?.moves_to_new_card();
        let has_policy_moves = policy_moves.is_some();
        let policy_end = policy_moves.as_ref().map(|&(end, _)| end);
        let others = start()?.sequences_to_new_card(ROOT_POSITIONS).into_iter();
        let others = others.filter(|&(end, _)| Some(end) != policy_end);
        let sequences = policy_moves.into_iter().chain(others);
        let candidate = |(_, moves)| RolloutCandidate {
            moves,
            values: Vec::new(),
        };
        let candidates: Vec<_> = sequences.take(MAX_CANDIDATES).map(candidate).collect();
        (!view.unseen().is_empty()).then(|| Rollouts {
            has_policy_moves,
            active: (0..candidates.len()).collect(),
            rollouts: wanted,
            rounds: candidates.len().next_power_of_two().trailing_zeros() as usize,
            is_complete: candidates.len() < 2,
            candidates,
            samples: 0,
            longest: MIN_ROLLOUT,
        })
    }

    /// Whether nothing is left to compare.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Plays a round with at most so many positions. Returns their number. `None` if canceled, which has no
    /// effect then.
    pub(super) fn play_round(
        &mut self,
        (rules, view, seed): (&Variant, &View, u64),
        max_positions: u64,
        threads: usize,
        cancel: &CancelToken,
    ) -> Option<u64> {
        let active = self.active.len();
        let wanted = (self.rollouts / self.rounds.max(1) / active.max(1)).max(1) as u64;
        let affordable = max_positions / (active as u64 * self.longest).max(1);
        let count = wanted.min(affordable);
        if count == 0 {
            self.is_complete = true;
            return Some(0);
        }
        let limit = max_positions / (active as u64 * count);
        let samples: Vec<_> = (self.samples..self.samples + count)
            .map(|number| sample(view, seed, number))
            .collect();
        let candidates = self.active.iter().map(|&index| &self.candidates[index]);
        let pairs: Vec<_> = candidates
            .flat_map(|candidate| samples.iter().map(move |sample| (sample, &candidate.moves)))
            .collect();
        let results = threads::map(threads, &pairs, |(sample, moves)| {
            let table = rules.table_after(sample, moves);
            PolicyGame::new(&**rules, table).map_or((0, 0), |mut game| {
                game.finish(limit, cancel);
                (value(rules, &game), game.positions())
            })
        });
        if cancel.is_canceled() {
            return None;
        }
        self.samples += count;
        for (&index, results) in self.active.iter().zip(results.chunks(samples.len())) {
            let values = results.iter().map(|(value, _)| *value);
            self.candidates[index].values.extend(values);
        }
        let positions = results.iter().map(|(_, positions)| *positions);
        self.longest = positions.clone().max().unwrap_or(0).max(self.longest);
        self.drop_worse_half();
        Some(positions.sum())
    }

    /// Returns the moves chosen, and the next best ones.
    pub(super) fn choice(&self) -> (Option<&[Move]>, Option<&[Move]>) {
        let mut ranking = self.active.clone();
        let is_kept = |&best: &usize| {
            let pairs = self.candidates[best]
                .values
                .iter()
                .zip(&self.candidates[0].values);
            let gains = pairs.map(|(value, policy_value)| value - policy_value);
            let (sum, squares) = gains.fold((0, 0), |(sum, squares), gain| {
                (sum + gain, squares + gain * gain)
            });
            sum <= 0 || sum * sum < squares
        };
        if self.has_policy_moves && ranking.first().is_some_and(is_kept) {
            ranking.retain(|&index| index != 0);
            ranking.insert(0, 0);
        }
        let mut moves = ranking
            .iter()
            .map(|&index| &self.candidates[index].moves[..]);
        (moves.next(), moves.next())
    }

    fn drop_worse_half(&mut self) {
        self.active
            .sort_by_key(|&index| Reverse(self.candidates[index].values.iter().sum::<i64>()));
        if self.active.len() <= 2 {
            self.is_complete = true;
            return;
        }
        let kept = self.active.len().div_ceil(2);
        let dropped = self.active.split_off(kept);
        if self.has_policy_moves && dropped.contains(&0) {
            self.active[kept - 1] = 0;
        }
    }
}

/// Returns the value of a rollout: that of a win, or a little for the square of the share of cards that
/// are home.
fn value(rules: &Variant, game: &PolicyGame<'_>) -> i64 {
    let table = game.table();
    let (home, all) = (
        table.cards_on_foundations() as i64,
        table.deck().len() as i64,
    );
    if rules.is_won(table) {
        WIN
    } else {
        WIN * home * home / (20 * all * all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::variant::test_variant;

    fn rollouts(values: &[&[i64]]) -> Rollouts {
        let candidate = |(index, values): (usize, &&[i64])| RolloutCandidate {
            moves: vec![Move::Draw; index + 1],
            values: values.to_vec(),
        };
        Rollouts {
            candidates: values.iter().enumerate().map(candidate).collect(),
            has_policy_moves: true,
            active: (0..values.len()).collect(),
            rollouts: 96,
            rounds: 1,
            samples: values[0].len() as u64,
            longest: MIN_ROLLOUT,
            is_complete: false,
        }
    }

    #[test]
    fn moves_of_the_policy_are_left_only_for_a_gain_of_a_standard_error() {
        let chosen = |values: [&[i64]; 2]| {
            let mut rollouts = rollouts(&values);
            rollouts.drop_worse_half();
            let (best, next_best) = rollouts.choice();
            assert_eq!(best.unwrap().len() + next_best.unwrap().len(), 3);
            best.unwrap().len() - 1
        };
        assert_eq!(chosen([&[WIN, 0, 0, 0], &[0, WIN, WIN, 0]]), 0);
        assert_eq!(chosen([&[0, 0, 0, 0], &[0, WIN, 0, 0]]), 1);
        assert_eq!(chosen([&[WIN, WIN, 0, 0], &[0, 0, 0, WIN]]), 0);
        assert_eq!(chosen([&[WIN, 0, 0, 0, 0], &[0, WIN, WIN, WIN, WIN]]), 1);
    }

    #[test]
    fn moves_of_the_policy_are_never_dropped() {
        let mut rollouts = rollouts(&[&[0], &[9], &[8], &[7], &[6]]);
        rollouts.drop_worse_half();
        assert_eq!(rollouts.active, [1, 2, 0]);
        rollouts.drop_worse_half();
        assert_eq!(rollouts.active, [1, 0]);
        assert!(!rollouts.is_complete());
    }

    #[test]
    fn candidates_end_with_their_only_new_card_and_begin_with_the_moves_of_the_policy() {
        let mut compared = 0;
        for (id, options, seed) in [
            ("moving-left", [].as_slice(), 3),
            ("moving-left", &[], 4),
            ("oscillation", &[], 3),
            ("oscillation", &[], 5),
            ("single-left", &[("style", "warfield")], 4),
        ] {
            let rules = test_variant(id, options);
            let mut game = Game::new(rules.clone(), seed);
            let knowledge = rules.policy_knowledge().expect("a game with a policy");
            while let Some(home) = knowledge.home_move(game.table()) {
                game.play(home).expect("a legal move");
            }
            let view = View::new(&game);
            let start = view.to_table(view.unseen());
            let rollouts = Rollouts::new(&rules, &view).expect("hidden cards");
            for candidate in &rollouts.candidates {
                let until = |moves: &[Move]| {
                    let seen = view.seen_cards();
                    seen.until_new_card(&*rules, &start, moves.to_vec())
                };
                let (_, before) = candidate.moves.split_last().expect("a move");
                assert_eq!(until(before), None, "{id}");
                assert_eq!(until(&candidate.moves).as_ref(), Some(&candidate.moves));
                compared += 1;
            }
            let policy = PolicyGame::new(&*rules, start).expect("a policy");
            let (_, policy_moves) = policy.moves_to_new_card().expect("moves");
            assert_eq!(rollouts.candidates[0].moves, policy_moves);
        }
        assert!(compared > 12, "only {compared} sequences");
    }
}
