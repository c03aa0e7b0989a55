//! The hints for a position: what was asked, what was found, and what each move is for.

use std::collections::HashSet;
use std::iter;

use super::command::{GivenHint, Refusal};
use super::search::Answer;
use crate::describe::{brief_move_text, plain_effect, purpose};
use crate::game::Game;
use crate::hint::{Hint, HintReason, obvious_hints};
use crate::player::{Advice, View};
use crate::proofs::Proofs;
use crate::rules::Move;
use crate::solver::{Tally, Verdict};
use crate::storage::settings::{HintKind, Settings};

/// Number of sample deals, and difference in points, from which a comparison of two moves tells something.
const MIN_COMPARED_SAMPLES: u64 = 20;
const MIN_DIFFERENCE: u64 = 10;

/// What was asked and found about the position of a game, and the hint shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Hints {
    /// What the fair player has found.
    pub(super) advice: Option<Advice>,
    /// What the player waits for: a hint or the odds.
    pub(super) awaited: Option<Answer>,
    /// Whether hints keep the win, as the settings said when the last one was requested.
    keeps_win: bool,
    /// Whether the search for a hint that keeps the win has found what to name first.
    is_found: bool,
    /// The hint that the player looks at, and its number among those for the position.
    shown: Option<(Move, usize)>,
}

impl Hints {
    /// Returns what is left after some moves: the rest of the advice, if they are its first moves.
    pub(super) fn after(self, made: &[Move]) -> Hints {
        let mut made = made.iter();
        let advice = made.try_fold(self.advice, |advice, &mv| Some(advice?.after(mv)));
        Hints {
            advice: advice.flatten(),
            ..Hints::default()
        }
    }

    /// Records a question, unless all that can be found is known.
    pub(super) fn request(&mut self, question: Answer, settings: &Settings) {
        let advice = self.advice.as_ref();
        let is_complete = advice.is_some_and(|advice| advice.is_complete);
        let is_continued = advice.is_some_and(|advice| advice.is_continued);
        let has_moves = advice.is_some_and(|advice| !advice.moves.is_empty());
        if question == Answer::Hint {
            self.keeps_win = settings.choice::<HintKind>() == HintKind::KeepTheWin;
        }
        let is_known = match question {
            Answer::Hint if self.keeps_win => self.is_found || is_continued,
            Answer::Hint => is_complete || has_moves,
            _ => is_complete,
        };
        self.awaited = Some(question).filter(|_| !is_known);
    }

    /// Forgets the question that waits for an answer, and the hint that is shown.
    pub(super) fn dismiss(&mut self) {
        (self.awaited, self.shown) = (None, None);
    }

    /// Whether the player waits for a hint that keeps the win.
    pub(super) fn needs_proofs(&self) -> bool {
        self.awaited == Some(Answer::Hint) && self.keeps_win
    }

    /// Whether this is the hint that is shown.
    pub(super) fn is_shown(&self, mv: Move) -> bool {
        self.shown.is_some_and(|(shown, _)| shown == mv)
    }

    /// Records what the fair player has found, but goes on with a plan that is being followed, that was
    /// checked, or of which a move is shown. Returns what the player has waited for.
    pub(super) fn record_advice(&mut self, found: Advice) -> Option<Answer> {
        let has_hint = self.shown.is_none() && (found.is_complete || !found.moves.is_empty());
        let is_answered = |question: &Answer| *question != Answer::Hint || has_hint;
        let answer = self.awaited.filter(is_answered);
        if found.is_complete || answer == Some(Answer::Hint) {
            self.awaited = None;
        }
        let is_kept = |plan: &Advice| plan.is_continued || self.is_found || self.shown.is_some();
        self.advice = Some(match self.advice.take().filter(is_kept) {
            Some(plan) => Advice {
                odds: found.odds,
                is_complete: found.is_complete,
                ..plan
            },
            None => found,
        });
        answer
    }

    /// Records what was found for a hint that keeps the win. Returns what the player has waited for.
    pub(super) fn record_hint(&mut self, found: &Advice, is_complete: bool) -> Option<Answer> {
        let answer = self.awaited.filter(|_| self.shown.is_none());
        if is_complete {
            self.awaited = None;
        }
        self.is_found = true;
        let known = self.advice.take();
        self.advice = Some(Advice {
            odds: known.as_ref().and_then(|known| known.odds),
            is_complete: known.is_some_and(|known| known.is_complete),
            ..found.clone()
        });
        answer
    }

    /// Returns the next hint for the position, after the last one again the first. `line` is the winning line
    /// that the player has seen.
    pub(super) fn next(
        &mut self,
        game: &Game,
        proofs: &Proofs,
        line: Option<&[Move]>,
    ) -> Result<GivenHint, Refusal> {
        let is_found = self.is_found || (self.advice.is_some() && !self.keeps_win);
        let number = match self.shown {
            None if self.awaited.is_some() && !is_found => return Err(Refusal::NoHintYet),
            shown => shown.map_or(0, |(_, index)| index + 1),
        };
        let given = self.show(number, game, proofs, line);
        given.ok_or(Refusal::NoAdvice)
    }

    /// Returns the best hint for a player who waits for one, once it is known.
    pub(super) fn best(
        &mut self,
        game: &Game,
        proofs: &Proofs,
        line: Option<&[Move]>,
    ) -> Option<GivenHint> {
        let advice = self.advice.as_ref()?;
        let is_known = self.is_found || advice.is_complete || !advice.moves.is_empty();
        (is_known && self.shown.is_none()).then(|| self.show(0, game, proofs, line))?
    }

