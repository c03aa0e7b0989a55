//! What is known about the position of a game in play, and which search to run next.

use std::collections::HashSet;
use std::sync::Arc;

use jiff::Timestamp;

use super::command::{GivenHint, Refusal};
use super::hint_search::FoundHint;
use super::hint_state::HintState;
use super::hints::HintPosition;
use super::review::GameReview;
use super::search::{
    Answer, Found, HINT_BUDGET, ODDS_POSITIONS, PendingVerdict, Purpose, Question, SearchJob,
    SearchReply, SearchRequest, VerdictResponse,
};
use crate::game::{Game, GameTooLong};
use crate::player::Advice;
use crate::proofs::{Assessment, Proofs};
use crate::record::{KeptLine, PlayedGame};
use crate::review::{ReviewError, Reviewer};
use crate::rules::Move;
use crate::solver::{
    BACKGROUND_BUDGET, Budget, GRADED_DEAL_BUDGET, SolveResult, StateKey, Tally, Verdict,
};
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
    hints: HintState,
    pending_verdict: Option<PendingVerdict>,
    /// Number of positions that the search for the verdict has visited.
    positions_searched: u64,
    /// The review of the game, once it is over.
    review: Option<GameReview>,
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
    /// Whether the deal was chosen as a winnable one, or is graded, as only winnable ones are.
    winnable_deal: bool,
    graded_deal: bool,
    /// The moves of winning lines that were shown, with their positions.
    moves: HashSet<(StateKey, Move)>,
    /// The hints that were followed, with their positions.
    hinted: HashSet<(StateKey, Move)>,
}

impl Told {
    /// Returns the winning line, if one is known and the player has asked for a verdict.
    fn line<'a>(&self, proofs: &'a Proofs) -> Option<&'a [Move]> {
        let line = proofs.winning_line().filter(|_| self.verdicts);
        line.filter(|line| !line.is_empty())
    }
}

impl Advisor {
    /// Returns what a game shows by itself, and by the winning line that was kept with it. A graded deal
    /// can be won, and a search of a second finds out how.
    pub(super) fn new(
        played: &PlayedGame,
        outcome: GameOutcome,
        is_graded: bool,
        id: Option<&SaveId>,
    ) -> Advisor {
        let mut proofs = Proofs::new(&played.game);
        if let Some(line) = &played.line {
            let verdict = Verdict::Winnable(line.moves.clone());
            proofs.record_verdict(&played.game, line.after, &verdict);
        }
        let told = Told {
            winnable_deal: played.line.as_ref().is_some_and(|line| line.dealt),
            graded_deal: is_graded,
            ..Told::default()
        };
        Advisor::at(&played.game, outcome, id, proofs, told)
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
            let mut review = GameReview::begin(&game, &proofs, id.cloned());
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
            hints: HintState::default(),
            pending_verdict: None,
            positions_searched: 0,
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
        let hints = std::mem::take(&mut self.hints);
        let mut told = std::mem::take(&mut self.told);
        told.loss &= proofs.is_lost();
        *self = Advisor {
            hints: if is_followed {
                hints.after(&made)
            } else {
                HintState::default()
            },
            ..Advisor::at(game, outcome, id, proofs, told)
        };
    }

    /// Returns what is proven about the game.
    pub fn proofs(&self) -> &Proofs {
        &self.proofs
    }

