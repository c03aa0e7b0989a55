//! Reviews a game, one decision at a time.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::decision::{Decision, SAMPLES};
use super::move_review::{BetterMoves, Judgment, MoveReview, Review};
use super::text;
use crate::cards::Card;
use crate::describe::pluralize;
use crate::game::Game;
use crate::player::{View, derive_seed, sample};
use crate::proofs::{PathProofs, Proofs};
use crate::rules::{Move, Status, Table};
use crate::solver::{Budget, CancelToken, LOSS_BUDGET, Tally, Verdict};

/// Seed of the sample deals.
const REVIEW_SEED: u64 = 1;

/// What the player has found of the questions of a review.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Practice {
    /// The moves, by number, for which the player has found a better one.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub found: BTreeSet<usize>,
    /// The day on which the player was asked last.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub asked: String,
}

/// Reviews a game step by step, so that it can be canceled and continued. The first steps search
/// one position each and find out when the game was lost; the next judges the move that lost it, and each of the
/// others reviews the moves of a decision. The same game gets the same review on every machine.
///
/// ```
/// use larboard::game::Game;
/// use larboard::review::Reviewer;
/// use larboard::solver::CancelToken;
/// use larboard::variant;
///
/// let info = variant::find("yakutat-bay").unwrap();
/// let mut game = Game::new(variant::new(info, &[]).unwrap(), 1);
/// game.play(game.legal_moves()[0]).unwrap();
/// let mut reviewer = Reviewer::new(&game).unwrap();
/// while reviewer.step(&CancelToken::default()) {}
/// assert!(reviewer.review.is_complete);
/// assert_eq!(reviewer.review.moves.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Reviewer {
    /// The game, at the last position of the review.
    pub game: Arc<Game>,
    /// What is proven about the game so far.
    pub proofs: Arc<Proofs>,
    /// Budget of each search for the move that lost the game.
    pub budget: Budget,
    is_started: bool,
    is_saved: bool,
    practice: Practice,
    /// The moves, by number, for which a better one was told.
    pub told: BTreeSet<usize>,
    /// The positions, as numbers of moves, of which such a search has proven nothing.
    inconclusive: BTreeSet<usize>,
    /// Sample deals at the next move.
    samples: Arc<[Table]>,
    /// The moves reviewed so far, as judged without the proofs, and whether these are all.
    estimates: Arc<Vec<MoveReview>>,
    are_moves_reviewed: bool,
    /// What was found of the move that is proven to have lost the game, once it was compared with what kept the win.
    compared: Option<ComparedMove>,
    /// The review so far.
    pub review: Arc<Review>,
    /// The turning points at which the player is asked for a better move: their numbers, the move made and the better one.
    pub questions: Arc<[(usize, Move, Move)]>,
}

/// The move that lost the game, by its number, beside what kept the win.
#[derive(Clone, Debug)]
struct ComparedMove {
    number: usize,
    judgment: Option<Judgment>,
    better: Option<BetterMoves>,
}

/// Why a game cannot be reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReviewError {
    /// No move was made.
    #[error("No move was made: there is nothing to review")]
    NoMoves,
    /// Every move is forced.
    #[error("This game plays itself: there is nothing to review")]
    NoChoices,
    /// The game is in play, and a review would show what lies hidden.
    #[error("The game can be reviewed once it is over")]
    InPlay,
}

/// Two are equal if they have found the same.
impl PartialEq for Reviewer {
    fn eq(&self, other: &Reviewer) -> bool {
        (&self.review, &self.proofs) == (&other.review, &other.proofs)
    }
}

impl Eq for Reviewer {}

impl Reviewer {
    /// Prepares the review of the moves of a game up to its current position.
    ///
    /// # Errors
    /// The game has no moves or leaves no choice.
    pub fn new(game: &Game) -> Result<Reviewer, ReviewError> {
        Reviewer::check(game)?;
        Ok(Reviewer::begin(
            Arc::new(game.clone()),
            Arc::new(Proofs::new(game)),
        ))
    }

