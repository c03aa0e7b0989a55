//! What the solver, the fair player and the review do for a game in play: which search to run, and
//! what is found.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::command::Refusal;
use super::review::FinishedGame;
use super::search::{PendingVerdict, Purpose, Question, SearchRequest, VerdictResponse};
use super::state::Session;
use crate::game::{Game, GameTooLong};
use crate::player::Advice;
use crate::review::{Review, ReviewError, Reviewer};
use crate::rules::Move;
use crate::solver::{BACKGROUND_BUDGET, SolveResult, Tally, Verdict};
use crate::storage::results::GameOutcome;
use crate::storage::settings::{AnalysisMemory, Setting, Settings};

/// Searches and verdicts.
impl Session {
    /// Returns the search to run now, if any. A lost game is reviewed only while its end is shown,
    /// which `at_end` says.
    pub fn search_request(&self, settings: &Settings, at_end: bool) -> Option<SearchRequest> {
        let warning = || {
            let budget = self.analysis.background_budget(self.game());
            budget.filter(|_| settings.is_on(Setting::WarnWhenLost))
        };
        let (purpose, budget) = match self.outcome() {
            GameOutcome::Won => return None,
            GameOutcome::Lost | GameOutcome::GivenUp => {
                let wanted = at_end && self.is_loss_explained(settings);
                return self.review().filter(|_| wanted)?.search_request();
            }
            GameOutcome::Playing => {
                if let Some(search) = self.pending_verdict {
                    (Purpose::Verdict, search.budget)
                } else if self.pending_advice.is_some() {
                    (Purpose::Advice, BACKGROUND_BUDGET)
                } else if let Some(budget) = warning() {
                    (Purpose::Warning, budget)
                } else if self.are_odds_missing(settings) {
                    (Purpose::Advice, BACKGROUND_BUDGET)
                } else {
                    return None;
                }
            }
        };
        Some(SearchRequest {
            purpose,
            state_key: self.analysis.current()?,
            budget,
        })
    }

    /// Whether the end of the game is followed by a review, which says when it was lost.
    pub fn is_loss_explained(&self, settings: &Settings) -> bool {
        let is_lost = matches!(self.outcome(), GameOutcome::Lost | GameOutcome::GivenUp);
        is_lost && (settings.is_on(Setting::WarnWhenLost) || self.analysis.verdict_revealed)
    }

    /// Answers a request for a verdict on the position, or for the winning line itself. May start a
    /// search; a running search continues.
    pub fn request_verdict(
        &mut self,
        show_solution: bool,
        settings: &Settings,
        now: Timestamp,
    ) -> VerdictResponse {
        let memory = settings.choice::<AnalysisMemory>().bytes();
        let known = self.is_decided();
        match self.outcome() {
            GameOutcome::Playing => {}
            GameOutcome::Won => return VerdictResponse::Won,
            GameOutcome::GivenUp if show_solution && known => {}
            GameOutcome::Lost | GameOutcome::GivenUp => {
                self.analysis.verdict_revealed = true;
                if let Some(review) = &mut self.review {
                    review.search_longer(memory);
                }
                return VerdictResponse::Review;
            }
        }
        if let Some(search) = &mut self.pending_verdict {
            search.show_solution |= show_solution;
            return VerdictResponse::Searching;
        }
        self.shown_hint = None;
        self.positions_searched = 0;
        if !known && let Some(budget) = self.analysis.verdict_budget(memory) {
            self.pending_verdict = Some(PendingVerdict {
                budget,
                started: now,
                show_solution,
            });
            return VerdictResponse::Searching;
        }
        self.analysis.verdict_revealed = true;
        VerdictResponse::Known
    }

    /// Whether the position is proven won or lost.
    pub fn is_decided(&self) -> bool {
        self.analysis.is_lost() || self.analysis.winning_line().is_some()
    }

    /// Returns the verdict search that the player waits for.
    pub fn pending_verdict(&self) -> Option<&PendingVerdict> {
        self.pending_verdict.as_ref()
    }

