//! What a review says about each move.

use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray};

use crate::proofs::PathProofs;
use crate::rules::Move;
use crate::solver::{Tally, Verdict};

/// Number of the method of reviews. A kept review of another method is made again.
pub const METHOD: u32 = 3;

/// Change of the odds from which a move is a turning point.
pub(super) const TURNING_POINT: f64 = 0.2;

/// Review of a game, as far as it has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// What is proven about the positions of the game.
    pub proofs: PathProofs,
    /// A winning line from the last position that is proven winnable; empty if there is none.
    pub winning_line: Vec<Move>,
    /// The moves of the game that are reviewed so far, and those up to the one that is known to have lost it.
    pub moves: Vec<MoveReview>,
    /// Whether all moves are reviewed.
    #[serde(rename = "complete")]
    pub is_complete: bool,
}

/// What a move changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveReview {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// What the solver, which knows all cards, says of it.
    pub verdict: MoveVerdict,
    /// The odds before the move: what could be known, whatever is proven.
    pub before: Tally,
    /// The odds after the move, for the same sample deals as before it.
    pub chosen: Tally,
    /// The odds after the move, once the new card that it shows is seen.
    pub after: Tally,
    /// By how many points the odds changed by what could be seen: for a mistake before the new card
    /// was seen, otherwise after it.
    pub change: i32,
    /// What caused the change, if it was great or lost the game.
    pub judgment: Option<Judgment>,
    /// Moves that keep the odds much better, if the move was a mistake, or that kept the win, if it gave that away.
    pub better: Option<BetterMoves>,
}

/// What the solver says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveVerdict {
    /// The game could be won before the move and can be won after it.
    #[strum(to_string = "kept the win")]
    Kept,
    /// The game could be won before the move and cannot be won after it.
    #[strum(to_string = "gave it away")]
    GaveAway,
    /// The game could not be won before the move.
    #[strum(to_string = "lost before")]
    AlreadyLost,
    /// Not proven.
    #[strum(to_string = "not known")]
    Unknown,
}

/// Why the odds changed by 20 points or more, or the win was given away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgment {
    /// The move dropped the odds, and a better one was in sight.
    #[strum(to_string = "mistake")]
    Mistake,
    /// The odds dropped because of what lay hidden, and no better move was in sight.
    #[strum(to_string = "bad luck")]
    BadLuck,
    /// The odds rose because of the card that was shown.
    #[strum(to_string = "good luck")]
    GoodLuck,
}

/// Why a move is a turning point; of several moves, the last one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TurningPoint {
    /// The odds changed because of what lay hidden.
    Luck,
    /// The move gave the win away, or odds that a better one kept.
    Costly,
}

/// What a loss came of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, Serialize, VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum LossReason {
    /// A move lost the game, and a better one was in sight.
    #[strum(to_string = "by a mistake")]
    Mistake,
    /// A move lost the game, and no better one was in sight; or the deal could not be won.
    #[strum(to_string = "by bad luck")]
    BadLuck,
    /// The player gave up where a win was left.
    #[strum(to_string = "given up while it could be won")]
    GivenUp,
    /// The review tells neither.
    #[strum(to_string = "not clear")]
    Unclear,
    /// There is no review.
    #[strum(to_string = "not reviewed")]
    NotReviewed,
}

/// Moves that were better than the one made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BetterMoves {
    /// The moves, up to the next new card.
    pub moves: Vec<Move>,
    /// The odds after them.
    pub odds: Tally,
    /// Whether they are proven to win; otherwise they are better by what could be seen.
    #[serde(rename = "proven")]
    pub is_proven: bool,
}

impl Review {
    /// Whether this is a review of these moves.
    pub fn is_of(&self, moves: impl ExactSizeIterator<Item = Move>) -> bool {
        let len = self.moves.len();
        let is_whole = len == moves.len() || (!self.is_complete && len < moves.len());
        let reviewed = self.moves.iter().map(|review| review.mv);
        is_whole && reviewed.eq(moves.take(len))
    }

    /// Returns the odds after a number of moves.
    pub fn odds_at(&self, moves: usize) -> Option<Tally> {
        match moves.checked_sub(1) {
            None => self.moves.first().map(|review| review.before),
            Some(last) => self.moves.get(last).map(|review| review.after),
        }
    }

