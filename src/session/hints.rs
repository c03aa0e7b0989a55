//! The hints for a position, and what they are for.

use super::command::GivenHint;
use crate::describe::{brief_move_text, plain_effect, purpose};
use crate::game::Game;
use crate::hint::{Hint, HintReason, hints};
use crate::player::{Advice, View};
use crate::proofs::Proofs;
use crate::rules::Move;
use crate::solver::Tally;

/// Number of sample deals, and difference in points, from which a comparison of two moves tells something.
const MIN_COMPARED_SAMPLES: u64 = 20;
const MIN_DIFFERENCE: u64 = 10;

/// The hints for a position. The first is the next move of a winning line, or else that of the fair
/// player, as far as they are known; then come those that improve what can be seen.
pub(super) struct Hints<'a> {
    game: &'a Game,
    proofs: &'a Proofs,
    /// The winning line that the player may see.
    winning_line: Option<&'a [Move]>,
    advice: Option<&'a Advice>,
}

impl<'a> Hints<'a> {
    /// Ranks by the winning line that the player may see, and by what the fair player has found.
    pub(super) fn new(
        game: &'a Game,
        proofs: &'a Proofs,
        winning_line: Option<&'a [Move]>,
        advice: Option<&'a Advice>,
    ) -> Hints<'a> {
        Hints {
            game,
            proofs,
            winning_line,
            advice,
        }
    }

    /// Returns the hint with this number, counting from the first again after the last.
    pub(super) fn nth(&self, number: usize) -> Option<GivenHint> {
        let game = self.game;
        let best = self.best_line();
        let mut given: Vec<Hint> = best.iter().map(|(_, hint)| *hint).collect();
        let visible = hints(&**game.rules(), game.table()).into_iter();
        let is_other = |hint: &Hint| best.as_ref().is_none_or(|(_, best)| best.mv != hint.mv);
        given.extend(visible.filter(|hint| is_other(hint) && self.is_new_way(&[hint.mv])));
        let index = number.checked_rem(given.len())?;
        let hint = given[index];
        let text = |mv| brief_move_text(game, mv, false);
        let alike = given.iter().filter(|other| text(other.mv) == text(hint.mv));
        let (is_ambiguous, count) = (alike.count() > 1, given.len());
        let purpose = match best.filter(|_| index == 0) {
            Some((line, _)) => self.purpose(&line, hint.reason),
            None => self.purpose(&[hint.mv], hint.reason),
        };
        Some(GivenHint {
            hint,
            index,
            count,
            is_ambiguous,
            purpose,
        })
    }

    /// Returns the line that the best hint begins, as far as one is known.
    fn best_line(&self) -> Option<(Vec<Move>, Hint)> {
        if let Some(line) = self.winning_line {
            let (mv, reason) = (*line.first()?, HintReason::ProvenWin);
            return Some((line.to_vec(), Hint { mv, reason }));
        }
        let advice = self.advice?;
        let next_best = advice.next_best.iter().map(|(moves, _)| moves);
        let mut plans = std::iter::once(&advice.moves).chain(next_best);
        let plan = plans.find(|moves| !moves.is_empty() && self.is_new_way(moves))?;
        let (mv, reason) = (*plan.first()?, advice.reason);
        Some((plan.clone(), Hint { mv, reason }))
    }

    /// Whether moves lead to no position that the game has been in.
    fn is_new_way(&self, moves: &[Move]) -> bool {
        let (rules, mut table) = (self.game.rules(), self.game.table().clone());
        let made = self.game.moves().len();
        moves.iter().all(|&mv| {
            rules.apply(&mut table, mv);
            let position = Some(rules.state_key(&table));
            (0..=made).all(|at| self.proofs.state_at(at) != position)
        })
    }

    /// Says what the first move of a line is for, by what can be seen.
    fn purpose(&self, line: &[Move], reason: HintReason) -> String {
        let rules = self.game.rules();
        let view = View::new(self.game);
        let table = view.to_table(view.unseen());
        let advice = self
            .advice
            .filter(|advice| advice.moves == line && advice.reason == reason);
        let compared = advice.and_then(comparison);
        let seen = view.seen_cards();
        let visible = seen.until_new_card(&**rules, &table, line.to_vec());
        let purpose = purpose(&**rules, &table, visible.as_deref().unwrap_or(line));
        let is_lone_majority = |(best, next): (u64, u64)| best >= 50 && next < 50;
        if purpose.is_none() && compared.is_some_and(is_lone_majority) {
            return "the only move that still wins in most deals".into();
        }
        let purpose = purpose.unwrap_or_else(|| plain_effect(&table, line[0]));
        match (reason, compared) {
            (HintReason::OnlyMove, _) => format!("{purpose}; the only move"),
            (HintReason::ProvenWin, _) => format!("{purpose}; this wins"),
            (_, Some((best, next))) => format!("{purpose}, {best} % against {next} %"),
            (_, None) => purpose,
        }
    }
}

/// The shares of the same sample deals that the best and the next best moves win, in percent, if their
/// difference tells something about a position that the advice was given for.
pub(super) fn comparison(advice: &Advice) -> Option<(u64, u64)> {
    let (_, next) = advice.next_best.as_ref()?;
    let percent = |tally: Tally| (100 * tally.won).checked_div(tally.count());
    let (best, next_best) = (percent(advice.tally)?, percent(*next)?);
    let is_enough = next.count() >= MIN_COMPARED_SAMPLES && next.count() == advice.tally.count();
    let is_clear = best >= next_best + MIN_DIFFERENCE;
    (is_enough && is_clear && !advice.is_continued).then_some((best, next_best))
}
