//! What is known about the position of a game in play, and which search to run next.

use std::collections::HashSet;
use std::sync::Arc;

use jiff::Timestamp;

use super::command::{GivenHint, Refusal};
use super::hints::Hints;
use super::review::FinishedGame;
use super::search::{
    ODDS_POSITIONS, PendingVerdict, Purpose, Question, Reviewed, SearchJob, SearchRequest,
    VerdictResponse,
};
use crate::game::{Game, GameTooLong};
use crate::player::Advice;
use crate::proofs::{Assessment, Proofs};
use crate::review::{ReviewError, Reviewer};
use crate::rules::Move;
use crate::solver::{BACKGROUND_BUDGET, Budget, SolveResult, StateKey, Tally, Verdict};
use crate::storage::results::GameOutcome;
use crate::storage::save_dir::SaveId;
use crate::storage::settings::{AnalysisMemory, Setting, Settings};

/// What is known about the position of a game. Follows the game by
/// `follow`, which keeps what is about the game and forgets the rest.
#[derive(Clone, Debug)]
pub struct Advisor {
    game: Arc<Game>,
    outcome: GameOutcome,
    proofs: Arc<Proofs>,
    told: Told,
    /// What the fair player has found about the position.
    advice: Option<Advice>,
    pending_advice: Option<Question>,
    pending_verdict: Option<PendingVerdict>,
    /// Number of positions that the search for the verdict has visited.
    positions_searched: u64,
    shown_hint: Option<ShownHint>,
    /// The review of the game, once it is over.
    review: Option<FinishedGame>,
    /// Whether the player was told when the game was lost.
    is_explained: bool,
}

/// What the player was told about the game.
#[derive(Clone, Debug, Default)]
struct Told {
    /// Whether the player has asked for a verdict. Before that, hints do not use winning lines.
    verdicts: bool,
    /// Whether it was said that the position is lost.
    loss: bool,
    /// The deal, if it was chosen as a winnable one.
    winnable_deal: Option<StateKey>,
    /// The moves of winning lines that were shown, with their positions.
    moves: HashSet<(StateKey, Move)>,
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

impl Advisor {
    /// Returns what a game shows by itself.
    pub(super) fn new(game: &Game, outcome: GameOutcome, id: Option<&SaveId>) -> Advisor {
        Advisor::at(game, outcome, id, Proofs::new(game), Told::default())
    }

    /// Returns what is known about a position before anything is asked or searched. A loss is reviewed.
    fn at(
        game: &Game,
        outcome: GameOutcome,
        id: Option<&SaveId>,
        proofs: Proofs,
        told: Told,
    ) -> Advisor {
        let (game, proofs) = (Arc::new(game.clone()), Arc::new(proofs));
        let review = outcome.is_final().then(|| {
            let mut review = FinishedGame::begin(&game, &proofs, id.cloned());
            if outcome != GameOutcome::Won {
                review.start();
            }
            review
        });
        Advisor {
            game,
            outcome,
            proofs,
            told,
            advice: None,
            pending_advice: None,
            pending_verdict: None,
            positions_searched: 0,
            shown_hint: None,
            review,
            is_explained: false,
        }
    }

    /// Follows the game to another position, or to its end. Advice is kept while its moves are made.
    pub(super) fn follow(&mut self, game: &Game, outcome: GameOutcome, id: Option<&SaveId>) {
        let before = self.game.moves().len();
        let mut proofs = Arc::unwrap_or_clone(std::mem::take(&mut self.proofs));
        let shared = proofs.sync(game);
        let made: Vec<Move> = game.moves().skip(shared).collect();
        if shared == before && made.is_empty() && outcome == self.outcome {
            self.proofs = Arc::new(proofs);
            return;
        }
        let is_followed = shared == before
            && outcome != GameOutcome::Won
            && (made.is_empty() || game.last_turn_len() == 1);
        let advice = self.advice.take().filter(|_| is_followed);
        let mut told = std::mem::take(&mut self.told);
        told.loss &= proofs.is_lost();
        *self = Advisor {
            advice: made
                .into_iter()
                .try_fold(advice, |advice, mv| Some(advice?.after(mv)))
                .flatten(),
            ..Advisor::at(game, outcome, id, proofs, told)
        };
    }