    /// Cancels the verdict search; returns whether there was one.
    pub fn cancel_search(&mut self) -> bool {
        self.pending_advice = None;
        self.pending_verdict.take().is_some()
    }

    /// Records the result of a requested search of the current position. Returns the search that the
    /// player has waited for, if this is its result.
    pub fn record_search_result(
        &mut self,
        request: &SearchRequest,
        result: &SolveResult,
    ) -> Option<PendingVerdict> {
        self.positions_searched = 0;
        let (game, time) = (&self.played.game, request.budget.time_limit());
        let here = game.moves().len();
        self.analysis
            .record_verdict(game, here, &result.verdict, time);
        if request.purpose != Purpose::Verdict {
            return None;
        }
        self.analysis.verdict_revealed = true;
        self.announced.lost = self.analysis.is_lost();
        self.pending_verdict.take()
    }

    /// Whether to announce now that the game is lost. True once for each loss; its end says it by itself.
    pub fn announce_loss(&mut self) -> bool {
        let lost = self.analysis.is_lost();
        !std::mem::replace(&mut self.announced.lost, lost) && lost && !self.is_over()
    }

    /// Whether to say now when the game was lost. True once for each end.
    pub fn announce_explanation(&mut self, settings: &Settings) -> bool {
        self.is_loss_explained(settings)
            && !std::mem::replace(&mut self.announced.explanation, true)
    }

    /// Returns the winning line from the current position, if one is known.
    pub fn winning_line(&self) -> Option<&[Move]> {
        self.analysis.winning_line()
    }

    /// Returns a copy of the game at the current position, with the winning line as undone moves.
    ///
    /// # Errors
    /// The game is too long to continue.
    pub fn solution(&self) -> Result<Option<Game>, GameTooLong> {
        let Some(line) = self.winning_line() else {
            return Ok(None);
        };
        let mut game = self.game().branch()?;
        let start = game.moves().len();
        for &mv in line {
            // The length limit of a game may cut the line.
            if game.play(mv).is_err() {
                break;
            }
        }
        game.seek(start);
        Ok(Some(game))
    }
}

/// The fair player.
impl Session {
    /// Starts the search of the fair player, unless all that it can find is known or a winning line
    /// gives the hint. Games without choices are not searched, because the odds would reveal their
    /// end.
    pub fn request_advice(&mut self, question: Question) {
        let advice = self.advice.as_ref();
        let is_known = match question {
            Question::Hint if self.analysis.revealed_winning_move().is_some() => true,
            Question::Hint => {
                advice.is_some_and(|advice| advice.is_complete || advice.is_continued)
            }
            Question::Odds => advice.is_some_and(|advice| advice.is_complete),
        };
        let is_useful = !self.is_over() && !self.game().rules().is_forced();
        self.pending_advice = (is_useful && !is_known).then_some(question);
    }

    /// Whether the odds of the position should be found out unasked, or more exactly.
    pub(super) fn are_odds_missing(&self, settings: &Settings) -> bool {
        let is_complete = |advice: &Advice| advice.is_complete;
        self.has_visible_odds(settings) && !self.advice.as_ref().is_some_and(is_complete)
    }

    /// Returns the odds of the position to show unasked, as far as they are known.
    pub fn shown_odds(&self, settings: &Settings) -> Option<Tally> {
        let advice = self.advice.as_ref()?;
        let odds = advice.odds.filter(|odds| odds.count() > 0)?;
        self.has_visible_odds(settings).then_some(odds)
    }

    /// Whether odds are shown unasked: not in a game that is over or proven to be lost, which is
    /// said.
    fn has_visible_odds(&self, settings: &Settings) -> bool {
        let is_lost = self.analysis.is_lost();
        let is_open = !self.is_over() && !is_lost;
        settings.is_on(Setting::ShowOdds) && is_open && !self.game().rules().is_forced()
    }

    /// Returns why there are no odds to ask for, if there are none.
    pub fn odds_refusal(&self) -> Option<Refusal> {
        if self.is_over() {
            Some(Refusal::GameOver)
        } else if self.game().rules().is_forced() {
            Some(Refusal::NoOdds)
        } else {
            self.is_known_lost().then_some(Refusal::Lost)
        }
    }