    /// Returns the winning line from the position after a number of moves, to keep it with the game.
    pub fn line_from(&self, after: Option<usize>) -> Option<KeptLine> {
        let moves = self.proofs.winning_line_at(after?)?.to_vec();
        (!moves.is_empty()).then_some(KeptLine {
            after: after?,
            moves,
            dealt: self.told.winnable_deal,
        })
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
                let is_wanted = settings.is_on(Setting::WarnWhenLost);
                let warning = self.line_budget();
                let warning = warning.filter(|budget| is_wanted || *budget == GRADED_DEAL_BUDGET);
                let has_all_odds = self.advice().is_some_and(|advice| advice.is_complete);
                if let Some(search) = self.pending_verdict {
                    (Purpose::Verdict, search.budget)
                } else if self.hints.needs_proofs() {
                    (Purpose::Hint, HINT_BUDGET)
                } else if self.hints.pending().is_some() {
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
        let game = Arc::clone(&self.game);
        let job = match purpose {
            Purpose::Hint => SearchJob::Hint {
                game,
                proofs: Arc::clone(&self.proofs),
                line_budget: self.line_budget(),
            },
            _ => SearchJob::Position(game),
        };
        Some(SearchRequest {
            purpose,
            state_key: self.proofs.current()?,
            budget,
            job,
        })
    }

    /// Returns the budget of the search that finds out without a request whether the position can be won.
    /// `None` if there is nothing to find out.
    fn line_budget(&self) -> Option<Budget> {
        let background = self.proofs.background_budget(&self.game)?;
        Some(match self.game.moves().len() {
            0 if self.told.graded_deal => GRADED_DEAL_BUDGET,
            _ => background,
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

    /// Whether to say now when the game was lost. True once for each end, unless it was said before that the
    /// deal cannot be won.
    pub fn announce_explanation(&mut self, settings: &Settings) -> bool {
        let is_known = self.told.loss && self.proofs.first_lost() == Some(0);
        let is_new = !std::mem::replace(&mut self.is_explained, true);
        self.is_loss_explained(settings) && is_new && !is_known
    }

    /// Returns a short label for a game in progress, as far as the player may see it: that the position is
    /// winnable only after a requested verdict.
    pub fn status_label(&self) -> Option<&'static str> {
        let is_told = self.told.verdicts;
        let label = match (self.proofs.assessment(), self.told.winnable_deal) {
            (Assessment::LostDeal | Assessment::Lost(_), is_dealt)
                if is_told || !self.game.rules().is_forced() =>
            {
                if is_dealt {
                    "no win left (dealt winnable)"
                } else {
                    "no win left"
                }
            }
            (Assessment::Winnable(_), true) if is_told => "winnable (dealt winnable)",
            (Assessment::Winnable(_), false) if is_told => "winnable",
            (_, true) => "dealt winnable",
            (_, false) => return None,
        };
        (!self.outcome.is_final()).then_some(label)
    }

    /// Whether the player knows that the position of a game in progress is lost.
    pub fn is_known_lost(&self) -> bool {
        let is_told = self.told.verdicts || !self.game.rules().is_forced();
        self.proofs.is_lost() && is_told && !self.outcome.is_final()
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
        self.hints.dismiss();
        self.positions_searched = 0;
        Arc::make_mut(&mut self.proofs).decide(&self.game);
        if !self.is_decided()
            && let Some(budget) = self.proofs.verdict_budget(memory)
        {
            self.pending_verdict = Some(PendingVerdict {
                budget,
                started: now,
                show_solution,
            });
            return VerdictResponse::Searching;
        }
        self.told.verdicts = true;
        self.told.loss = self.proofs.is_lost();
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

    /// Cancels what the player waits for; returns whether that was a verdict.
    pub fn cancel_search(&mut self) -> bool {
        self.hints.cancel();
        self.pending_verdict.take().is_some()
    }

    /// Records what a search has found. Returns what the player has waited for, if this tells it.
    pub fn record(&mut self, reply: &SearchReply) -> Option<Answer> {
        match &reply.found {
            Found::Progress(positions) => {
                self.positions_searched = *positions;
                Some(Answer::Progress)
            }
            Found::Review(_) => {
                let review = self.review.as_mut()?;
                review.record(reply);
                self.proofs = Arc::clone(review.proofs());
                None
            }
            Found::Advice(found) => self.record_advice(found.clone()).map(Answer::Advice),
            Found::Hint(found) => self.record_hint(found).map(Answer::Advice),
            Found::Finished(result) => {
                let search = self.record_search_result(&reply.request, result);
                search.map(Answer::Verdict)
            }
        }
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
        self.told.line(&self.proofs)
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

    /// Starts the search for a hint or for the odds, unless all that it can find is known or a winning
    /// line that the player has seen gives the hint. Games without choices are not searched, because the
    /// odds would reveal their end.
    pub fn request_advice(&mut self, question: Question, settings: &Settings) {
        let is_known = question == Question::Hint && self.revealed_line().is_some();
        self.hints.request(question, settings);
        if question == Question::Hint {
            Arc::make_mut(&mut self.proofs).hoist_safe_card(&self.game);
        }
        if is_known || self.outcome.is_final() || self.game.rules().is_forced() {
            self.hints.cancel();
        }
    }

    /// Returns what the player waits for an answer to.
    pub fn pending_advice(&self) -> Option<Question> {
        self.hints.pending()
    }

    /// Returns what the fair player has found about the position.
    pub fn advice(&self) -> Option<&Advice> {
        self.hints.advice()
    }

    /// Records what the fair player has found, but goes on with a plan that is being followed, that was
    /// checked, or whose first move is shown. Returns what the player waits for.
    pub fn record_advice(&mut self, found: Advice) -> Option<Question> {
        self.hints.record_advice(found)
    }

    /// Records what was found for a hint that keeps the win. Returns what the player waits for: nothing if
    /// it was found out that the position is lost, which is announced.
    pub fn record_hint(&mut self, found: &FoundHint) -> Option<Question> {
        let was_lost = self.proofs.is_lost();
        self.proofs = Arc::clone(&found.proofs);
        let question = self.hints.record_hint(found);
        if !was_lost && self.is_known_lost() && !self.told.loss {
            self.hints.cancel();
            return None;
        }
        question
    }

    /// Whether to say that the position is lost in place of a hint, if that was not said yet.
    fn mark_loss_told(&mut self) -> bool {
        self.is_known_lost() && !std::mem::replace(&mut self.told.loss, true)
    }

    /// Records that a move is made. Returns whether it is the hint that the player looks at, and was not
    /// made before in this position.
    pub(super) fn record_if_hinted(&mut self, mv: Move) -> bool {
        let step = self.proofs.current().map(|here| (here, mv));
        self.hints.is_shown(mv) && step.is_some_and(|step| self.told.hinted.insert(step))
    }

    /// Returns the odds of the position to show unasked, as far as they are known.
    pub fn shown_odds(&self, settings: &Settings) -> Option<Tally> {
        let odds = self.advice()?.odds.filter(|odds| odds.count() > 0)?;
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

    /// Returns the next hint for the position, after the last one again the first. In a lost position, the
    /// first request since the loss is refused.
    pub(super) fn next_hint(&mut self, settings: &Settings) -> Result<GivenHint, Refusal> {
        if self.outcome.is_final() {
            return Err(Refusal::GameOver);
        }
        if self.mark_loss_told() {
            return Err(Refusal::Lost);
        }
        self.request_advice(Question::Hint, settings);
        let line = self.told.line(&self.proofs);
        let position = HintPosition::new(&self.game, &self.proofs, line);
        self.hints.next(position)
    }

    /// Returns the best hint for a player who waits for one, or in place of the one shown if the advice
    /// has changed, and whether that is so.
    pub(super) fn best_hint(&mut self) -> Option<(GivenHint, bool)> {
        let line = self.told.line(&self.proofs);
        let position = HintPosition::new(&self.game, &self.proofs, line);
        self.hints.best(position)
    }

    /// Returns the review of the game, if it is over.
    pub fn review(&self) -> Option<&GameReview> {
        self.review.as_ref()
    }

    pub(super) fn review_mut(&mut self) -> Option<&mut GameReview> {
        self.review.as_mut()
    }

    /// Returns the review of the game for a replay of it.
    ///
    /// # Errors
    /// There is nothing to review, or the game is not over.
    pub fn review_for_replay(&self) -> Result<GameReview, ReviewError> {
        let review = self.review.clone().ok_or(ReviewError::InPlay)?;
        Reviewer::check(&self.game)?;
        Ok(review)
    }

    /// Takes over a review of the game that was continued elsewhere, once the game is over.
    pub fn set_review(&mut self, review: GameReview) {
        if self.review.is_some() {
            self.proofs = Arc::clone(review.proofs());
            self.review = Some(review);
        }
    }
}
