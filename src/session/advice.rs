//! What is known about the position of a game in play, and which search to run next.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::command::Refusal;
use super::play::Session;
use super::search::{
    Answer, Found, HINT_BUDGET, ODDS_BUDGET, PendingVerdict, SearchReply, SearchRequest, Task,
    VerdictResponse,
};
use super::text;
use crate::difficulty::GradedDeals;
use crate::game::{Game, GameTooLong};
use crate::player::{Advice, View};
use crate::proofs::Assessment;
use crate::record::{GameOutcome, KeptLine};
use crate::review::{ReviewError, Reviewer};
use crate::rules::Move;
use crate::solver::{Budget, GRADED_DEAL_BUDGET, SHORTEN_BUDGET, Tally, VERDICT_TIME_LIMITS};
use crate::storage::results::Help;
use crate::storage::settings::{HintKind, Setting, Settings};

impl Session {
    /// Follows the game to another position, or to its end. Advice is kept while its moves are made.
    pub(super) fn advise(&mut self) {
        let before = self.proofs.move_count();
        let proofs = Arc::make_mut(&mut self.proofs);
        let shared = proofs.sync(&self.played.game);
        self.is_told_lost &= proofs.is_lost();
        let made: Vec<Move> = self.game().moves().skip(shared).collect();
        let is_same_place = shared == before && made.is_empty();
        if is_same_place && self.is_over() == self.review.is_some() {
            return;
        }
        let hints = std::mem::take(&mut self.hints);
        if shared == before && self.outcome() != GameOutcome::Won {
            self.hints = hints.after(&made);
        }
        self.begin_advice();
    }

    /// Forgets what is about another position. A loss is reviewed.
    pub(super) fn begin_advice(&mut self) {
        self.is_explained = false;
        self.review = self.is_over().then(|| {
            let mut review =
                Reviewer::begin(Arc::clone(&self.played.game), Arc::clone(&self.proofs));
            if self.outcome() != GameOutcome::Won {
                review.start();
            }
            review
        });
    }

    /// Notes that the player is about to be told more of the deal than the table shows.
    pub fn tell(&mut self, help: Help) {
        match help {
            Help::Hint => self.played.header.hints = self.played.header.hints.saturating_add(1),
            Help::Solution | Help::Review => {}
            Help::Verdict | Help::Odds | Help::WinnablePosition => self.count_asked(),
        }
        if !self.told.contains(&help) {
            self.told.push(help);
        }
        self.save_state.note_change();
    }

    /// Counts that the player is told more than the table shows, besides hints and solutions.
    fn count_asked(&mut self) {
        let asked = self.played.header.asked.unwrap_or(0).saturating_add(1);
        self.played.header.asked = Some(asked);
        self.save_state.note_change();
    }

    /// Returns the winning line from the position after a number of moves, to keep it with the game.
    pub(super) fn line_from(&self, after: usize) -> Option<KeptLine> {
        let moves = self.proofs.winning_line_at(after)?.to_vec();
        (!moves.is_empty()).then_some(KeptLine { after, moves })
    }

    /// Returns the search to run now, if any. A lost game is reviewed only while its end is shown,
    /// which `at_end` says.
    pub fn search_request(&self, settings: &Settings, at_end: bool) -> Option<SearchRequest> {
        if let Some(guide) = &self.guide {
            return guide.search_request(self.game());
        }
        if self.outcome() == GameOutcome::Won {
            let is_wanted =
                at_end && self.hints.shortest.is_none() && !self.game().rules().is_forced();
            return is_wanted.then(|| self.shortest_request());
        }
        if self.outcome() != GameOutcome::Playing {
            let is_wanted = at_end && self.is_loss_explained(settings);
            return SearchRequest::of_review(self.review.as_ref().filter(|_| is_wanted)?);
        }
        let line_budget = self.line_budget();
        let is_warned = settings.is_on(Setting::WarnWhenLost);
        let warning = line_budget.filter(|budget| is_warned || *budget == GRADED_DEAL_BUDGET);
        let has_all_odds = self
            .hints
            .found
            .as_ref()
            .is_some_and(|found| found.is_complete);
        let wants_odds = self.has_visible_odds(settings) && !has_all_odds;
        let (task, budget) = if let Some(search) = self.hints.verdict {
            (Task::Verdict, search.budget)
        } else if self.hints.keeps_win && self.hints.awaited == Some(Answer::Hint) {
            let proofs = Arc::clone(&self.proofs);
            let task = Task::Hint {
                proofs,
                line_budget,
            };
            (task, HINT_BUDGET)
        } else if let Some(budget) = warning.filter(|_| self.hints.awaited.is_none()) {
            (Task::Warning, budget)
        } else if self.hints.awaited.is_some() || wants_odds {
            (Task::Advice, ODDS_BUDGET)
        } else {
            return None;
        };
        let game = Arc::clone(&self.played.game);
        Some(SearchRequest { game, task, budget })
    }