    /// Prepares the review of the moves of a game up to its current position, which may be forced or
    /// none. Begins with what is proven about the game.
    pub fn begin(game: Arc<Game>, proofs: Arc<Proofs>) -> Reviewer {
        let mut reviewer = Reviewer {
            game,
            proofs,
            budget: LOSS_BUDGET,
            is_started: false,
            is_saved: false,
            practice: Practice::default(),
            told: BTreeSet::new(),
            inconclusive: BTreeSet::new(),
            samples: Arc::default(),
            estimates: Arc::default(),
            are_moves_reviewed: false,
            compared: None,
            review: Arc::default(),
            questions: Arc::default(),
        };
        reviewer.apply_proofs();
        reviewer
    }

    /// Uses the saved review of the game, if it is of the same moves.
    pub fn restore(&mut self, (review, practice): (Review, Practice)) {
        if review.is_complete && review.is_of(self.game.moves()) {
            self.estimates = Arc::new(review.moves.clone());
            self.are_moves_reviewed = true;
            self.compared = review.losing_move().map(|number| ComparedMove {
                number,
                judgment: review.moves[number - 1].judgment,
                better: review.moves[number - 1].better.clone(),
            });
            (self.practice, self.is_saved) = (practice, true);
            self.set_review(review);
        }
    }

    /// Returns the review to save with what was found, if it is complete and was not returned before.
    pub fn take_unsaved(&mut self) -> Option<(&Review, &Practice)> {
        let is_news = self.review.is_complete && !std::mem::replace(&mut self.is_saved, true);
        is_news.then_some((&self.review, &self.practice))
    }

    /// Returns what the player has found of the questions, to change it.
    pub fn practice_mut(&mut self) -> &mut Practice {
        self.is_saved = false;
        &mut self.practice
    }

    /// Replaces the review, and asks where a better move is proven and there is more than one other. What was luck, or is a
    /// matter of odds, is told.
    fn set_review(&mut self, review: Review) {
        let mut game = Game::clone(&self.game);
        let has_choice = |(number, ..): &(usize, Move, Move)| {
            game.seek(number - 1);
            game.legal_moves().len() > 2
        };
        self.questions = review.costly_moves().filter(has_choice).collect();
        self.review = Arc::new(review);
    }

    /// Iterates over the numbers of the moves that are asked for and for which no better one was found or told.
    pub fn open_questions(&self) -> impl DoubleEndedIterator<Item = usize> {
        let is_open =
            |number: &usize| !self.practice.found.contains(number) && !self.told.contains(number);
        self.questions
            .iter()
            .map(|(number, ..)| *number)
            .filter(is_open)
    }

    /// Whether a better move than the one with this number is still to be found.
    pub fn is_open(&self, number: usize) -> bool {
        self.open_questions().any(|open| open == number)
    }

    /// Returns the number of the move that decided the game if a better one is to be found.
    pub fn decisive_question(&self) -> Option<usize> {
        let decisive = text::decisive_move(&self.review);
        decisive.filter(|number| self.is_open(*number))
    }

    /// Says how many of the better moves that are asked for were found. `None` if none is asked for.
    pub fn found_text(&self) -> Option<String> {
        let is_found = |(number, ..): &&(usize, Move, Move)| self.practice.found.contains(number);
        let found = self.questions.iter().filter(is_found).count();
        Some(match (found, self.questions.len()) {
            (_, 0) => return None,
            (0, 1) if self.told.is_empty() => "The better move is still to be found".to_owned(),
            (0, 1) => "The better move was told: practice asks for it another day".to_owned(),
            (_, 1) => "You found the better move".to_owned(),
            (found, all) => format!("You found {found} of {all} better moves"),
        })
    }

    /// Starts or continues the review, which then asks to be searched on.
    pub fn start(&mut self) {
        self.is_started = true;
    }

    /// Cancels the review. Returns whether it was running.
    pub fn cancel(&mut self) -> bool {
        let was_running = self.is_running();
        self.is_started = false;
        was_running
    }

