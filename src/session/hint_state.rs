//! What the player has asked the advisor about a position, and what was shown.

use super::command::{GivenHint, Refusal};
use super::hint_search::FoundHint;
use super::hints::{HintPosition, Hints, comparison};
use super::search::Question;
use crate::player::Advice;
use crate::rules::Move;
use crate::storage::settings::{HintKind, Settings};

/// What was asked and found about the position of a game, and the hint shown.
#[derive(Clone, Debug, Default)]
pub(super) struct HintState {
    /// What the fair player has found.
    advice: Option<Advice>,
    pending: Option<Question>,
    /// Whether hints keep the win, as the settings said when the last one was requested.
    keeps_win: bool,
    /// Whether the search for a hint that keeps the win has found what to name first.
    is_found: bool,
    shown: Option<ShownHint>,
}

/// The hint that the player looks at.
#[derive(Clone, Copy, Debug)]
struct ShownHint {
    mv: Move,
    /// Its number among the hints for the position.
    index: usize,
    /// Whether it took the place of another one.
    is_replacement: bool,
}

impl HintState {
    /// Returns what is left after some moves: the rest of the advice, if they are its first moves.
    pub(super) fn after(self, made: &[Move]) -> HintState {
        let mut made = made.iter();
        HintState {
            advice: made
                .try_fold(self.advice, |advice, &mv| Some(advice?.after(mv)))
                .flatten(),
            ..HintState::default()
        }
    }

    /// Records a question, unless all that can be found is known.
    pub(super) fn request(&mut self, question: Question, settings: &Settings) {
        let advice = self.advice.as_ref();
        let is_complete = advice.is_some_and(|advice| advice.is_complete);
        let is_continued = advice.is_some_and(|advice| advice.is_continued);
        if question == Question::Hint {
            self.keeps_win = settings.choice::<HintKind>() == HintKind::KeepTheWin;
        }
        let is_known = match question {
            Question::Odds => is_complete,
            Question::Hint if self.keeps_win => self.is_found || is_continued,
            Question::Hint => is_complete || is_continued,
        };
        self.pending = (!is_known).then_some(question);
    }

    /// Forgets the question that waits for an answer.
    pub(super) fn cancel(&mut self) {
        self.pending = None;
    }

    /// Forgets the question that waits for an answer, and the hint that is shown.
    pub(super) fn dismiss(&mut self) {
        self.cancel();
        self.shown = None;
    }

    pub(super) fn pending(&self) -> Option<Question> {
        self.pending
    }

    /// Whether the player waits for a hint that keeps the win.
    pub(super) fn needs_proofs(&self) -> bool {
        self.pending == Some(Question::Hint) && self.keeps_win
    }

    pub(super) fn advice(&self) -> Option<&Advice> {
        self.advice.as_ref()
    }

    /// Records what the fair player has found, but goes on with a plan that is being followed, that was
    /// checked, or whose first move is shown. Returns what the player waits for.
    pub(super) fn record_advice(&mut self, found: Advice) -> Option<Question> {
        let question = self.pending;
        if found.is_complete {
            self.pending = None;
        }
        let plan = self
            .advice
            .take()
            .filter(|plan| plan.is_continued || self.is_found || self.keeps_hint(plan, &found));
        self.advice = Some(match plan {
            Some(plan) => Advice {
                odds: found.odds,
                is_complete: found.is_complete,
                ..plan
            },
            None => found,
        });
        question
    }

    /// Records what was found for a hint that keeps the win. Returns what the player waits for.
    pub(super) fn record_hint(&mut self, found: &FoundHint) -> Option<Question> {
        let question = self.pending;
        if found.is_complete {
            self.pending = None;
        }
        self.is_found = true;
        let known = self.advice.take();
        self.advice = Some(Advice {
            odds: known.as_ref().and_then(|known| known.odds),
            is_complete: known.is_some_and(|known| known.is_complete),
            ..found.advice.clone()
        });
        question
    }

    /// Returns the next hint, after the last one again the first.
    pub(super) fn next(&mut self, position: HintPosition<'_>) -> Result<GivenHint, Refusal> {
        let has_hint = if self.keeps_win {
            self.is_found
        } else {
            self.advice.is_some()
        };
        let next = match self.shown {
            None if self.pending.is_some() && !has_hint => return Err(Refusal::NoHintYet),
            shown => shown.map_or(0, |shown| shown.index + 1),
        };
        let given = self.hints(position).nth(next).ok_or(Refusal::NoAdvice)?;
        self.show(&given, false);
        Ok(given)
    }

    /// Returns the best hint for a player who waits for one, or in place of the one shown if the advice
    /// has changed, and whether that is so.
    pub(super) fn best(&mut self, position: HintPosition<'_>) -> Option<(GivenHint, bool)> {
        let advice = self.advice.as_ref()?;
        if advice.moves.is_empty() && !advice.is_complete && !self.is_found {
            return None;
        }
        let (given, shown) = (self.hints(position).nth(0)?, self.shown);
        let is_kept =
            |shown: ShownHint| shown.index > 0 || shown.is_replacement || shown.mv == given.hint.mv;
        if shown.is_some_and(is_kept) {
            return None;
        }
        self.show(&given, shown.is_some());
        Some((given, shown.is_some()))
    }

    /// Whether this is the hint that is shown.
    pub(super) fn is_shown(&self, mv: Move) -> bool {
        self.shown.is_some_and(|shown| shown.mv == mv)
    }

    fn show(&mut self, given: &GivenHint, is_replacement: bool) {
        self.shown = Some(ShownHint {
            mv: given.hint.mv,
            index: given.index,
            is_replacement,
        });
    }

    fn hints<'a>(&'a self, position: HintPosition<'a>) -> Hints<'a> {
        Hints::new(position, self.advice.as_ref(), self.keeps_win)
    }

    /// Whether a player who looks at the first move of a plan keeps it although another one was found:
    /// unless that is clearly better, or took the place of another one already.
    fn keeps_hint(&self, plan: &Advice, found: &Advice) -> bool {
        let Some(shown) = self.shown.filter(|shown| shown.index == 0) else {
            return false;
        };
        let begins = |moves: &[Move]| moves.first() == Some(&shown.mv);
        let next_best = found.next_best.as_ref();
        let is_next_best = next_best.is_some_and(|(moves, _)| begins(moves));
        let is_better = is_next_best && comparison(found).is_some() && !shown.is_replacement;
        begins(&plan.moves) && !begins(&found.moves) && !is_better
    }
}
