//! What the fair player reports, as a hint and as odds.

use super::command::HintOdds;
use crate::hint::{Hint, HintReason};
use crate::player::Advice;
use crate::rules::Move;
use crate::solver::Tally;

/// What the player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdviceGoal {
    /// A better hint than the one shown.
    Hint,
    /// The odds of the position.
    Odds,
}

/// What the fair player has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdviceReport {
    /// The best moves; `None` if none were found.
    pub advice: Option<Advice>,
    /// How many sample deals can be won; `None` as long as that is not known of this position.
    pub odds: Option<Tally>,
    /// Whether more searching changes nothing.
    pub is_complete: bool,
    /// Whether the advice was given before some of its moves were made.
    pub is_continued: bool,
}

impl AdviceReport {
    /// Returns the hint for the next move of the advice, and the numbers behind it if they are of this
    /// position.
    pub(super) fn hint(&self) -> Option<(Hint, Option<HintOdds>)> {
        let advice = self.advice.as_ref()?;
        let reason = match advice.reason {
            HintReason::WinsMostSamples | HintReason::GetsFurthest | HintReason::LooksBest
                if self.is_continued =>
            {
                HintReason::ContinuesAdvice
            }
            reason => reason,
        };
        let odds = HintOdds {
            best: advice.tally,
            next_best: advice.next_best.as_ref().map(|(_, tally)| *tally),
        };
        let mv = *advice.moves.first()?;
        let is_counted = reason == HintReason::WinsMostSamples;
        Some((Hint { mv, reason }, is_counted.then_some(odds)))
    }

    /// Returns the rest of the advice after its first move was made, without the odds from before.
    pub(super) fn after(mut self, mv: Move) -> Option<AdviceReport> {
        let advice = self.advice.as_mut()?;
        if advice.moves.len() < 2 || advice.moves.remove(0) != mv {
            return None;
        }
        Some(AdviceReport {
            odds: None,
            is_complete: false,
            is_continued: true,
            ..self
        })
    }

    /// Continues the advice of another report, so that one plan is followed to its end.
    pub(super) fn continuing(self, other: Option<AdviceReport>) -> AdviceReport {
        match other {
            Some(other) if other.is_continued => AdviceReport {
                advice: other.advice,
                is_continued: true,
                ..self
            },
            _ => self,
        }
    }
}