    /// Iterates over the turning points by their numbers, the first move being 1.
    pub fn turning_points(&self) -> impl Iterator<Item = usize> + '_ {
        let moves = (1..).zip(&self.moves);
        moves.filter_map(|(number, review)| review.turning_point().map(|_| number))
    }

    /// Iterates over the moves for which a better one is proven: their numbers, the move made and the better one.
    pub fn costly_moves(&self) -> impl Iterator<Item = (usize, Move, Move)> + '_ {
        let moves = (1..).zip(&self.moves);
        moves.filter_map(|(number, review)| {
            let better = review.better.as_ref().filter(|better| better.is_proven)?;
            let is_costly = review.turning_point() == Some(TurningPoint::Costly);
            let better = better.moves.first().filter(|_| is_costly)?;
            Some((number, review.mv, *better))
        })
    }

    /// Returns the move that was better than a turning point, or that would have been lucky with these cards, if one is known.
    pub fn better_move(&self, number: usize) -> Option<Move> {
        let made = &self.moves[number - 1];
        let better = match made.turning_point()? {
            TurningPoint::Costly => &made.better.as_ref()?.moves,
            TurningPoint::Luck if made.verdict == MoveVerdict::GaveAway => &self.winning_line,
            TurningPoint::Luck => return None,
        };
        better.first().copied()
    }

    /// Returns the number of the move that is proven to have lost the game, once it is reviewed.
    pub fn losing_move(&self) -> Option<usize> {
        let losing = self.proofs.losing_move();
        losing.filter(|number| *number <= self.moves.len())
    }

    /// Returns the number of the move at which the odds changed for the worst, of those that may have lost the game.
    pub fn greatest_drop(&self) -> Option<usize> {
        let change = |number: &usize| {
            let review = &self.moves[number - 1];
            let is_drop = matches!(review.judgment, Some(Judgment::Mistake | Judgment::BadLuck));
            (is_drop && review.verdict == MoveVerdict::Unknown).then_some(review.change)
        };
        let drops = self
            .turning_points()
            .filter(|number| change(number).is_some());
        drops.min_by_key(change)
    }

    /// Says what a loss came of: of the move that is proven to have lost the game, or else of the greatest drop of the
    /// odds before it was lost.
    pub fn loss_reason(&self) -> LossReason {
        let PathProofs {
            last_winnable,
            first_lost,
        } = self.proofs;
        let judgment = match (self.losing_move(), first_lost) {
            _ if last_winnable == Some(self.moves.len()) => return LossReason::GivenUp,
            // The deal could not be won.
            (_, Some(0)) => Some(Judgment::BadLuck),
            (Some(number), _) => self.moves[number - 1].judgment,
            (None, Some(_)) => self
                .greatest_drop()
                .and_then(|number| self.moves[number - 1].judgment),
            (None, None) => None,
        };
        match judgment {
            Some(Judgment::Mistake) => LossReason::Mistake,
            Some(Judgment::BadLuck) => LossReason::BadLuck,
            Some(Judgment::GoodLuck) | None => LossReason::Unclear,
        }
    }
}

impl MoveReview {
    /// Creates the review of a move of which nothing is known.
    pub(super) fn unknown(mv: Move) -> MoveReview {
        MoveReview {
            mv,
            verdict: MoveVerdict::Unknown,
            before: Tally::default(),
            chosen: Tally::default(),
            after: Tally::default(),
            change: 0,
            judgment: None,
            better: None,
        }
    }

    /// Returns why the move is a turning point, if it gave the win away or changed the odds by 20 points or more.
    pub fn turning_point(&self) -> Option<TurningPoint> {
        match self.judgment {
            Some(Judgment::BadLuck | Judgment::GoodLuck) => Some(TurningPoint::Luck),
            Some(Judgment::Mistake) => Some(TurningPoint::Costly),
            None => (self.verdict == MoveVerdict::GaveAway).then_some(TurningPoint::Costly),
        }
    }

    /// Judges the move by the odds.
    pub(super) fn judge(&mut self) {
        let change = self.change_to(self.after);
        self.set_judgment(match self.better {
            Some(_) => Some(Judgment::Mistake),
            None if change <= -TURNING_POINT => Some(Judgment::BadLuck),
            None if change >= TURNING_POINT => Some(Judgment::GoodLuck),
            None => None,
        });
    }

    /// Sets what caused the change of the odds, by which it is measured.
    pub(super) fn set_judgment(&mut self, judgment: Option<Judgment>) {
        self.judgment = judgment;
        let after = match judgment {
            Some(Judgment::Mistake) => self.chosen,
            _ => self.after,
        };
        self.change = (100.0 * self.change_to(after)).round() as i32;
    }

    fn change_to(&self, after: Tally) -> f64 {
        let shares = self.before.share().zip(after.share());
        shares.map_or(0.0, |(before, after)| after - before)
    }

    /// Makes the move with this index agree with what is proven. Whether it lost the game for want of a better one can
    /// only be said once it is compared.
    pub(super) fn apply_proofs(&mut self, proofs: PathProofs, index: usize, is_compared: bool) {
        let (before, after) = (proofs.at(index), proofs.at(index + 1));
        self.verdict = match (before, after) {
            (_, Verdict::Winnable(())) => MoveVerdict::Kept,
            (Verdict::Winnable(()), Verdict::Unwinnable) => MoveVerdict::GaveAway,
            (Verdict::Unwinnable, _) => MoveVerdict::AlreadyLost,
            _ => MoveVerdict::Unknown,
        };
        for (odds, verdict) in [
            (&mut self.before, before),
            (&mut self.chosen, after),
            (&mut self.after, after),
        ] {
            if odds.count() == 1 {
                *odds = Tally::from_iter([verdict]);
            }
        }
        let is_mistake = self.judgment == Some(Judgment::Mistake);
        let is_meaningless = match self.verdict {
            MoveVerdict::GaveAway => !is_mistake && !is_compared,
            // What kept the win was no mistake.
            MoveVerdict::Kept => is_mistake,
            // Which move lost the game is not known, or it was an earlier one.
            MoveVerdict::AlreadyLost | MoveVerdict::Unknown => after == Verdict::Unwinnable,
        };
        if is_meaningless {
            self.better = None;
            self.set_judgment(None);
        }
    }
}
