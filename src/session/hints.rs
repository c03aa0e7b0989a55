//! The hints for a position: what was asked, what was found, and what each move is for.

use std::collections::HashSet;
use std::iter;
use std::sync::Arc;

use super::command::{GivenHint, Refusal};
use super::play::Session;
use super::search::{Answer, Hints};
use crate::describe::{Plan, brief_move_text, plain_effect};
use crate::game::Game;
use crate::hint::{Hint, HintReason, visible_hints};
use crate::player::Advice;
use crate::rules::Move;
use crate::solver::{Tally, Verdict, is_winning_line};
use crate::storage::settings::Settings;

/// Number of sample deals, and difference in points, from which a comparison of two moves tells something.
const MIN_COMPARED_SAMPLES: u64 = 20;
const MIN_DIFFERENCE: u64 = 10;

impl Hints {
    /// Returns what is left after some moves: the rest of the plan, if they are its first moves.
    pub(super) fn after(self, made: &[Move]) -> Hints {
        let mut made = made.iter();
        let plan = made.try_fold(self.plan, |plan, &mv| Some(plan?.after(mv)));
        Hints {
            plan: plan.flatten(),
            ..Hints::default()
        }
    }

    /// Records what the fair player has found, but goes on with a plan that is being followed, that was
    /// checked, or of which a move is shown. Returns what the player has waited for.
    pub(super) fn record_advice(&mut self, found: &Advice) -> Option<Answer> {
        let has_hint = self.shown.is_none() && (found.is_complete || !found.moves.is_empty());
        let is_answered = |question: &Answer| *question != Answer::Hint || has_hint;
        let answer = self.awaited.filter(is_answered);
        if found.is_complete || answer == Some(Answer::Hint) {
            self.awaited = None;
        }
        let is_kept = |plan: &Advice| plan.is_continued || self.is_found || self.shown.is_some();
        self.plan = self.plan.take().filter(is_kept).or(Some(found.clone()));
        self.found = Some(found.clone());
        answer
    }

    /// Records what was found for a hint that keeps the win. Returns what the player has waited for.
    pub(super) fn record_hint(&mut self, plan: &Advice, is_complete: bool) -> Option<Answer> {
        let answer = self.awaited.filter(|_| self.shown.is_none());
        if is_complete {
            self.awaited = None;
        }
        (self.is_found, self.plan) = (true, Some(plan.clone()));
        answer
    }
}

impl Session {
    /// Returns the next hint for the position, after the last one again the first. While none is known, it is searched for;
    /// asked again, the search goes on. In a lost position, the first request since the loss is refused.
    pub(super) fn next_hint(&mut self, settings: &Settings) -> Result<GivenHint, Refusal> {
        if self.is_over() {
            return Err(Refusal::GameOver);
        }
        if self.is_known_lost() && self.announce_loss() {
            return Err(Refusal::Lost);
        }
        if self.hints.awaited != Some(Answer::Hint) {
            self.request_hint(settings);
        }
        let hints = &self.hints;
        let is_found = hints.is_found || (hints.plan.is_some() && !hints.keeps_win);
        let number = match hints.shown {
            None if hints.awaited.is_some() && !is_found => return Err(Refusal::NoHintYet),
            shown => shown.map_or(0, |(_, index)| index + 1),
        };
        self.show_hint(number).ok_or(Refusal::NoAdvice)
    }

    /// Returns the hint with this number, counting from the first again after the last, as the one that the
    /// player looks at.
    fn show_hint(&mut self, number: usize) -> Option<GivenHint> {
        let hints = self.ranked_hints();
        let index = number.checked_rem(hints.len())?;
        let hint = &hints[index];
        let mv = *hint.moves.first()?;
        let text = |mv| brief_move_text(self.game(), mv, false);
        let begins = hints.iter().filter_map(|hint| hint.moves.first());
        let alike = begins.filter(|&&other| text(other) == text(mv));
        let is_ambiguous = alike.count() > 1;
        self.hints.shown = Some((mv, index));
        let given = GivenHint {
            mv,
            reason: hint.reason,
            index,
            count: hints.len(),
            is_ambiguous,
            step: self.step(hint),
            purpose: self.purpose(hint),
        };
        if is_winning_line(&**self.game().rules(), self.game().table(), &hint.moves) {
            // So the next hint knows at most this line.
            Arc::make_mut(&mut self.proofs).record_other_line(&self.played.game, &hint.moves);
        }
        Some(given)
    }

    /// Returns the hints for the position, the best first, each move once: what the fair player would do, then what
    /// improves the sight. If hints keep the win, those that are known to win come first, by the shortest win, with the
    /// next move of the winning line that is known, and no move that is proven to lose is among them. Otherwise a winning
    /// line that the player has seen comes first.
    fn ranked_hints(&self) -> Vec<Hint> {
        let (line, keeps_win) = (self.revealed_line(), self.hints.keeps_win);
        let seen = line.map(|line| Hint {
            moves: line.to_vec(),
            reason: HintReason::ProvenWin,
        });
        let mut ranked = Vec::from_iter(seen);
        if let Some(advice) = &self.hints.plan {
            let next_best = advice.next_best.iter().map(|(moves, _)| moves);
            let plans = iter::once(&advice.moves).chain(next_best);
            let plans = plans.filter(|moves| self.is_new_way(moves));
            let count = if keeps_win { 2 } else { 1 };
            ranked.extend(plans.take(count).map(|moves| Hint {
                moves: moves.clone(),
                reason: advice.reason,
            }));
        }
        let visible = visible_hints(self.game()).into_iter();
        ranked.extend(visible.filter(|hint| self.is_new_way(&hint.moves)));
        if keeps_win && !self.proofs.is_lost() {
            ranked = self.winning_first(ranked);
        }
        let mut first_moves = HashSet::new();
        ranked.retain(|hint| {
            let first = hint.moves.first();
            first.is_some_and(|mv| first_moves.insert(*mv))
        });
        ranked
    }