    /// Returns the search for a shorter win than this one and the one that is known.
    fn shortest_request(&self) -> SearchRequest {
        let made: Vec<Move> = self.game().moves().collect();
        let known = self.proofs.winning_line_at(0).map(<[Move]>::to_vec);
        let known = known.filter(|known| known.len() < made.len());
        SearchRequest {
            game: Arc::clone(&self.played.game),
            task: Task::Shortest(known.unwrap_or(made)),
            budget: Budget {
                time: Some(Duration::from_secs(1)),
                ..SHORTEN_BUDGET
            },
        }
    }

    /// Returns the number of moves of the shortest win that is known, if it is shorter than this one.
    pub fn shorter_win(&self) -> Option<usize> {
        let shortest = self.hints.shortest;
        shortest.filter(|moves| *moves < self.game().moves().len())
    }

    /// Returns the budget of the search that finds out without a request whether the position can be won.
    /// `None` if there is nothing to find out.
    fn line_budget(&self) -> Option<Budget> {
        let background = self.proofs.background_budget(self.game())?;
        Some(match self.game().moves().len() {
            0 if self.is_graded() => GRADED_DEAL_BUDGET,
            _ => background,
        })
    }

    /// Whether the deal was graded, and so can be won.
    fn is_graded(&self) -> bool {
        GradedDeals::difficulty_of_game(self.game()).is_some()
    }

    /// Whether the end of the game is followed by a review, which says when it was lost.
    pub fn is_loss_explained(&self, settings: &Settings) -> bool {
        let is_lost = matches!(self.outcome(), GameOutcome::Lost | GameOutcome::GivenUp);
        is_lost && (settings.is_on(Setting::WarnWhenLost) || self.knows_verdicts)
    }

    /// Whether to announce now that the game is lost. True once for each loss; its end says it by itself. It is no help
    /// with the deal, but counts in the game.
    pub fn announce_loss(&mut self) -> bool {
        let lost = self.proofs.is_lost();
        let is_news = !std::mem::replace(&mut self.is_told_lost, lost) && lost && !self.is_over();
        if is_news {
            self.played.header.warned = self.played.header.warned.saturating_add(1);
            self.count_asked();
        }
        is_news
    }

    /// Whether to say now when the game was lost. True once for each end, unless it was said before that the
    /// deal cannot be won.
    pub fn announce_explanation(&mut self, settings: &Settings) -> bool {
        let is_known = self.is_told_lost && self.proofs.first_lost() == Some(0);
        let is_new = !std::mem::replace(&mut self.is_explained, true);
        self.is_loss_explained(settings) && is_new && !is_known
    }