    /// Whether the review was started and is not complete.
    pub fn is_running(&self) -> bool {
        self.is_started && !self.review.is_complete
    }

    /// Whether nothing has been found out yet about when the game was lost.
    pub fn is_at_start(&self) -> bool {
        self.is_running() && *self.review == Review::default()
    }

    /// Takes over what a copy of the review has found that went on.
    pub fn record(&mut self, found: &Reviewer) {
        let before = std::mem::replace(self, found.clone());
        (self.practice, self.told) = (before.practice, before.told);
    }

    /// Whether longer searches may find out when the game was lost.
    pub fn can_search_longer(&self) -> bool {
        self.budget == LOSS_BUDGET && !self.is_loss_found()
    }

    /// Searches again for the move that lost the game, with another budget of each search.
    pub fn search_again(&mut self, budget: Budget) {
        self.budget = budget;
        self.inconclusive.clear();
        (self.is_started, self.is_saved) = (true, false);
        self.apply_proofs();
    }

    /// Whether it is known when the game was lost.
    pub fn is_loss_found(&self) -> bool {
        self.review.proofs.is_complete(self.game.moves().len())
    }

    /// Whether it is known what decided the game: the review is complete, or has judged the move that lost it. The odds may
    /// still be counted then.
    pub fn is_decided(&self) -> bool {
        self.review.is_complete
            || self.compared_in(self.review.proofs).is_some() && self.next_position().is_none()
    }

    /// Returns what was found of the move that lost the game by some proofs, if it was compared with what kept the win.
    fn compared_in(&self, proofs: PathProofs) -> Option<&ComparedMove> {
        let losing = proofs.losing_move()?;
        self.compared
            .as_ref()
            .filter(|compared| compared.number == losing)
    }

    /// Returns the number of the move that is proven to have lost the game and was not compared yet.
    fn move_to_compare(&self) -> Option<usize> {
        let proofs = self.review.proofs;
        proofs
            .losing_move()
            .filter(|_| self.compared_in(proofs).is_none())
    }

    /// Returns how many moves are reviewed.
    pub fn reviewed_moves(&self) -> usize {
        self.estimates.len()
    }

    /// Says how far the review is, or what decided the game: only the number of the move that a question is about.
    pub fn status(&self, question: Option<usize>) -> String {
        let is_at_deal = self.game.moves().len() == 0;
        if !(self.is_decided() || is_at_deal && self.is_loss_found()) {
            return self.progress();
        }
        match question {
            Some(number) => text::gave_away_text(number),
            None => text::summary(&self.game, &self.review),
        }
    }

    /// Checks that there is something to review.
    ///
    /// # Errors
    /// The game has no moves or leaves no choice.
    pub fn check(game: &Game) -> Result<(), ReviewError> {
        match game.moves().len() {
            _ if game.rules().is_forced() => Err(ReviewError::NoChoices),
            0 => Err(ReviewError::NoMoves),
            _ => Ok(()),
        }
    }

    /// Returns the position to search next for the move that lost the game, as a number of moves.
    /// `None` if that search has ended.
    pub fn next_position(&self) -> Option<usize> {
        let moves = self.game.moves().len();
        self.review.proofs.next_position(moves, &self.inconclusive)
    }

    /// Searches the next position, or reviews the next moves. Returns `false` if the review is
    /// complete or canceled. A canceled step has no effect.
    pub fn step(&mut self, cancel: &CancelToken) -> bool {
        if self.review.is_complete {
            return false;
        }
        if let Some(position) = self.next_position() {
            self.search(position, cancel);
        } else if let Some(number) = self.move_to_compare() {
            self.compare_losing_move(number, cancel);
        } else {
            self.review_decision(cancel);
        }
        if cancel.is_canceled() {
            return false;
        }
        self.apply_proofs();
        !self.review.is_complete
    }

    /// Searches a position for the move that lost the game.
    fn search(&mut self, position: usize, cancel: &CancelToken) {
        let mut game = Game::clone(&self.game);
        game.seek(position);
        let (rules, table) = (game.rules(), game.table());
        let result = rules.solve(table, &self.budget, cancel, &mut |_| {});
        if cancel.is_canceled() {
            return;
        }
        if result.verdict == Verdict::Unknown {
            self.inconclusive.insert(position);
        }
        Arc::make_mut(&mut self.proofs).record_verdict(&self.game, position, &result.verdict);
    }

