//! What is known about the position of a game in play, and which search to run next.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::command::Refusal;
use super::review::GameReview;
use super::search::{
    Answer, Found, HINT_BUDGET, ODDS_BUDGET, PendingVerdict, SearchReply, SearchRequest, Task,
    VerdictResponse,
};
use crate::game::{Game, GameTooLong};
use crate::player::Advice;
use crate::proofs::{Assessment, Proofs};
use crate::record::{GameOutcome, KeptLine, PlayedGame};
use crate::review::{Review, ReviewError, Reviewer};
use crate::rules::Move;
use crate::solver::{Budget, GRADED_DEAL_BUDGET, SHORTEN_BUDGET, StateKey, Tally, Verdict};
use crate::storage::settings::{HintKind, Setting, Settings};

/// What is known about the position of a game. Follows the game by
/// `follow`, which keeps what is about the game and forgets the rest.
#[derive(Clone, Debug)]
pub struct Advisor {
    pub(super) game: Arc<Game>,
    pub(super) outcome: GameOutcome,
    pub(super) proofs: Arc<Proofs>,
    told: Told,
    pub(super) hints: Hints,
    /// The verdict search that the player waits for.
    pub pending_verdict: Option<PendingVerdict>,
    /// The review of the game, once it is over.
    review: Option<GameReview>,
    /// Whether the player was told when the game was lost.
    is_explained: bool,
    /// The number of moves of the shortest win that is known, once the game is won.
    shortest: Option<usize>,
}

/// What was asked and found about the position of a game, and the hint shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Hints {
    /// What the fair player has found.
    pub(super) advice: Option<Advice>,
    /// What the player waits for: a hint or the odds.
    pub(super) awaited: Option<Answer>,
    /// Whether hints keep the win, as the settings said when the last one was requested.
    pub(super) keeps_win: bool,
    /// Whether the search for a hint that keeps the win has found what to name first.
    pub(super) is_found: bool,
    /// The hint that the player looks at, and its number among those for the position.
    pub(super) shown: Option<(Move, usize)>,
}

/// What the player was told about the game.
#[derive(Clone, Debug, Default)]
struct Told {
    /// Whether the player has asked for a verdict. Before that, hints do not use winning lines.
    verdicts: bool,
    /// Whether it was said that the position is lost.
    loss: bool,
    /// Whether the deal is graded, as only winnable ones are.
    graded_deal: bool,
    /// The moves of winning lines that were shown, with their positions.
    moves: HashSet<(StateKey, Move)>,
    /// The hints that were followed, with their positions.
    hinted: HashSet<(StateKey, Move)>,
    /// How often the player was told more than the table shows, besides hints and solutions. `None` if that is not
    /// known.
    asked: Option<u32>,
}

impl Advisor {
    /// Returns what a game shows by itself, and by the winning line that was kept with it. A graded deal
    /// can be won, and a search of a second finds out how.
    pub(super) fn new(played: &PlayedGame, is_graded: bool) -> Advisor {
        let mut proofs = Proofs::new(&played.game);
        if let Some(line) = &played.line {
            let verdict = Verdict::Winnable(line.moves.clone());
            proofs.record_verdict(&played.game, line.after, &verdict);
        }
        let told = Told {
            graded_deal: is_graded,
            asked: played.header.asked,
            ..Told::default()
        };
        Advisor::at(played, proofs, told)
    }