    pub fn pending_advice(&self) -> Option<Question> {
        self.pending_advice
    }

    pub fn advice(&self) -> Option<&Advice> {
        self.advice.as_ref()
    }

    /// Records what the fair player has found, but goes on with a plan that is being followed, or whose
    /// first move is shown.
    /// Returns what the player waits for.
    pub fn record_advice(&mut self, found: Advice) -> Option<Question> {
        let question = self.pending_advice;
        if found.is_complete {
            self.pending_advice = None;
        }
        self.advice = Some(match self.advice.take() {
            Some(plan) if plan.is_continued || self.keeps_hint(&plan, &found) => Advice {
                odds: found.odds,
                is_complete: found.is_complete,
                ..plan
            },
            _ => found,
        });
        question
    }

    /// Keeps the rest of the advice if its first move was just made.
    pub(super) fn follow_advice(&mut self, mv: Move) {
        let advice = self.advice.take();
        let is_alone = self.game().last_turn_len() == 1 && self.outcome() != GameOutcome::Won;
        self.advice = advice
            .and_then(|advice| advice.after(mv))
            .filter(|_| is_alone);
    }
}

/// The review after the end.
impl Session {
    /// Returns the review of the game, if it is over and was reviewed or is being reviewed.
    pub fn review(&self) -> Option<&FinishedGame> {
        self.review.as_ref()
    }

    /// Records what the review has found so far, if it is the answer to the request.
    pub fn record_review(&mut self, request: &SearchRequest, found: &Arc<Review>) {
        if let Some(review) = &mut self.review {
            review.record(request, found);
            self.learn_from_review();
        }
    }

    /// Returns the review of the game for a replay of it.
    ///
    /// # Errors
    /// There is nothing to review, or the game is not over.
    pub fn review_for_replay(&self) -> Result<FinishedGame, ReviewError> {
        if !self.is_over() {
            return Err(ReviewError::InPlay);
        }
        Reviewer::check(self.game())?;
        Ok(self.review.clone().unwrap_or_else(|| self.new_review()))
    }

    /// Sets the review of the game, once it is over.
    pub fn set_review(&mut self, review: FinishedGame) {
        self.review = self.is_over().then_some(review);
        self.learn_from_review();
    }

    /// Prepares the review of a game that has just ended and starts it after a loss.
    pub(super) fn prepare_review(&mut self) {
        if !self.is_over() {
            self.review = None;
        } else if self.review.is_none() {
            let mut review = self.new_review();
            if self.outcome() != GameOutcome::Won {
                review.start();
            }
            self.review = Some(review);
        }
    }

    /// Prepares a review that begins with what is proven about the game.
    fn new_review(&self) -> FinishedGame {
        let proven = &self.analysis;
        let mut review = Review::default();
        review.proofs.last_winnable = proven.last_winnable();
        // Without choices, a game that is lost was lost at the deal.
        let is_forced = self.game().rules().is_forced();
        let first_lost = proven.first_lost();
        review.proofs.first_lost = first_lost.map(|lost| if is_forced { 0 } else { lost });
        let line = proven
            .last_winnable()
            .and_then(|at| proven.winning_line_at(at));
        review.winning_line = line.unwrap_or_default().to_vec();
        FinishedGame::continuing(self.game(), self.save_state.id().cloned(), review)
    }

    /// Uses what the review has proven, for the way back to the last winnable position.
    fn learn_from_review(&mut self) {
        let (Some(finished), game) = (&self.review, &self.played.game) else {
            return;
        };
        let review = finished.review();
        if let Some(lost) = review.proofs.first_lost {
            self.analysis
                .record_verdict(game, lost, &Verdict::Unwinnable, Duration::MAX);
        }
        if let Some(winnable) = review.proofs.last_winnable
            && !review.winning_line.is_empty()
        {
            let verdict = Verdict::Winnable(review.winning_line.clone());
            self.analysis
                .record_verdict(game, winnable, &verdict, Duration::MAX);
        }
    }
}