    /// Returns what is proven about the game.
    pub fn proofs(&self) -> &Proofs {
        &self.proofs
    }

    /// Records that the deal was chosen because it is proven winnable.
    pub(super) fn choose_winnable_deal(&mut self, verdict: &Verdict) {
        Arc::make_mut(&mut self.proofs).record_verdict(&self.game, 0, verdict);
        self.told.winnable_deal = self.proofs.current();
    }

    /// Returns the search to run now, if any. A lost game is reviewed only while its end is shown,
    /// which `at_end` says.
    pub fn search_request(&self, settings: &Settings, at_end: bool) -> Option<SearchRequest> {
        let for_advice = Budget {
            positions: Some(ODDS_POSITIONS),
            ..BACKGROUND_BUDGET
        };
        let (purpose, budget) = match self.outcome {
            GameOutcome::Won => return None,
            GameOutcome::Lost | GameOutcome::GivenUp => {
                let wanted = at_end && self.is_loss_explained(settings);
                return self.review().filter(|_| wanted)?.search_request();
            }
            GameOutcome::Playing => {
                let warning = self.proofs.background_budget(&self.game);
                let warning = warning.filter(|_| settings.is_on(Setting::WarnWhenLost));
                let has_all_odds = self.advice().is_some_and(|advice| advice.is_complete);
                if let Some(search) = self.pending_verdict {
                    (Purpose::Verdict, search.budget)
                } else if self.pending_advice.is_some() {
                    (Purpose::Advice, for_advice)
                } else if let Some(budget) = warning {
                    (Purpose::Warning, budget)
                } else if self.has_visible_odds(settings) && !has_all_odds {
                    (Purpose::Advice, for_advice)
                } else {
                    return None;
                }
            }
        };
        Some(SearchRequest {
            purpose,
            state_key: self.proofs.current()?,
            budget,
            job: SearchJob::Position(Arc::clone(&self.game)),
        })
    }

    /// Whether the end of the game is followed by a review, which says when it was lost.
    pub fn is_loss_explained(&self, settings: &Settings) -> bool {
        let is_lost = matches!(self.outcome, GameOutcome::Lost | GameOutcome::GivenUp);
        is_lost && (settings.is_on(Setting::WarnWhenLost) || self.told.verdicts)
    }

    /// Whether to announce now that the game is lost. True once for each loss; its end says it by itself.
    pub fn announce_loss(&mut self) -> bool {
        let lost = self.proofs.is_lost();
        let is_over = self.outcome.is_final();
        !std::mem::replace(&mut self.told.loss, lost) && lost && !is_over
    }

    /// Whether to say now when the game was lost. True once for each end.
    pub fn announce_explanation(&mut self, settings: &Settings) -> bool {
        self.is_loss_explained(settings) && !std::mem::replace(&mut self.is_explained, true)
    }

    /// Returns a short label for the position of a game in progress, if the player may see it. That
    /// it is winnable is shown only after a requested verdict, and at a deal chosen as winnable.
    pub fn status_label(&self) -> Option<&'static str> {
        let here = self.proofs.current();
        let is_shown = if self.proofs.is_lost() {
            self.told.verdicts || !self.game.rules().is_forced()
        } else {
            let is_chosen = self.told.winnable_deal.is_some() && self.told.winnable_deal == here;
            self.told.verdicts || is_chosen
        };
        let label = match self.proofs.assessment() {
            Assessment::LostDeal | Assessment::Lost(_) => "no win left",
            Assessment::Winnable(_) => "winnable",
            Assessment::NotYetKnown | Assessment::Inconclusive => return None,
        };
        (is_shown && !self.outcome.is_final()).then_some(label)
    }