    /// Says how far the review is.
    pub fn progress(&self) -> String {
        let (proofs, all) = (self.review.proofs, self.game.moves().len());
        if self.next_position().is_some() {
            let (start, end) = (proofs.unknown_start(), proofs.unknown_end(all));
            let doubtful = pluralize(end.min(all) + 1 - start.max(1), "move");
            let undecided = match self.inconclusive.range(start..end).count() {
                0 => String::new(),
                count => format!(", {} undecided", pluralize(count, "position")),
            };
            return format!("Searching for the move that lost: {doubtful} in doubt{undecided}");
        }
        if self.move_to_compare().is_some() {
            return "Judging the move that lost".into();
        }
        let left = pluralize(all - self.estimates.len().min(all), "move");
        format!("Reviewing the odds: {left} left")
    }

    /// Judges the move that lost the game beside what kept the win.
    fn compare_losing_move(&mut self, number: usize, cancel: &CancelToken) {
        let decision = self.decision(number - 1, cancel);
        let (judgment, better) = if is_known(&decision.view) {
            let better = self.review.winning_line.first().map(|&best| BetterMoves {
                moves: vec![best],
                odds: Tally::from_iter([Verdict::Winnable(())]),
                is_proven: true,
            });
            (Some(Judgment::Mistake), better)
        } else {
            decision.judge_loss()
        };
        if !cancel.is_canceled() {
            self.compared = Some(ComparedMove {
                number,
                judgment,
                better,
            });
        }
    }

    /// Returns the decision about all moves after a number of moves.
    fn decision<'a>(&'a self, start: usize, cancel: &'a CancelToken) -> Decision<'a> {
        let mut before = Game::clone(&self.game);
        before.seek(start);
        let last_winnable = self.review.proofs.last_winnable;
        let known_win = last_winnable.and_then(|last| last.checked_sub(start));
        Decision {
            rules: self.game.rules(),
            view: View::new(&before),
            table: before.table().clone(),
            known_win: known_win.map(|at| (at, &self.review.winning_line[..])),
            samples: Vec::new(),
            moves: self.game.moves().skip(start).collect(),
            seed: derive_seed(REVIEW_SEED, 1 + start as u64),
            cancel,
        }
    }

    /// Reviews the moves up to the next new card.
    fn review_decision(&mut self, cancel: &CancelToken) {
        let (start, end) = (self.estimates.len(), self.game.moves().len());
        let mut decision = self.decision(start, cancel);
        let is_known = is_known(&decision.view) || self.game.rules().is_forced();
        let is_over = start == end && (end == 0 || self.game.status() != Status::Playing);
        let (odds, better, is_last) = if is_known || is_over {
            // The odds are the verdict of the solver.
            let odds_at = |moves: usize| Tally::from_iter([self.review.proofs.at(moves)]);
            let odds = (start..=end).map(odds_at).collect();
            (odds, vec![None; end - start], true)
        } else {
            let shows_new_card = decision.end_at_new_card();
            decision.samples = self.samples_of(&decision.view);
            let (odds, better) = decision.review();
            (odds, better, !shows_new_card)
        };
        let after = decision.samples_after();
        if !cancel.is_canceled() {
            self.samples = after;
            self.add(&odds, better);
            self.are_moves_reviewed = is_last;
        }
    }

