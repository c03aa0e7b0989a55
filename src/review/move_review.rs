//! What a review says about each move.

use serde::{Deserialize, Serialize};
use strum::Display;

use crate::proofs::{PathProofs, Proofs};
use crate::rules::Move;
use crate::solver::{Tally, Verdict};

/// Number of the method of reviews. A kept review of another method is made again.
pub const METHOD: u32 = 2;

/// Change of the odds from which a move is a turning point.
pub(super) const TURNING_POINT: f64 = 0.2;

/// Review of a game, as far as it has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// What is proven about the positions of the game.
    pub proofs: PathProofs,
    /// A winning line from the last position that is proven winnable; empty if there is none.
    pub winning_line: Vec<Move>,
    /// The moves of the game that are reviewed so far.
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
    /// The odds before the move. In a position that is proven lost no sample deal counts as won,
    /// and along a game that was won every one does, here and below.
    pub before: Tally,
    /// The odds after the move, for the same sample deals as before it.
    pub chosen: Tally,
    /// The odds after the move, once the new card that it shows is seen.
    pub after: Tally,
    /// By how many points the odds changed by what could be seen: for a mistake before the new card
    /// was seen, otherwise after it.
    pub change: i32,
    /// What caused the change, if it was great.
    pub judgment: Option<Judgment>,
    /// Moves that keep the odds much better, if the move was a mistake.
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

/// Why the odds changed by 20 points or more.
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
    /// Begins a review with what is proven about the game.
    pub fn begin(proofs: &Proofs) -> Review {
        let path = proofs.along_path();
        let last = path.last_winnable;
        let line = last.and_then(|last| proofs.winning_line_at(last));
        Review {
            proofs: path,
            winning_line: line.unwrap_or_default().to_vec(),
            ..Review::default()
        }
    }

    /// Whether this is a review of these moves.
    pub fn is_of(&self, moves: impl ExactSizeIterator<Item = Move>) -> bool {
        let len = self.moves.len();
        let is_whole = len == moves.len() || (!self.is_complete && len < moves.len());
        is_whole
            && self
                .moves
                .iter()
                .map(|review| review.mv)
                .eq(moves.take(len))
    }

    /// Returns the odds after a number of moves.
    pub fn odds_at(&self, moves: usize) -> Option<Tally> {
        match moves.checked_sub(1) {
            None => self.moves.first().map(|review| review.before),
            Some(last) => self.moves.get(last).map(|review| review.after),
        }
    }

    /// Iterates over the moves that changed the odds by 20 points or more, by their numbers, the
    /// first move being 1.
    pub fn turning_points(&self) -> impl DoubleEndedIterator<Item = (usize, Judgment)> + '_ {
        let moves = self.moves.iter().enumerate();
        moves.filter_map(|(n, review)| Some((n + 1, review.judgment?)))
    }

    /// Returns the move at which the odds changed for the worst, of those with this judgment: its
    /// number and by how many points they did.
    pub fn greatest_drop(&self, judgment: Judgment) -> Option<(usize, i32)> {
        let judged = self
            .turning_points()
            .filter(|&(_, other)| other == judgment);
        judged
            .map(|(number, _)| (number, self.moves[number - 1].change))
            .min_by_key(|&(_, change)| change)
    }

    /// Returns whether a loss came of a mistake or of bad luck: of the move that is proven to have lost the game, or else
    /// of the greatest drop of the odds. `None` if no move decided it.
    pub fn loss_cause(&self) -> Option<Judgment> {
        let lost = self.proofs.first_lost;
        match lost.map(|lost| self.moves.get(lost.wrapping_sub(1))) {
            // The deal could not be won.
            Some(None) => Some(Judgment::BadLuck),
            Some(Some(review)) if review.verdict == MoveVerdict::GaveAway => {
                let mistake = review.judgment.filter(|cause| *cause == Judgment::Mistake);
                mistake.or(Some(Judgment::BadLuck))
            }
            _ => {
                let points = self.turning_points();
                let drops = points.filter(|(_, cause)| *cause != Judgment::GoodLuck);
                let greatest = drops.min_by_key(|(number, _)| self.moves[number - 1].change);
                greatest.map(|(_, cause)| cause)
            }
        }
    }

    /// Whether it is known when the game of these moves was lost, or that it never was.
    pub fn is_loss_found(&self, moves: usize) -> bool {
        self.proofs.is_complete(moves)
    }
}

impl MoveReview {
    /// Judges the move by the odds.
    pub(super) fn judge(&mut self) {
        let change_to = |after: Tally| {
            let shares = self.before.share().zip(after.share());
            shares.map_or(0.0, |(before, after)| after - before)
        };
        let change = change_to(self.after);
        self.judgment = match self.better {
            Some(_) => Some(Judgment::Mistake),
            None if change <= -TURNING_POINT => Some(Judgment::BadLuck),
            None if change >= TURNING_POINT => Some(Judgment::GoodLuck),
            None => None,
        };
        let change = match self.judgment {
            Some(Judgment::Mistake) => change_to(self.chosen),
            _ => change,
        };
        self.change = (100.0 * change).round() as i32;
    }

    /// Makes the move with this index agree with what is proven.
    pub(super) fn apply_proofs(&mut self, proofs: PathProofs, index: usize, is_won: bool) {
        let (before, after) = (proofs.at(index), proofs.at(index + 1));
        self.verdict = MoveVerdict::new(before, after);
        self.chosen = proven_odds(self.chosen, after, is_won);
        self.after = proven_odds(self.after, after, is_won);
        // What kept the win was no mistake.
        let is_blameless =
            self.verdict == MoveVerdict::Kept && self.judgment == Some(Judgment::Mistake);
        if self.verdict == MoveVerdict::GaveAway {
            self.judge();
        } else if is_blameless || after == Verdict::Unwinnable {
            // In a lost position, it is not known which move lost the game, or it was an earlier one.
            (self.change, self.judgment, self.better) = (0, None, None);
        }
        self.before = proven_odds(self.before, before, is_won);
    }
}

/// Returns the odds of a position whose verdict may be proven.
fn proven_odds(odds: Tally, verdict: Verdict<()>, is_won: bool) -> Tally {
    let count = odds.count().max(1);
    match verdict {
        Verdict::Unwinnable => Tally {
            lost: count,
            ..Tally::default()
        },
        Verdict::Winnable(()) if is_won || odds.share().is_none() => Tally {
            won: count,
            ..Tally::default()
        },
        // The deal itself looks like the sample deals, and it can be won.
        Verdict::Winnable(()) if odds.won == 0 => Tally {
            won: 1,
            lost: odds.lost.saturating_sub(1),
            ..odds
        },
        Verdict::Winnable(()) | Verdict::Unknown => odds,
    }
}

impl MoveVerdict {
    fn new(before: Verdict<()>, after: Verdict<()>) -> MoveVerdict {
        match (before, after) {
            (_, Verdict::Winnable(())) => MoveVerdict::Kept,
            (Verdict::Winnable(()), Verdict::Unwinnable) => MoveVerdict::GaveAway,
            (Verdict::Unwinnable, _) => MoveVerdict::AlreadyLost,
            _ => MoveVerdict::Unknown,
        }
    }
}