    /// Whether the player knows that the position of a game in progress is lost.
    pub fn is_known_lost(&self) -> bool {
        self.proofs.is_lost() && self.status_label().is_some()
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
        match self.outcome {
            GameOutcome::Playing => {}
            GameOutcome::Won => return VerdictResponse::Won,
            GameOutcome::GivenUp if show_solution && known => {}
            GameOutcome::Lost | GameOutcome::GivenUp => {
                self.told.verdicts = true;
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
        if !known && let Some(budget) = self.proofs.verdict_budget(memory) {
            self.pending_verdict = Some(PendingVerdict {
                budget,
                started: now,
                show_solution,
            });
            return VerdictResponse::Searching;
        }
        self.told.verdicts = true;
        VerdictResponse::Known
    }

    /// Whether the position is proven won or lost.
    pub fn is_decided(&self) -> bool {
        self.proofs.is_lost() || self.winning_line().is_some()
    }

    /// Returns the verdict search that the player waits for.
    pub fn pending_verdict(&self) -> Option<&PendingVerdict> {
        self.pending_verdict.as_ref()
    }

    /// Returns the number of positions that the search for the verdict has visited.
    pub fn positions_searched(&self) -> u64 {
        self.positions_searched
    }

    /// Records how far the search for the verdict is.
    pub fn record_progress(&mut self, positions: u64) {
        self.positions_searched = positions;
    }

    /// Cancels what the player waits for; returns whether that was a verdict.
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
        let proofs = Arc::make_mut(&mut self.proofs);
        proofs.record_search(&self.game, &result.verdict, &request.budget);
        if request.purpose != Purpose::Verdict {
            return None;
        }
        self.told.verdicts = true;
        self.told.loss = self.proofs.is_lost();
        self.pending_verdict.take()
    }

    /// Returns the winning line from the position, if one is known.
    pub fn winning_line(&self) -> Option<&[Move]> {
        self.proofs.winning_line()
    }

    /// Returns the winning line, if one is known and the player has asked for a verdict.
    pub fn revealed_line(&self) -> Option<&[Move]> {
        let line = self.winning_line().filter(|_| self.told.verdicts);
        line.filter(|line| !line.is_empty())
    }

    /// Returns a copy of the game at the current position, with the winning line as undone moves.
    ///
    /// # Errors
    /// The game is too long to continue.
    pub fn solution(&self) -> Result<Option<Game>, GameTooLong> {
        let Some(line) = self.winning_line() else {
            return Ok(None);
        };
        let mut game = self.game.branch()?;
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

    /// Records that the first moves of the winning line were shown to the player. Returns how many of
    /// them were shown for the first time.
    pub(super) fn mark_shown(&mut self, moves: usize) -> usize {
        let (rules, mut table) = (self.game.rules(), self.game.table().clone());
        let line = self.proofs.winning_line().unwrap_or_default();
        let mut new_moves = 0;
        for &mv in line.iter().take(moves) {
            let position = rules.state_key(&table);
            new_moves += usize::from(self.told.moves.insert((position, mv)));
            rules.apply(&mut table, mv);
        }
        new_moves
    }

    /// Starts the search of the fair player, unless all that it can find is known or a winning line
    /// gives the hint. Games without choices are not searched, because the odds would reveal their
    /// end.
    pub fn request_advice(&mut self, question: Question) {
        let advice = self.advice.as_ref();
        let is_known = match question {
            Question::Hint if self.revealed_line().is_some() => true,
            Question::Hint => {
                advice.is_some_and(|advice| advice.is_complete || advice.is_continued)
            }
            Question::Odds => advice.is_some_and(|advice| advice.is_complete),
        };
        let is_useful = !self.outcome.is_final() && !self.game.rules().is_forced();
        self.pending_advice = (is_useful && !is_known).then_some(question);
    }

    /// Returns what the player waits for the fair player to answer.
    pub fn pending_advice(&self) -> Option<Question> {
        self.pending_advice
    }

    /// Returns what the fair player has found about the position.
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

    /// Returns the odds of the position to show unasked, as far as they are known.
    pub fn shown_odds(&self, settings: &Settings) -> Option<Tally> {
        let advice = self.advice.as_ref()?;
        let odds = advice.odds.filter(|odds| odds.count() > 0)?;
        self.has_visible_odds(settings).then_some(odds)
    }

    /// Whether odds are shown unasked: not in a game that is over or proven to be lost, which is
    /// said.
    fn has_visible_odds(&self, settings: &Settings) -> bool {
        let is_open = !self.outcome.is_final() && !self.proofs.is_lost();
        settings.is_on(Setting::ShowOdds) && is_open && !self.game.rules().is_forced()
    }

    /// Returns why there are no odds to ask for, if there are none.
    pub fn odds_refusal(&self) -> Option<Refusal> {
        if self.outcome.is_final() {
            Some(Refusal::GameOver)
        } else if self.game.rules().is_forced() {
            Some(Refusal::NoOdds)
        } else {
            self.is_known_lost().then_some(Refusal::Lost)
        }
    }

    /// Returns the next hint for the position, after the last one again the first.
    pub(super) fn next_hint(&mut self) -> Result<GivenHint, Refusal> {
        if self.outcome.is_final() {
            return Err(Refusal::GameOver);
        }
        if self.is_known_lost() {
            return Err(Refusal::Lost);
        }
        self.request_advice(Question::Hint);
        let next = match self.shown_hint {
            None if self.pending_advice.is_some() && self.advice.is_none() => {
                return Err(Refusal::NoHintYet);
            }
            shown => shown.map_or(0, |shown| shown.index + 1),
        };
        let given = self.hints().nth(next).ok_or(Refusal::NoAdvice)?;
        self.show_hint(&given, false);
        Ok(given)
    }

    /// Returns the best hint for a player who waits for one, or in place of the one shown if the advice
    /// has changed.
    pub(super) fn best_hint(&mut self) -> Option<GivenHint> {
        let advice = self.advice.as_ref()?;
        if advice.moves.is_empty() && !advice.is_complete {
            return None;
        }
        let (given, shown) = (self.hints().nth(0)?, self.shown_hint);
        let is_kept =
            |shown: ShownHint| shown.index > 0 || shown.is_replacement || shown.mv == given.hint.mv;
        if shown.is_some_and(is_kept) {
            return None;
        }
        self.show_hint(&given, shown.is_some());
        Some(given)
    }

    /// Whether a hint is shown that took the place of another one.
    pub(super) fn has_replaced_hint(&self) -> bool {
        self.shown_hint.is_some_and(|shown| shown.is_replacement)
    }

    fn show_hint(&mut self, given: &GivenHint, is_replacement: bool) {
        self.shown_hint = Some(ShownHint {
            mv: given.hint.mv,
            index: given.index,
            is_replacement,
        });
    }

    fn hints(&self) -> Hints<'_> {
        let advice = self.advice.as_ref();
        Hints::new(&self.game, &self.proofs, self.revealed_line(), advice)
    }

    /// Whether a player who looks at the first move of a plan keeps it although another one was found:
    /// unless that is clearly better, or took the place of another one already.
    fn keeps_hint(&self, plan: &Advice, found: &Advice) -> bool {
        let Some(shown) = self.shown_hint.filter(|shown| shown.index == 0) else {
            return false;
        };
        let begins = |moves: &[Move]| moves.first() == Some(&shown.mv);
        let next_best = found.next_best.as_ref();
        let is_next_best = next_best.is_some_and(|(moves, _)| begins(moves));
        let is_better =
            is_next_best && super::hints::comparison(found).is_some() && !shown.is_replacement;
        begins(&plan.moves) && !begins(&found.moves) && !is_better
    }

    /// Returns the review of the game, if it is over.
    pub fn review(&self) -> Option<&FinishedGame> {
        self.review.as_ref()
    }

    pub(super) fn review_mut(&mut self) -> Option<&mut FinishedGame> {
        self.review.as_mut()
    }

    /// Records what the review has found so far, if it is the answer to the request.
    pub fn record_review(&mut self, request: &SearchRequest, found: &Reviewed) {
        if let Some(review) = &mut self.review {
            review.record(request, found);
            self.proofs = Arc::clone(review.proofs());
        }
    }

    /// Returns the review of the game for a replay of it.
    ///
    /// # Errors
    /// There is nothing to review, or the game is not over.
    pub fn review_for_replay(&self) -> Result<FinishedGame, ReviewError> {
        let review = self.review.clone().ok_or(ReviewError::InPlay)?;
        Reviewer::check(&self.game)?;
        Ok(review)
    }

    /// Takes over a review of the game that was continued elsewhere, once the game is over.
    pub fn set_review(&mut self, review: FinishedGame) {
        if self.review.is_some() {
            self.proofs = Arc::clone(review.proofs());
            self.review = Some(review);
        }
    }
}