    /// Adds the moves of a decision, by the odds before the first and after each, and the better moves for each.
    fn add(&mut self, odds: &[Tally], better: Vec<Option<BetterMoves>>) {
        let estimates = Arc::make_mut(&mut self.estimates);
        if let (Some(last), Some(&odds)) = (estimates.last_mut(), odds.first()) {
            last.after = odds;
            last.judge();
        }
        let moves = Vec::from_iter(self.game.moves().skip(estimates.len()));
        for ((odds, better), mv) in odds.windows(2).zip(better).zip(moves) {
            let index = estimates.len();
            // What goes home by itself is no decision.
            let is_automatic = self.game.automatic_moves().contains(&index);
            let mut estimate = MoveReview {
                before: odds[0],
                chosen: odds[1],
                after: odds[1],
                better: better.filter(|_| !is_automatic),
                ..MoveReview::unknown(mv)
            };
            estimate.judge();
            estimates.push(estimate);
        }
    }

    /// Makes the review agree with what is proven. It has the moves up to the one that lost the game as soon as that is
    /// judged, without odds at first.
    fn apply_proofs(&mut self) {
        let (last_winnable, first_lost) = (self.proofs.last_winnable(), self.proofs.first_lost());
        let line = last_winnable.and_then(|last| self.proofs.winning_line_at(last));
        let winning_line = line.unwrap_or_default().to_vec();
        let proofs = PathProofs {
            last_winnable,
            first_lost,
        };
        let compared = self.compared_in(proofs);
        let mut moves = Vec::clone(&self.estimates);
        if let Some(compared) = compared {
            let unknown = self.game.moves().take(compared.number).skip(moves.len());
            moves.extend(unknown.map(MoveReview::unknown));
            let losing = &mut moves[compared.number - 1];
            // Odds that a much better move kept say more.
            if losing.better.is_none() {
                losing.better.clone_from(&compared.better);
                losing.set_judgment(compared.judgment);
            }
        }
        for (index, mv) in moves.iter_mut().enumerate() {
            let is_compared = compared.is_some_and(|compared| compared.number == index + 1);
            mv.apply_proofs(proofs, index, is_compared);
        }
        let all = self.game.moves().len();
        let is_complete = self.are_moves_reviewed
            && proofs.next_position(all, &self.inconclusive).is_none()
            && proofs.losing_move().is_some() == compared.is_some();
        self.set_review(Review {
            proofs,
            winning_line,
            moves,
            is_complete,
        });
    }

    /// Returns sample deals of a view. They are those of the decision before, changed only where
    /// the cards shown since then require it. So the odds differ because of these cards, not
    /// because of other samples.
    fn samples_of(&self, view: &View) -> Vec<Table> {
        if self.samples.is_empty() {
            let numbers = 0..SAMPLES as u64;
            return numbers
                .map(|number| sample(view, REVIEW_SEED, number))
                .collect();
        }
        let position = self.estimates.len() as u64;
        let seeds = (0..).map(|number| derive_seed(derive_seed(REVIEW_SEED, position), number));
        let follow = |(table, seed): (&Table, u64)| {
            let order = view.unseen_order(table);
            view.to_table(&with_cards_of(order, view.unseen(), seed))
        };
        self.samples.iter().zip(seeds).map(follow).collect()
    }
}

/// Whether all cards are known: one hidden card is what is left.
fn is_known(view: &View) -> bool {
    view.unseen().len() < 2
}

/// Replaces the cards of an order that have been shown, and so are not among the unseen ones, by
/// those that the sample deal showed instead. Which of two equal cards is replaced is random, so
/// that every order stays equally likely.
fn with_cards_of(mut order: Vec<Card>, unseen: &[Card], seed: u64) -> Vec<Card> {
    let mut missing = unseen.to_vec();
    let mut shown = Vec::new();
    for &card in &order {
        match missing.iter().position(|&other| other == card) {
            Some(at) => _ = missing.swap_remove(at),
            None => shown.push(card),
        }
    }
    for (number, card) in (0..).zip(shown) {
        let places = (0..order.len()).filter(|&at| order[at] == card);
        let places: Vec<usize> = places.collect();
        let choose = |len: usize, salt: u64| {
            derive_seed(seed, 2 * number + salt)
                .checked_rem(len as u64)
                .map(|at| at as usize)
        };
        if let (Some(place), Some(with)) = (choose(places.len(), 0), choose(missing.len(), 1)) {
            order[places[place]] = missing.swap_remove(with);
        }
    }
    order
}
