//! Which search the solver should run for a game in play, and what its results mean.

use jiff::Timestamp;

use super::command::PlayOptions;
use super::search_request::{
    PendingVerdict, SearchEvent, SearchKind, SearchRequest, VerdictResponse,
};
use super::state::Session;
use crate::analysis::SearchTask;
use crate::describe;
use crate::game::{Game, GameTooLong};
use crate::rules::Move;
use crate::solver::{BACKGROUND_BUDGET, MAX_POSTMORTEM_SEARCHES, SolveResult};
use crate::storage::results::GameOutcome;

impl Session {
    /// Returns the search to run now, if any. The post-mortem runs only while the end of the game is
    /// shown, which `at_end` says.
    pub fn search_request(&self, options: &PlayOptions, at_end: bool) -> Option<SearchRequest> {
        let game = self.game();
        let advice_task = || SearchTask {
            position_index: game.moves().len(),
            budget: BACKGROUND_BUDGET,
        };
        let (kind, task) = match (self.outcome(), self.pending_verdict) {
            (GameOutcome::Won, _) => return None,
            (GameOutcome::Lost | GameOutcome::GivenUp, _) => {
                let wanted = at_end && self.is_postmortem_wanted(options);
                match self.analysis.postmortem_task(game).filter(|_| wanted) {
                    Some(task) => (SearchKind::Postmortem, task),
                    None => return self.review().filter(|_| wanted)?.search_request(),
                }
            }
            (GameOutcome::Playing, Some(search)) => (SearchKind::Verdict, search.task),
            (GameOutcome::Playing, None) if self.pending_advice.is_some() => {
                (SearchKind::Advice, advice_task())
            }
            (GameOutcome::Playing, None) => {
                let task = self.analysis.background_task(game);
                match task.filter(|_| options.warn_when_lost) {
                    Some(task) => (SearchKind::Background, task),
                    None if self.are_odds_missing(options) => (SearchKind::Advice, advice_task()),
                    None => return None,
                }
            }
        };
        let positions = self.analysis.proven_positions();
        Some(SearchRequest {
            kind,
            state_key: positions.state_at(task.position_index)?,
            task,
        })
    }

    /// Whether the end of the game is followed by a report on when it was lost.
    pub fn is_postmortem_wanted(&self, options: &PlayOptions) -> bool {
        let is_lost = matches!(self.outcome(), GameOutcome::Lost | GameOutcome::GivenUp);
        is_lost && (options.warn_when_lost || self.analysis.verdict_revealed)
    }

    /// Answers a request for a verdict on the position, or for the winning line itself. May start a
    /// search; a running search continues.
    pub fn request_verdict(
        &mut self,
        show_solution: bool,
        options: &PlayOptions,
        now: Timestamp,
    ) -> VerdictResponse {
        let memory = options.analysis_memory;
        let known = self.is_decided();
        match self.outcome() {
            GameOutcome::Playing => {}
            GameOutcome::Won => return VerdictResponse::Won,
            GameOutcome::GivenUp if show_solution && known => {}
            GameOutcome::Lost | GameOutcome::GivenUp => {
                self.analysis.extend_postmortem(memory);
                return VerdictResponse::Postmortem;
            }
        }
        if let Some(search) = &mut self.pending_verdict {
            search.show_solution |= show_solution;
            return VerdictResponse::Searching;
        }
        self.last_hint = None;
        self.positions_searched = 0;
        if !known && let Some(task) = self.analysis.verdict_task(self.game(), memory) {
            self.pending_verdict = Some(PendingVerdict {
                task,
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
        let proven = self.analysis.proven_positions();
        proven.is_lost() || proven.winning_line().is_some()
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

    /// Records the result of a requested search.
    pub fn record_search_result(
        &mut self,
        request: &SearchRequest,
        result: &SolveResult,
    ) -> SearchEvent {
        self.positions_searched = 0;
        let task = &request.task;
        self.analysis.record_result(&self.played.game, task, result);
        match request.kind {
            SearchKind::Background if self.announce_loss() => SearchEvent::Lost,
            SearchKind::Verdict => {
                let search = self.pending_verdict.take();
                self.analysis.verdict_revealed = true;
                self.announced.lost = self.analysis.proven_positions().is_lost();
                SearchEvent::Verdict {
                    show_solution: search.is_some_and(|search| search.show_solution),
                }
            }
            SearchKind::Background
            | SearchKind::Postmortem
            | SearchKind::Advice
            | SearchKind::Review
            | SearchKind::WinnableDeal => SearchEvent::Silent,
        }
    }

    /// Whether to announce now that the game is lost. True once for each loss.
    pub fn announce_loss(&mut self) -> bool {
        let lost = self.analysis.proven_positions().is_lost();
        !std::mem::replace(&mut self.announced.lost, lost) && lost
    }

    /// Whether to report the post-mortem now. True once for each end.
    pub fn announce_postmortem(&mut self, options: &PlayOptions) -> bool {
        self.is_postmortem_wanted(options)
            && !std::mem::replace(&mut self.announced.postmortem, true)
    }

    /// Returns the winning line from the current position, if one is known.
    pub fn winning_line(&self) -> Option<&[Move]> {
        self.analysis.proven_positions().winning_line()
    }

    /// Describes when a finished game was lost, as far as that is proven.
    pub fn postmortem_summary(&self) -> String {
        let proven = self.analysis.proven_positions();
        describe::postmortem_summary(self.game(), proven.last_winnable(), proven.first_lost())
    }

    /// Returns the time limit of all searches of the post-mortem together.
    pub fn max_postmortem_seconds(&self) -> Option<u64> {
        let task = self.analysis.postmortem_task(self.game())?;
        Some(task.budget.time_limit().as_secs() * MAX_POSTMORTEM_SEARCHES as u64)
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
