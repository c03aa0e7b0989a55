//! Reviews a game, one decision at a time.

use thiserror::Error;

use super::decision::{Decision, DecisionReview, SAMPLES};
use super::move_review::{BetterMoves, MoveReview, MoveVerdict, Review};
use super::path::{GamePath, PathVerdicts};
use crate::cards::Card;
use crate::game::Game;
use crate::player::{SeenCards, View, derive_seed, sample};
use crate::rules::{Move, Status, Table};
use crate::solver::{CancelToken, PROOF_BUDGET, Tally, Verdict};

/// Seed of the sample deals.
const REVIEW_SEED: u64 = 1;

/// Reviews the moves of a game one decision at a time, so that it can be canceled and continued.
/// The same game gets the same review on every machine.
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
/// assert!(reviewer.review().is_complete);
/// assert_eq!(reviewer.review().moves.len(), 1);
/// ```
pub struct Reviewer {
    game: Game,
    deal: Table,
    moves: Vec<Move>,
    /// For each move, whether it shows a card that was not seen before.
    shows_card: Vec<bool>,
    /// Verdicts on the positions of the game, once they are known.
    verdicts: Option<PathVerdicts>,
    /// Sample deals at the next move.
    samples: Vec<Table>,
    review: Review,
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

impl Reviewer {
    /// Prepares the review of the moves of a game up to its current position.
    ///
    /// # Errors
    /// The game has no moves or leaves no choice.
    pub fn new(game: &Game) -> Result<Reviewer, ReviewError> {
        Reviewer::check(game)?;
        let moves: Vec<Move> = game.moves().collect();
        let deal = game.rules().deal(game.deck());
        let mut table = deal.clone();
        let mut seen = SeenCards::new(&table);
        let shows_card = moves.iter().map(|&mv| {
            let checkpoint = table.checkpoint();
            game.rules().apply(&mut table, mv);
            seen.follow(table.changes_since(checkpoint))
        });
        Ok(Reviewer {
            shows_card: shows_card.collect(),
            game: game.clone(),
            deal,
            moves,
            verdicts: None,
            samples: Vec::new(),
            review: Review::default(),
        })
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

    /// Returns the review so far.
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// Reviews the next moves. Returns `false` if the review is complete or canceled. A canceled
    /// step has no effect.
    pub fn step(&mut self, cancel: &CancelToken) -> bool {
        if self.review.is_complete {
            return false;
        }
        let Some(verdicts) = self.verdicts else {
            let verdicts = self.find_verdicts(cancel);
            self.verdicts = (!cancel.is_canceled()).then_some(verdicts);
            return self.verdicts.is_some();
        };
        let start = self.review.moves.len();
        let mut before = self.game.clone();
        before.seek(start);
        let view = View::new(&before);
        let is_known = view.unseen().len() < 2;
        let shown = self.shows_card[start..].iter().position(|&is_new| is_new);
        let end = match shown {
            Some(shown) if !is_known => start + shown + 1,
            _ => self.moves.len(),
        };
        let samples = self.samples_of(&view);
        let reviewed = if is_known || self.is_over_at(start) {
            self.known_decision(verdicts, start, cancel)
        } else {
            let decision = Decision {
                rules: self.game.rules(),
                view: &view,
                samples: &samples,
                moves: &self.moves[start..end],
                seed: derive_seed(REVIEW_SEED, 1 + start as u64),
                cancel,
            };
            decision.review()
        };
        if cancel.is_canceled() {
            return false;
        }
        let rules = self.game.rules();
        let moves = &self.moves[start..end];
        let after = samples.iter().map(|table| rules.table_after(table, moves));
        self.samples = after.collect();
        self.add(verdicts, reviewed);
        self.review.is_complete =
            start == end || (end == self.moves.len() && !self.shows_card[end - 1]);
        !self.review.is_complete
    }

    /// Adds the reviews of the moves of a decision.
    fn add(&mut self, verdicts: PathVerdicts, reviewed: DecisionReview) {
        let DecisionReview { odds, better } = reviewed;
        if let (Some(last), Some(&odds)) = (self.review.moves.last_mut(), odds.first()) {
            last.judge(odds);
        }
        for (odds, better) in odds.windows(2).zip(better) {
            let index = self.review.moves.len();
            let mut review = MoveReview {
                mv: self.moves[index],
                verdict: move_verdict(verdicts.at(index), verdicts.at(index + 1)),
                before: odds[0],
                chosen: odds[1],
                after: odds[1],
                judgment: None,
                better,
            };
            review.judge(odds[1]);
            self.review.moves.push(review);
        }
    }

    /// Finds out which positions of the game could be won.
    fn find_verdicts(&self, cancel: &CancelToken) -> PathVerdicts {
        let (last, status) = (self.moves.len(), self.game.status());
        let known = PathVerdicts {
            last_winnable: (status == Status::Won).then_some(last),
            first_lost: (status == Status::Lost).then_some(last),
        };
        let path = GamePath {
            rules: self.game.rules(),
            start: &self.deal,
            moves: &self.moves,
            budget: PROOF_BUDGET,
            cancel,
        };
        path.find_all(known)
    }

    /// Whether the game is over after a number of moves.
    fn is_over_at(&self, moves: usize) -> bool {
        moves == self.moves.len() && self.game.status() != Status::Playing
    }

    /// Reviews the rest of the moves where all cards are known: the odds are the verdict of the
    /// solver.
    fn known_decision(
        &self,
        verdicts: PathVerdicts,
        start: usize,
        cancel: &CancelToken,
    ) -> DecisionReview {
        let odds_at = |moves: usize| Tally::from_iter([verdicts.at(moves)]);
        let odds = (start..=self.moves.len()).map(odds_at).collect();
        let better = (start..self.moves.len()).map(|index| {
            let verdict = move_verdict(verdicts.at(index), verdicts.at(index + 1));
            let is_mistake = verdict == MoveVerdict::GaveAway;
            is_mistake
                .then(|| self.winning_move(index, cancel))
                .flatten()
        });
        let better = better.collect();
        DecisionReview { odds, better }
    }

    /// Returns the next move of a winning line from a position that can be won.
    fn winning_move(&self, index: usize, cancel: &CancelToken) -> Option<BetterMoves> {
        let rules = self.game.rules();
        let table = rules.table_after(&self.deal, &self.moves[..index]);
        let result = rules.solve(&table, &PROOF_BUDGET, cancel, &mut |_| {});
        let line = match result.verdict {
            Verdict::Winnable(line) => line,
            // Probes have other widths, so one may find a win that this search does not.
            _ => rules
                .probe(&table, &PROOF_BUDGET, cancel)
                .verdict
                .line()?
                .clone(),
        };
        Some(BetterMoves {
            moves: line.into_iter().take(1).collect(),
            odds: Tally::from_iter([Verdict::Winnable(())]),
        })
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
        let position = self.review.moves.len() as u64;
        let seeds = (0..).map(|number| derive_seed(derive_seed(REVIEW_SEED, position), number));
        let follow = |(table, seed): (&Table, u64)| {
            let order = view.unseen_order(table);
            view.to_table(&with_cards_of(order, view.unseen(), seed))
        };
        self.samples.iter().zip(seeds).map(follow).collect()
    }
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

fn move_verdict(before: Verdict<()>, after: Verdict<()>) -> MoveVerdict {
    match (before, after) {
        (_, Verdict::Winnable(())) => MoveVerdict::Kept,
        (Verdict::Winnable(()), Verdict::Unwinnable) => MoveVerdict::GaveAway,
        (Verdict::Unwinnable, _) => MoveVerdict::AlreadyLost,
        _ => MoveVerdict::Unknown,
    }
}