    /// Returns what is known about a position before anything is asked or searched. A loss is reviewed.
    fn at(played: &PlayedGame, proofs: Proofs, told: Told) -> Advisor {
        let (game, outcome) = (Arc::new(played.game.clone()), played.outcome());
        let proofs = Arc::new(proofs);
        let review = outcome.is_final().then(|| {
            let mut review = GameReview::begin(&game, &proofs);
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
            hints: Hints::default(),
            pending_verdict: None,
            review,
            is_explained: false,
            shortest: None,
        }
    }

    /// Follows the game to another position, or to its end. Advice is kept while its moves are made.
    pub(super) fn follow(&mut self, played: &PlayedGame) {
        let (game, outcome) = (&played.game, played.outcome());
        let before = self.game.moves().len();
        let mut proofs = Arc::unwrap_or_clone(std::mem::take(&mut self.proofs));
        let shared = proofs.sync(game);
        let made: Vec<Move> = game.moves().skip(shared).collect();
        let is_same = game.has_autoplay() == self.game.has_autoplay();
        if shared == before && made.is_empty() && outcome == self.outcome && is_same {
            self.proofs = Arc::new(proofs);
            return;
        }
        let is_followed = shared == before && outcome != GameOutcome::Won && is_same;
        let review = self.review.as_ref().map(GameReview::review);
        let is_played_on = !outcome.is_final() && self.outcome != GameOutcome::Won;
        if is_played_on && review.is_some_and(|review| *review != Review::default()) {
            // The end of a lost game has told something about the moves before it.
            self.count_asked();
        }
        let hints = std::mem::take(&mut self.hints);
        let mut told = std::mem::take(&mut self.told);
        told.loss &= proofs.is_lost();
        *self = Advisor {
            hints: if is_followed {
                hints.after(&made)
            } else {
                Hints::default()
            },
            ..Advisor::at(played, proofs, told)
        };
    }

    /// Counts that the player is told more than the table shows.
    pub fn count_asked(&mut self) {
        self.told.asked = Some(self.told.asked.unwrap_or(0).saturating_add(1));
    }

    /// Returns how often the player was told more than the table shows, besides hints and solutions.
    pub(super) fn asked(&self) -> Option<u32> {
        self.told.asked
    }

    /// Whether the moves that the solver showed, which are so many, are all known, and none of them was made.
    pub(super) fn is_solution_unused(&self, shown: u32) -> bool {
        let mut made = self.game.moves().enumerate();
        let is_shown = |(at, mv)| {
            let position = self.proofs.state_at(at);
            position.is_some_and(|position| self.told.moves.contains(&(position, mv)))
        };
        shown > 0 && self.told.moves.len() == shown as usize && !made.any(is_shown)
    }

    /// Returns what is proven about the game.
    pub fn proofs(&self) -> &Proofs {
        &self.proofs
    }

    /// Returns the winning line from the position after a number of moves, to keep it with the game.
    pub fn line_from(&self, after: Option<usize>) -> Option<KeptLine> {
        let after = after?;
        let moves = self.proofs.winning_line_at(after)?.to_vec();
        (!moves.is_empty()).then_some(KeptLine { after, moves })
    }

    /// Returns the search to run now, if any. A lost game is reviewed only while its end is shown,
    /// which `at_end` says.
    pub fn search_request(&self, settings: &Settings, at_end: bool) -> Option<SearchRequest> {
        if self.outcome == GameOutcome::Won {
            let is_wanted = at_end && self.shortest.is_none() && !self.game.rules().is_forced();
            return is_wanted.then(|| self.shortest_request());
        }
        if self.outcome != GameOutcome::Playing {
            let is_wanted = at_end && self.is_loss_explained(settings);
            return self.review().filter(|_| is_wanted)?.search_request();
        }
        let line_budget = self.line_budget();
        let is_warned = settings.is_on(Setting::WarnWhenLost);
        let warning = line_budget.filter(|budget| is_warned || *budget == GRADED_DEAL_BUDGET);
        let has_all_odds = self.advice().is_some_and(|advice| advice.is_complete);
        let wants_odds = self.has_visible_odds(settings) && !has_all_odds;
        let (task, budget) = if let Some(search) = self.pending_verdict {
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
        let game = Arc::clone(&self.game);
        Some(SearchRequest { game, task, budget })
    }

    /// Returns the search for a shorter win than this one and the one that is known.
    fn shortest_request(&self) -> SearchRequest {
        let made: Vec<Move> = self.game.moves().collect();
        let known = self.proofs.winning_line_at(0).map(<[Move]>::to_vec);
        let known = known.filter(|known| known.len() < made.len());
        SearchRequest {
            game: Arc::clone(&self.game),
            task: Task::Shortest(known.unwrap_or(made)),
            budget: Budget {
                time: Some(Duration::from_secs(1)),
                ..SHORTEN_BUDGET
            },
        }
    }

    /// Returns the number of moves of the shortest win that is known, if it is shorter than this one.
    pub fn shorter_win(&self) -> Option<usize> {
        self.shortest
            .filter(|moves| *moves < self.game.moves().len())
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
        let is_news = !std::mem::replace(&mut self.told.loss, lost) && lost && !is_over;
        is_news.then(|| self.count_asked()).is_some()
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
        let is_winnable = self.revealed_line().is_some() && !self.outcome.is_final();
        let known_lost = self.is_known_lost().then_some("no win left");
        known_lost.or(is_winnable.then_some("winnable"))
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
        let memory = settings.analysis_memory();
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
        (self.hints.awaited, self.hints.shown) = (None, None);
        Arc::make_mut(&mut self.proofs).decide(&self.game);
        if !self.is_decided()
            && let Some(budget) = self.proofs.verdict_budget(memory)
        {
            self.pending_verdict = Some(PendingVerdict {
                budget,
                started: now,
                positions: 0,
                show_solution,
            });
            return VerdictResponse::Searching;
        }
        self.tell_verdict(show_solution);
        VerdictResponse::Known
    }

    /// Whether the position is proven won or lost.
    pub fn is_decided(&self) -> bool {
        self.proofs.is_lost() || self.winning_line().is_some()
    }

    /// Cancels what the player waits for; returns whether that was a verdict.
    pub fn cancel_search(&mut self) -> bool {
        self.hints.awaited = None;
        self.pending_verdict.take().is_some()
    }

    /// Records what a requested search has found. Returns what the player has waited for, if this tells it.
    pub fn record(&mut self, reply: &SearchReply) -> Option<Answer> {
        match &reply.found {
            Found::Progress(positions) => {
                self.pending_verdict.as_mut()?.positions = *positions;
                Some(Answer::Progress)
            }
            Found::Advice(found) => self.hints.record_advice(found.clone()),
            Found::Hint {
                advice,
                proofs,
                is_complete,
            } => {
                let was_lost = self.proofs.is_lost();
                self.proofs = Arc::clone(proofs);
                let answer = self.hints.record_hint(advice, *is_complete);
                if !was_lost && self.is_known_lost() && !self.told.loss {
                    // That is announced.
                    self.hints.awaited = None;
                    return None;
                }
                answer
            }
            Found::Review(_) => {
                let review = self.review.as_mut()?;
                review.record(reply);
                self.proofs = Arc::clone(review.proofs());
                None
            }
            Found::Shortest(moves) => {
                self.shortest = Some(*moves);
                None
            }
            Found::Finished(result) => {
                let proofs = Arc::make_mut(&mut self.proofs);
                proofs.record_search(&self.game, &result.verdict, &reply.request.budget);
                if !matches!(reply.request.task, Task::Verdict) {
                    return None;
                }
                let show_solution = self.pending_verdict.take()?.show_solution;
                self.tell_verdict(show_solution);
                Some(Answer::Verdict { show_solution })
            }
        }
    }

    /// Notes that the player is told what is proven about the position. A solution that is shown counts apart.
    fn tell_verdict(&mut self, show_solution: bool) {
        self.told.verdicts = true;
        self.told.loss = self.proofs.is_lost();
        if !show_solution || self.winning_line().is_none() {
            self.count_asked();
        }
    }

    /// Assesses the position. A graded deal can be won, also where it is not known how.
    pub fn assessment(&self) -> Assessment {
        match self.proofs.assessment() {
            Assessment::Lost(None) if self.told.graded_deal => Assessment::Lost(Some(0)),
            // No move is parted from the automatic ones after it.
            Assessment::Lost(Some(at)) => Assessment::Lost(Some(self.game.turn_start(at))),
            assessment => assessment,
        }
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

    /// Starts the search for a hint, unless all that it can find is known or a winning line that the player
    /// has seen gives the hint.
    pub fn request_hint(&mut self, settings: &Settings) {
        Arc::make_mut(&mut self.proofs).hoist_safe_card(&self.game);
        self.hints.keeps_win = settings.choice::<HintKind>() == HintKind::KeepTheWin;
        self.request(Answer::Hint);
    }

    /// Starts the search for the odds, unless they are known.
    pub fn request_odds(&mut self) {
        self.count_asked();
        self.request(Answer::Odds);
    }

    /// Records a question, unless all that can be found is known. Games without choices are not searched, because the
    /// odds would reveal their end.
    fn request(&mut self, question: Answer) {
        let hints = &self.hints;
        let knows = |is_enough: fn(&Advice) -> bool| hints.advice.as_ref().is_some_and(is_enough);
        let is_known = match question {
            Answer::Hint if self.revealed_line().is_some() => true,
            Answer::Hint if hints.keeps_win => hints.is_found || knows(|known| known.is_continued),
            Answer::Hint => knows(|known| known.is_complete || !known.moves.is_empty()),
            _ => knows(|known| known.is_complete),
        };
        let is_asked = !is_known && !self.outcome.is_final() && !self.game.rules().is_forced();
        self.hints.awaited = is_asked.then_some(question);
    }

    /// Returns what the player waits for the fair player to answer.
    pub fn awaited(&self) -> Option<Answer> {
        self.hints.awaited
    }

    /// Returns what the fair player has found about the position.
    pub fn advice(&self) -> Option<&Advice> {
        self.hints.advice.as_ref()
    }

    /// Records that a move is made after a number of others. Returns whether it is the hint that the player looks at,
    /// or followed before in this position. Of several moves made at once, only the first can be.
    pub(super) fn record_if_hinted(&mut self, after: usize, mv: Move) -> bool {
        if self.game.moves().len() != after {
            return false;
        }
        let is_shown = self.hints.shown.is_some_and(|(shown, _)| shown == mv);
        let step = (self.proofs.current(), mv);
        is_shown && self.told.hinted.insert(step) || self.told.hinted.contains(&step)
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