    /// Returns the hint with this number, counting from the first again after the last, as the one that the
    /// player looks at.
    fn show(
        &mut self,
        number: usize,
        game: &Game,
        proofs: &Proofs,
        line: Option<&[Move]>,
    ) -> Option<GivenHint> {
        let hints = self.ranked(game, proofs, line);
        let index = number.checked_rem(hints.len())?;
        let hint = &hints[index];
        let mv = *hint.moves.first()?;
        let text = |mv| brief_move_text(game, mv, false);
        let begins = hints.iter().filter_map(|hint| hint.moves.first());
        let alike = begins.filter(|&&other| text(other) == text(mv));
        self.shown = Some((mv, index));
        Some(GivenHint {
            mv,
            reason: hint.reason,
            index,
            count: hints.len(),
            is_ambiguous: alike.count() > 1,
            purpose: self.purpose(game, hint),
        })
    }

    /// Returns the hints for the position, the best first, each move once. The first is the next move of a
    /// winning line that the player has seen, or else that of the fair player; then come those that improve
    /// what can be seen. If hints keep the win, no move that is proven to lose is among them, those that are
    /// known to win come first, and where none is, the next move of the winning line that the player has not
    /// seen.
    fn ranked(&self, game: &Game, proofs: &Proofs, line: Option<&[Move]>) -> Vec<Hint> {
        let is_new_way = |moves: &[Move]| is_new_way(game, proofs, moves);
        let mut ranked = Vec::new();
        if let Some(line) = line {
            ranked.push(Hint {
                moves: line.to_vec(),
                reason: HintReason::ProvenWin,
            });
        } else if let Some(advice) = &self.advice {
            let next_best = advice.next_best.iter().map(|(moves, _)| moves);
            let plans = iter::once(&advice.moves).chain(next_best);
            let plans = plans.filter(|moves| is_new_way(moves));
            let count = if self.keeps_win { 2 } else { 1 };
            ranked.extend(plans.take(count).map(|moves| Hint {
                moves: moves.clone(),
                reason: advice.reason,
            }));
        }
        let visible = obvious_hints(&**game.rules(), game.table()).into_iter();
        ranked.extend(visible.filter(|hint| is_new_way(&hint.moves)));
        if self.keeps_win && line.is_none() && !proofs.is_lost() {
            ranked = winning_first(ranked, game, proofs);
        }
        let mut first_moves = HashSet::new();
        ranked.retain(|hint| {
            let first = hint.moves.first();
            first.is_some_and(|mv| first_moves.insert(*mv))
        });
        ranked
    }

    /// Says what the first move of a hint is for, by what can be seen; nothing if the move says it.
    fn purpose(&self, game: &Game, hint: &Hint) -> String {
        let (line, rules) = (&hint.moves, game.rules());
        let view = View::new(game);
        let table = view.to_table(view.unseen());
        let advice = self.advice.as_ref();
        let is_compared = |advice: &&Advice| (&advice.moves, advice.reason) == (line, hint.reason);
        let compared = advice.filter(is_compared).and_then(comparison);
        let visible = view
            .seen_cards()
            .until_new_card(&**rules, &table, line.clone());
        let purpose = purpose(&**rules, &table, visible.as_deref().unwrap_or(line));
        let is_lone_majority = |(best, next): (u64, u64)| best >= 50 && next < 50;
        if purpose.is_none() && compared.is_some_and(is_lone_majority) {
            return "the only move that still wins in most deals".into();
        }
        if purpose.is_none() && hint.reason == HintReason::KeepsWin {
            return "keeps the win".into();
        }
        let purpose = purpose.unwrap_or_else(|| plain_effect(&table, line[0]));
        let text = match (hint.reason, compared) {
            (HintReason::OnlyMove, _) => format!("{purpose}; the only move"),
            (HintReason::ProvenWin, _) => format!("{purpose}; this wins"),
            (_, Some((best, next))) => format!("{purpose}, {best} % against {next} %"),
            (_, None) => purpose,
        };
        text.trim_start_matches([';', ',', ' ']).to_owned()
    }
}

/// Leaves out the hints that are proven to lose, and puts those first that are known to win, of these the one
/// that begins with a safe card home.
fn winning_first(hints: Vec<Hint>, game: &Game, proofs: &Proofs) -> Vec<Hint> {
    let verdict = |hint: &Hint| proofs.verdict_after(game, &hint.moves);
    let not_lost = hints.into_iter();
    let not_lost = not_lost.filter(|hint| verdict(hint) != Verdict::Unwinnable);
    let is_win = |hint: &Hint| verdict(hint) == Verdict::Winnable(());
    let (mut won, unknown): (Vec<Hint>, Vec<Hint>) = not_lost.partition(is_win);
    let hidden = proofs.winning_line().filter(|line| !line.is_empty());
    won.extend(hidden.map(|line| Hint {
        moves: line.to_vec(),
        reason: HintReason::KeepsWin,
    }));
    // A card that cannot be needed again costs nothing, and may turn up another.
    let safe = game.safe_autoplay_move();
    if let Some(safe) = safe.filter(|safe| is_new_way(game, proofs, &[*safe])) {
        won.sort_by_key(|hint| hint.moves.first() != Some(&safe));
    }
    won.into_iter().chain(unknown).collect()
}

/// Whether there are moves and they lead to no position that the game has been in.
fn is_new_way(game: &Game, proofs: &Proofs, moves: &[Move]) -> bool {
    !moves.is_empty() && !proofs.leads_back(game, moves)
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
