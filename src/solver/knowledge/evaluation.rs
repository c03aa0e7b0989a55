//! How promising a position is.

/// Heuristic evaluation of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The work that remains, in a game that counts it.
    pub work: Option<RemainingWork>,
    /// Higher is better, among positions with the same amount of work.
    pub score: i32,
}

/// The irreversible work that remains in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemainingWork {
    /// The amount of work. No move increases it, and reversible moves leave it as it is. At 0 the
    /// game is won by sending cards to the foundations.
    pub amount: u32,
    /// Hash of the work that remains. Positions that share it differ at most in how face-up cards
    /// are arranged.
    pub signature: u64,
}

/// Score of one unit of remaining work. It exceeds all differences in score between positions with
/// the same amount of it.
pub(super) const WORK_WEIGHT: i32 = 1 << 22;

/// How much each of some counts adds to the score of a position.
#[derive(Clone, Copy)]
pub(super) struct Weights<const COUNTS: usize> {
    pub(super) fixed: [i32; COUNTS],
    /// What is added for each card of the stock, since what matters changes in the course of a game.
    pub(super) per_stock_card: [i32; COUNTS],
}

impl<const COUNTS: usize> Weights<COUNTS> {
    /// Returns the score of a position with these counts and so many cards in the stock.
    #[inline]
    pub(super) fn score(&self, counts: [usize; COUNTS], stock: usize) -> i32 {
        let weights = self.fixed.iter().zip(&self.per_stock_card);
        let weighted = counts.iter().zip(weights);
        let scores = weighted.map(|(&count, (fixed, per_stock_card))| {
            count as i32 * (fixed + stock as i32 * per_stock_card)
        });
        scores.sum()
    }
}

impl Evaluation {
    /// Creates the evaluation of a position in a game that does not count the remaining work.
    #[inline]
    pub const fn from_score(score: i32) -> Evaluation {
        Evaluation { work: None, score }
    }

    /// Returns one number by which all positions of a game can be compared; higher is better. Less
    /// remaining work counts more than any other difference.
    #[inline]
    pub fn value(self) -> i32 {
        let amount = self.work.map_or(0, |work| work.amount);
        self.score - WORK_WEIGHT * amount as i32
    }
}
