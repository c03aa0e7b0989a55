//! Advice from the fair player: which move wins most sample deals, and what the odds are.

use super::advice_report::{AdviceGoal, AdviceReport};
use super::command::PlayOptions;
use super::state::Session;
use crate::player::{FairPlayer, View};
use crate::rules::Move;
use crate::solver::{CancelToken, Tally};
use crate::storage::results::GameOutcome;
use crate::variant::Variant;

/// Positions that the fair player searches between two reports.
const REPORT_POSITIONS: u64 = 200_000;

/// Maximum number of positions that the fair player searches for the odds, and for a hint that is
/// refined while the player looks at it: one to two seconds.
pub const ODDS_POSITIONS: u64 = 3_000_000;

/// Maximum number of positions that the fair player searches for a hint that is given once.
pub const HINT_POSITIONS: u64 = 400_000;

/// Seed of the sample deals.
const SAMPLE_SEED: u64 = 1;

/// Lets the fair player search a position, and reports what it finds from time to time, until nothing is
/// left to find, `max_positions` are searched or the search is canceled.
pub fn search_advice(
    rules: &Variant,
    view: View,
    max_positions: u64,
    cancel: &CancelToken,
    report: &mut dyn FnMut(AdviceReport),
) {
    let mut player = FairPlayer::new(rules.clone(), view, SAMPLE_SEED);
    let budgets = (1..=max_positions.div_ceil(REPORT_POSITIONS)).map(|n| n * REPORT_POSITIONS);
    for budget in budgets {
        player.refine(budget, cancel);
        if cancel.is_canceled() {
            return;
        }
        let is_complete = player.is_complete() || budget >= max_positions;
        report(AdviceReport {
            advice: player.advice(),
            odds: Some(player.odds()),
            is_complete,
            is_continued: false,
        });
        if is_complete {
            return;
        }
    }
}

impl Session {
    /// Starts the search of the fair player, unless all that it can find is known or a winning line gives
    /// the hint. Games without choices are not searched, because the odds would reveal their end.
    pub fn request_advice(&mut self, goal: AdviceGoal) {
        let report = self.advice.as_ref();
        let is_known = match goal {
            AdviceGoal::Hint if self.analysis.revealed_winning_move().is_some() => true,
            AdviceGoal::Hint => {
                report.is_some_and(|report| report.is_complete || report.is_continued)
            }
            AdviceGoal::Odds => report.is_some_and(|report| report.is_complete),
        };
        let is_useful = !self.is_over() && !self.analysis.is_forced();
        self.pending_advice = (is_useful && !is_known).then_some(goal);
    }

    /// Whether the odds of the position should be found out unasked, or more exactly.
    pub(super) fn are_odds_missing(&self, options: &PlayOptions) -> bool {
        let is_complete = |report: &AdviceReport| report.is_complete;
        self.has_visible_odds(options) && !self.advice.as_ref().is_some_and(is_complete)
    }

    /// Returns the odds of the position to show unasked, as far as they are known.
    pub fn shown_odds(&self, options: &PlayOptions) -> Option<Tally> {
        let report = self
            .advice
            .as_ref()
            .filter(|_| self.has_visible_odds(options))?;
        report.odds.filter(|odds| odds.count() > 0)
    }

    /// Whether odds are shown unasked: not in a game that is over or proven to be lost, which is said.
    fn has_visible_odds(&self, options: &PlayOptions) -> bool {
        let is_lost = self.analysis.proven_positions().is_lost();
        let is_open = !self.is_over() && !is_lost;
        options.show_odds && is_open && !self.analysis.is_forced()
    }

    /// Returns what the player waits for, if the fair player searches.
    pub fn pending_advice(&self) -> Option<AdviceGoal> {
        self.pending_advice
    }

    /// Returns what the fair player has found about the position.
    pub fn advice(&self) -> Option<&AdviceReport> {
        self.advice.as_ref()
    }

    /// Records what the fair player has found. Returns what the player waits for.
    pub fn record_advice(&mut self, report: AdviceReport) -> Option<AdviceGoal> {
        let goal = self.pending_advice;
        if report.is_complete {
            self.pending_advice = None;
        }
        self.advice = Some(report.continuing(self.advice.take()));
        goal
    }

    /// Keeps the rest of the advice if its first move was just made.
    pub(super) fn follow_advice(&mut self, mv: Move) {
        let advice = self.advice.take();
        let is_alone = self.game().last_turn_len() == 1 && self.outcome() != GameOutcome::Won;
        self.advice = advice
            .and_then(|report| report.after(mv))
            .filter(|_| is_alone);
    }
}