    /// Says what the first move of a hint is for; nothing if the move says it.
    fn purpose(&self, hint: &Hint) -> String {
        let (line, rules) = (&hint.moves, self.game().rules());
        let table = self.game().table();
        let advice = self.hints.plan.as_ref();
        let is_compared =
            |advice: &&Advice| line.starts_with(&advice.moves) && advice.reason == hint.reason;
        let compared = advice.filter(is_compared).and_then(comparison);
        let purpose = Plan::new(&**rules, table, line).map(|plan| plan.text);
        let last = self.game().moves().len().checked_sub(1);
        let follows_hint = last.is_some_and(|last| self.game().hinted_moves().contains(&last));
        let is_lone_majority = |(best, next): (u64, u64)| best >= 50 && next < 50;
        if purpose.is_none() && compared.is_some_and(is_lone_majority) {
            return "the only move that still wins in most deals".into();
        }
        if purpose.is_none() && hint.reason == HintReason::KeepsWin {
            return "keeps the win".into();
        }
        let purpose = purpose.unwrap_or_else(|| plain_effect(table, line[0]));
        let text = match (hint.reason, compared) {
            (HintReason::OnlyMove, _) => format!("{purpose}; the only move"),
            (HintReason::ProvenWin, _) if !follows_hint => format!("{purpose}; this wins"),
            (_, Some((best, next))) => format!("{purpose}, {best} % against {next} %"),
            (_, None) => purpose,
        };
        text.trim_start_matches([';', ',', ' ']).to_owned()
    }

    /// Returns the place of the first move of a hint in its plan, of which hints have given the moves before it, and how
    /// many moves the plan has.
    fn step(&self, hint: &Hint) -> Option<(usize, usize)> {
        let (mut earlier, made) = (Game::clone(self.game()), self.game().moves().len());
        let (hinted, automatic) = (self.game().hinted_moves(), self.game().automatic_moves());
        let is_followed = |at: &usize| hinted.contains(at) || automatic.contains(at);
        let starts = (0..made)
            .rev()
            .take_while(is_followed)
            .filter(|at| hinted.contains(at));
        let steps = starts.map_while(|start| {
            earlier.seek(start);
            let begun: Vec<Move> = self.game().moves().skip(start).take(made - start).collect();
            let line = [&begun[..], &hint.moves].concat();
            let plan = Plan::new(&**self.game().rules(), earlier.table(), &line)?;
            (plan.len > begun.len()).then_some((begun.len() + 1, plan.len))
        });
        steps.last()
    }

    /// Leaves out the hints that are proven to lose, and puts those first that are known to win, by the shortest win. Of
    /// equal ones, the line that the player has seen comes first, then a safe card home, then what is achieved soonest,
    /// without the stock if that can be.
    fn winning_first(&self, hints: Vec<Hint>) -> Vec<Hint> {
        let hidden = self.winning_line().map(|line| Hint {
            moves: line.to_vec(),
            reason: HintReason::KeepsWin,
        });
        let (mut won, mut unknown) = (Vec::new(), Vec::new());
        for hint in hints.into_iter().chain(hidden) {
            match self.proofs.verdict_after(self.game(), &hint.moves) {
                Verdict::Winnable(moves) if moves == hint.moves || self.is_new_way(&moves) => {
                    won.push(Hint { moves, ..hint });
                }
                Verdict::Unwinnable => {}
                Verdict::Winnable(_) | Verdict::Unknown => unknown.push(hint),
            }
        }
        let (rules, table) = (self.game().rules(), self.game().table());
        let safe = self.game().automatic_move();
        won.sort_by_cached_key(|hint| {
            let first = hint.moves.first().copied();
            let plan = Plan::new(&**rules, table, &hint.moves);
            (
                hint.moves.len(),
                hint.reason != HintReason::ProvenWin,
                safe.is_none() || first != safe,
                first.and_then(Move::count).is_none(),
                plan.map_or(usize::MAX, |plan| plan.len),
            )
        });
        won.append(&mut unknown);
        won
    }

    /// Whether there are moves and they lead to no position that the game has been in.
    fn is_new_way(&self, moves: &[Move]) -> bool {
        !moves.is_empty() && !self.proofs.leads_back(self.game(), moves)
    }
}

/// The shares of the same sample deals that the best and the next best moves win, in percent, if their
/// difference tells something about a position that the advice was given for.
fn comparison(advice: &Advice) -> Option<(u64, u64)> {
    let (_, next) = advice.next_best.as_ref()?;
    let percent = |tally: Tally| (100 * tally.won).checked_div(tally.count());
    let (best, next_best) = (percent(advice.tally)?, percent(*next)?);
    let is_enough = next.count() >= MIN_COMPARED_SAMPLES && next.count() == advice.tally.count();
    let is_clear = best >= next_best + MIN_DIFFERENCE;
    (is_enough && is_clear && !advice.is_continued).then_some((best, next_best))
}