    /// Returns a short label for a game in progress, as far as the player may see it: that the position is
    /// winnable only after a requested verdict.
    pub fn status_label(&self) -> Option<&'static str> {
        let is_winnable = self.revealed_line().is_some() && !self.is_over();
        let known_lost = self.is_known_lost().then_some("no win left");
        known_lost.or(is_winnable.then_some("winnable"))
    }

    /// Whether the player knows that the position of a game in progress is lost.
    pub fn is_known_lost(&self) -> bool {
        let is_told = self.knows_verdicts || !self.game().rules().is_forced();
        self.proofs.is_lost() && is_told && !self.is_over()
    }

    /// Answers a request for a verdict on the position, or for the winning line itself. May start a
    /// search; a running search continues.
    pub fn request_verdict(
        &mut self,
        show_solution: bool,
        settings: &Settings,
        now: Timestamp,
    ) -> VerdictResponse {
        let memory = settings.analysis_memory();
        let known = self.is_decided();
        match self.outcome() {
            GameOutcome::Playing => {}
            GameOutcome::Won => return VerdictResponse::Won,
            GameOutcome::GivenUp if show_solution && known => {}
            GameOutcome::Lost | GameOutcome::GivenUp => {
                self.knows_verdicts = true;
                self.tell(Help::Verdict);
                if let Some(review) = self.review.as_mut()
                    && !review.is_loss_found()
                {
                    review.search_again(Budget::for_verdict(VERDICT_TIME_LIMITS[0], memory));
                }
                return VerdictResponse::Review;
            }
        }
        if let Some(search) = &mut self.hints.verdict {
            search.show_solution |= show_solution;
            return VerdictResponse::Searching;
        }
        (self.hints.awaited, self.hints.shown) = (None, None);
        Arc::make_mut(&mut self.proofs).decide(&self.played.game);
        if !self.is_decided()
            && let Some(budget) = self.proofs.verdict_budget(memory)
        {
            self.hints.verdict = Some(PendingVerdict {
                budget,
                started: now,
                positions: 0,
                show_solution,
            });
            return VerdictResponse::Searching;
        }
        self.tell_verdict();
        VerdictResponse::Known
    }

    /// Whether the position is proven won or lost.
    pub fn is_decided(&self) -> bool {
        self.proofs.is_lost() || self.winning_line().is_some()
    }

    /// Cancels what the player waits for; returns whether that was a verdict.
    pub fn cancel_search(&mut self) -> bool {
        self.hints.awaited = None;
        self.hints.verdict.take().is_some()
    }

    /// Records what a requested search has found. Returns what the player has waited for, if this tells it.
    pub fn record(&mut self, reply: &SearchReply) -> Option<Answer> {
        if let Some(guide) = &mut self.guide {
            return guide.record(&self.played.game, reply);
        }
        match &reply.found {
            Found::Progress(positions) => {
                self.hints.verdict.as_mut()?.positions = *positions;
                Some(Answer::Progress)
            }
            Found::Advice(found) => self.hints.record_advice(found),
            Found::Hint {
                advice,
                proofs,
                is_complete,
            } => {
                let was_lost = self.proofs.is_lost();
                self.proofs = Arc::clone(proofs);
                let answer = self.hints.record_hint(advice, *is_complete);
                if !was_lost && self.is_known_lost() && !self.is_told_lost {
                    // That is announced.
                    self.hints.awaited = None;
                    return None;
                }
                answer
            }
            Found::Review(_) => {
                let review = self.review.as_mut()?;
                reply.record_in(review);
                self.proofs = Arc::clone(&review.proofs);
                None
            }
            Found::Shortest(moves) => {
                self.hints.shortest = Some(*moves);
                None
            }
            Found::Finished(result) => {
                let proofs = Arc::make_mut(&mut self.proofs);
                proofs.record_search(&self.played.game, &result.verdict, &reply.request.budget);
                if !matches!(reply.request.task, Task::Verdict) {
                    return None;
                }
                let show_solution = self.hints.verdict.take()?.show_solution;
                self.tell_verdict();
                Some(Answer::Verdict { show_solution })
            }
        }
    }

    /// Notes that the player is told what is proven about the position, if anything is.
    fn tell_verdict(&mut self) {
        self.knows_verdicts = true;
        self.is_told_lost = self.proofs.is_lost();
        if self.is_decided() {
            self.tell(Help::Verdict);
        }
    }

    /// Assesses the position. A graded deal can be won, also where it is not known how.
    pub fn assessment(&self) -> Assessment {
        match self.proofs.assessment() {
            Assessment::Lost(None) if self.is_graded() => Assessment::Lost(Some(0)),
            // No move is parted from the automatic ones after it.
            Assessment::Lost(Some(at)) => Assessment::Lost(Some(self.game().turn_start(at))),
            assessment => assessment,
        }
    }

    /// Returns the winning line from the position, if one is known.
    pub fn winning_line(&self) -> Option<&[Move]> {
        self.proofs.winning_line()
    }

    /// Returns the winning line, if one is known and the player has asked for a verdict.
    pub fn revealed_line(&self) -> Option<&[Move]> {
        let line = self.winning_line().filter(|_| self.knows_verdicts);
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
        let mut game = self.game().branch()?;
        let start = game.moves().len();
        // The length limit of a game may cut the line.
        _ = line.iter().try_for_each(|mv| game.play(*mv));
        game.seek(start);
        Ok(Some(game))
    }

    /// Notes that the first moves of a winning line are shown to the player.
    pub fn tell_solution(&mut self, moves: usize) {
        if moves > 0 {
            let shown = u32::try_from(moves).unwrap_or(u32::MAX);
            self.played.header.shown = self.played.header.shown.max(shown);
            self.tell(Help::Solution);
        }
    }

    /// Starts the search for a hint, unless all that it can find is known or a winning line that the player
    /// has seen gives the hint.
    pub(super) fn request_hint(&mut self, settings: &Settings) {
        Arc::make_mut(&mut self.proofs).hoist_safe_card(&self.played.game);
        self.hints.keeps_win = settings.choice::<HintKind>() == HintKind::KeepTheWin;
        self.request(Answer::Hint);
    }

    /// Starts the search for the odds, unless they are known.
    ///
    /// # Errors
    /// There are no odds to ask for.
    pub fn request_odds(&mut self) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::GameOver);
        } else if self.game().rules().is_forced() {
            return Err(Refusal::NoOdds);
        } else if self.is_known_lost() {
            return Err(Refusal::Lost);
        }
        self.request(Answer::Odds);
        Ok(())
    }

    /// Records a question, unless all that can be found is known. Games without choices are not searched, because the
    /// odds would reveal their end.
    fn request(&mut self, question: Answer) {
        let hints = &self.hints;
        let has_plan = |is_enough: fn(&Advice) -> bool| hints.plan.as_ref().is_some_and(is_enough);
        let has_all = hints.found.as_ref().is_some_and(|found| found.is_complete);
        let is_played = |line: &[Move]| self.game().with_automatic_moves(line) == line;
        let is_known = match question {
            Answer::Hint if self.revealed_line().is_some_and(is_played) => true,
            Answer::Hint if hints.keeps_win => hints.is_found || has_plan(|plan| plan.is_continued),
            Answer::Hint => has_all || has_plan(|plan| !plan.moves.is_empty()),
            _ => has_all,
        };
        let is_asked = !is_known && !self.is_over() && !self.game().rules().is_forced();
        self.hints.awaited = is_asked.then_some(question);
    }

    /// Says how many deals that look like this one can be won, as far as that is known.
    pub fn tell_odds(&mut self) -> Option<String> {
        let found = self.hints.found.as_ref()?;
        let (odds, is_complete) = (found.odds?, found.is_complete);
        let unseen = View::new(self.game()).unseen().len();
        if is_complete || unseen == 0 || odds.share().is_some() {
            self.tell(Help::Odds);
        }
        Some(text::odds(odds, is_complete, unseen))
    }

    /// Notes that the odds are shown unasked, if they are.
    pub fn tell_shown_odds(&mut self, settings: &Settings) {
        let odds = self.shown_odds(settings).and_then(Tally::share);
        if odds.is_some() && !self.told.contains(&Help::Odds) {
            self.tell(Help::Odds);
        }
    }

    /// Returns the odds of the position to show unasked, as far as they are known.
    pub fn shown_odds(&self, settings: &Settings) -> Option<Tally> {
        let odds = self.hints.found.as_ref()?.odds;
        let odds = odds.filter(|odds| odds.count() > 0)?;
        self.has_visible_odds(settings).then_some(odds)
    }

    /// Whether odds are shown unasked: not in a game that is over or proven to be lost, which is
    /// said.
    fn has_visible_odds(&self, settings: &Settings) -> bool {
        let is_open = !self.is_over() && !self.proofs.is_lost();
        settings.is_on(Setting::ShowOdds) && is_open && !self.game().rules().is_forced()
    }

    /// Returns the review of the game for a replay of it.
    ///
    /// # Errors
    /// There is nothing to review, or the game is not over.
    pub fn review_for_replay(&self) -> Result<Reviewer, ReviewError> {
        let review = self.review.clone().ok_or(ReviewError::InPlay)?;
        Reviewer::check(self.game())?;
        Ok(review)
    }

    /// Takes over a review that was continued elsewhere, if it is of this game. That of a loss goes on.
    pub fn set_review(&mut self, mut review: Reviewer) {
        let own = self.review.as_ref();
        if own.is_some_and(|own| Arc::ptr_eq(&own.game, &review.game)) {
            if self.outcome() != GameOutcome::Won {
                review.start();
            }
            self.proofs = Arc::clone(&review.proofs);
            self.review = Some(review);
        }
    }
}
